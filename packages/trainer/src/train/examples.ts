import { terms, type Article } from '@leitmotif/encoder/stages'
import { knownRows, type Vocabulary } from '@leitmotif/encoder/training'
import { basename } from 'node:path'
import type { ArticleExamples, Example } from '../batches/batches.js'
import { openCorpora, type CorpusOptions } from '../corpora/corpus.js'
import { prepareTdc, type TdcArticle } from '../evaluation/tdc.js'
import type { GivenTriplets } from '../batches/triplet-batches.js'
import { openSections } from '../mining/openers.js'
import { assignParts, splitOf, type Split } from '../mining/split.js'
import { readTripletGroups, type TripletGroup } from '../mining/triplet-file.js'
import { mineTitleTriplets, titleText } from '../mining/title-triplets.js'
import { sectionOptions, TRAINING_DEFAULTS, type TrainingOptions } from './training-options.js'

/** The training and validation sentences of a network, as rows of the word table. */
export interface Examples {
  readonly training: readonly ArticleExamples[]
  /** Triplets of a file, to train on instead of articles. */
  readonly given?: GivenTriplets
  /** The validation part, always mined with the paper's options. */
  readonly validation: readonly JudgedArticle[]
  /** Frequencies of the words in the training sentences. */
  readonly counts: Uint32Array
  /** The corpora read, for the bundle's record. */
  readonly corpora: readonly CorpusShare[]
}

/** The sentences of an article (with titles, for the role `titles`), and triplets that index them. */
export interface JudgedArticle {
  readonly texts: readonly string[]
  readonly rows: readonly (readonly number[])[]
  readonly triplets: TdcArticle['triplets']
}

/** A corpus's share of the examples. */
export interface CorpusShare {
  readonly corpus: string
  /** Training articles and sentences. */
  readonly articles: number
  readonly sentences: number
  /** Number of training articles by licence. */
  readonly licenses: Readonly<Record<string, number>>
}

/** Counters of a corpus's share. */
interface Count {
  articles: number
  sentences: number
  readonly licenses: Map<string, number>
}

/** Reads the training and validation parts of corpora with the filters of mining; skips the test part. */
export async function readExamples(
  corpora: readonly string[],
  vocabulary: Vocabulary,
  options: Partial<TrainingOptions> = {},
  reading: CorpusOptions = {}
): Promise<Examples> {
  const settled = { ...TRAINING_DEFAULTS, ...options }
  const { role, maxTrainTokens } = settled
  const filters = sectionOptions(settled)
  const training: ArticleExamples[] = []
  const validation: JudgedArticle[] = []
  const counts = new Uint32Array(vocabulary.words.length)
  const shares = new Map<string, Count>()
  for (const corpus of corpora) shares.set(corpus, { articles: 0, sentences: 0, licenses: new Map() })
  const rowsOf = (text: string, most: number): number[] => knownRows(vocabulary, terms(text), most)
  const partOf = await assignParts(corpora)
  for await (const read of openCorpora(corpora, reading)) {
    const { article, corpus } = read
    const part = partOf(read)
    if (part === 'train') {
      const opened = openSections(article, filters)
      const filled = opened.filter(({ openers }) => openers.length > 0)
      if (filled.length < 2) continue
      const sentences = filled.flatMap(({ openers }, section) =>
        openers.map(({ text, position }): Example => ({
          rows: Uint32Array.from(rowsOf(text, maxTrainTokens)),
          section,
          position
        }))
      )
      for (const { rows } of sentences) for (const row of rows) counts[row]++
      const texts = filled.map(({ heading }) => (role === 'titles' ? titleText(article, heading) : ''))
      const titles = texts.map((text) => Uint32Array.from(rowsOf(text, maxTrainTokens)))
      training.push({ sentences, titles })
      const share = shares.get(corpus)!
      share.articles++
      share.sentences += sentences.length
      const license = article.license ?? 'unknown'
      share.licenses.set(license, (share.licenses.get(license) ?? 0) + 1)
    } else if (part === 'validation') {
      const prepared = role === 'titles' ? prepareTitles(article) : prepareTdc(article)
      if (prepared !== undefined) {
        const { sentences: texts, triplets } = prepared
        validation.push({ texts, rows: texts.map((text) => rowsOf(text, Infinity)), triplets })
      }
    }
  }
  const described = [...shares].map(([corpus, share]) => ({
    corpus: basename(corpus),
    ...share,
    licenses: Object.fromEntries([...share.licenses].sort())
  }))
  return { training, validation, counts, corpora: described }
}

/** Prepares an article's title triplets, as `prepareTdc` does: each pivot and each title once. */
function prepareTitles(article: Article): Pick<TdcArticle, 'sentences' | 'triplets'> | undefined {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    if (!places.has(text)) places.set(text, places.size)
    return places.get(text)!
  }
  const triplets = mineTitleTriplets(article).map(
    ({ pivot, positive, negative }) => [placeOf(pivot.text), placeOf(positive.text), placeOf(negative.text)] as const
  )
  return triplets.length === 0 ? undefined : { sentences: [...places.keys()], triplets }
}

/** Returns the part of a file's triplets that a group of them belongs to. Articles of one part of a corpus are spread over all. */
export function partOfGroup({ id }: Pick<TripletGroup, 'id'>): Split {
  return splitOf(`triplets ${id}`)
}

/** Reads the training and validation parts of a file of triplets; skips the test part. @throws Failure as `readTriplets`. */
export async function readTripletExamples(
  path: string,
  vocabulary: Vocabulary,
  { maxTrainTokens }: Pick<TrainingOptions, 'maxTrainTokens'>
): Promise<Examples> {
  const counts = new Uint32Array(vocabulary.words.length)
  const validation: JudgedArticle[] = []
  const sentences: Uint32Array[] = []
  const indices: number[] = []
  let groups = 0
  for await (const group of readTripletGroups(path)) {
    const part = partOfGroup(group)
    const rowsOf = (most: number): number[][] => group.sentences.map((text) => knownRows(vocabulary, terms(text), most))
    if (part === 'validation') {
      validation.push({ texts: group.sentences, rows: rowsOf(Infinity), triplets: group.triplets })
    } else if (part === 'train') {
      const first = sentences.length
      for (const rows of rowsOf(maxTrainTokens)) {
        for (const row of rows) counts[row]++
        sentences.push(Uint32Array.from(rows))
      }
      for (const index of group.triplets.flat()) indices.push(first + index)
      groups++
    }
  }
  return {
    training: [],
    given: { sentences, indices: Uint32Array.from(indices) },
    validation,
    counts,
    corpora: [{ corpus: basename(path), articles: groups, sentences: sentences.length, licenses: { unknown: groups } }]
  }
}
