import type { Replacement } from '../replacements.js'

/** The names of footnotes, citations and links told by their order in a reStructuredText document, and of what refers to them. */
export interface NoteNames {
  /** The name of the footnote whose mark has `label` in its brackets; asked for each in reading order. */
  readonly defined: (label: string) => string
  /** Takes down where the next link without a name of its own leads. */
  readonly leads: (address: string) => void
  /** Where those links lead, by their names. */
  readonly links: ReadonlyMap<string, string>
  /** The names of those that a paragraph refers to, by its inline markup; asked for each in reading order. */
  readonly referredTo: (replacements: readonly Replacement[]) => string[]
}

/** The longest reference, in UTF-16 code units, with the space before it. */
const MAX_REFERENCE = 70

const REFERENCE = /^ ?\[([^\]]+)\]_$/
/** What stands behind the words of a link without a name, of its only word, or of a substitution that is one. */
const ANONYMOUS = /^(?:`|.*\|)?__$/

/** The n-th reference without a name of its own, such as `[#]_` or `` `words`__ ``, is to the n-th footnote or address of its kind. */
export function createNoteNames(text: string): NoteNames {
  const numbering = (): ((label: string) => string) => {
    const counts = new Map<string, number>()
    return (label) => {
      if (!/^(?:#|\*|__)$/.test(label)) return label.toLowerCase()
      const count = (counts.get(label) ?? 0) + 1
      counts.set(label, count)
      return `${label} ${count}`
    }
  }
  const [defined, referred] = [numbering(), numbering()]
  const links = new Map<string, string>()
  return {
    defined,
    leads(address) {
      links.set(defined('__'), address)
    },
    links,
    referredTo: (replacements) =>
      replacements.flatMap(({ start, end }) => {
        if (end - start > MAX_REFERENCE) return []
        const mark = text.slice(start, end)
        const label = ANONYMOUS.test(mark) ? '__' : REFERENCE.exec(mark)?.[1]
        return label === undefined ? [] : [referred(label)]
      })
  }
}
