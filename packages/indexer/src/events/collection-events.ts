import { createHash, type Hash } from 'node:crypto'
import { createRandom, createYielder } from '@leitmotif/encoder/vectors'
import type { Event, ToldEvent } from '@leitmotif/events'
import type { Filter, SentenceRecord, ThemeStore } from '../store/store.js'

/** An event, and its place in the collection. */
export interface FoundEvent extends ToldEvent {
  readonly id: string
  readonly document: string
  readonly position: number
}

/** The events of a collection, in reading order. */
export interface CollectionEvents {
  /** Sentences that were looked through. */
  readonly sentences: number
  /** Sentences of the collection, or of the part that was asked for. */
  readonly of: number
  readonly events: readonly FoundEvent[]
  /** As `digestSentences` gives it. */
  readonly digest: string
}

/** Of more sentences than these, as many are drawn by chance. */
const MOST_SENTENCES = 100_000

/**
 * Finds the events that a collection's sentences tell. Time is linear in the sentences; other work goes on meanwhile.
 * @param extract who did what by a sentence; undefined where it tells no event.
 * @param onProgress receives the number of sentences done.
 */
export async function findEvents(
  store: Pick<ThemeStore, 'scan' | 'count'>,
  extract: (text: string) => Event | undefined,
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
      // Algorithm S: each with the chance that as many as are wanted come together (Knuth, section 3.4.2). More than were
      // counted may have come since.
      if (random.next() * Math.max(0, of - met++) >= most - sentences) continue
      sentences++
      const event = extract(text)
      if (event !== undefined) events.push({ id, document, position, text, event })
      await takeTurns()
    }
    onProgress(met, of)
  }
  return { sentences, of: Math.max(of, met), events, digest: digest.digest('hex') }
}

/** Is another whenever a sentence of the collection is another, or of another document; themes do not touch it. */
export async function digestSentences(store: Pick<ThemeStore, 'scan'>): Promise<string> {
  const digest = createHash('sha256')
  for await (const { records } of store.scan()) addIds(digest, records)
  return digest.digest('hex')
}

/** An id is a hash of a sentence's document, place and text. */
function addIds(digest: Hash, records: readonly Pick<SentenceRecord, 'id'>[]): void {
  for (const { id } of records) digest.update(`${id}\n`)
}

/** Sentences that are looked at to say what a collection's are. */
const LOOKED_AT = 500

/** Words that a headline has. */
const [FEWEST, MOST] = [3, 22]

/** From this share of headlines on, a collection is one of headlines. */
const MOSTLY = 0.6

/** Whether a collection's sentences read as headlines: short, and without a full stop. By its first ones. */
export async function holdsHeadlines(store: Pick<ThemeStore, 'scan'>): Promise<boolean> {
  let met = 0
  let like = 0
  for await (const { records } of store.scan()) {
    for (const { text } of records) {
      if (met++ === LOOKED_AT) return like >= MOSTLY * LOOKED_AT
      const words = text.trim().split(/\s+/).length
      if (words >= FEWEST && words <= MOST && !/[.;:,]["'”’)\]]*$/.test(text.trim())) like++
    }
  }
  return met > 0 && like >= MOSTLY * met
}
