import { describe, expect, it } from 'vitest'
import { createRandom } from '@leitmotif/encoder/vectors'
import {
  createKernel,
  createKernelMemory,
  kernelMatrices,
  readKernelCode,
  rowStride,
  SENTENCE_END,
  type KernelShape
} from './skip-gram-kernel.js'

const MASK = (1n << 64n) - 1n

/** xorshift64*, drawn from as the kernel does. */
function createChance(seed: bigint): (below: number) => number {
  let state = seed | 1n
  return (below) => {
    state ^= state >> 12n
    state = (state ^ (state << 25n)) & MASK
    state ^= state >> 27n
    const high = ((state * 0x2545f4914f6cdd1dn) & MASK) >> 32n
    return Number((high * BigInt(below)) >> 32n)
  }
}

/**
 * Skip-gram and CBOW with negative sampling written the obvious way, in doubles, for words that are all equally frequent
 * and never thinned out.
 */
function trainObviously(
  tokens: readonly number[],
  inputs: Float64Array,
  outputs: Float64Array,
  { words, dims, window, negatives, cbow }: KernelShape,
  alpha: number,
  seed: bigint
): void {
  const chance = createChance(seed)
  for (const token of tokens) if (token !== SENTENCE_END) chance(1)
  for (const [at, word] of tokens.entries()) {
    if (word === SENTENCE_END) continue
    const reach = 1 + chance(window)
    const targets = [word, ...Array.from({ length: negatives }, () => chance(words)).filter((other) => other !== word)]
    const train = (contexts: readonly number[]): void => {
      const mean = Array.from({ length: dims }, (_, d) =>
        contexts.reduce((sum, context) => sum + inputs[context * dims + d] / contexts.length, 0)
      )
      const gradient = new Float64Array(dims)
      const factors = targets.map((target, t) => {
        const product = mean.reduce((sum, value, d) => sum + value * outputs[target * dims + d], 0)
        return alpha * ((t === 0 ? 1 : 0) - 1 / (1 + Math.exp(-product)))
      })
      for (const [t, target] of targets.entries()) {
        for (let d = 0; d < dims; d++) {
          gradient[d] += factors[t] * outputs[target * dims + d]
          outputs[target * dims + d] += factors[t] * mean[d]
        }
      }
      for (const context of contexts) for (let d = 0; d < dims; d++) inputs[context * dims + d] += gradient[d]
    }
    const contexts: number[] = []
    for (let near = at - 1; near >= 0 && near >= at - reach && tokens[near] !== SENTENCE_END; near--)
      contexts.push(tokens[near])
    for (let near = at + 1; near < tokens.length && near <= at + reach && tokens[near] !== SENTENCE_END; near++) {
      contexts.push(tokens[near])
    }
    if (cbow && contexts.length > 0) train(contexts)
    else for (const context of contexts) train([context])
  }
}

describe('The kernel', () => {
  it.each([
    { words: 50, dims: 300, window: 5, negatives: 5, cbow: false, threads: 1, tolerance: 1e-4 },
    { words: 9, dims: 7, window: 2, negatives: 1, cbow: false, threads: 1, tolerance: 1e-4 },
    { words: 50, dims: 300, window: 5, negatives: 5, cbow: true, threads: 1, tolerance: 1e-4 },
    { words: 40, dims: 7, window: 3, negatives: 4, cbow: true, threads: 2, tolerance: 1e-4 },
    // More negatives than it takes at once, in so small a vocabulary that many are there twice or are the word itself:
    // then six at once differ a little from one after the other.
    { words: 3, dims: 20, window: 10, negatives: 13, cbow: false, threads: 2, tolerance: 3e-3 }
  ])(
    'trains as the obvious program does: $words words, $dims dimensions, $negatives negatives, CBOW $cbow',
    async ({ tolerance, ...shape }) => {
      const random = createRandom(7)
      const tokens = Array.from({ length: 3000 }, () =>
        random.next() < 0.1 ? SENTENCE_END : random.integer(shape.words)
      )
      const memory = createKernelMemory(shape, new Array<number>(shape.words).fill(1), 0)
      const { inputs, outputs } = kernelMatrices(memory, shape)
      const stride = rowStride(shape.dims)
      const expectedInputs = new Float64Array(shape.words * shape.dims)
      const expectedOutputs = new Float64Array(shape.words * shape.dims)
      for (let word = 0; word < shape.words; word++) {
        for (let d = 0; d < shape.dims; d++) {
          inputs[word * stride + d] = random.normal() / 10
          outputs[word * stride + d] = random.normal() / 10
          expectedInputs[word * shape.dims + d] = inputs[word * stride + d]
          expectedOutputs[word * shape.dims + d] = outputs[word * stride + d]
        }
      }
      const kernel = await createKernel(await readKernelCode(), memory, shape, shape.threads - 1)
      kernel.tokens.set(tokens)
      const left = kernel.trainBlock(tokens.length, 0.02, 0x1234_5678_9abc_def0n)

      trainObviously(tokens, expectedInputs, expectedOutputs, shape, 0.02, 0x1234_5678_9abc_def0n)
      expect(left).toBe(tokens.filter((token) => token !== SENTENCE_END).length)
      let worst = 0
      for (let word = 0; word < shape.words; word++) {
        for (let d = 0; d < stride; d++) {
          const at = word * shape.dims + d
          const [input, output] = d < shape.dims ? [expectedInputs[at], expectedOutputs[at]] : [0, 0]
          worst = Math.max(
            worst,
            Math.abs(inputs[word * stride + d] - input),
            Math.abs(outputs[word * stride + d] - output)
          )
        }
      }
      // The sigmoid comes from a table of 4,096 steps.
      expect(worst).toBeLessThan(tolerance)
    }
  )

  it('refuses a vocabulary that no WebAssembly memory holds', () => {
    const shape = { words: 2_000_000, dims: 1000, window: 5, negatives: 5, cbow: false, threads: 1 }
    expect(() => createKernelMemory(shape, [], 0)).toThrow(/the maximum is 4294967296; raise the minimum count/)
  })
})
