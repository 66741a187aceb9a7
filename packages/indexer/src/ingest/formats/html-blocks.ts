import { hasWords, isProse, type Outline } from './file-content.js'
import { takeLabel } from './table-cells.js'
import { attribute, visitHtml, type HtmlElement, type HtmlNode } from './html-tree.js'

/** Elements that end a paragraph. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' ')
)
/** Elements without readable text, or whose text is not prose. */
const SKIPPED = new Set(
  (
    'applet audio button canvas datalist del embed head iframe input link map math meta noscript object optgroup option rp rt script ' +
    'select style svg template textarea title track video'
  ).split(' ')
)
/** Headings inside these elements do not structure the document. */
const CONTAINERS = new Set(['blockquote', 'dd', 'li', 'td', 'th'])
/** Elements whose text is kept, however short. */
const TEXTS = new Set(['blockquote', 'caption', 'dd', 'dt', 'figcaption', 'li', 'p', 'pre'])

export interface BlockOptions {
  /** Whether to leave out an element with all its content. */
  readonly isLeftOut?: (element: HtmlElement) => boolean
  /** Whether this is a page of a website: short labels and lists of links are left out. */
  readonly page?: boolean
  /** Whether preformatted text is prose, as in pages that consist of it. Otherwise it is code. */
  readonly preformatted?: boolean
}

/** Length of a text that is kept outside of elements of text, in UTF-16 code units: shorter ones are labels of a page. */
const MIN_LABEL = 25

/** What a cell of a table holds besides prose. */
interface Cell {
  readonly texts: string[]
  readonly isHeader: boolean
  /** Whether it has nothing but links. */
  isLink: boolean
}

/** Whether an element's text is kept, however short. Old pages set names, places and dates in aligned `div`s. */
function isText(element: HtmlElement): boolean {
  return TEXTS.has(element.tagName) || (element.tagName === 'div' && attribute(element, 'align') !== undefined)
}

/** Whether a cell that is alone in its row is kept. */
function isLong({ texts, isHeader }: Cell): boolean {
  return isHeader || texts.join(' ').trim().length >= MIN_LABEL
}

/** Adds the visible headings and paragraphs of nodes to an outline. */
export function addHtmlBlocks(outline: Outline, nodes: readonly HtmlNode[], options: BlockOptions = {}): void {
  const { isLeftOut = () => false, page = false, preformatted = false } = options
  let text: string[] = []
  let length = 0
  let linked = 0
  let breaks = 0
  let level = 0
  // A stack, because a cell may hold a table.
  const rows: Cell[][] = []
  const depth = { links: 0, containers: 0, cells: 0, texts: 0, pre: 0 }

  const end = (closes = false): void => {
    if (level > 0 && !closes) {
      text.push(' ')
      return
    }
    const whole = text.join('')
    const links = length === 0 ? 0 : linked / length
    ;[text, length, linked, breaks] = [[], 0, 0, 0]
    if (!hasWords(whole)) return
    if (level > 0 && depth.containers === 0) outline.heading(level, whole)
    else if (depth.cells > 0 && !isProse(whole)) {
      const cell = rows.at(-1)?.at(-1)
      cell?.texts.push(whole)
      if (cell !== undefined && links <= 0.6) cell.isLink = false
    } else if (page && links > 0.6 && !isProse(whole)) return
    else if (page && depth.texts === 0 && whole.trim().length < MIN_LABEL && !isProse(whole)) return
    else if (depth.pre > 0) for (const part of whole.split(/\n[ \t]*\n/)) outline.paragraph(part)
    else outline.paragraph(depth.cells > 0 ? takeLabel(rows.at(-1)) + whole : whole)
  }
  const endRow = (): void => {
    const cells = (rows.pop() ?? []).filter(({ texts }) => texts.length > 0)
    // Links alone are the navigation of a page. A short text alone is a label of a page that is laid out as a table.
    if (page && (cells.every(({ isLink }) => isLink) || (cells.length < 2 && !cells.some(isLong)))) return
    outline.row(cells.map(({ texts }) => texts.join(' ')))
  }
  const count = (element: HtmlElement, by: 1 | -1): void => {
    const { tagName } = element
    if (tagName === 'a') depth.links += by
    if (tagName === 'pre') depth.pre += by
    if (CONTAINERS.has(tagName)) depth.containers += by
    if (tagName === 'td' || tagName === 'th') depth.cells += by
    if (isText(element)) depth.texts += by
  }
  visitHtml(nodes, {
    enter(element) {
      const { tagName } = element
      if (SKIPPED.has(tagName) || (tagName === 'pre' && !preformatted) || isLeftOut(element)) return false
      if ((tagName === 'a' || tagName === 'sup') && isMark(element)) return false
      if (tagName === 'br') {
        if (depth.pre > 0) text.push('\n')
        else if (++breaks > 1) end()
        else text.push(' ')
        return false
      }
      if (BLOCKS.has(tagName)) {
        end()
        if (/^h[1-6]$/.test(tagName)) level = Number(tagName[1])
        if (tagName === 'tr') rows.push([])
        else if (tagName === 'td' || tagName === 'th')
          rows.at(-1)?.push({ texts: [], isHeader: tagName === 'th', isLink: true })
      } else if (tagName === 'q') text.push('“')
      count(element, 1)
      return true
    },
    leave(element) {
      const { tagName } = element
      if (BLOCKS.has(tagName)) {
        end(/^h[1-6]$/.test(tagName))
        if (/^h[1-6]$/.test(tagName)) level = 0
        if (tagName === 'tr') endRow()
      } else if (tagName === 'q') text.push('”')
      count(element, -1)
    },
    text(value) {
      const words = value.trim().length
      if (words > 0) breaks = 0
      length += words
      if (depth.links > 0) linked += words
      text.push(value)
    }
  })
  end(true)
}

/** Maximum length of a footnote mark, in UTF-16 code units. */
const MAX_MARK = 7

/** Whether a link or superscript is the mark of a footnote or of a heading's anchor. */
function isMark(element: HtmlElement): boolean {
  if (/\b(?:headerlink|anchor-?link|footnote-ref|noteref)\b/.test(attribute(element, 'class') ?? '')) return true
  const inner = { text: '', tags: new Set([element.tagName]) }
  visitHtml(element.childNodes, {
    enter({ tagName }) {
      inner.tags.add(tagName)
      return inner.text.length <= MAX_MARK
    },
    text(value) {
      inner.text += value.trim()
    }
  })
  const { text, tags } = inner
  if (text.length > MAX_MARK || !tags.has('a') || tags.has('img')) return false
  const isNote = /^[[(]?(?:\d{1,3}|[a-z]|note \d)[\])]?$/.test(text)
  return !hasWords(text) || (isNote && (tags.has('sup') || /^[[(]/.test(text)))
}
