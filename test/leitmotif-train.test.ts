import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { commandFile, run, samples, temporaryFolder, type Ran } from './command-line.js'

const folder = temporaryFolder()
const vectors = join(folder, 'vectors.bin')
const bundle = join(folder, 'encoder')
const train = (...args: string[]): Ran => run('leitmotif-train', ...args)

/** Settings small enough for a test of every step from text to an encoder. */
const VECTORS = ['vectors', samples, '--dims', '24', '--epochs', '10', '--min-count', '2', '--threads', '1']
const FIT = [
  'fit',
  'static',
  samples,
  '--vectors',
  vectors,
  '--dims',
  '16',
  '--steps',
  '30',
  '--validate-every',
  '10',
  '--license',
  'Apache-2.0'
]

beforeAll(() => {
  expect(train(...VECTORS, '--out', vectors).status).toBe(0)
  const fitted = train(...FIT, '--out', bundle)
  expect(fitted.err).toContain('training on @tensorflow/tfjs')
  expect(fitted.status).toBe(0)
})

describe('leitmotif-train', () => {
  it('writes the same vectors and the same encoder for the same seed', () => {
    const again = join(folder, 'again.bin')
    expect(train(...VECTORS, '--out', again).status).toBe(0)
    expect(readFileSync(again).equals(readFileSync(vectors))).toBe(true)
    const other = join(folder, 'again')
    expect(train(...FIT, '--out', other).status).toBe(0)
    for (const file of ['encoder.json', 'static.bin', 'vectors.bin', 'vocabulary.txt']) {
      expect(readFileSync(join(other, file)).equals(readFileSync(join(bundle, file)))).toBe(true)
    }
  })

  it('mines the same triplets from the same seed, packed or not', () => {
    const [a, b] = ['a.ndjson.gz', 'b.ndjson.gz'].map((name) => join(folder, name))
    expect(train('mine', samples, '--out', a).status).toBe(0)
    expect(train('mine', samples, '--out', b).status).toBe(0)
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true)
  })

  it.skipIf(process.platform !== 'linux')('ends the stage of a recipe that is killed', async () => {
    const recipe = join(folder, 'recipe.json')
    const stage = ['vectors', '{articles}', '--epochs', '1000', '--min-count', '1', '--out', '{work}/vectors.bin']
    writeFileSync(recipe, JSON.stringify({ stages: [{ run: stage }] }))
    const args = ['recipe', recipe, samples, '--out', join(folder, 'killed')]
    const running = spawn(process.execPath, [commandFile('leitmotif-train'), ...args], { stdio: 'ignore' })
    const children = `/proc/${running.pid}/task/${running.pid}/children`
    await vi.waitFor(() => {
      expect(existsSync(join(folder, 'killed.work', 'vectors.bin.work'))).toBe(true)
    }, 30_000)
    const [child] = readFileSync(children, 'utf8').trim().split(' ')
    expect(existsSync(`/proc/${child}`)).toBe(true)
    running.kill('SIGKILL')
    await once(running, 'exit')
    await vi.waitFor(() => {
      expect(existsSync(`/proc/${child}`)).toBe(false)
    }, 10_000)
  })

  it('measures how well scores learned from pairs agree with people’s', () => {
    const pairs = join(folder, 'pairs')
    mkdirSync(pairs)
    const lines = ['sentence_A\tsentence_B\trelatedness_score']
    const about = ['tea', 'rice', 'bees', 'mills', 'rain', 'wool', 'salt', 'oil']
    for (const a of about) for (const b of about) lines.push(`They wrote of ${a}.\tIt was of ${b}.\t${a === b ? 5 : 2}`)
    for (const part of ['train', 'trial', 'test']) writeFileSync(join(pairs, `${part}.txt`), lines.join('\n'))
    const measure = ['evaluate', '--task', 'relatedness', '--model', 'word-overlap']
    const ran = train(...measure, '--pairs', pairs, '--json')
    expect(ran.status).toBe(0)
    const { relatedness } = JSON.parse(ran.out) as { relatedness: { pearson: number; pairs: number } }
    expect(relatedness.pairs).toBe(64)
    expect(relatedness.pearson).toBeGreaterThan(0.9)
    expect(train(...measure, '--pairs', pairs).out).toMatch(/^relatedness: r \.?\d/)
    expect(train(...measure)).toMatchObject({ status: 2, err: expect.stringContaining('--pairs is missing') as string })
    const alone = train('evaluate', '--model', 'tf-idf', '--pairs', pairs, '--articles', samples)
    expect(alone).toMatchObject({ status: 2, err: expect.stringContaining('--task relatedness only') as string })
  })

  it('measures an encoder and the baseline on the same triplets', () => {
    const measure = (...args: string[]): { accuracy: number; interval: number[]; triplets: number } => {
      const ran = train('evaluate', '--articles', samples, '--task', 'tdc', '--no-split', '--json', ...args)
      expect(ran.status).toBe(0)
      return (JSON.parse(ran.out) as { tdc: { accuracy: number; interval: number[]; triplets: number } }).tdc
    }
    const encoder = measure('--model', bundle)
    const baseline = measure('--model', 'mean-vectors', '--vectors', vectors)
    const shipped = measure('--model', join(samples, '..', 'models', 'leitmotif-en'))
    expect(baseline.triplets).toBe(encoder.triplets)
    expect(train('evaluate', '--model', 'mean-vectors', '--articles', samples)).toMatchObject({
      status: 2,
      err: expect.stringContaining('mean-vectors needs --vectors FILE') as string
    })
    // The shipped word vectors know more about tea and bridges than an encoder trained for seconds.
    expect(shipped.accuracy).toBeGreaterThan(encoder.accuracy)
    for (const { accuracy, interval } of [encoder, baseline, shipped]) {
      expect(interval[0]).toBeLessThanOrEqual(accuracy)
      expect(interval[1]).toBeGreaterThanOrEqual(accuracy)
    }
  })

  it('finds the titles of sections, and measures baselines that need no vectors at all', () => {
    for (const model of ['word-overlap', 'tf-idf']) {
      const ran = train(
        ...['evaluate', '--model', model, '--articles', samples, '--task', 'tdc,headings', '--no-split'],
        ...['--negative', 'corpus', '--json']
      )
      expect(ran.status).toBe(0)
      const { tdc, headings } = JSON.parse(ran.out) as {
        tdc: { accuracy: number }
        headings: { top1: number; chance: { top1: number } }
      }
      expect(tdc.accuracy).toBeGreaterThan(0.5)
      expect(headings.top1).toBeGreaterThan(headings.chance.top1)
    }
  })

  it('refuses a representation of a baseline', () => {
    const model = ['--model', 'tf-idf', '--representation', 'titles']
    const ran = train('evaluate', ...model, '--articles', samples)
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('goes with a bundle only')
  })

  it('refuses heading suggestions by a baseline whose vectors are comparable within one call only', () => {
    const tasks = ['--task', 'tdc,heading-suggestions', '--no-split']
    for (const model of ['tf-idf', 'word-overlap']) {
      const ran = train('evaluate', '--model', model, '--articles', samples, ...tasks)
      expect(ran).toMatchObject({ status: 2, out: '' })
      expect(ran.err).toContain(`error: --task heading-suggestions can't be measured with --model ${model}`)
    }
  })

  it('refuses an unknown task and lists the known ones', () => {
    const ran = train('evaluate', '--model', bundle, '--articles', samples, '--task', 'poetry')
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('tdc')
  })
})

describe('A collection', () => {
  it('can only be searched and filled with the encoder that filled it', () => {
    const shelf = join(folder, 'shelf')
    expect(run('leitmotif', 'index', join(samples, 'tea.md'), '--fast', '--to', shelf).status).toBe(0)
    for (const args of [
      ['search', 'tea', '--in', shelf],
      ['index', join(samples, 'bread.md'), '--to', shelf]
    ]) {
      const ran = run('leitmotif', ...args, '--encoder', bundle)
      expect(ran.status).toBe(2)
      expect(ran.err).toContain('their vectors cannot be compared')
    }
  })
})
