import type { ChunkedWords } from '../tagging/chunker.js'
import type { Random } from '@leitmotif/encoder/vectors'

// Words in lower case in titles.
const SMALL = new Set(
  'a an the and but or nor as at by for from in into of off on onto over per to up via with'.split(' ')
)
// Probability that a headline-like copy drops an article, drops an auxiliary, uses the present tense, or capitalises
// small words in title case.
const ARTICLE_GOES = 0.9
const AUXILIARY_GOES = 0.7
const PRESENT = 0.7
const ALL_CAPITALISED = 0.4
// Shares of headlines in these cases; the rest is in lower case.
const SENTENCE_CASE = 0.4
const TITLE_CASE = 0.5

const ARTICLES = new Set(['a', 'an', 'the'])
const AUXILIARIES = new Set(['is', 'are', 'was', 'were', "'s", "'re"])
const AFTER_AUXILIARY = new Set(['VBN', 'VBG', 'TO'])

const IRREGULAR = new Map(
  (
    'said says rose rises fell falls was is were are had has did does made makes took takes got gets gave gives went goes ' +
    'came comes saw sees told tells found finds kept keeps held holds left leaves led leads lost loses met meets paid pays ' +
    'sent sends sold sells bought buys began begins broke breaks brought brings built builds chose chooses cut cuts drew ' +
    'draws drove drives felt feels fought fights flew flies grew grows hit hits hurt hurts knew knows let lets put puts ' +
    'quit quits ran runs sank sinks set sets shook shakes shot shoots shut shuts slid slides sought seeks spent spends ' +
    'split splits spoke speaks stood stands stole steals struck strikes swept sweeps tore tears thought thinks threw ' +
    'throws won wins wrote writes beat beats became becomes bid bids caught catches dealt deals hid hides knelt kneels ' +
    'laid lays meant means read reads rode rides sat sits sang sings slept sleeps swung swings taught teaches ' +
    'understood understands withdrew withdraws woke wakes wore wears'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, i, all) => (i % 2 === 0 ? [...pairs, [word, all[i + 1]]] : pairs), [])
)

/**
 * Returns the third person present of a past tense, or undefined if no form of a regular verb is among `known` words.
 */
export function presentOf(past: string, known: ReadonlySet<string>): string | undefined {
  const irregular = IRREGULAR.get(past)
  if (irregular !== undefined) return irregular
  if (!past.endsWith('ed') || past.length < 5) return undefined
  const stem = past.slice(0, -2)
  const bases = [stem, `${stem}e`]
  if (stem.endsWith('i')) bases.unshift(`${stem.slice(0, -1)}y`)
  if (stem.at(-1) === stem.at(-2)) bases.push(stem.slice(0, -1))
  for (const base of bases) {
    const present = /(?:s|x|z|ch|sh)$/.test(base)
      ? `${base}es`
      : /[^aeiou]y$/.test(base)
        ? `${base.slice(0, -1)}ies`
        : `${base}s`
    if (known.has(base) || known.has(present)) return present
  }
  return undefined
}

/** Returns a sentence up to the end of its first clause with a verb: before a comma, a conjunction or a dash. */
export function firstClause({ words, tags, chunks }: ChunkedWords): ChunkedWords {
  const verb = chunks.findIndex((chunk) => chunk.endsWith('-VP'))
  const end = words.findIndex(
    (_, i) =>
      verb >= 0 && i > verb + 1 && (chunks[i] === 'B-SBAR' || (chunks[i] === 'O' && /^(?:CC|,|:|\.)$/.test(tags[i])))
  )
  if (end < 0) return { words, tags, chunks }
  return { words: words.slice(0, end), tags: tags.slice(0, end), chunks: chunks.slice(0, end) }
}

/** Returns the words of a text in title case. */
export function inTitleCase(words: readonly string[], all: boolean): string[] {
  return words.map((word, i) =>
    !all && i > 0 && SMALL.has(word) ? word : word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  )
}

/**
 * Rewrites a sentence as a headline: drops most articles and auxiliaries and the full stop, and may put the past tense
 * into the present. Chunks that lose their first word begin at the next one.
 * @param known words in lower case, used to find the present tense of verbs
 */
export function asHeadline(sentence: ChunkedWords, known: ReadonlySet<string>, random: Random): ChunkedWords {
  const words: string[] = []
  const tags: string[] = []
  const chunks: string[] = []
  const present = random.next() < PRESENT
  // Whether the dropped word before began the chunk of this word.
  let begins = false
  for (const [i, word] of sentence.words.entries()) {
    const lower = word.toLowerCase()
    const tag = sentence.tags[i]
    const chunk = sentence.chunks[i]
    const goes =
      (tag === 'DT' && ARTICLES.has(lower) && random.next() < ARTICLE_GOES) ||
      (AUXILIARIES.has(lower) &&
        tag.startsWith('VB') &&
        AFTER_AUXILIARY.has(sentence.tags[i + 1]) &&
        random.next() < AUXILIARY_GOES) ||
      (tag === '.' && word === '.')
    if (goes) {
      begins = chunk.startsWith('B-') || (begins && chunk.startsWith('I-'))
      continue
    }
    const verb = tag === 'VBD' && present ? presentOf(lower, known) : undefined
    words.push(verb ?? word)
    tags.push(verb === undefined ? tag : verb === 'are' ? 'VBP' : 'VBZ')
    chunks.push(begins && chunk.startsWith('I-') ? `B-${chunk.slice(2)}` : chunk)
    begins = false
  }
  return { words, tags, chunks }
}

/**
 * Returns each sentence with training copies: as written, in title case, and as two headlines, of the whole and of its
 * first clause. Headlines are in sentence case, title case or lower case. Models trained on newspaper text alone depend
 * on its capitals, and have seen no headlines.
 */
export function withCopies(sentences: readonly ChunkedWords[], random: Random): ChunkedWords[] {
  const known = new Set<string>()
  for (const { words } of sentences) for (const word of words) known.add(word.toLowerCase())
  return sentences.flatMap((sentence) => {
    const titled = { ...sentence, words: inTitleCase(sentence.words, random.next() < ALL_CAPITALISED) }
    const headlines = [sentence, firstClause(sentence)].map((copy) => {
      const headline = asHeadline(copy, known, random)
      const style = random.next()
      if (style < SENTENCE_CASE) return headline
      const title = style < SENTENCE_CASE + TITLE_CASE
      const words = title
        ? inTitleCase(headline.words, random.next() < ALL_CAPITALISED)
        : headline.words.map((word) => word.toLowerCase())
      return { ...headline, words }
    })
    return [sentence, titled, ...headlines].filter((copy) => copy.words.length > 0)
  })
}
