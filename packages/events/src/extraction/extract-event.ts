import { chunkTagged, type ChunkedWords, type Chunker } from '../tagging/chunker.js'
import { EVENT_LENGTHS, type Event } from './event.js'
import { cleanHeadline, MAX_HEADLINE_LENGTH } from './headline.js'
import { headlineWords } from './headline-words.js'
import { taggings } from '../tagging/tagger.js'

/**
 * Version of the extraction. Raise it with each change of which events are extracted, or which of their words are read.
 */
export const EVENT_EXTRACTION = 3

/** A verb phrase that may be an event's verb, [start, end), with the start of its subject. */
interface VerbPhrase {
  readonly subject: number
  readonly start: number
  readonly end: number
  /** How likely the phrase says what happens: finite, to-infinitive, a participle alone, or perhaps a genitive. */
  readonly rank: number
}

// Marks that separate clauses.
const BREAK = /^(?:[;:|?!]|\.+|…|-{2,}|[–—])$/
const QUOTE = /^(?:["'“”‘’]|``|'')$/
const WORD = /[\p{L}\p{N}%$£€¥]/u
const NEGATION = /^n['’]t$|^not$/i
const AUXILIARY =
  /^(?:do|does|did|is|are|was|were|['’](?:s|re)|has|have|had|can|could|will|would|should|may|might|must|n['’]?t)$/i
const GENITIVE = /^['’]s$/i
// The chunker labels these as adverbs as often as particles.
const PARTICLE = /^(?:up|down|out|off|away|back|over)$/i
// Nouns that lists count: "22 reasons life was easier" is a list.
const LISTED = /^(?:reasons|times|things|ways|signs|facts|moments|photos|pictures|people)$/i

const ASKS = new Set(['WP', 'WP$', 'WRB', 'WDT'])
const Rank = { finite: 4, infinitive: 3, participle: 2, clitic: 1 } as const

/**
 * Returns the event of a headline, or undefined if it has none. The verb is the verb phrase with its particles ("shut
 * down"), the subject is the text to its left, and the object the text to its right (Kim, Triplet Embedding Model,
 * section 3.3). Both end at the clause, and punctuation is removed.
 *
 * Of several verb phrases, the highest rank wins, then the first: finite verbs, then infinitives ("to buy"), then
 * participles, then "'s" after a noun. Verb phrases outside quotation marks rank above quoted ones. Verb phrases of
 * relative and subordinate clauses do not count, nor do those without a subject that has a word. Time is linear in the
 * words.
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
  const [subject, verb] = [part(best.subject, best.start), part(best.start, best.end)]
  return subject.length === 0 || verb.length === 0 ? undefined : { subject, verb, object: part(best.end, bestEnd) }
}

/** Returns the verb phrases of a clause, words [from, to), that may be the event's verb. */
function verbPhrases({ words, tags, chunks }: ChunkedWords, from: number, to: number): VerbPhrase[] {
  const phrases: VerbPhrase[] = []
  if (from === to) return phrases
  const begins = (i: number, kind: string): boolean =>
    i < to && chunks[i].endsWith(kind) && (chunks[i].startsWith('B-') || i === from || !chunks[i - 1].endsWith(kind))
  // "With a late push, Johnson wins": the words before the comma are not part of the subject.
  const opensAside = chunks[from] === 'B-SBAR' || chunks[from] === 'B-PP'
  const quoted = QUOTE.test(words[from])
  const lists = tags[from] === 'CD'
  let asks = ASKS.has(tags[from]) || AUXILIARY.test(words[from])
  let subject = from
  let hasSubject = false
  // Whether the next verb phrase belongs to a clause that who, that, as … opens, or that no word opens ("the words you
  // need").
  let subordinate = false
  for (let i = from; i < to; i++) {
    if (words[i] === ',') {
      subordinate = false
      if (opensAside) {
        subject = i + 1
        hasSubject = false
      }
      continue
    }
    if (asks && AUXILIARY.test(words[i])) {
      const next = i + 1 < to && NEGATION.test(words[i + 1]) ? i + 2 : i + 1
      if (begins(next, '-NP')) {
        // "Why is she leaving": the subject follows the first verb.
        subject = next
        hasSubject = false
        asks = false
        i = next - 1
        continue
      }
    }
    if (chunks[i] === 'B-SBAR' || (ASKS.has(tags[i]) && i > from)) subordinate = true
    else if (tags[i] === 'PRP' && i > from && chunks[i] === 'B-NP' && chunks[i - 1].endsWith('-NP')) subordinate = true
    // A list is not an event, even if a clause describes its items.
    if (lists && (subordinate || (LISTED.test(words[i]) && chunks[i + 1]?.endsWith('-NP')))) break
    if (!begins(i, '-VP')) {
      hasSubject ||= /-(?:NP|ADJP)$/.test(chunks[i]) && !ASKS.has(tags[i])
      continue
    }
    const start = i > from && chunks[i - 1] === 'B-ADVP' && hasSubject ? i - 1 : i
    while (i + 1 < to && (chunks[i + 1] === 'I-VP' || NEGATION.test(words[i + 1]))) i++
    const verbs = i + 1
    while (
      i + 1 < to &&
      (chunks[i + 1].endsWith('-PRT') || (chunks[i + 1] === 'B-ADVP' && PARTICLE.test(words[i + 1])))
    )
      i++
    // Skips punctuation that was tagged as a verb.
    if (!words.slice(start, i + 1).some((word) => WORD.test(word))) continue
    const genitive =
      verbs === start + 1 && GENITIVE.test(words[start]) && start > from && tags[start - 1].startsWith('NN')
    const rank = genitive ? Rank.clitic : rankOf(tags, start, verbs)
    const afterPreposition = start > from && chunks[start - 1].endsWith('-PP') && rank < Rank.finite
    if (hasSubject && !subordinate && !afterPreposition && !(lists && rank === Rank.infinitive)) {
      phrases.push({ subject, start, end: i + 1, rank: quoted ? rank - Rank.finite : rank })
    }
    // An order ("Stop what you do"): no later verb phrase is the headline's event.
    if (!hasSubject && !subordinate && rank === Rank.finite && !asks) break
    if (rank === Rank.finite) subordinate = false
  }
  return phrases
}

/** Returns the rank of a verb chunk. A chunk without any tagged verb ranks as finite. */
function rankOf(tags: readonly string[], start: number, end: number): number {
  let participle = false
  for (let i = start; i < end; i++) {
    if (tags[i] === 'TO') return participle ? Rank.participle : Rank.infinitive
    if (tags[i] === 'VBN' || tags[i] === 'VBG') participle = true
    else if (!tags[i].startsWith('RB')) return Rank.finite
  }
  return participle ? Rank.participle : Rank.finite
}

/**
 * Shortens an event's parts to EVENT_LENGTHS. Subject and object keep their first words. The verb keeps its last words,
 * which say what is done ("will not be raised"), and its negation.
 */
export function shortenEvent({ subject, verb, object }: Event): Event {
  return {
    subject: subject.slice(0, EVENT_LENGTHS.subject),
    verb: shortenVerb(verb),
    object: object.slice(0, EVENT_LENGTHS.object)
  }
}

function shortenVerb(verb: readonly string[]): readonly string[] {
  const start = Math.max(0, verb.length - EVENT_LENGTHS.verb)
  const kept = verb.slice(start)
  if (!verb.slice(0, start).some((word) => NEGATION.test(word)) || kept.some((word) => NEGATION.test(word))) return kept
  return ['not', ...kept.slice(1)]
}

// Bonus for tags of finite verbs: the maximum, and the step by which it grows. Chosen on 98 headlines.
const VERB_BONUS = { most: 20, step: 4 } as const

/**
 * Returns the event of a headline as written, with its parts whole; undefined if it has none or the text is too long
 * for a headline. Headlines usually have a verb. If none is found, the likeliest word is read as one, if it is likely
 * enough: in title case, "Joins" and "Plans" may also be names and nouns.
 */
export function wholeEventOf({ tagger, classes, chunker }: Chunker, headline: string): Event | undefined {
  if (headline.length > MAX_HEADLINE_LENGTH) return undefined
  const words = headlineWords(cleanHeadline(headline))
  let before = ''
  for (const tags of taggings(tagger, classes, words, VERB_BONUS)) {
    if (tags.join(' ') === before) continue
    before = tags.join(' ')
    const event = extractEvent({ words, tags, chunks: chunkTagged(chunker, words, tags) })
    // A text that begins with a number is a list unless the first tagging finds a verb.
    if (event !== undefined || tags[0] === 'CD') return event
  }
  return undefined
}

/**
 * Returns the event of a headline as written, with its parts shortened; undefined if it has none or the text is too
 * long for a headline.
 */
export function eventOf(chunker: Chunker, headline: string): Event | undefined {
  const event = wholeEventOf(chunker, headline)
  return event === undefined ? undefined : shortenEvent(event)
}
