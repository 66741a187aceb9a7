import { suggestHeadings, type Encoder, type HeadedText, type Representation, type Vectors } from '@leitmotif/encoder'
import type { Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { createSentenceRows } from './sentence-rows.js'

/** A draft under its headings, and under those that would stand before the paragraphs `splits`, ascending. */
export function headedText(
  { sentences, paragraphs, sections }: DraftText,
  vectors: Vectors,
  splits: readonly number[] = []
): HeadedText & { readonly sectionOf: ReadonlyMap<number, number>; readonly splitAt: ReadonlyMap<number, number> } {
  const own = paragraphs.map(() => 0)
  const headed: { heading: string; parent: number }[] = []
  const sectionOf = new Map<number, number>()
  const splitAt = new Map<number, number>()
  let next = 0
  sections.forEach(({ heading, parent, start, end }, section) => {
    const above = sectionOf.get(parent) ?? -1
    sectionOf.set(section, headed.length)
    headed.push({ heading, parent: above })
    for (let p = start; p < end; p++) {
      if (splits[next] === p) {
        splitAt.set(p, headed.length)
        headed.push({ heading: '', parent: above })
        next++
      }
      own[p] = headed.length - 1
    }
  })
  return {
    sentences: sentences.map(({ text }) => text),
    vectors,
    section: sentences.map(({ paragraph }) => own[paragraph]),
    sections: headed,
    sectionOf,
    splitAt
  }
}

/** Finds headings for what is suggested: by the suggestion's id, the best first. */
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
    const splits = suggestions.flatMap((one) => (one.kind === 'split' ? [one.paragraph] : []))
    const text = headedText(
      draft,
      vectors,
      splits.sort((a, b) => a - b)
    )
    const wanted = suggestions.flatMap((one) => {
      const section =
        one.kind === 'split'
          ? text.splitAt.get(one.paragraph)
          : one.kind === 'heading'
            ? text.sectionOf.get(one.section)
            : undefined
      return section === undefined ? [] : [{ id: one.id, section }]
    })
    if (wanted.length === 0) return new Map()
    const found = await suggestHeadings(text, (own) => rows.of(own, signal), {
      only: wanted.map(({ section }) => section)
    })
    return new Map(wanted.map(({ id }, i) => [id, found[i]]))
  }
}
