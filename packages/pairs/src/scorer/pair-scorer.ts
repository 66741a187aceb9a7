import { row, type Vectors } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import { knownRows, readFrom } from '@leitmotif/encoder/training'
import { checkTexts, zeroVectors } from '@leitmotif/encoder/vectors'
import { calibrate } from './calibration.js'
import { prepareLstm } from './lstm-states.js'
import { readPairBundle, type PairBundle } from './pair-bundle.js'

/**
 * Scores how similar two sentences are in meaning, taking word order into account: MaLSTM (Mueller and Thyagarajan
 * 2016, *Siamese Recurrent Architectures for Learning Sentence Similarity*), or the mean similarity of several.
 */
export interface PairScorer {
  readonly name: string
  readonly license: string
  /** sha256 over everything that affects a score. */
  readonly fingerprint: string
  /** The lowest and the highest score of relatedness. */
  readonly scale: readonly [number, number]
  /**
   * Returns the last states of each network side by side, [sentences, networks * hidden]. Rows are not unit vectors;
   * compare them only with `similarity`. A sentence without a known word has a zero row, which means nothing. A
   * sentence's row is bit-identical whether it is computed alone or with others. Blocks the thread for at most about a
   * millisecond per sentence and network.
   */
  embed(sentences: readonly string[]): Vectors
  /** Whether the scorer knows a word, as `terms` returns it. Unknown words do not affect a sentence's states. */
  knows(word: string): boolean
  /** exp(-distance) of row `i` of one matrix and row `j` of another, 0 to 1; of several networks the mean. */
  similarity(rows: Vectors, i: number, others: Vectors, j: number): number
  /** Returns the score that people would give a pair of that similarity, on `scale`. */
  relatedness(similarity: number): number
}

export interface PairScorerOptions {
  /**
   * The folder or address of the encoder bundle with the scorer's words, if the scorer does not store them itself.
   * Default: the folder with that bundle's name next to the scorer's.
   */
  readonly words?: string | URL | undefined
}

/**
 * Loads the pair scorer in a folder or below an http(s) address. Works in Node, browsers and workers.
 * @throws BundleError that says what was found, what was expected, and what to do.
 */
export async function loadPairScorer(
  folderOrUrl: string | URL,
  { words }: PairScorerOptions = {}
): Promise<PairScorer> {
  const place = String(folderOrUrl).replace(/\/+$/, '')
  return createPairScorer(await readPairBundle(readFrom(place), (bundle) => readFrom(words ?? `${place}/../${bundle}`)))
}

/** Returns the pair scorer of files in memory. */
export function createPairScorer({ manifest, vocabulary, vectors: table, networks }: PairBundle): PairScorer {
  const { name, license, fingerprint, scale, calibration, maxTokens, network } = manifest
  const { hidden, count, distance = 'l1' } = network
  const prepared = networks.map((weights) => prepareLstm(weights, table))
  return {
    name,
    license,
    fingerprint,
    scale,
    embed(sentences) {
      checkTexts('sentences', sentences)
      const rows = sentences.map((sentence) => knownRows(vocabulary, terms(sentence), maxTokens))
      const joined = zeroVectors(sentences.length, count * hidden)
      prepared.forEach((run, n) => {
        const states = run(rows)
        for (let s = 0; s < sentences.length; s++) row(joined, s).set(row(states, s), n * hidden)
      })
      return joined
    },
    knows: (word) => vocabulary.rows.has(word),
    similarity(rows, i, others, j) {
      let sum = 0
      for (let n = 0, a = i * rows.dims, b = j * others.dims; n < count; n++) {
        let sumOfDistances = 0
        for (let h = 0; h < hidden; h++) {
          const difference = rows.data[a++] - others.data[b++]
          sumOfDistances += distance === 'l1' ? Math.abs(difference) : difference * difference
        }
        sum += Math.exp(-(distance === 'l1' ? sumOfDistances : Math.sqrt(sumOfDistances)))
      }
      return sum / count
    },
    relatedness: (similarity) => calibrate(calibration, scale, similarity)
  }
}
