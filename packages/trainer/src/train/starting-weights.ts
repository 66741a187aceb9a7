import { Failure } from '@leitmotif/command'
import type { Bundle } from '@leitmotif/encoder/training'
import type { BilstmAttentionWeights } from '../networks/bilstm-attention.js'
import { readBilstmAttention } from '../onnx/bilstm-attention-onnx.js'
import { networkName, type TrainingOptions } from './training-options.js'

/** The weights of a network that a training continues. */
export interface StartingWeights {
  /** Weights by the names of the network's variables. */
  readonly weights: Readonly<Record<string, Float32Array>>
  /** The network's fingerprint in `Bundle.fingerprints`. */
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
    return { weights: { weights, projection }, fingerprint }
  }
  const weights = openModel(found.model, `${out}: ${name}.onnx`)
  const attention = weights.attentionBias.length
  expectSize('hidden', weights.attentionForward.length / attention, options.hidden)
  expectSize('attention', attention, options.attention)
  return { weights: { ...weights }, fingerprint }
}

function openModel(model: Uint8Array, file: string): BilstmAttentionWeights {
  try {
    return readBilstmAttention(model)
  } catch (error) {
    throw new Failure(`${file}: expected a network written by fit (${(error as Error).message}); leave out --fine-tune`)
  }
}

function expectSize(name: string, found: number, asked: number): void {
  if (found !== asked)
    throw new Failure(
      `the network to continue has --${name} ${found}, not ${asked}; give that value, or leave out --fine-tune`
    )
}
