import { COMMON_HEADINGS, GENERIC_HEADINGS } from './heading-words.js'

/** A heading that many articles have. */
export interface CommonHeading {
  readonly heading: string
  /** The logarithm of how many articles have it. */
  readonly popularity: number
}

/** `Heading 123; Another 45;` */
function parse(list: string): CommonHeading[] {
  return Array.from(list.matchAll(/([^;]+) (\d+);/gu), ([, heading, articles]) => ({
    heading: heading.trim().replace(/\s+/gu, ' '),
    popularity: Math.log(Number(articles))
  }))
}

const GENERIC = parse(GENERIC_HEADINGS)

/** Learned from articles: "Economy", "Early life", "Limitations". */
export const COMMON: readonly CommonHeading[] = [...GENERIC, ...parse(COMMON_HEADINGS)]

/** What mining leaves out, and what says as little of its text. */
const APPARATUS =
  'references; notes; footnotes; see also; further reading; external links; bibliography; sources; citations; appendix; ' +
  'acknowledgements; acknowledgments; credits; about; about this; general; details; description; other; others; misc; ' +
  'miscellaneous; resources; more resources; prerequisites; requirements; faq; questions; frequently asked questions; ' +
  'table of contents; contents; abstract; preface; foreword; afterword; next steps; what’s next; further research; ' +
  "what's next; tl;dr; outlook; discussion; results; improvements; changes; changelog; looking forward; looking ahead; remarks; learning outcomes"

const FITTING_ALL: ReadonlySet<string> = new Set([
  ...GENERIC.map(({ heading }) => heading.toLowerCase()),
  ...APPARATUS.split('; ')
])

/** No heading that fits any text is longer, its number and what ends it included. */
const LONGEST_GENERIC = 200

/** Whether a heading fits any text, and so none in particular: "1. Introduction". */
export function isGeneric(heading: string): boolean {
  if (heading.length > LONGEST_GENERIC) return false
  const plain = heading.replace(/^[\d.\s)§]+|[\s:.?!]+$/gu, '').toLowerCase()
  return FITTING_ALL.has(plain) || FITTING_ALL.has(plain.replace(/s$/u, '')) || FITTING_ALL.has(`${plain}s`)
}
