import { followParts } from '../clustering/matching.js'

/** The number of theme colours. */
const COLOURS = 8

/** The part of a theme that carries over from one analysis to the next. */
interface KeptTheme {
  readonly id: string
  /** 0 to 7; shared only if there are more than eight themes. */
  readonly colour: number
}

/** Assigns ids and colours to themes, which stay the same while the draft is edited. */
export interface ThemeMemory {
  /**
   * Returns the id and colour of each of `count` themes. A theme continues a previous one that shares most of its sentences
   * (`followParts`); a new theme gets the colour that has been free the longest.
   * @param themes the theme of each sentence; -1 without
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

/** The change of a theme's share that can change its place in the order. */
const STEADY = 0.03

/**
 * Returns a function that sorts the themes of a draft by share, the largest first, and returns their indices. Small changes of a
 * share since its last sorting do not change the order.
 */
export function createThemeOrder(): (themes: readonly { readonly id: string; readonly share: number }[]) => number[] {
  let last: ReadonlyMap<string, { readonly share: number; readonly place: number }> = new Map()
  return (themes) => {
    const placed = themes.map(({ id, share }, index) => {
      const before = last.get(id)
      const stays = before !== undefined && Math.abs(before.share - share) <= STEADY
      return { id, index, share: stays ? before.share : share, place: before?.place ?? Infinity }
    })
    // Equal shares keep their previous order; new themes keep their input order. (∞ - ∞ is NaN.)
    placed.sort((a, b) => b.share - a.share || (a.place === b.place ? a.index - b.index : a.place - b.place))
    last = new Map(placed.map(({ id, share }, place) => [id, { share, place }]))
    return placed.map(({ index }) => index)
  }
}
