import { chunkFeatures, chunkTagged, type ChunkedWords, type Chunker } from '../tagging/chunker.js'
import { createRandom } from '@leitmotif/encoder/vectors'
import { tagFeatures, tagWords, type WordClasses } from '../tagging/tagger.js'
import { chunkAgreement, type ChunkAgreement } from '../evaluation/chunk-agreement.js'
import { withCopies } from './headline-copies.js'
import { trainPerceptron } from './perceptron.js'

export interface ChunkerOptions {
  /** Number of passes over the sentences. */
  readonly epochs: number
  /** Features that occur less often are left out. */
  readonly leastCount: number
  /** Whether to also train on headline-like copies of the sentences. */
  readonly headlines: boolean
  readonly seed: number
}

export const CHUNKER_DEFAULTS = { epochs: 5, leastCount: 3, headlines: true, seed: 1 } as const satisfies ChunkerOptions

/** The current step and its progress. */
export type OnChunkerProgress = (stage: 'tagger' | 'chunker', done: number, total: number) => void

/**
 * Trains a tagger and a chunker on sentences whose parts of speech and chunks are known.
 * @param classes of words, which help the tagger with words that are not in its training data; may be empty
 */
export function trainChunker(
  sentences: readonly ChunkedWords[],
  classes: WordClasses,
  options: ChunkerOptions,
  onProgress?: OnChunkerProgress
): Chunker {
  const { epochs, leastCount, headlines, seed } = options
  const random = createRandom(seed)
  const set = headlines ? withCopies(sentences, random.fork('copies')) : sentences
  const tagger = trainPerceptron(
    set.length,
    (i) => ({ features: tagFeatures(set[i].words, classes), labels: set[i].tags }),
    {
      epochs,
      leastCount,
      seed: `${seed}/tagger`,
      onSequence: (done, total) => onProgress?.('tagger', done, total)
    }
  )
  const chunker = trainPerceptron(
    set.length,
    (i) => ({ features: chunkFeatures(set[i].words, set[i].tags), labels: set[i].chunks }),
    { epochs, leastCount, seed: `${seed}/chunker`, onSequence: (done, total) => onProgress?.('chunker', done, total) }
  )
  return { classes, tagger, chunker }
}

/** Figures of tagger and chunker on unseen sentences. */
export interface ChunkerFigures {
  readonly sentences: number
  readonly words: number
  /** Share of words with the correct tag. */
  readonly tagAccuracy: number
  /** Agreement of chunks found with the tagger's own tags, as in use: overall and by kind. */
  readonly ownTags: ChunkAgreement
  readonly kinds: Readonly<Record<string, ChunkAgreement>>
  /** Agreement of chunks found with the given tags, as in the shared task. */
  readonly givenTags: ChunkAgreement
}

/** Measures tagger and chunker on sentences whose parts of speech and chunks are known. */
export function measureChunker(
  { classes, tagger, chunker }: Chunker,
  sentences: readonly ChunkedWords[]
): ChunkerFigures {
  let words = 0
  let right = 0
  const own: [readonly string[], readonly string[]][] = []
  const given: [readonly string[], readonly string[]][] = []
  for (const sentence of sentences) {
    const tags = tagWords(tagger, classes, sentence.words)
    words += tags.length
    right += tags.filter((tag, i) => tag === sentence.tags[i]).length
    own.push([sentence.chunks, chunkTagged(chunker, sentence.words, tags)])
    given.push([sentence.chunks, chunkTagged(chunker, sentence.words, sentence.tags)])
  }
  const { all, kinds } = chunkAgreement(own)
  return {
    sentences: sentences.length,
    words,
    tagAccuracy: words === 0 ? 0 : right / words,
    ownTags: all,
    kinds: Object.fromEntries(kinds),
    givenTags: chunkAgreement(given).all
  }
}
