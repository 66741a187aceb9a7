import { normalize } from '@leitmotif/encoder'
import { STOP_WORDS, foreignWordsIn, terms } from '@leitmotif/encoder/stages'
import { Failure } from '@leitmotif/command'
import { FEW_DOCUMENTS } from './clustered-count.js'
import { discoveries } from './p-values.js'
import { createPairTally, type Difference } from './share-difference.js'
import { storedThemes, themeRows } from './theme-table.js'
import type { Filter, SentenceRecord, ThemeStore } from '../store/store.js'
import { LISTED_THEMES } from './contrast-order.js'
import { listThemes, type ListedTheme, type ThemeList } from '../themes/list.js'
import { currentRun } from '../themes/run.js'

/** Two parts of a collection to compare. A part without conditions is the whole collection. */
export interface ContrastRequest {
  readonly a: Filter
  readonly b: Filter
}

interface ContrastSide {
  readonly filter: Filter
  readonly sentences: number
  readonly documents: number
}

/** A difference, and whether it is beyond chance. About one in twenty of these is still expected to be chance. */
interface JudgedDifference extends Difference {
  readonly certain: boolean
}

/** A theme of the collection, and its share of the sentences of each part. */
export interface ContrastTheme extends JudgedDifference {
  readonly theme: string
  readonly label: string
  /** Its exemplars in documents of the part with the larger share, or one more sentence of these. */
  readonly exemplars: ListedTheme['exemplars']
}

/** A word or phrase, and its share of the words of each part. */
export interface ContrastWord extends JudgedDifference {
  readonly term: string
}

export interface Contrast {
  readonly a: ContrastSide
  readonly b: ContrastSide
  /** All themes of either part: first those that differ beyond chance, then by p-value. */
  readonly themes: readonly ContrastTheme[]
  /**
   * Words and phrases of each part: first those that differ beyond chance, by p-value, then those that more of its documents have, by
   * how many more. Lists at least ten of each part if it has as many, even if chance may explain them.
   */
  readonly words: readonly ContrastWord[]
}

/**
 * Returns what separates `a` from `b`: the collection's themes, and words and phrases, each with how many times as
 * often one part has it. Counts every sentence of both parts, which may overlap. `createPairTally` describes the test;
 * a theme between two parts that are two times of a collection is judged as `themeTrends` judges it. `onProgress`
 * receives the number of sentences read, a sentence of both parts counted twice.
 * @throws Failure if a part has no sentences, or both parts are the same.
 * @example
 * const { a } = await contrastParts(store, { a: { document: 'samples/trams.md' }, b: {} })
 * a.documents // => 1
 */
export async function contrastParts(
  store: ThemeStore,
  { a, b }: ContrastRequest,
  onProgress: (done: number, total: number) => void = () => {}
): Promise<Contrast> {
  if (JSON.stringify(a) === JSON.stringify(b))
    throw new Failure('both parts have the same conditions, so nothing separates them; change those of one')
  const sizes = await countPairs(store, ['document'], { a, b })
  const sides = { a: sideOf(a, sizes, 0), b: sideOf(b, sizes, 1) }
  const total = sides.a.sentences + sides.b.sentences
  const words = await readWords(store, { a, b }, (done) => {
    onProgress(done, total)
  })
  const themes = (await store.themes()) === undefined ? [] : await contrastThemes(store, { a, b }, sizes, words)
  return { ...sides, themes, words: contrastWords(words) }
}

function sideOf(filter: Filter, sizes: PairCounts, side: 0 | 1): ContrastSide {
  const held = Array.from(sizes.values(), (of) => of[side]).filter((sentences) => sentences > 0)
  if (held.length > 0)
    return { filter, sentences: held.reduce((sum, sentences) => sum + sentences, 0), documents: held.length }
  const fields = Object.keys(filter).join(', ')
  const name = side === 0 ? 'a' : 'b'
  throw new Failure(`no sentence meets the conditions of ${name}, on ${fields}; expected some; change them`)
}

/** Number of sentences in each part, by key. */
type PairCounts = Map<string, [a: number, b: number]>

/** Counts sentences of each part by fields; keys are joined. */
async function countPairs(store: ThemeStore, by: readonly string[], { a, b }: ContrastRequest): Promise<PairCounts> {
  const counts: PairCounts = new Map()
  for (const [side, filter] of [a, b].entries()) {
    for (const { key, sentences } of await store.count(by, filter)) {
      if (key.includes(undefined)) continue
      const name = key.join('\n')
      const counted = counts.get(name) ?? [0, 0]
      counted[side] += sentences
      counts.set(name, counted)
    }
  }
  return counts
}

async function contrastThemes(
  store: ThemeStore,
  parts: ContrastRequest,
  sizes: PairCounts,
  { documents }: PartWords
): Promise<ContrastTheme[]> {
  const list = await listThemes(store)
  const rows = themeRows(list, 'themes')
  const rowOf = new Map(rows.flatMap(({ id }, row) => storedThemes(list, id).map((stored) => [stored, row])))
  const held = new Map<string, Map<number, [number, number]>>()
  for (const [key, [a, b]] of await countPairs(store, ['theme', 'document'], parts)) {
    const at = key.indexOf('\n')
    const [row, document] = [rowOf.get(key.slice(0, at)), key.slice(at + 1)]
    if (row === undefined) continue
    const of = held.get(document) ?? new Map<number, [number, number]>()
    held.set(document, of)
    const [otherA, otherB] = of.get(row) ?? [0, 0]
    of.set(row, [otherA + a, otherB + b])
  }
  const tally = createPairTally(rows.length)
  for (const [document, size] of sizes)
    tally.add(
      [...size, documents.get(document)?.both.sentences ?? 0],
      Array.from(held.get(document) ?? [], ([row, [a, b]]) => [row, a, b] as const)
    )
  const exemplars = new Map(list.themes.map(({ id, exemplars }) => [id, exemplars]))
  const found = rows.flatMap(({ id: theme, label }, row) => {
    const difference = tally.difference(row)
    if (difference.documents === 0) return []
    const side = difference.larger === 'a' ? 0 : 1
    const own = exemplars.get(theme)!.filter(({ document }) => (sizes.get(document)?.[side] ?? 0) > 0)
    return [{ theme, label, exemplars: own, ...difference }]
  })
  return quoteParts(store, judged(found, ({ few }) => !few).sort(surestFirst), parts, list)
}

/** Adds to the first themes of each part that have no exemplars the sentence of their part that is nearest to their centre. */
async function quoteParts(
  store: ThemeStore,
  themes: readonly ContrastTheme[],
  parts: ContrastRequest,
  list: ThemeList
): Promise<ContrastTheme[]> {
  const { themes: run } = await currentRun(store)
  const first = new Set(
    (['a', 'b'] as const).flatMap((side) => themes.filter(({ larger }) => larger === side).slice(0, LISTED_THEMES))
  )
  return Promise.all(
    themes.map(async (theme) => {
      if (theme.exemplars.length > 0 || !first.has(theme)) return theme
      const vector = Float32Array.from(run.themes.find(({ id }) => id === theme.theme)!.centroid)
      normalize(vector)
      const filter = { theme: { in: storedThemes(list, theme.theme) }, ...parts[theme.larger] }
      const hits = await store.search({ vector, k: 1, filter })
      const exemplars = hits.map(({ record: { id, document, title, text } }) => ({ id, document, title, text }))
      return { ...theme, exemplars }
    })
  )
}

/** Adds whether each difference is beyond chance. Differences for which `asked` is false never are. */
function judged<D extends Difference>(
  differences: readonly D[],
  asked: (difference: D) => boolean
): (D & JudgedDifference)[] {
  const sure = discoveries(differences.flatMap((difference) => (asked(difference) ? [difference.p] : [])))
  let at = 0
  return differences.map((difference) => ({ ...difference, certain: asked(difference) && sure[at++] }))
}

function surestFirst(one: JudgedDifference, other: JudgedDifference): number {
  return Number(other.certain) - Number(one.certain) || one.p - other.p || other.documents - one.documents
}

/**
 * The content words of each document in each part, as numbers of the vocabulary, with GAP between words that are not
 * adjacent.
 */
export interface PartWords {
  readonly vocabulary: readonly string[]
  readonly documents: ReadonlyMap<string, PartDocument>
}

interface PartDocument {
  readonly sides: readonly [a: readonly number[], b: readonly number[]]
  /** Numbers of sentences that are in both parts, and of their content words. */
  readonly both: { readonly sentences: number; readonly words: number }
}
const GAP = -1

async function readWords(
  store: ThemeStore,
  { a, b }: ContrastRequest,
  onRead: (sentences: number) => void
): Promise<PartWords> {
  const reader = createWordReader()
  let read = 0
  onRead(read)
  for (const [side, filter] of [a, b].entries())
    for await (const { records } of store.scan({ filter })) {
      for (const record of records) reader.add(record, side)
      onRead((read += records.length))
    }
  return reader.words()
}

/** Collects the content words of sentences of two parts: all of a, then all of b, each in reading order. */
export function createWordReader(): {
  add(sentence: Pick<SentenceRecord, 'document' | 'position' | 'text'>, side: number): void
  words(): PartWords
} {
  const vocabulary: string[] = []
  /** Numbers of terms; GAP for those that are no content words. */
  const numbers = new Map<string, number>()
  const documents = new Map<string, HeldDocument>()

  function numberOf(term: string): number {
    let number = numbers.get(term)
    if (number === undefined) {
      number = STOP_WORDS.has(term) || !/^\p{L}{2}/u.test(term) ? GAP : vocabulary.push(term) - 1
      numbers.set(term, number)
    }
    return number
  }

  return {
    add({ document, position, text }, side) {
      const held = documents.get(document) ?? newDocument()
      documents.set(document, held)
      if (side === 0) held.positions.push(position)
      else while (held.positions[held.next] < position) held.next++
      const isBoth = side === 1 && held.positions[held.next] === position
      if (isBoth) held.both.sentences++
      const words = held.sides[side]
      const all = terms(text)
      const foreign = foreignWordsIn(all)
      for (const term of all) {
        const number = foreign.has(term) ? GAP : numberOf(term)
        words.push(number)
        if (number !== GAP && isBoth) held.both.words++
      }
      words.push(GAP)
    },
    words: () => ({ vocabulary, documents })
  }
}

interface HeldDocument extends PartDocument {
  readonly sides: [number[], number[]]
  readonly both: { sentences: number; words: number }
  /** Positions of the document's sentences in a, and the index that b has reached among them. */
  readonly positions: number[]
  next: number
}

function newDocument(): HeldDocument {
  return { sides: [[], []], both: { sentences: 0, words: 0 }, positions: [], next: 0 }
}

/** Maximum and minimum number of words listed of each part. */
const [MOST_WORDS, LEAST_WORDS] = [25, 10]

/** Minimum number of documents with a word, if a part has few documents: words of a single document say little. */
const WORD_DOCUMENTS = 2

/**
 * Returns the words and two-word phrases that one part uses more than the other, at a false discovery rate of 5%. Lists
 * either a phrase or its words (`withoutParts`).
 */
export function contrastWords({ vocabulary, documents }: PartWords): ContrastWord[] {
  const phrases = phrasesOf({ vocabulary, documents })
  const rows = vocabulary.length + phrases.size
  const tally = createPairTally(rows)
  /** Counts of the words and phrases of one document in each part. */
  const counts = [new Uint32Array(rows), new Uint32Array(rows)] as const
  for (const { sides, both } of documents.values()) {
    const held: number[] = []
    const sizes: [number, number] = [0, 0]
    for (const [side, words] of sides.entries()) {
      let before = GAP
      for (const word of words) {
        const phrase = before < 0 || word < 0 ? undefined : phrases.get(before * vocabulary.length + word)
        before = word
        if (word < 0) continue
        sizes[side]++
        count(word)
        if (phrase !== undefined) count(phrase)
      }

      function count(row: number): void {
        if (counts[0][row] + counts[1][row] === 0) held.push(row)
        counts[side][row]++
      }
    }
    tally.add(
      [...sizes, both.words],
      held.map((row) => [row, counts[0][row], counts[1][row]] as const)
    )
    for (const row of held) counts[0][row] = counts[1][row] = 0
  }
  const least = tally.vary() ? FEW_DOCUMENTS : WORD_DOCUMENTS
  const names = [...vocabulary]
  for (const [pair, row] of phrases)
    names[row] = `${vocabulary[Math.floor(pair / vocabulary.length)]} ${vocabulary[pair % vocabulary.length]}`
  const compared = names.flatMap((term, row) =>
    tally.documents(row) < least ? [] : [{ term, ...tally.difference(row) }]
  )
  const sizes = [0, 1].map((side) => [...documents.values()].filter(({ sides }) => sides[side].length > 0).length)
  /** How much larger the share of documents with a word is in the part that has it more often. */
  const lead = ({ a, b, larger }: ContrastWord): number =>
    (larger === 'a' ? 1 : -1) * (a.documents / sizes[0] - b.documents / sizes[1])
  const order = (a: ContrastWord, b: ContrastWord): number =>
    (a.certain || b.certain ? 0 : lead(b) - lead(a) || b.low - a.low) || surestFirst(a, b) || (a.term < b.term ? -1 : 1)
  const all = judged(compared, () => true).sort(order)
  const byTerm = new Map(all.map((word) => [word.term, word]))
  const listed = (['a', 'b'] as const).flatMap((side) => {
    const told: ContrastWord[] = withoutParts(
      all.filter(({ larger }) => larger === side),
      byTerm
    )
    const certain = told.filter(({ certain }) => certain).length
    return told.slice(0, Math.min(MOST_WORDS, Math.max(LEAST_WORDS, certain)))
  })
  return listed.sort(order)
}

/**
 * Leaves out either a phrase or its words. If most occurrences of both words are in the phrase, only the phrase stays.
 * Otherwise it stays beside them only if its difference is more certain than both of theirs.
 */
function withoutParts(words: readonly ContrastWord[], all: ReadonlyMap<string, ContrastWord>): ContrastWord[] {
  const gone = new Set<string>()
  const total = ({ a, b }: ContrastWord): number => a.count + b.count
  for (const phrase of words) {
    const parts = phrase.term.split(' ')
    if (parts.length < 2) continue
    const own = parts.flatMap((part) => all.get(part) ?? [])
    if (own.every((word) => total(phrase) * 2 > total(word))) for (const part of parts) gone.add(part)
    else if (!own.every(({ p }) => phrase.p < p)) gone.add(phrase.term)
  }
  return words.filter(({ term }) => !gone.has(term))
}

/** Number of buckets in which phrases are counted before the frequent ones are known: sixteen million. */
const BUCKETS = 2 ** 24

/**
 * Numbers the phrases, after the vocabulary, of two adjacent content words that are in at least five documents. Keys
 * are pairs of words as one number. Most pairs are rare, so a first pass counts them by hash, in fixed memory.
 */
function phrasesOf({ vocabulary, documents }: PartWords): Map<number, number> {
  const buckets = new Uint8Array(BUCKETS)
  const pairsOf = (sides: readonly (readonly number[])[]): Set<number> => {
    const pairs = new Set<number>()
    for (const words of sides)
      for (let i = 1; i < words.length; i++)
        if (words[i - 1] >= 0 && words[i] >= 0 && words[i - 1] !== words[i])
          pairs.add(words[i - 1] * vocabulary.length + words[i])
    return pairs
  }
  const bucketOf = (pair: number): number => (Math.imul(pair % 4294967291, 2654435761) >>> 8) % BUCKETS
  for (const { sides } of documents.values())
    for (const pair of pairsOf(sides)) {
      const bucket = bucketOf(pair)
      if (buckets[bucket] < 255) buckets[bucket]++
    }
  const counts = new Map<number, number>()
  for (const { sides } of documents.values())
    for (const pair of pairsOf(sides))
      if (buckets[bucketOf(pair)] >= FEW_DOCUMENTS) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  const frequent = Array.from(counts).filter(([, of]) => of >= FEW_DOCUMENTS)
  return new Map(frequent.map(([pair], i) => [pair, vocabulary.length + i]))
}
