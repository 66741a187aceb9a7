import { selectRows, type PairScorer } from '@leitmotif/encoder'
import type { Filter, ThemeStore } from '../store.js'
import { readCopies, type ReadCopies } from './copies.js'
import { DUPLICATE_KINDS, scoresOf, type DuplicateKind, type Scores } from './likeness.js'
import { nearPairs, type RowPairs } from './near-pairs.js'
import { joinTemplates, type Template } from './templates.js'

/** Thematic neighbours that each sentence is compared with. */
const NEIGHBOURS = 10

/** What sentences are compared. */
export interface Compared {
  readonly filter: Filter
  readonly leastWords: number
  /** The loosest kind that is looked for. */
  readonly upTo: DuplicateKind
}

/** All that finding duplicates needs to know of sentences and that no bound changes, which is what takes long. */
export interface Comparison extends Compared {
  readonly read: Omit<ReadCopies, 'vectors'>
  /** Present where paraphrases are looked for. */
  readonly scores: Scores | undefined
  readonly templates: readonly Template[]
  /** Of templates that are near in theme; none where only the same words are looked for. */
  readonly pairs: RowPairs
}

/** Told before and after each stretch of work; what it throws ends the work. */
export type Tell = (step: 'reading' | 'scoring' | 'comparing', sentences: number, of: number) => void

/** Lets other work run meanwhile. @throws Failure for too many sentences. */
export async function compareSentences(
  store: ThemeStore,
  scorer: PairScorer | undefined,
  { filter, leastWords, upTo }: Compared,
  onProgress: Tell
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
  if (upTo === 'same') return { ...compared, templates: [], pairs: { a: new Int32Array(), b: new Int32Array() } }
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
  return { ...compared, templates, pairs }
}

/** Whether a comparison knows all that is asked: of the same sentences, and as loose a kind or a looser one. */
export function answers(comparison: Comparison, asked: Compared): boolean {
  return (
    JSON.stringify([comparison.filter, comparison.leastWords]) === JSON.stringify([asked.filter, asked.leastWords]) &&
    DUPLICATE_KINDS.indexOf(comparison.upTo) >= DUPLICATE_KINDS.indexOf(asked.upTo)
  )
}
