import { chunkWords, type ChunkedWords, type Chunker } from './chunker.js'
import { EVENT_LENGTHS, type Event } from './event.js'
import { cleanHeadline, MAX_HEADLINE_LENGTH } from './headline.js'
import { headlineWords } from './headline-words.js'

/** A verb phrase that may be an event's verb, [start, end), with the start of its subject. */
interface VerbPhrase {
  readonly subject: number
  readonly start: number
  readonly end: number
  /** How likely the phrase says what happens: finite, to-infinitive, or a participle alone. */
  readonly rank: number
}

// What parts clauses.
const BREAK = /^(?:[;:|?!]|\.+|…|-{2,}|[–—])$/
const WORD = /[\p{L}\p{N}%$£€¥]/u
const AUXILIARY =
  /^(?:do|does|did|is|are|was|were|['’](?:s|re)|has|have|had|can|could|will|would|should|may|might|must|n['’]?t)$/i

const FINITE = new Set(['VBZ', 'VBD', 'VBP', 'VB', 'MD'])
const ASKS = new Set(['WP', 'WP$', 'WRB', 'WDT'])
const Rank = { finite: 3, infinitive: 2, participle: 1 } as const

/**
 * The event of a headline: its verb phrase with particles ("shut down"), what stands left of it and what stands right
 * of it (Kim, Triplet Embedding Model, section 3.3), within its clause and without marks. Of several verb phrases it is
 * the first of the highest rank: finite before "to buy" before a participle. Those of relative and subordinate clauses
 * are none of the headline's, nor is what has no subject. Takes time linear in the words.
 */
export function extractEvent(chunked: ChunkedWords): Event | undefined {
  const { words } = chunked
  let best: VerbPhrase | undefined
  let bestEnd = 0
  for (let start = 0; start < words.length;) {
    let end = start
    while (end < words.length && !BREAK.test(words[end])) end++
    for (const phrase of verbPhrases(chunked, start, end)) {
      if (best !== undefined && phrase.rank <= best.rank) continue
      best = phrase
      bestEnd = end
    }
    start = end + 1
  }
  if (best === undefined) return undefined
  const part = (from: number, to: number): string[] => words.slice(from, to).filter((word) => WORD.test(word))
  return { subject: part(best.subject, best.start), verb: part(best.start, best.end), object: part(best.end, bestEnd) }
}

/** The verb phrases of a clause, words [from, to), that may be its event's. */
function verbPhrases({ words, tags, chunks }: ChunkedWords, from: number, to: number): VerbPhrase[] {
  const phrases: VerbPhrase[] = []
  // "With a late push, Johnson wins": what stands before the comma is not of the subject.
  const opensAside = from < to && (tags[from] === 'IN' || chunks[from] === 'B-SBAR' || chunks[from] === 'B-PP')
  const asks = from < to && (ASKS.has(tags[from]) || AUXILIARY.test(words[from]))
  const lists = from < to && tags[from] === 'CD'
  let subject = from
  let hasSubject = false
  // Whether the next verb phrase is that of a clause opened by who, that, as …, or by nothing ("the words you need").
  let subordinate = false
  for (let i = from; i < to; i++) {
    const chunk = chunks[i]
    if (words[i] === ',') {
      subordinate = false
      if (opensAside) {
        subject = i + 1
        hasSubject = false
      }
    } else if (chunk === 'B-SBAR' || (ASKS.has(tags[i]) && i > from)) subordinate = true
    else if (
      chunk === 'B-NP' &&
      i > from &&
      chunks[i - 1].endsWith('-NP') &&
      (tags[i] === 'PRP' || (lists && tags[i] !== 'POS'))
    ) {
      subordinate = true
    }
    if (chunk !== 'B-VP' && !(chunk === 'I-VP' && !chunks[i - 1]?.endsWith('-VP'))) {
      hasSubject ||= chunk.endsWith('-NP') && !ASKS.has(tags[i])
      continue
    }
    const start = i
    let end = i + 1
    while (end < to && chunks[end] === 'I-VP') end++
    const verbs = end
    while (end < to && chunks[end].endsWith('-PRT')) end++
    i = end - 1
    if (asks && words.slice(start, verbs).every((word) => AUXILIARY.test(word)) && chunks[end] === 'B-NP' && end < to) {
      // "Why is she leaving": the subject comes next.
      subject = end
      hasSubject = false
      continue
    }
    const rank = rankOf(tags, start, verbs)
    const afterPreposition = start > from && chunks[start - 1].endsWith('-PP') && rank < Rank.finite
    if (hasSubject && !subordinate && !afterPreposition && !(lists && rank === Rank.infinitive)) {
      phrases.push({ subject, start, end, rank })
    }
    // An order ("Stop what you do"): nothing after it is the headline's event.
    if (!hasSubject && !subordinate && rank === Rank.finite && !asks) break
    if (rank === Rank.finite) subordinate = false
  }
  return phrases
}

function rankOf(tags: readonly string[], start: number, end: number): number {
  if (tags[start] === 'TO') return Rank.infinitive
  for (let i = start; i < end && tags[i] !== 'TO'; i++) if (FINITE.has(tags[i])) return Rank.finite
  return Rank.participle
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
