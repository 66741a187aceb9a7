import { Failure } from '@leitmotif/command'
import type { Bundle, MoreValues, WordPieces } from '@leitmotif/encoder/training'
import { readBilstmAttention } from '../onnx/bilstm-attention.js'
import { readTransformer, sizesOf } from '../onnx/transformer.js'
import type { TransformerWeights } from '../networks/transformer.js'
import { networkName, type NetworkKind, type TrainingOptions } from './training-options.js'

/** A network that a training goes on from. */
export interface StartingWeights {
  /** By the names of its variables. Those of word vectors may be for fewer dimensions than there are; the others begin at 0. */
  readonly weights: Readonly<Record<string, Float32Array>>
  /** What it reads of words behind their vectors. */
  readonly more: MoreValues | undefined
  /** What it reads of words that the vocabulary lacks. */
  readonly pieces?: WordPieces | undefined
  /** `Bundle.fingerprints` of it. */
  readonly fingerprint: string
}

/**
 * The network of a bundle that `options` would train.
 * @throws Failure when the bundle has none, it has other sizes than the options say, or is of other make.
 */
export function readStart({ networks, fingerprints }: Bundle, options: TrainingOptions, out: string): StartingWeights {
  const name = networkName(options)
  const found = networks[name]
  if (found === undefined) {
    throw new Failure(`${out}: has no network ${name} to begin from; leave out --fine-tune, or name another bundle`)
  }
  const fingerprint = fingerprints[name]!
  if ('projection' in found) {
    expectSize('dims', found.dims, options.dims)
    const { weights, projection } = found
    return { weights: { weights, projection }, more: undefined, fingerprint }
  }
  const file = `${out}: ${name}.onnx`
  if (options.network === 'transformer') {
    const weights = openModel<TransformerWeights>(options.network, readTransformer, found.model, file)
    const sizes = sizesOf(weights)
    for (const size of ['layers', 'width', 'inner', 'dims'] as const) expectSize(size, sizes[size], options[size])
    return { weights, more: found.more, pieces: found.pieces, fingerprint }
  }
  const weights = openModel(options.network, readBilstmAttention, found.model, file)
  const attention = weights.attentionBias.length
  expectSize('hidden', weights.attentionForward.length / attention, options.hidden)
  expectSize('attention', attention, options.attention)
  return { weights: { ...weights }, more: found.more, pieces: found.pieces, fingerprint }
}

function openModel<T>(network: NetworkKind, read: (model: Uint8Array) => T, model: Uint8Array, file: string): T {
  try {
    return read(model)
  } catch (error) {
    throw new Failure(
      `${file}: is no ${network} that fit has written (${(error as Error).message}); name another --network, or leave out --fine-tune`
    )
  }
}

function expectSize(name: string, found: number, asked: number): void {
  if (found !== asked)
    throw new Failure(
      `the network to begin from has --${name} ${found}, not ${asked}: say so, or leave out --fine-tune`
    )
}
