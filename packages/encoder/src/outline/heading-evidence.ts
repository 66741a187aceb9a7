import { holdersOf, type HeadedText } from './headed-text.js'
import { isSameStem } from '../labels/theme-labels.js'
import { STOP_WORDS } from '../labels/stop-words.js'
import { BREAK, readWords, type Words } from '../labels/words.js'

/**
 * How much more frequent the words of a heading (from `namingKeys`) are in section `s` and its subsections than in the
 * whole text: the mean of log((found + 1) / (expected + 1)). 0 for a heading without words.
 */
export type HeadingEvidence = (keys: readonly string[], s: number) => number

/** Counts the words of each section. Linear in the text times the depth of its sections. */
export function countEvidence(words: Words, { section, sections }: HeadedText): HeadingEvidence {
  const byKey = new Map(words.keys.map((key, id) => [key, id]))
  const total = new Int32Array(words.keys.length)
  const sizes = new Int32Array(sections.length)
  const own = sections.map(() => new Map<number, number>())
  let size = 0
  const holders = sections.map((_, s) => holdersOf(sections, s))
  words.ids.forEach((id, u) => {
    if (id === BREAK) return
    total[id]++
    size++
    for (const s of holders[section[words.sentence[u]]] ?? []) {
      sizes[s]++
      own[s].set(id, (own[s].get(id) ?? 0) + 1)
    }
  })
  return (keys, s) => {
    let sum = 0
    for (const key of keys) {
      const id = byKey.get(key)
      if (id === undefined) continue
      sum += Math.log(((own[s].get(id) ?? 0) + 1) / ((total[id] / size) * sizes[s] + 1))
    }
    return sum / Math.max(1, keys.length)
  }
}

/** Returns the distinct content words of a heading, as keys of `readWords`. */
export function namingKeys(heading: string): string[] {
  const { ids, keys } = readWords([heading])
  return [...new Set(ids)].flatMap((id) => (id === BREAK || STOP_WORDS.has(keys[id]) ? [] : [keys[id]]))
}

/** Returns whether at least half of the words of a heading occur in a better one, in any form. */
export function repeatsWords(keys: readonly string[], better: readonly string[]): boolean {
  const shared = keys.filter((key) => better.some((other) => key === other || isSameStem(key, other)))
  return keys.length > 0 && 2 * shared.length >= keys.length
}
