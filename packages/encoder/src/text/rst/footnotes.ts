import type { Replacement } from '../replacements.js'

/** Names of footnotes, citations and anonymous links of a reStructuredText document, and of references to them. */
export interface NoteNames {
  /** Returns the name of the footnote with this label; call in reading order. */
  readonly defined: (label: string) => string
  /** Records the address of the next anonymous link. */
  readonly leads: (address: string) => void
  /** Addresses of anonymous links, by name. */
  readonly links: ReadonlyMap<string, string>
  /** Returns the names that a paragraph refers to, by its inline markup; call in reading order. */
  readonly referredTo: (replacements: readonly Replacement[]) => string[]
}

/** The longest reference, in UTF-16 code units, with the space before it. */
const MAX_REFERENCE = 70

const REFERENCE = /^ ?\[([^\]]+)\]_$/
/** The end of an anonymous link, of one word, or of a substitution. */
const ANONYMOUS = /^(?:`|.*\|)?__$/

/**
 * Matches the n-th anonymous reference, such as `[#]_` or `` `words`__ ``, with the n-th footnote or address of its
 * kind.
 */
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
