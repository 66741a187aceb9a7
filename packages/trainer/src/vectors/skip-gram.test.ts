import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dot, row, type Vectors } from '@leitmotif/encoder'
import { createRandom } from '@leitmotif/encoder/vectors'
import { SKIP_GRAM_DEFAULTS, START_RATES, trainSkipGram, type SkipGramOptions } from './skip-gram.js'
import { writeTokenFile, type TokenFile } from './token-file.js'

const TOPICS = [
  ['anchor', 'harbour', 'mast', 'sail', 'tide', 'keel', 'deck', 'rudder'],
  ['dough', 'oven', 'yeast', 'crust', 'flour', 'loaf', 'crumb', 'knead']
]

/** Sentences of eight words from one of the topics, "the" and "of" among them. */
async function* sentences(count: number): AsyncGenerator<string[]> {
  const random = createRandom('two topics')
  for (let i = 0; i < count; i++) {
    const topic = TOPICS[random.integer(2)]
    yield await Promise.resolve(
      Array.from({ length: 8 }, () =>
        random.next() < 0.3 ? ['the', 'of'][random.integer(2)] : topic[random.integer(8)]
      )
    )
  }
}

const folder = await mkdtemp(join(tmpdir(), 'leitmotif-skip-gram-'))
afterAll(() => rm(folder, { recursive: true }))
const tokens = await writeTokenFile(folder, 'two topics', sentences(6000), 5)
const options: SkipGramOptions = { ...SKIP_GRAM_DEFAULTS, dims: 24, epochs: 4, sample: 0.05 }

function cosine({ terms }: TokenFile, vectors: Vectors, a: string, b: string): number {
  const [x, y] = [a, b].map((term) => row(vectors, terms.indexOf(term)))
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y))
}

describe('Training of word vectors', () => {
  it.each([
    ['skip-gram', 1],
    ['skip-gram', 2],
    ['cbow', 1]
  ] as const)('by %s brings the words of a topic together and keeps topics apart, on %i threads', async (...of) => {
    const [method, threads] = of
    const vectors = await trainSkipGram(tokens, { ...options, method, alpha: START_RATES[method] }, { threads })
    expect(vectors).toMatchObject({ count: tokens.terms.length, dims: 24 })
    expect(vectors.data.every(Number.isFinite)).toBe(true)
    const [[anchor, ...sea], [dough, ...bread]] = TOPICS
    for (const term of sea) {
      expect(cosine(tokens, vectors, anchor, term)).toBeGreaterThan(cosine(tokens, vectors, dough, term) + 0.3)
    }
    for (const term of bread) {
      expect(cosine(tokens, vectors, dough, term)).toBeGreaterThan(cosine(tokens, vectors, anchor, term) + 0.3)
    }
  })

  it('gives the same bits for the same seed on one thread, and others for another seed', async () => {
    const [first, again, other] = await Promise.all(
      [1, 1, 2].map((seed) => trainSkipGram(tokens, { ...options, seed }, { threads: 1 }))
    )
    expect(again.data).toEqual(first.data)
    expect(other.data).not.toEqual(first.data)
  })

  it('goes on after an end in the middle, to the same bits', async () => {
    const checkpoint = join(folder, 'ended')
    const stop = new AbortController()
    const ended = trainSkipGram(tokens, options, {
      threads: 1,
      checkpoint,
      signal: stop.signal,
      onProgress: ({ epoch }) => {
        if (epoch === 2) stop.abort()
      }
    })
    await expect(ended).rejects.toThrow(/abort/i)
    const epochs: number[] = []
    const resumed = await trainSkipGram(tokens, options, {
      threads: 1,
      checkpoint,
      resume: true,
      onProgress: ({ epoch }) => epochs.push(epoch)
    })
    expect(Math.min(...epochs)).toBeGreaterThan(1)
    expect(resumed.data).toEqual((await trainSkipGram(tokens, options, { threads: 1 })).data)
  })

  it('refuses a checkpoint of another training, or one that was cut short or altered', async () => {
    const checkpoint = join(folder, 'checked')
    const short = { ...options, epochs: 1 }
    await trainSkipGram(tokens, short, { threads: 1, checkpoint })
    const resume = (changes: Partial<SkipGramOptions> = {}): Promise<Vectors> =>
      trainSkipGram(tokens, { ...short, ...changes }, { threads: 1, checkpoint, resume: true })
    await expect(resume({ window: 4 })).rejects.toThrow(/of a training with another corpus or other options/)
    const bytes = await readFile(checkpoint)
    await writeFile(checkpoint, bytes.subarray(0, -4))
    await expect(resume()).rejects.toThrow(/has \d+ bytes, expected \d+/)
    bytes[5000] ^= 1
    await writeFile(checkpoint, bytes)
    await expect(resume()).rejects.toThrow(/its hash differs/)
    await writeFile(checkpoint, 'something else')
    await expect(resume()).rejects.toThrow(/is not a checkpoint/)
  })
})
