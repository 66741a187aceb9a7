/** The limits of a draft; a larger one would take seconds for each edit. */
export const DRAFT_LIMITS = {
  /** UTF-16 code units: some 160,000 words, a long novel. */
  length: 1_000_000,
  /** UTF-16 code units of one line: some 8,000 words without a line's end. */
  line: 50_000,
  headings: 2_000,
  paragraphs: 20_000
} as const

/** The highest percentage of control characters in the first LOOKED_AT characters of a text; a file with more is binary. */
const CONTROL_PERCENT = 1
const LOOKED_AT = 100_000

/** Why a text is not analysed: it is binary, or exceeds a limit (`most`). */
export type DraftRefusal =
  | { readonly of: 'bytes' }
  | { readonly of: 'characters' | 'headings' | 'paragraphs'; readonly count: number; readonly most: number }
  /** A line, counted from 1, with too many characters. */
  | { readonly of: 'line'; readonly line: number; readonly count: number; readonly most: number }

/** Returns why a text cannot be analysed; undefined if it can. Linear time. */
export function refuseText(text: string): DraftRefusal | undefined {
  const { length, line } = DRAFT_LIMITS
  if (text.length > length) return { of: 'characters', count: text.length, most: length }
  if (isBinary(text)) return { of: 'bytes' }
  let number = 1
  for (let start = 0; start <= text.length; number++) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    if (end - start > line) return { of: 'line', line: number, count: end - start, most: line }
    start = end + 1
  }
  return undefined
}

/** Returns why a parsed draft cannot be analysed; undefined if it can. */
export function refuseDraft(draft: {
  sections: { length: number }
  paragraphs: { length: number }
}): DraftRefusal | undefined {
  for (const [of, count, most] of [
    ['headings', draft.sections.length, DRAFT_LIMITS.headings],
    ['paragraphs', draft.paragraphs.length, DRAFT_LIMITS.paragraphs]
  ] as const) {
    if (count > most) return { of, count, most }
  }
  return undefined
}

/** Returns why a draft is refused, as an error message. */
export function refusalText(refusal: DraftRefusal): string {
  switch (refusal.of) {
    case 'bytes':
      return 'the text is binary; expected text in UTF-8'
    case 'line':
      return `line ${refusal.line} has ${refusal.count} characters; expected at most ${refusal.most}: break it into paragraphs`
    default:
      return `the text has ${refusal.count} ${refusal.of}; expected at most ${refusal.most}: split it into several files`
  }
}

function isBinary(text: string): boolean {
  const part = text.slice(0, LOOKED_AT)
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const odd = part.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0
  return part.includes('\0') || odd * 100 > CONTROL_PERCENT * part.length
}
