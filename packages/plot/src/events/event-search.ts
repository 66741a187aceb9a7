import type { EventMap } from './map-data.js'

/** A query of a map of events. */
export interface EventQuestion {
  /** A verb's name. */
  readonly verb?: string | undefined
  readonly words?: string | undefined
  /** A selection by place, which takes precedence over the other fields (`readSelected`). */
  readonly selected?: string | undefined
}

/** Returns the query of a URL. */
export function readQuestion(values: URLSearchParams): EventQuestion {
  const [verb, words, selected] = ['verb', 'words', 'selected'].map((name) => values.get(name) ?? undefined)
  return { verb, words, selected }
}

/** Returns the points whose sentences contain all words or prefixes, ignoring case and accents. */
export function findWords({ text }: EventMap, words: string): number[] {
  const starts = wordsOf(words)
  const found: number[] = []
  for (let point = 0; point < text.length; point++) {
    const own = starts.length > 0 ? wordsOf(text[point]) : []
    if (starts.every((start) => own.some((word) => word.startsWith(start)))) found.push(point)
  }
  return found
}

/** Returns the points of a verb; all points without a verb. */
export function ofVerb({ verb, verbs }: EventMap, points: readonly number[], name: string | undefined): number[] {
  const index = verbs.findIndex((other) => other.name === name)
  return points.filter((point) => name === undefined || verb[point] === index)
}

/** Returns the number of events of each verb, by its index. */
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
