import { collapsed, createOutline, languageOf, withTitle, type FileContent } from './file-content.js'
import { addHtmlBlocks, type BlockOptions } from './html-blocks.js'
import { attribute, decodeHtml, parseHtml, visitHtml, type HtmlElement, type HtmlNode } from './html-tree.js'

/** Reads the main text of a web page, without navigation, headers, footers, forms and code. */
export function readHtml(content: Uint8Array): Promise<FileContent> {
  return Promise.resolve(pageContent(decodeHtml(content)))
}

/** Reads all text of a piece of HTML in UTF-8, as data have it: there is nothing but content in it. */
export function readFragment(content: Uint8Array): Promise<FileContent> {
  const outline = createOutline()
  addHtmlBlocks(outline, parseHtml(Buffer.from(content).toString()).childNodes)
  return Promise.resolve({ sections: outline.sections, fields: {} })
}

function pageContent(text: string): FileContent {
  const tree = parseHtml(text)
  const sizes = measure(tree.childNodes)
  const { title: stated, ...meta } = readMeta(tree.childNodes)
  const roots = mainElements(tree.childNodes, sizes)
  const options: BlockOptions = { page: true, isLeftOut: boilerplate(roots, sizes) }
  let outline = createOutline()
  addHtmlBlocks(outline, roots, options)
  if (outline.sections.every(({ paragraphs }) => paragraphs.length === 0)) {
    outline = createOutline()
    addHtmlBlocks(outline, roots, { ...options, preformatted: true })
  }
  const { title = stated, sections } = withTitle(outline.sections)
  return { ...meta, sections, ...(title === undefined ? {} : { title }) }
}

/** Length of the text of each element, without white space. */
type Sizes = ReadonlyMap<HtmlElement, number>

function measure(nodes: readonly HtmlNode[]): Sizes {
  const sizes = new Map<HtmlElement, number>()
  const open: HtmlElement[] = []
  visitHtml(nodes, {
    enter(element) {
      if (/^(?:script|style|template|noscript|head)$/.test(element.tagName)) return false
      sizes.set(element, 0)
      open.push(element)
      return true
    },
    leave(element) {
      open.pop()
      const parent = open.at(-1)
      if (parent !== undefined) sizes.set(parent, sizes.get(parent)! + sizes.get(element)!)
    },
    text(value) {
      const element = open.at(-1)
      if (element !== undefined) sizes.set(element, sizes.get(element)! + value.replace(/\s+/g, '').length)
    }
  })
  return sizes
}

/** Returns the `main` element, or else the articles if they are most of the page, or else everything. */
function mainElements(nodes: readonly HtmlNode[], sizes: Sizes): readonly HtmlNode[] {
  const mains: HtmlElement[] = []
  const articles: HtmlElement[] = []
  visitHtml(nodes, {
    enter(element) {
      if (element.tagName === 'main' || attribute(element, 'role') === 'main') mains.push(element)
      else if (element.tagName === 'article') articles.push(element)
      else return true
      return element.tagName !== 'article'
    }
  })
  const size = (elements: readonly HtmlElement[]): number =>
    elements.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 0)
  const main = mains.sort((a, b) => size([b]) - size([a])).at(0)
  if (main !== undefined && size([main]) > 0) return [main]
  const whole = size(nodes.filter((node) => 'tagName' in node))
  return size(articles) > whole / 2 ? articles : nodes
}

const ROLES = new Set(
  'alertdialog banner complementary contentinfo dialog menu menubar navigation search tablist toolbar tooltip'.split(
    ' '
  )
)
/** Parts of class names and ids of elements around the main text. */
const AROUND = new Set(
  (
    'ad ads advert advertisement banner breadcrumb breadcrumbs comments consent cookie cookies footer masthead menu modal nav ' +
    'navbar navigation newsletter pager pagination popup promo related share sharing sidebar skip social subscribe toc'
  ).split(' ')
)

/** Returns a function that recognizes elements around the main text, such as navigation. */
function boilerplate(roots: readonly HtmlNode[], sizes: Sizes): (element: HtmlElement) => boolean {
  const elements = roots.filter((node) => 'tagName' in node)
  const whole = elements.reduce((sum, element) => sum + (sizes.get(element) ?? 0), 0)
  const isWhole = !elements.some(({ tagName }) => tagName !== 'html')
  return (element) => {
    const { tagName } = element
    if (tagName === 'nav' || tagName === 'footer' || tagName === 'dialog') return true
    if (isWhole && (tagName === 'aside' || (tagName === 'header' && !isInArticle(element)))) return true
    if (attribute(element, 'hidden') !== undefined || attribute(element, 'aria-hidden') === 'true') return true
    if (ROLES.has(attribute(element, 'role') ?? '')) return true
    if (/(?:display:\s*none|visibility:\s*hidden)/i.test(attribute(element, 'style') ?? '')) return true
    // A large element may be a container with a class such as `with-sidebar`.
    if ((sizes.get(element) ?? 0) > whole / 3) return false
    const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`
    return (names.slice(0, 500).match(/[A-Z]?[a-z]+/g) ?? []).some((name) => AROUND.has(name.toLowerCase()))
  }
}

function isInArticle({ parentNode }: HtmlElement): boolean {
  // Looks only at near ancestors: a header nested deeper is not the site's header.
  let parent = parentNode
  for (let depth = 0; depth < 5 && parent !== null && 'tagName' in parent; depth++) {
    if (parent.tagName === 'article' || parent.tagName === 'main') return true
    parent = parent.parentNode
  }
  return false
}

const DATES = [
  'article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.date',
  'dcterms.created'
]
const AUTHORS = ['author', 'dc.creator', 'dcterms.creator', 'article:author']

/** Reads a page's metadata: title, author, date and language. */
function readMeta(nodes: readonly HtmlNode[]): Pick<FileContent, 'title' | 'date' | 'fields'> {
  const stated = new Map<string, string>()
  let time: string | undefined
  let language: string | undefined
  const state = (name: string, value: string): void => {
    const shown = collapsed(value)
    if (shown !== '' && !stated.has(name)) stated.set(name, shown)
  }
  let inTitle = false
  let title = ''
  visitHtml(nodes, {
    enter(element) {
      if (element.tagName === 'svg') return false
      if (element.tagName === 'html')
        language = languageOf(attribute(element, 'lang') ?? attribute(element, 'xml:lang'))
      if (element.tagName === 'meta') {
        const name = attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'itemprop')
        if (name !== undefined) state(name.toLowerCase(), attribute(element, 'content') ?? '')
      }
      if (
        element.tagName === 'time' &&
        (attribute(element, 'itemprop') === 'datePublished' || attribute(element, 'pubdate') !== undefined)
      )
        time ??= attribute(element, 'datetime')
      inTitle = element.tagName === 'title'
      return true
    },
    leave: () => (inTitle = false),
    text(value) {
      if (inTitle) title += value
    }
  })
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => stated.get(name)).find((value) => value !== undefined)
  const date = first(DATES) ?? time
  const author = first(AUTHORS)
  const shownTitle = stated.get('og:title') ?? collapsed(title)
  return {
    ...(shownTitle === '' ? {} : { title: shownTitle }),
    ...(date === undefined ? {} : { date }),
    fields: {
      ...(author === undefined || /^https?:/.test(author) ? {} : { author }),
      ...(language === undefined ? {} : { language })
    }
  }
}
