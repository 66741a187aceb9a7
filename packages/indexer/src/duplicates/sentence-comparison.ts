import { createYielder, selectRows } from '@leitmotif/encoder/vectors'
import type { PairScorer } from '@leitmotif/pairs'
import type { Filter, ThemeStore } from '../store/store.js'
import { readCopies, type ReadCopies, type Copies } from './sentence-copies.js'
import { DUPLICATE_KINDS, scoresOf, type DuplicateKind, type Scores, type Likeness } from './sentence-similarity.js'
import { nearPairs, type RowPairs } from './nearest-pairs.js'

/** Number of thematic neighbours that each sentence is compared with. */
const NEIGHBOURS = 10

/** Input of a comparison. */
export interface Compared {
  readonly filter: Filter
  readonly leastWords: number
  /** The loosest kind to search for. */
  readonly upTo: DuplicateKind
}

/** The slow part of finding duplicates. It does not depend on the thresholds, so it is computed once. */
export interface Comparison extends Compared {
  readonly read: Omit<ReadCopies, 'vectors'>
  /** Present if paraphrases are searched for. */
  readonly scores: Scores | undefined
  readonly templates: readonly Template[]
  /** Pairs of templates with similar themes; empty if only identical words are searched for. */
  readonly pairs: RatedPairs
}

/** Pairs, with the similarity of the first sentences of both. */
interface RatedPairs extends RowPairs {
  readonly shared: Float64Array
  /** By the pair scorer; -Infinity without one. */
  readonly related: Float64Array
}

/** Called before and after each block of work. If it throws, the work stops. */
export type OnProgress = (step: 'reading' | 'scoring' | 'comparing', sentences: number, of: number) => void

/** Compares the sentences of a collection. Yields to other work meanwhile. @throws Failure for too many sentences. */
export async function compareSentences(
  store: ThemeStore,
  scorer: PairScorer | undefined,
  { filter, leastWords, upTo }: Compared,
  onProgress: OnProgress
): Promise<Comparison> {
  const { vectors, ...read } = await readCopies(store, filter, leastWords, (some, of) => {
    onProgress('reading', some, of)
  })
  const { copies } = read
  const scores =
    upTo === 'paraphrase' && scorer !== undefined
      ? await scoresOf(copies, scorer, (some) => {
          onProgress('scoring', some, copies.length)
        })
      : undefined
  const compared = { filter, leastWords, upTo, read, scores }
  if (upTo === 'same') return { ...compared, templates: [], pairs: noPairs(0) }
  onProgress('comparing', 0, copies.length)
  const templates = joinTemplates(copies)
  const firsts = templates.map(([first]) => first)
  const all = firsts.length === copies.length
  const pairs = await nearPairs(all ? vectors : selectRows(vectors, firsts), {
    neighbours: NEIGHBOURS,
    onProgress: (rows) => {
      onProgress('comparing', Math.floor((rows / firsts.length) * copies.length), copies.length)
    }
  })
  return { ...compared, templates, pairs: await rate(pairs, firsts, read.shared, scores) }
}

/** Scores all pairs once, independent of the thresholds: there are many pairs, and few are similar. */
async function rate(
  { a, b }: RowPairs,
  firsts: readonly number[],
  sharedOf: ReadCopies['shared'],
  scores: Scores | undefined
): Promise<RatedPairs> {
  const takeTurns = createYielder()
  const rated = { ...noPairs(a.length), a, b }
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [firsts[a[at]], firsts[b[at]]]
    rated.shared[at] = sharedOf(one, other)
    if (scores !== undefined) rated.related[at] = scores.related(one, other)
    await takeTurns()
  }
  return rated
}

function noPairs(count: number): RatedPairs {
  return {
    a: new Int32Array(count),
    b: new Int32Array(count),
    shared: new Float64Array(count),
    related: new Float64Array(count).fill(-Infinity)
  }
}

/** Whether a comparison can answer a request: same sentences, and searched for at least as loose a kind. */
export function canAnswer(comparison: Comparison, asked: Compared): boolean {
  return (
    JSON.stringify([comparison.filter, comparison.leastWords]) === JSON.stringify([asked.filter, asked.leastWords]) &&
    DUPLICATE_KINDS.indexOf(comparison.upTo) >= DUPLICATE_KINDS.indexOf(asked.upTo)
  )
}

/** Indices, ascending, of sentences that have the same words, ignoring order and figures. */
export type Template = readonly number[]

/**
 * Templates with more sentences are not searched for paraphrases, because every pair of sentences would have to be
 * scored.
 */
const MOST_RATED = 16

/** Groups sentences with the same words, in the order of the first of each group. Takes time linear in the words. */
function joinTemplates(copies: readonly Pick<Copies, 'words'>[]): Template[] {
  const templates = new Map<string, number[]>()
  for (const [index, { words }] of copies.entries()) {
    const key = words.join(' ')
    const own = templates.get(key)
    if (own === undefined) templates.set(key, [index])
    else own.push(index)
  }
  return [...templates.values()]
}

/** Returns the loosest kind between sentences of the two templates; undefined if any two are no duplicates. */
export function wordingKind(one: Template, other: Template, { kind }: Likeness): DuplicateKind | undefined {
  const first = kind(one[0], other[0])
  // Near duplicates depend only on the words, which all sentences of a template share.
  if (first !== 'paraphrase') return first
  if (one.length > MOST_RATED || other.length > MOST_RATED) return undefined
  return one.every((a) => other.every((b) => kind(a, b) !== undefined)) ? first : undefined
}
