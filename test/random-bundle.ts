import { terms } from '@leitmotif/encoder/stages'
import { packBundle, quantizeRows, type BundleNetworks, type OnnxNetwork } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { bilstmAttentionOnnx, writeBundle } from '@leitmotif/trainer'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samples } from './command-line.js'

const INPUTS = 12

/** Creates an untrained network of bilstm-attention, whose vectors only distinguish sentences. */
export function randomNetwork(seed: string, hidden: number): OnnxNetwork {
  const random = createRandom(seed)
  const attention = 5
  const model = bilstmAttentionOnnx({
    forwardInput: normals(random, INPUTS * 4 * hidden),
    forwardRecurrent: normals(random, hidden * 4 * hidden),
    forwardBias: normals(random, 4 * hidden),
    backwardInput: normals(random, INPUTS * 4 * hidden),
    backwardRecurrent: normals(random, hidden * 4 * hidden),
    backwardBias: normals(random, 4 * hidden),
    attentionForward: normals(random, hidden * attention),
    attentionBackward: normals(random, hidden * attention),
    attentionBias: normals(random, attention),
    attentionContext: normals(random, attention)
  })
  return { model, dims: 2 * hidden }
}

/** Writes a bundle of random vectors for the samples' words, with a random `static` network and the given others. */
export async function writeRandomBundle(
  folder: string,
  others: Omit<BundleNetworks, 'static'>,
  seed = 'bundle'
): Promise<void> {
  const texts = readdirSync(samples).map((name) => readFileSync(join(samples, name), 'utf8'))
  const words = [...new Set(texts.flatMap(terms))]
  const random = createRandom(seed)
  const data = normals(random, words.length * INPUTS)
  const projection = normals(random, INPUTS * INPUTS)
  const networks = { static: { weights: new Float32Array(words.length).fill(1), projection, dims: INPUTS }, ...others }
  const about = { name: 'random', language: 'en', license: 'CC0-1.0', mined: {}, trained: {}, corpora: [] }
  const vectors = quantizeRows({ count: words.length, dims: INPUTS, data })
  mkdirSync(folder)
  await writeBundle(folder, await packBundle({ ...about, seed: 1, measured: [] }, { words, vectors, networks }, 100))
}

function normals(random: Random, length: number): Float32Array {
  return Float32Array.from({ length }, () => random.normal() / 2)
}
