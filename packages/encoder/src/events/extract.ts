import { chunkWords, type ChunkedWords, type Chunker } from './chunker.js'
import { EVENT_LENGTHS, type Event } from './event.js'
import { cleanHeadline, MAX_HEADLINE_LENGTH } from './headline.js'
import { headlineWords } from './headline-words.js'

/** A verb phrase with what belongs to it: words [start, end). */
interface VerbPhrase {
  readonly start: number
  readonly end: number
}

// A verb that says that something happens, or "to": Google to buy …
const FINITE = new Set(['VBZ', 'VBD', 'VBP', 'MD', 'TO'])
// What opens a clause that is not the headline's own.
const OPENS_CLAUSE = new Set(['WDT', 'WP', 'WP$', 'WRB'])
const STRONG = /^(?:[;:|?!]|\.+|--+|[–—])$/
const WORD = /[\p{L}\p{N}%$£€¥]/u

/** The verb phrases, each with its particles: "shut" "down". */
function verbPhrases({ chunks }: ChunkedWords): VerbPhrase[] {
  const phrases: VerbPhrase[] = []
  for (let start = 0; start < chunks.length; start++) {
    if (chunks[start] !== 'B-VP' && !(chunks[start] === 'I-VP' && !chunks[start - 1]?.endsWith('-VP'))) continue
    let end = start + 1
    while (chunks[end] === 'I-VP') end++
    while (end < chunks.length && chunks[end].endsWith('-PRT')) end++
    phrases.push({ start, end })
    start = end - 1
  }
  return phrases
}

/**
 * The event of a headline: its verb phrase, what stands left of it and what stands right of it (Kim, Triplet
 * Embedding Model, section 3.3), within its clause and without marks. Of several verb phrases it is the first that is
 * finite and not in a relative or subordinate clause; else the first. Nothing where no verb phrase has a subject.
 */
export function extractEvent(chunked: ChunkedWords): Event | undefined {
  const phrases = verbPhrases(chunked).filter((phrase) => subjectOf(chunked, phrase).length > 0)
  if (phrases.length === 0) return undefined
  const main =
    phrases.find((phrase) => isFinite(chunked, phrase) && !isSubordinate(chunked, phrase)) ??
    phrases.find((phrase) => !isSubordinate(chunked, phrase)) ??
    phrases[0]
  return {
    subject: subjectOf(chunked, main),
    verb: chunked.words.slice(main.start, main.end).filter((word) => WORD.test(word)),
    object: objectOf(chunked, main)
  }
}

function isFinite({ tags }: ChunkedWords, { start, end }: VerbPhrase): boolean {
  return tags.slice(start, end).some((tag, i) => FINITE.has(tag) && (tag !== 'TO' || i === 0))
}

/** Whether a phrase's clause is opened by who, that, as … between the strong mark or comma before it and itself. */
function isSubordinate({ words, tags, chunks }: ChunkedWords, { start }: VerbPhrase): boolean {
  for (let i = start - 1; i >= 0 && words[i] !== ',' && !STRONG.test(words[i]); i--) {
    if (OPENS_CLAUSE.has(tags[i]) || chunks[i] === 'B-SBAR') return true
  }
  return false
}

function subjectOf({ words }: ChunkedWords, { start }: VerbPhrase): string[] {
  let from = start
  while (from > 0 && !STRONG.test(words[from - 1])) from--
  return words.slice(from, start).filter((word) => WORD.test(word))
}

function objectOf({ words }: ChunkedWords, { end }: VerbPhrase): string[] {
  let to = end
  while (to < words.length && !STRONG.test(words[to])) to++
  return words.slice(end, to).filter((word) => WORD.test(word))
}

/** An event with no part longer than EVENT_LENGTHS: each keeps its first words. */
export function shortenEvent({ subject, verb, object }: Event): Event {
  return {
    subject: subject.slice(0, EVENT_LENGTHS.subject),
    verb: verb.slice(0, EVENT_LENGTHS.verb),
    object: object.slice(0, EVENT_LENGTHS.object)
  }
}

/** The event of a headline as it is written, its parts shortened; nothing where it has none or is no headline. */
export function eventOf(chunker: Chunker, headline: string): Event | undefined {
  if (headline.length > MAX_HEADLINE_LENGTH) return undefined
  const event = extractEvent(chunkWords(chunker, headlineWords(cleanHeadline(headline))))
  return event === undefined ? undefined : shortenEvent(event)
}
