import type { Cut } from './cuts.js'

/** The names of footnotes and citations of a reStructuredText document, and of what refers to them. */
export interface NoteNames {
  /** The name of the footnote whose mark has `label` in its brackets; asked for each in reading order. */
  readonly defined: (label: string) => string
  /** The names of those that a paragraph refers to, by its inline markup; asked for each in reading order. */
  readonly referredTo: (cuts: readonly Cut[]) => string[]
}

/** The longest reference, in UTF-16 code units, with the space before it. */
const MAX_REFERENCE = 70

const REFERENCE = /^ ?\[([^\]]+)\]_$/

/** The n-th reference without a name of its own, `[#]_` or `[*]_`, is to the n-th footnote of its kind. */
export function createNoteNames(text: string): NoteNames {
  const numbering = (): ((label: string) => string) => {
    const counts = { '#': 0, '*': 0 }
    return (label) => (label === '#' || label === '*' ? `${label} ${++counts[label]}` : label.toLowerCase())
  }
  const referred = numbering()
  return {
    defined: numbering(),
    referredTo: (cuts) =>
      cuts.flatMap(({ start, end }) => {
        const label = end - start <= MAX_REFERENCE ? REFERENCE.exec(text.slice(start, end))?.[1] : undefined
        return label === undefined ? [] : [referred(label)]
      })
  }
}
