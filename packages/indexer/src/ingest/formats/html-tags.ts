import { defaultTreeAdapter, html, parseFragment } from 'parse5'
import type { HtmlElement, HtmlNode } from './html-tree.js'

type Parent = Parameters<typeof defaultTreeAdapter.appendChild>[0]

/** Deeper elements have no content: it follows them. */
const MAX_NESTING = 100

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title'])

const MARK = /<(?:!--|[!?]|(\/?)([a-z][\w:.-]*))/iy

/**
 * Parses a piece of HTML into elements without attributes, in linear time whatever is in it. A cell without a row gets one. Other
 * corrections of browsers are left out: `parseHtml` makes them, and takes quadratic time for some input.
 */
export function parseTags(text: string): HtmlNode[] {
  const root: Parent = defaultTreeAdapter.createDocumentFragment()
  const open: HtmlElement[] = []
  const parent = (): Parent => open.at(-1) ?? root
  const addText = (start: number, end: number): void => {
    if (end > start) defaultTreeAdapter.insertText(parent(), decoded(text.slice(start, end)))
  }
  /** Closes the last open element of a name with all within it; nothing if an element `within` is nearer. */
  const close = (name: string, within?: string): void => {
    const at = open.findLastIndex(({ tagName }) => tagName === name || tagName === within)
    if (at >= 0 && open[at].tagName === name) open.length = at
  }
  const begin = (name: string): void => {
    if (name === 'tr') close('tr', 'table')
    const isCell = name === 'td' || name === 'th'
    if (isCell && !open.some(({ tagName }) => tagName === 'tr')) begin('tr')
    const element = defaultTreeAdapter.createElement(name, html.NS.HTML, [])
    defaultTreeAdapter.appendChild(parent(), element)
    if (!VOID.has(name) && open.length < MAX_NESTING) open.push(element)
  }
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(from, at + 1))) {
    MARK.lastIndex = at
    const mark = MARK.exec(text)
    if (mark === null) continue
    addText(from, at)
    const [whole, slash, given] = mark as unknown as [string, string | undefined, string | undefined]
    if (given === undefined) {
      from = after(text, whole === '<!--' ? '-->' : whole === '<?' ? '?>' : '>', at)
      continue
    }
    const name = given.toLowerCase()
    from = tagEnd(text, at + whole.length)
    if (slash === '/') close(name)
    else if (RAW.has(name)) from = rawEnd(text, name, from)
    else if (text.startsWith('/>', from - 2)) {
      // A component of MDX: what follows is not within it.
      const depth = open.length
      begin(name)
      open.length = Math.min(depth, open.length)
    } else begin(name)
  }
  addText(from, text.length)
  return root.childNodes
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

/** Values of attributes, which may hold any character; in MDX also in braces. Else what ends a tag. */
const TAG_PART = /=\s*"[^"]*"|=\s*'[^']*'|=\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[<>]/g

/** Returns where a tag ends; a tag that is not closed ends before the next one. */
function tagEnd(text: string, from: number): number {
  TAG_PART.lastIndex = from
  for (let part = TAG_PART.exec(text); part !== null; part = TAG_PART.exec(text)) {
    if (part[0] === '>') return part.index + 1
    if (part[0] === '<') return part.index
  }
  return text.length
}

function rawEnd(text: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[^>]*>?`, 'gi')
  end.lastIndex = from
  return end.exec(text) === null ? text.length : end.lastIndex
}

/** Returns a text without tags as a reader sees it. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes
  return 'value' in node ? node.value : text
}
