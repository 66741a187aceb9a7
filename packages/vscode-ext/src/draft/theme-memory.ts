import { followParts } from '@leitmotif/encoder/stages'

/** The colours of themes: 0 … 7. */
const COLOURS = 8

/** What stays of themes from one analysis of a draft to the next. */
interface KeptTheme {
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
