import { createRandom, packBundle, readBundle, readFrom, type OnnxNetwork } from '@leitmotif/encoder'
import { bilstmAttentionOnnx, prepareFolder, writeBundle, type BilstmAttentionWeights } from '@leitmotif/trainer'
import { shippedEncoder } from './command-line.js'

/** The paper's network with random weights. */
export function randomNetwork(seed: string, inputs: number, hidden: number): OnnxNetwork {
  const random = createRandom(seed)
  const draw = (rows: number, columns: number): Float32Array =>
    Float32Array.from({ length: rows * columns }, () => random.normal() / Math.sqrt(rows))
  const attention = 8
  const weights: BilstmAttentionWeights = {
    forwardInput: draw(inputs, 4 * hidden),
    forwardRecurrent: draw(hidden, 4 * hidden),
    forwardBias: draw(1, 4 * hidden),
    backwardInput: draw(inputs, 4 * hidden),
    backwardRecurrent: draw(hidden, 4 * hidden),
    backwardBias: draw(1, 4 * hidden),
    attentionForward: draw(hidden, attention),
    attentionBackward: draw(hidden, attention),
    attentionBias: draw(1, attention),
    attentionContext: draw(attention, 1)
  }
  return { model: bilstmAttentionOnnx(weights), dims: 2 * hidden }
}

/** Writes a bundle of the shipped words, vectors and `static`, and of random networks for sentences and, unless given, titles. */
export async function writeRandomBundle(folder: string, given?: OnnxNetwork): Promise<void> {
  const { manifest, vocabulary, vectors, networks: shipped } = await readBundle(readFrom(shippedEncoder))
  const { name, language, license, mined, corpora, seed } = manifest
  const networks = {
    ...shipped,
    sentences: randomNetwork('sentences', vectors.dims, 24),
    titles: given ?? randomNetwork('titles', vectors.dims, 16)
  }
  const files = await packBundle(
    { name: `random-${name}`, language, license, mined, trained: {}, corpora, seed, measured: [] },
    { words: vocabulary.words, vectors, networks },
    manifest.maxTokens
  )
  await prepareFolder(folder)
  await writeBundle(folder, files)
}
