import { createRandom } from '@leitmotif/encoder/vectors'
import { loadPairScorer } from '../scorer/pair-scorer.js'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeWordVectors } from '@leitmotif/trainer/training'
import { fitPairsCommand } from './fit-pairs-command.js'
import type { MeasuredPairs } from '../training/malstm-bundle.js'

const WORDS = 'kite barge ladle finch gravel lantern thistle pulley'.split(' ')

/** Sentences of three words; people find them the more alike the more words they share. In the form of SICK's files. */
function pairsFile(seed: string, count: number): string {
  const random = createRandom(seed)
  const rows = Array.from({ length: count }, (_, i) => {
    const [a, b] = [0, 1].map(() => random.shuffle([...WORDS]).slice(0, 3))
    const shared = a.filter((word) => b.includes(word)).length
    return [i, a.join(' '), b.join(' '), 1 + (4 * shared) / 3, 'NEUTRAL'].join('\t')
  })
  return ['pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment', ...rows, ''].join('\n')
}

let folder = ''
const at = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-malstm-'))
  await writeFile(at('train.txt'), pairsFile('train', 400))
  await writeFile(at('trial.txt'), pairsFile('trial', 60))
  await writeFile(at('test.txt'), pairsFile('test', 60))
  await writeFile(at('other.tsv'), '2.5\tkite barge\tkite finch\n0\tladle\tfinch gravel\n5\tthistle\tthistle\n')
  const random = createRandom('toy vectors')
  const data = Float32Array.from({ length: WORDS.length * 12 }, () => random.normal())
  await writeWordVectors(at('toy.bin'), { terms: WORDS, vectors: { count: WORDS.length, dims: 12, data } }, 'binary')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true }))

/** Runs `fit` as its line would, and gives what it printed as JSON. */
async function fit(...line: string[]): Promise<Record<string, unknown>> {
  let printed = ''
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))))
  try {
    await fitPairsCommand()
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .parseAsync(line, { from: 'user' })
  } finally {
    output.mockRestore()
  }
  return JSON.parse(printed) as Record<string, unknown>
}

const manifestOf = async (out: string): Promise<unknown> =>
  JSON.parse(await readFile(at(join(out, 'pairs.json')), 'utf8'))

const toy = (out: string, ...more: string[]): Promise<Record<string, unknown>> =>
  fit(
    ...[at('train.txt'), '--trial', at('trial.txt'), '--vectors', at('toy.bin'), '--json'],
    ...[
      '--out',
      at(out),
      '--pretrain',
      at('other.tsv'),
      '--pretraining-steps',
      '4',
      '--hidden',
      '10',
      '--batch-pairs',
      '32'
    ],
    ...['--steps', '200', '--validate-every', '50', '--learning-rate', '0.02', '--warm-up', '5', ...more]
  )

/** A short training, where it does not matter how well the scorer judges. */
const BRIEF = ['--steps', '4', '--validate-every', '2']

describe('leitmotif-train fit pairs', () => {
  it('trains a pair scorer that loads, says how it was made, and judges new pairs as people do', async () => {
    const printed = await toy('scorer', '--test', at('test.txt'), '--networks', '2', '--name', 'toy pairs')
    const scorer = await loadPairScorer(at('scorer'))
    expect(printed.fingerprint).toBe(scorer.fingerprint)
    expect(scorer).toMatchObject({ name: 'toy pairs', scale: [1, 5] })
    const [trial, test] = printed.measured as MeasuredPairs[]
    expect(trial).toMatchObject({ set: 'trial.txt', pairs: 60 })
    expect(test.set).toBe('test.txt')
    expect(test.pearson).toBeGreaterThan(0.7)
    expect(test.mse).toBeLessThan(0.8)
    const stages = printed.stages as { network: number; part: string }[]
    expect(stages.map(({ network, part }) => `${network} ${part}`)).toEqual([
      ...['0 pretraining', '0 training', '1 pretraining', '1 training']
    ])
  })

  it('goes on from the networks in --out with --fine-tune', async () => {
    await toy('grown', '--steps', '20')
    const before = await loadPairScorer(at('grown'))
    const line = ['--fine-tune', '--steps', '1', '--learning-rate', '1e-5']
    await toy('grown', ...line)
    const after = await loadPairScorer(at('grown'))
    const rows = [before, after].map((scorer) => scorer.embed(['kite barge ladle', 'kite finch gravel']))
    const [one, two] = [before, after].map((scorer, i) => scorer.similarity(rows[i], 0, rows[i], 1))
    expect(Math.abs(one - two)).toBeLessThan(0.01)
    expect(one).not.toBe(two)
    await expect(toy('grown', ...line, '--hidden', '12')).rejects.toThrow(/has 10 units/)
    await expect(toy('nothing there', ...line)).rejects.toThrow(/pairs\.json/)
    expect(await readdir(folder)).not.toContain('nothing there')
  })

  it('is called as the scorer that was there, whether it goes on from that or not', async () => {
    const origin = async (): Promise<string> => {
      const { name, language, license } = (await manifestOf('called')) as Record<string, string>
      return [name, language, license].join(', ')
    }
    await toy('called', '--steps', '1')
    expect(await origin()).toBe('called, en, that of the pairs it was trained on')
    await toy('called', '--steps', '1', '--name', 'kites', '--language', 'en-GB', '--license', 'CC0-1.0')
    await toy('called', '--steps', '1', '--seed', '2')
    expect(await origin()).toBe('kites, en-GB, CC0-1.0')
    await toy('called', '--steps', '1', '--fine-tune', '--name', 'barges')
    expect(await origin()).toBe('barges, en-GB, CC0-1.0')
    await writeFile(at('called/pairs.json'), 'no JSON')
    await expect(toy('called')).rejects.toThrow(/pairs\.json: is no JSON; name another folder/)
  })

  it('says what to do where the networks find all pairs equally alike, as of one pair', async () => {
    await writeFile(at('one.txt'), pairsFile('one', 1))
    const one = fit(
      ...[at('one.txt'), '--trial', at('trial.txt'), '--vectors', at('toy.bin')],
      ...['--out', at('of one'), '--hidden', '4', '--steps', '2', '--validate-every', '1', '--json']
    )
    await expect(one).rejects.toThrow(
      /find all 1 pairs of the training set equally alike \(.*expected pairs that differ/
    )
  })

  it('keeps what it learned of other pairs, with some of them in each step of people’s', async () => {
    // What no one would guess from people's pairs.
    await writeFile(at('odd.tsv'), '5\tthistle thistle\tlantern lantern\n0\tkite kite\tbarge barge\n')
    const line = ['--pretrain', at('odd.tsv'), '--pretraining-steps', '40', '--test', at('odd.tsv'), '--steps', '100']
    const [forgot, kept] = [await toy('forgot', ...line), await toy('rehearsed', ...line, '--rehearsal-share', '0.5')]
    const [before, after] = [forgot, kept].map(({ measured }) => (measured as MeasuredPairs[])[1].mse)
    expect(after).toBeLessThan(before / 2)
  })

  it('reads more of words than their vectors only from a pair scorer that has more', async () => {
    await toy('plain', ...BRIEF)
    await expect(toy('wide', '--more-values', at('plain'))).rejects.toThrow(
      /--more-values .*plain: has no additional values of words; name another pair scorer/
    )
  })

  it('writes a report of the training with --report, beside the bundle, whose examples are trial pairs', async () => {
    const line = ['--networks', '2', '--test', at('test.txt'), '--report', at('report.html'), '--name', 'toy <pairs>']
    const { measured } = await toy('reported', ...line, ...BRIEF)
    const page = await readFile(at('report.html'), 'utf8')
    const figures = (measured as MeasuredPairs[]).map(({ pearson }) => pearson.toFixed(4).slice(1))
    for (const said of ['toy &lt;pairs&gt;', 'Network 2, pretraining', 'toy.bin', 'other.tsv', ...figures]) {
      expect(page).toContain(said)
    }
    expect(page.match(/<svg/g)).toHaveLength(8)
    const [trial, test] = ['trial', 'test'].map((seed) => pairsFile(seed, 60).split('\n').slice(1, -1))
    const shown = (row: string): boolean => page.includes(row.split('\t').slice(1, 3).join('<br />'))
    expect([trial.filter(shown).length, test.filter(shown).length]).toEqual([16, 0])
    await expect(toy('reported', '--report', at('reported/report.html'))).rejects.toThrow('name a place outside')
  })

  it('looks for its state where --checkpoint says, and leaves none behind', async () => {
    await writeFile(at('state.0.pretraining'), 'something else')
    await expect(toy('kept', '--checkpoint', at('state'))).rejects.toThrow(/state\.0\.pretraining: is not a checkpoint/)
    await rm(at('state.0.pretraining'))
    await toy('kept', '--checkpoint', at('state'), ...BRIEF)
    expect((await readdir(folder)).filter((name) => name.startsWith('state'))).toEqual([])
  })

  it.each([
    [[], /name them with --trial/],
    [['--trial', 'x'], /name an encoder bundle with --encoder/],
    [
      ['--trial', 'x', '--encoder', 'x', '--vectors', 'x'],
      /--encoder brings words and vectors of its own; leave --vectors out/
    ],
    [['--trial', 'x', '--encoder', 'else/where'], /expected it in .*where --out is/]
  ])('says what is missing: %s', async (line, message) => {
    const failed = fit(at('train.txt'), '--out', at('none'), ...line)
    await expect(failed).rejects.toThrow(message)
    await expect(failed).rejects.toBeInstanceOf(Failure)
  })
})
