import { followParts } from '@leitmotif/encoder'

/** The colours of themes: 0 … 7. */
export const COLOURS = 8

/** What stays of themes from one analysis of a draft to the next. */
export interface KeptTheme {
  readonly id: string
  /** 0 … 7; several themes have the same only where there are more than eight. */
  readonly colour: number
}

/** Gives themes their ids and colours, and keeps both while the draft is edited. */
export interface ThemeMemory {
  /**
   * The kept part of each of `count` themes. A theme goes on where it shares most of its sentences with one of the last time
   * (`followParts`), whatever its number; a new one takes the colour that has been free the longest.
   * @param themes of each sentence; -1 without.
   */
  keep(sentences: readonly string[], themes: ArrayLike<number>, count: number): KeptTheme[]
}

export function createThemeMemory(): ThemeMemory {
  let last: { readonly kept: readonly KeptTheme[]; readonly theme: ReadonlyMap<string, number> } = {
    kept: [],
    theme: new Map()
  }
  let made = 0
  const free = Array.from({ length: COLOURS }, (_, colour) => colour)
  return {
    keep(sentences, themes, count) {
      const shared = last.kept.map(() => new Float64Array(count))
      const before = new Float64Array(last.kept.length)
      const now = new Float64Array(count)
      sentences.forEach((text, i) => {
        const old = last.theme.get(text)
        if (old === undefined || themes[i] < 0) return
        shared[old][themes[i]]++
        before[old]++
        now[themes[i]]++
      })
      const { from } = followParts(shared, before, now)
      const going = new Set(from)
      last.kept.forEach(({ colour }, old) => {
        if (!going.has(old) && !free.includes(colour)) free.push(colour)
      })
      const kept = Array.from(from, (old): KeptTheme => {
        if (old >= 0) return last.kept[old]
        return { id: `theme-${++made}`, colour: free.shift() ?? made % COLOURS }
      })
      const theme = new Map<string, number>()
      sentences.forEach((text, i) => {
        if (themes[i] >= 0) theme.set(text, themes[i])
      })
      last = { kept, theme }
      return kept
    }
  }
}

/** A theme's share of the draft must be so much another than when it was given its place for it to be given one anew. */
const STEADY = 0.03

/**
 * Orders the themes of a draft while it is edited: the largest first, but no two change places for a few words more or less. Gives their
 * indices in that order.
 */
export function createThemeOrder(): (themes: readonly { readonly id: string; readonly share: number }[]) => number[] {
  let last: ReadonlyMap<string, { readonly share: number; readonly place: number }> = new Map()
  return (themes) => {
    const placed = themes.map(({ id, share }, index) => {
      const before = last.get(id)
      const stays = before !== undefined && Math.abs(before.share - share) <= STEADY
      return { id, index, share: stays ? before.share : share, place: before?.place ?? Infinity }
    })
    // Of equals the one that was before the other; both new: as they are given. (∞ - ∞ is no number.)
    placed.sort((a, b) => b.share - a.share || (a.place === b.place ? a.index - b.index : a.place - b.place))
    last = new Map(placed.map(({ id, share }, place) => [id, { share, place }]))
    return placed.map(({ index }) => index)
  }
}
