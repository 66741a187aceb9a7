import { createHash } from 'node:crypto'
import { MAX_HEADLINE_LENGTH } from '../extraction/headline.js'
import { nameVerbs } from '../extraction/verb-names.js'
import { shortenEvent, wholeEventOf } from '../extraction/extract-event.js'
import type { Chunker } from '../tagging/chunker.js'
import type { Event } from '../extraction/event.js'
import type { StoredEvent } from './event-file.js'

/** Counts of an extraction's headlines by outcome. */
export interface ExtractReport {
  readonly headlines: number
  /** Headlines that are too long. */
  readonly tooLong: number
  /** Headlines without a verb phrase that has a subject. */
  readonly withoutVerb: number
  /** Events with the same subject, verb and object as an earlier one, ignoring case. */
  readonly duplicates: number
  /** Events whose verb is too rare. */
  readonly rareVerbs: { readonly events: number; readonly verbs: number }
  readonly kept: number
  readonly verbs: number
  /** Number of kept events whose subject, verb or object was shortened. */
  readonly shortened: { readonly subject: number; readonly verb: number; readonly object: number }
  /** Number of kept events without an object. */
  readonly withoutObject: number
  /** The most frequent verbs of the kept events, each in its most frequent form, with their counts. */
  readonly mostCommon: readonly (readonly [verb: string, count: number])[]
}

const MOST_COMMON = 20
const PARTS = ['subject', 'verb', 'object'] as const

/**
 * Returns the events of headlines in order, shortened and without duplicates. Leaves out events whose verb occurs in
 * fewer than `leastVerb` events; forms of a verb count together, whatever their auxiliaries and particles (Kim, Triplet
 * Embedding Model, section 3.3). An event's id is that of its headline: the first 16 digits of its sha256.
 */
export async function extractEvents(
  headlines: AsyncIterable<string>,
  chunker: Chunker,
  leastVerb: number
): Promise<{ readonly events: readonly StoredEvent[]; readonly report: ExtractReport }> {
  const found: { readonly event: StoredEvent; readonly whole: Event }[] = []
  const known = new Set<string>()
  let [read, tooLong, withoutVerb, duplicates] = [0, 0, 0, 0]
  for await (const text of headlines) {
    read++
    if (text.length > MAX_HEADLINE_LENGTH) {
      tooLong++
      continue
    }
    const whole = wholeEventOf(chunker, text)
    if (whole === undefined) {
      withoutVerb++
      continue
    }
    const short = shortenEvent(whole)
    const key = PARTS.map((part) => short[part].join(' ').toLowerCase()).join('\n')
    if (known.has(key)) {
      duplicates++
      continue
    }
    known.add(key)
    const id = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16)
    found.push({ event: { id, text, ...short }, whole })
  }
  const { verbs, verb } = nameVerbs(found.map(({ event }) => event))
  const common = verbs.filter(({ count }) => count >= leastVerb)
  const kept = found.filter((_, i) => verbs[verb[i]].count >= leastVerb)
  const longer = (part: (typeof PARTS)[number]): number =>
    kept.filter(({ event, whole }) => whole[part].length > event[part].length).length
  return {
    events: kept.map(({ event }) => event),
    report: {
      headlines: read,
      tooLong,
      withoutVerb,
      duplicates,
      rareVerbs: { events: found.length - kept.length, verbs: verbs.length - common.length },
      kept: kept.length,
      verbs: common.length,
      shortened: { subject: longer('subject'), verb: longer('verb'), object: longer('object') },
      withoutObject: kept.filter(({ event }) => event.object.length === 0).length,
      mostCommon: common.slice(0, MOST_COMMON).map(({ name, count }) => [name, count])
    }
  }
}
