import { Failure } from '@leitmotif/command'
import type { Bundle, MoreValues, WordPieces } from '@leitmotif/encoder/training'
import { readBilstmAttention } from '../onnx/bilstm-attention-onnx.js'
import { readTransformer, sizesOf } from '../onnx/transformer-onnx.js'
import type { TransformerWeights } from '../networks/transformer.js'
import { networkName, type NetworkKind, type TrainingOptions } from './training-options.js'

/** The weights of a network that a training continues. */
export interface StartingWeights {
  /** By the names of its variables. Weights of further input dimensions start at 0. */
  readonly weights: Readonly<Record<string, Float32Array>>
  /** Additional values that it reads behind each word's vector. */
  readonly extra: MoreValues | undefined
  /** Word pieces that it reads for words outside the vocabulary. */
  readonly pieces?: WordPieces | undefined
  /** `Bundle.fingerprints` of it. */
  readonly fingerprint: string
}

/**
 * Returns the network of a bundle that `options` trains.
 * @throws Failure when the bundle lacks it, or when it has other sizes or another architecture than the options.
 */
export function readStart({ networks, fingerprints }: Bundle, options: TrainingOptions, out: string): StartingWeights {
  const name = networkName(options)
  const found = networks[name]
  if (found === undefined) {
    throw new Failure(`${out}: has no network ${name} to continue; leave out --fine-tune, or name another bundle`)
  }
  const fingerprint = fingerprints[name]!
  if ('projection' in found) {
    expectSize('dims', found.dims, options.dims)
    const { weights, projection } = found
    return { weights: { weights, projection }, extra: undefined, fingerprint }
  }
  const file = `${out}: ${name}.onnx`
  if (options.network === 'transformer') {
    const weights = openModel<TransformerWeights>(options.network, readTransformer, found.model, file)
    const sizes = sizesOf(weights)
    for (const size of ['layers', 'width', 'inner', 'dims'] as const) expectSize(size, sizes[size], options[size])
    return { weights, extra: found.more, pieces: found.pieces, fingerprint }
  }
  const weights = openModel(options.network, readBilstmAttention, found.model, file)
  const attention = weights.attentionBias.length
  expectSize('hidden', weights.attentionForward.length / attention, options.hidden)
  expectSize('attention', attention, options.attention)
  return { weights: { ...weights }, extra: found.more, pieces: found.pieces, fingerprint }
}

function openModel<T>(network: NetworkKind, read: (model: Uint8Array) => T, model: Uint8Array, file: string): T {
  try {
    return read(model)
  } catch (error) {
    throw new Failure(
      `${file}: expected a ${network} written by fit (${(error as Error).message}); give another --network, or leave out --fine-tune`
    )
  }
}

function expectSize(name: string, found: number, asked: number): void {
  if (found !== asked)
    throw new Failure(
      `the network to continue has --${name} ${found}, not ${asked}; give that value, or leave out --fine-tune`
    )
}
