import { STOP_WORDS, foreignWordsIn, terms } from '@leitmotif/encoder/stages'
import { Failure } from '@leitmotif/command'
import { believable, farAs } from '../analytics/normal.js'
import { MAX_CLUSTERS } from './cluster-hits.js'
import { divideHere, divisionOf, type Divide } from './sentence-division.js'
import { drawPart, type DrawnPart } from './filter-sample.js'
import { documentOdds, totals, type InDocuments, type OddsComparison, documentsVary } from './log-odds.js'
import { joinSlices } from '../store/slices.js'
import type { Filter, RecordSlice, SentenceRecord, ThemeStore } from '../store/store.js'
import { FEW_DOCUMENTS } from '../analytics/clustered-count.js'

/** Two parts of a collection to hold against each other; one without conditions is the whole collection. */
export interface ContrastRequest {
  readonly a: Filter
  readonly b: Filter
  /** Number of themes of both parts together, 1 to MAX_CLUSTERS. Default: chosen from their sentences. */
  readonly count?: number
}

interface ContrastSide {
  readonly filter: Filter
  /** Compared sentences, and the documents that contain them. */
  readonly sentences: number
  readonly documents: number
  /** Number of sentences that meet the filter; present if they were too many and whole documents were sampled. */
  readonly drawnFrom?: number
}

/** A theme of both together, with its share of the sentences of each. */
export interface ContrastTheme extends OddsComparison {
  readonly label: string
  readonly heading: string
  readonly terms: readonly string[]
  readonly a: number
  readonly b: number
  /** Whether the theme differs beyond chance. About one in twenty of these is still expected to be chance. */
  readonly certain: boolean
  /** Example sentences, those of the side with the larger share first. */
  readonly exemplars: readonly SentenceRecord[]
}

export interface Contrast {
  readonly a: ContrastSide
  readonly b: ContrastSide
  /** Ordered by how far they differ beyond chance, largest first. */
  readonly themes: readonly ContrastTheme[]
  /** Words that differ beyond chance, some of each side, largest difference first. */
  readonly words: readonly ContrastWord[]
}

/** Maximum number of sentences compared on each side: random whole documents until this many are reached. */
const SAMPLE = 5000

/**
 * Number of themes: one for this many sentences, within these bounds. It is larger than the number that separates the
 * sentences best. That can be two, one for each part, which would only say that the parts differ and not how.
 */
const [SENTENCES_A_THEME, FEWEST, MOST] = [100, 2, 12]

const EXEMPLARS = { looked: 8, told: 3 }

/**
 * Returns what separates `a` from `b`: themes found in a sample of both together, and words, each with how much
 * likelier it is in one part than in the other. Themes and words cluster in documents, and the parts may overlap; `z`
 * allows for both. The same request gives the same answer. `divide` does most of the work.
 * @throws Failure if a part has no sentences, or both parts are the same.
 */
export async function contrastParts(
  store: ThemeStore,
  { a, b, count }: ContrastRequest,
  divide: Divide = divideHere
): Promise<Contrast> {
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= MAX_CLUSTERS))
    throw new Failure(`count is ${count}; expected a whole number from 1 to ${MAX_CLUSTERS}`)
  if (JSON.stringify(a) === JSON.stringify(b))
    throw new Failure('both parts have the same conditions, so nothing separates them; change those of one')
  const [left, right] = [await drawSide(store, 'a', a), await drawSide(store, 'b', b)]
  return {
    a: sideOf(a, left),
    b: sideOf(b, right),
    themes: await contrastThemes(left.sample, right.sample, count, divide),
    words: contrastWords(left.sample.records, right.sample.records)
  }
}

async function drawSide(store: ThemeStore, name: 'a' | 'b', filter: Filter): Promise<DrawnPart> {
  const part = await drawPart(store, filter, SAMPLE)
  if (part.sentences > 0) return part
  const fields = Object.keys(filter).join(', ')
  throw new Failure(`no sentence meets the conditions of ${name}, on ${fields}; expected some; change them`)
}

function sideOf(filter: Filter, { sentences: all, sample: { records } }: DrawnPart): ContrastSide {
  const sentences = records.length
  const documents = new Set(records.map(({ document }) => document)).size
  return { filter, sentences, documents, ...(all > sentences && { drawnFrom: all }) }
}

async function contrastThemes(
  a: RecordSlice,
  b: RecordSlice,
  count: number | undefined,
  divide: Divide
): Promise<ContrastTheme[]> {
  const both = joinSlices([a, b])
  const many = Math.round(both.records.length / SENTENCES_A_THEME)
  const into = count ?? Math.min(MOST, Math.max(FEWEST, many))
  const { themes, assignment } = await divide(divisionOf(both, { into, passages: true, exemplars: EXEMPLARS.looked }))
  const inA = (index: number): boolean => index < a.records.length
  const compare = documentOdds(countInDocuments(a, b, () => true))
  const compared = themes
    .map(({ label, heading, terms, exemplars }, theme) => {
      const held = countInDocuments(a, b, (index) => assignment.theme[index] === theme)
      const [countA, countB] = totals(held)
      const comparison = compare(held)
      const more = exemplars.filter(({ sentence }) => inA(sentence) === comparison.logOdds > 0)
      const others = exemplars.filter((exemplar) => !more.includes(exemplar))
      const told = [...more, ...others].slice(0, EXEMPLARS.told).map(({ sentence }) => both.records[sentence])
      return {
        label,
        heading,
        terms: terms.map(({ term }) => term),
        a: countA / a.records.length,
        b: countB / b.records.length,
        ...comparison,
        exemplars: told
      }
    })
    .sort((one, other) => Math.abs(other.z) - Math.abs(one.z))
  const certain = believable(compared.map(({ z }) => farAs(z)))
  return compared.map((theme, index) => ({ ...theme, certain: certain[index] }))
}

/** How many sentences of `a`, and then of `b`, are counted in each document. */
function countInDocuments(a: RecordSlice, b: RecordSlice, counts: (index: number) => boolean): InDocuments {
  const documents = new Map<string, [number, number]>()
  for (const [index, { document }] of [...a.records, ...b.records].entries()) {
    if (!counts(index)) continue
    const counted = documents.get(document) ?? [0, 0]
    counted[index < a.records.length ? 0 : 1]++
    documents.set(document, counted)
  }
  return documents
}

/** A word, and how often each of two lists of sentences has it. */
export interface ContrastWord extends OddsComparison {
  readonly term: string
  readonly a: number
  readonly b: number
}

/** Maximum words listed for each side. */
const TOLD_WORDS = 25

/** Minimum number of documents with a word, if there are few documents: words of a single document say little. */
const WORD_DOCUMENTS = 2

/**
 * Returns the words that one list of sentences uses more than the other, beyond chance, largest difference first. One
 * in twenty of the returned words is expected to differ by chance.
 */
export function contrastWords(a: readonly SentenceRecord[], b: readonly SentenceRecord[]): ContrastWord[] {
  const sizes = new Map<string, [number, number]>()
  const words = new Map<string, Map<string, [number, number]>>()
  for (const [side, records] of [a, b].entries()) {
    for (const { document, text } of records) {
      for (const term of wordsOf(text)) {
        const word = words.get(term) ?? new Map<string, [number, number]>()
        words.set(term, word)
        for (const counts of [sizes, word]) {
          const counted = counts.get(document) ?? [0, 0]
          counted[side]++
          counts.set(document, counted)
        }
      }
    }
  }
  const compare = documentOdds(sizes)
  const least = documentsVary(sizes) ? FEW_DOCUMENTS : WORD_DOCUMENTS
  const compared = [...words].flatMap(([term, held]): ContrastWord[] => {
    if (held.size < least) return []
    const [countA, countB] = totals(held)
    return [{ term, a: countA, b: countB, ...compare(held) }]
  })
  const certain = believable(compared.map(({ z }) => farAs(z)))
  const told = compared.filter((_, index) => certain[index])
  const order = (one: ContrastWord, other: ContrastWord): number =>
    Math.abs(other.z) - Math.abs(one.z) || (one.term < other.term ? -1 : 1)
  const best = (of: ContrastWord[]): ContrastWord[] => of.sort(order).slice(0, TOLD_WORDS)
  return [...best(told.filter(({ z }) => z > 0)), ...best(told.filter(({ z }) => z < 0))].sort(order)
}

/** The words of a sentence that tell of a subject. */
function wordsOf(text: string): string[] {
  const all = terms(text)
  const foreign = foreignWordsIn(all)
  return all.filter((term) => !STOP_WORDS.has(term) && !foreign.has(term) && /^\p{L}{2}/u.test(term))
}
