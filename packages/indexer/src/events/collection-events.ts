import { createHash, type Hash } from 'node:crypto'
import { createRandom, createYielder } from '@leitmotif/encoder/vectors'
import type { EventEncoder, ToldEvent } from '@leitmotif/events'
import type { Filter, SentenceRecord, ThemeStore } from '../store/store.js'

/** An event and where it is in the collection. */
export interface FoundEvent extends ToldEvent {
  readonly id: string
  readonly document: string
  readonly position: number
}

/** The events of a collection, in reading order. */
export interface CollectionEvents {
  /** Number of sentences searched. */
  readonly sentences: number
  /** Number of sentences of the collection, or of those that match the filter. */
  readonly of: number
  readonly events: readonly FoundEvent[]
  /** Version of the sentences, from `digestSentences`. */
  readonly digest: string
}

/** Maximum number of sentences searched. From more, this many are sampled. */
const MOST_SENTENCES = 100_000

/**
 * Finds the events in a collection's sentences, passives in the active. Time is linear in the sentences. Yields to other work meanwhile.
 * @param onProgress receives the number of sentences done.
 */
export async function findEvents(
  store: Pick<ThemeStore, 'scan' | 'count'>,
  encoder: Pick<EventEncoder, 'extract' | 'active'>,
  { filter = {}, most = MOST_SENTENCES }: { readonly filter?: Filter; readonly most?: number } = {},
  onProgress: (done: number, of: number) => void = () => {}
): Promise<CollectionEvents> {
  const counts = await store.count([], filter)
  const of = counts.reduce((sum, { sentences }) => sum + sentences, 0)
  const random = createRandom('events')
  const takeTurns = createYielder()
  const events: FoundEvent[] = []
  const digest = createHash('sha256')
  let met = 0
  let sentences = 0
  for await (const { records } of store.scan({ filter })) {
    addIds(digest, records)
    for (const { id, document, position, text } of records) {
      // Selection sampling, algorithm S (Knuth, section 3.4.2). The maximum allows for sentences added since the count.
      if (random.next() * Math.max(0, of - met++) >= most - sentences) continue
      sentences++
      const event = encoder.extract(text)
      if (event !== undefined) events.push({ id, document, position, text, event: encoder.active(event) })
      await takeTurns()
    }
    onProgress(met, of)
  }
  return { sentences, of: Math.max(of, met), events, digest: digest.digest('hex') }
}

/**
 * Returns a hash of all sentences with their documents. It changes when a sentence changes, but not when its theme
 * does.
 */
export async function digestSentences(store: Pick<ThemeStore, 'scan'>): Promise<string> {
  const digest = createHash('sha256')
  for await (const { records } of store.scan()) addIds(digest, records)
  return digest.digest('hex')
}

/** Adds sentence ids, which are hashes of document, position and text. */
function addIds(digest: Hash, records: readonly Pick<SentenceRecord, 'id'>[]): void {
  for (const { id } of records) digest.update(`${id}\n`)
}

/** Number of sentences examined by `holdsHeadlines`. */
const LOOKED_AT = 500

/** Minimum and maximum number of words in a headline. */
const [FEWEST, MOST] = [3, 22]

/** Minimum share of headlines in a collection of headlines. */
const MOSTLY = 0.6

/** Whether a collection's first sentences that match look like headlines: short, and without a full stop. Undefined if there are none. */
export async function holdsHeadlines(
  store: Pick<ThemeStore, 'scan'>,
  filter: Filter = {}
): Promise<boolean | undefined> {
  let met = 0
  let like = 0
  for await (const { records } of store.scan({ filter })) {
    for (const { text } of records) {
      if (met++ === LOOKED_AT) return like >= MOSTLY * LOOKED_AT
      const words = text.trim().split(/\s+/).length
      if (words >= FEWEST && words <= MOST && !/[.;:,]["'”’)\]]*$/.test(text.trim())) like++
    }
  }
  return met === 0 ? undefined : like >= MOSTLY * met
}
