import type { EventMap } from '@leitmotif/encoder'

/** What is asked of a map of events. */
export interface EventQuestion {
  /** A verb's name. */
  readonly verb?: string | undefined
  readonly words?: string | undefined
}

/** The events of a verb whose sentences have all words asked for, or words that begin so; letters' case and accents do not count. */
export function findEvents({ verb, text, verbs }: EventMap, { verb: wanted, words = '' }: EventQuestion): number[] {
  const index = wanted === undefined ? -1 : verbs.findIndex(({ name }) => name === wanted)
  const starts = wordsOf(words)
  const found: number[] = []
  for (let point = 0; point < verb.length; point++) {
    if (wanted !== undefined && verb[point] !== index) continue
    if (starts.length > 0) {
      const own = wordsOf(text[point])
      if (!starts.every((start) => own.some((word) => word.startsWith(start)))) continue
    }
    found.push(point)
  }
  return found
}

/** How many of some events each verb has, by its index. */
export function countVerbs({ verb, verbs }: EventMap, points: readonly number[]): Uint32Array {
  const counts = new Uint32Array(verbs.length)
  for (const point of points) counts[verb[point]]++
  return counts
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
