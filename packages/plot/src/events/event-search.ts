import type { EventMap } from '@leitmotif/encoder/events'

/** What is asked of a map of events. */
export interface EventQuestion {
  /** A verb's name. */
  readonly verb?: string | undefined
  readonly words?: string | undefined
  /** What is selected by its places; it stands before the others (`readSelected`). */
  readonly selected?: string | undefined
}

/** The question that an address asks. */
export function readQuestion(values: URLSearchParams): EventQuestion {
  const [verb, words, selected] = ['verb', 'words', 'selected'].map((name) => values.get(name) ?? undefined)
  return { verb, words, selected }
}

/** Points whose sentences have all words, or words that begin so; letters' case and accents do not count. */
export function findWords({ text }: EventMap, words: string): number[] {
  const starts = wordsOf(words)
  const found: number[] = []
  for (let point = 0; point < text.length; point++) {
    const own = starts.length > 0 ? wordsOf(text[point]) : []
    if (starts.every((start) => own.some((word) => word.startsWith(start)))) found.push(point)
  }
  return found
}

/** Of some points, those of a verb; all where none is asked for. */
export function ofVerb({ verb, verbs }: EventMap, points: readonly number[], name: string | undefined): number[] {
  const index = verbs.findIndex((other) => other.name === name)
  return points.filter((point) => name === undefined || verb[point] === index)
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
