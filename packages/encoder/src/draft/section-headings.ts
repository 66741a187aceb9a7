import type { Encoder } from '../model/encoder.js'
import type { Representation } from '../model/manifest.js'
import type { HeadedText } from '../outline/headed-text.js'
import { suggestHeadings } from '../outline/heading-candidates.js'
import type { Vectors } from '../vectors/vectors.js'
import type { Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { createSentenceRows } from './sentence-rows.js'

/** A new section that begins with `paragraph` and ends before `end`, or at the end of its present section. */
type NewSection = { readonly paragraph: number; readonly end?: number }

/** Returns the draft's text by section, with the `added` sections. */
export function headedText(
  { sentences, paragraphs, sections }: DraftText,
  vectors: Vectors,
  added: readonly NewSection[] = []
): HeadedText & { readonly sectionOf: ReadonlyMap<number, number>; readonly addedAt: ReadonlyMap<number, number> } {
  const own = paragraphs.map(() => 0)
  const headed: { heading: string; parent: number }[] = []
  const sectionOf = new Map<number, number>()
  const addedAt = new Map<number, number>()
  const beginning = new Map(added.map((one) => [one.paragraph, one]))
  sections.forEach(({ heading, parent, start, end }, section) => {
    const above = sectionOf.get(parent) ?? -1
    sectionOf.set(section, headed.length)
    let current = headed.push({ heading, parent: above }) - 1
    let back = { at: Infinity, to: current }
    for (let p = start; p < end; p++) {
      if (p === back.at) current = back.to
      const begins = beginning.get(p)
      if (begins !== undefined) {
        addedAt.set(p, headed.length)
        back = { at: begins.end ?? Infinity, to: current }
        current = headed.push({ heading: '', parent: above }) - 1
      }
      own[p] = current
    }
  })
  return {
    sentences: sentences.map(({ text }) => text),
    vectors,
    section: sentences.map(({ paragraph }) => own[paragraph]),
    sections: headed,
    sectionOf,
    addedAt
  }
}

const NUMBER =
  /^(?:\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,3}(?:\.\d{1,3})+|(?:CHAPTER|Chapter|PART|Part)[ \t]+(?:\d{1,3}|[IVXLC]{1,7})[.:])[ \t]+(?=\S)/
/** A number or a count: taken for a number only if several headings begin with one. */
const BARE_NUMBER = /^\d{1,3}[ \t]+(?=\p{Lu})/u

/** Returns the section numbers, with the space after them, of headings to rename, by suggestion id. */
export function numbersOf(
  { sections }: Pick<DraftText, 'sections'>,
  suggestions: readonly Suggestion[]
): ReadonlyMap<string, string> {
  const areNumbered = sections.filter(({ heading }) => BARE_NUMBER.test(heading)).length > 1
  return new Map(
    suggestions.flatMap((one): [string, string][] => {
      if (one.kind !== 'heading') return []
      const { heading } = sections[one.section]
      const number = NUMBER.exec(heading) ?? (areNumbered ? BARE_NUMBER.exec(heading) : null)
      return number === null ? [] : [[one.id, number[0]]]
    })
  )
}

/** Returns a function that finds headings for suggestions, by suggestion id, the best first. */
export function createHeadingWriter(
  encoder: Encoder,
  representation: Representation
): (
  draft: DraftText,
  vectors: Vectors,
  suggestions: readonly Suggestion[],
  signal?: AbortSignal
) => Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = createSentenceRows(encoder, representation)
  return async (draft, vectors, suggestions, signal) => {
    const added = suggestions.filter((one) => one.kind === 'split' || one.kind === 'separate')
    const text = headedText(draft, vectors, added)
    const wanted = suggestions.flatMap((one) => {
      const section =
        one.kind === 'split' || one.kind === 'separate'
          ? text.addedAt.get(one.paragraph)
          : one.kind === 'heading'
            ? text.sectionOf.get(one.section)
            : undefined
      return section === undefined ? [] : [{ id: one.id, section }]
    })
    if (wanted.length === 0) return new Map()
    const found = await suggestHeadings(text, (own) => rows.of(own, signal), {
      only: wanted.map(({ section }) => section),
      common: encoder.learned.headings
    })
    const numbers = numbersOf(draft, suggestions)
    return new Map(wanted.map(({ id }, i) => [id, found[i].map((heading) => (numbers.get(id) ?? '') + heading)]))
  }
}
