/** A heading found in many articles, such as "Economy", "Early life" or "Limitations". */
export interface CommonHeading {
  /** In lower case, with a capital first letter. */
  readonly heading: string
  /** How many articles have it. */
  readonly articles: number
  /** Whether it fits any subject, as "Overview" does. */
  readonly generic: boolean
}

/** Writes headings as JSON, one on each line. */
export function packHeadings(headings: readonly CommonHeading[]): Uint8Array<ArrayBuffer> {
  const lines = headings.map(({ heading, articles, generic }) => JSON.stringify({ heading, articles, generic }))
  return new TextEncoder().encode(`[\n  ${lines.join(',\n  ')}\n]\n`)
}

/** Returns the headings that `packHeadings` wrote. @throws Error if the bytes are not a JSON list of such headings. */
export function readHeadings(bytes: Uint8Array): CommonHeading[] {
  const list: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (!Array.isArray(list)) throw new Error('is not a list; expected a JSON list of headings')
  return list.map((item: unknown, i) => {
    const { heading, articles, generic } = (item ?? {}) as Record<string, unknown>
    const isCount = typeof articles === 'number' && Number.isInteger(articles) && articles >= 1
    if (typeof heading !== 'string' || heading.trim() === '' || !isCount || typeof generic !== 'boolean')
      throw new Error(
        `item ${i} is not a heading; expected { heading: text, articles: 1 or more, generic: true or false }`
      )
    return { heading, articles, generic }
  })
}

/** Headings of sections about a whole text, whose paragraphs are similar to all other sections. */
const ABOUT_ALL =
  'abstract; conclusion; summary; executive summary; in short; in summary; introduction; overview; recap; tl;dr; tldr; wrap up; ' +
  'wrap-up; wrapping up; wrapping-up'

/** Headings that mining leaves out, and others that say as little about their text: parts of proposals, reports and papers. */
const APPARATUS =
  'references; notes; footnotes; see also; further reading; external links; bibliography; sources; citations; appendix; ' +
  'acknowledgements; acknowledgments; credits; about; about this; general; details; description; other; others; misc; ' +
  'miscellaneous; resources; more resources; prerequisites; requirements; faq; questions; frequently asked questions; ' +
  'table of contents; contents; preface; foreword; afterword; next steps; what’s next; further research; ' +
  "what's next; outlook; discussion; results; improvements; changes; changelog; looking forward; looking ahead; remarks; learning outcomes; " +
  'motivation; rationale; proposal; design; implementation; api; compatibility; evaluation; related work; future work; prior art; ' +
  'drawbacks; alternatives; open questions; open issues; use cases; non-goals; problem; problem statement; solution; approach; status; ' +
  'purpose; principles; guidelines; terminology; definitions; glossary; basics; getting started; how it works; recommendations; best practices; ' +
  'background'

/** UTF-16 units, including numbering and punctuation. A longer heading is never generic. */
const LONGEST_GENERIC = 200

/**
 * Returns a test for generic headings: those that fit any text, such as "1. Introduction". It knows the generic
 * headings of `common` and a fixed list. Numbering, end punctuation, case and a final "s" are ignored.
 */
export function createGenericTest(common: readonly CommonHeading[]): (heading: string) => boolean {
  return isAmong([
    ...common.flatMap(({ heading, generic }) => (generic ? [heading.toLowerCase()] : [])),
    ...`${ABOUT_ALL}; ${APPARATUS}`.split('; ')
  ])
}

/** Returns whether a section with this heading is about the whole text, such as "1. Introduction". */
export const isAboutAll = isAmong(ABOUT_ALL.split('; '))

/** Returns a test for some headings, given in lower case. */
function isAmong(headings: readonly string[]): (heading: string) => boolean {
  const fitting: ReadonlySet<string> = new Set(headings)
  return (heading) => {
    if (heading.length > LONGEST_GENERIC) return false
    const plain = heading.replace(/^[\d.\s)§]+|[\s:.?!]+$/gu, '').toLowerCase()
    return fitting.has(plain) || fitting.has(plain.replace(/s$/u, '')) || fitting.has(`${plain}s`)
  }
}
