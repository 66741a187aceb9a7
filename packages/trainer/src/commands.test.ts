import { writeBundle } from './output/bundle-files.js'
import type { Command } from 'commander'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { expectFlags, expectKept } from '@leitmotif/testing'
import { packBundle, quantizeRows } from '@leitmotif/encoder/training'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundaryNetworkCommand } from './cli/boundary-network-command.js'
import { sentenceBoundariesCommand } from './cli/sentence-boundaries-command.js'
import { distillCommand } from './cli/distill-command.js'
import { evaluateCommand } from './cli/evaluate-command.js'
import { DISTILL_DEFAULTS } from './distillation/distill.js'
import { FIT_DEFAULTS } from './train/fit.js'
import { HEADINGS_DEFAULTS } from './evaluation/heading-retrieval.js'
import { MOVES_DEFAULTS } from './evaluation/measure-moves.js'
import { SCB_DEFAULTS } from './evaluation/scb.js'
import { SEGMENTATION_DEFAULTS } from './evaluation/segmentation.js'
import { TDC_DEFAULTS } from './evaluation/tdc.js'
import { fitNetworkCommand } from './cli/fit-network-command.js'
import { headingWordsCommand } from './cli/heading-words-command.js'
import { mineCommand } from './cli/mine-command.js'
import { MINING_DEFAULTS } from './mining/options.js'
import { trainingDefaults } from './train/training-options.js'
import { SKIP_GRAM_DEFAULTS } from './vectors/skip-gram.js'
import { vectorsCommand } from './cli/vectors-command.js'

interface Pairing {
  readonly command: Command
  readonly defaults: object
  /** Options that the command keeps as they are: figures of others could not be compared. */
  readonly fixed?: readonly string[]
}

const DROPOUTS = ['wordDropout', 'inputDropout', 'outputDropout']

// The first learning rate depends on the method.
const ALL_BUT_ALPHA = Object.fromEntries(Object.entries(SKIP_GRAM_DEFAULTS).filter(([name]) => name !== 'alpha'))

const PAIRINGS: readonly (readonly [name: string, pairing: Pairing])[] = [
  ['mine, by MiningOptions', { command: mineCommand(), defaults: MINING_DEFAULTS }],
  ['vectors, by SkipGramOptions', { command: vectorsCommand(), defaults: ALL_BUT_ALPHA }],
  [
    'fit static, by TrainingOptions',
    {
      command: fitNetworkCommand('static'),
      defaults: trainingDefaults('static'),
      fixed: ['hidden', 'attention', ...DROPOUTS, 'source', 'network', 'role']
    }
  ],
  [
    'distill, by DistillOptions',
    {
      command: distillCommand(),
      defaults: DISTILL_DEFAULTS,
      fixed: Object.keys(FIT_DEFAULTS).filter((name) => !['steps', 'learningRate', 'validateEvery'].includes(name))
    }
  ],
  [
    'fit sentences, by TrainingOptions',
    {
      command: fitNetworkCommand('sentences'),
      defaults: trainingDefaults('sentences'),
      fixed: ['dims', 'smoothing', 'source', 'network', 'role']
    }
  ],
  [
    'fit titles, by TrainingOptions',
    {
      command: fitNetworkCommand('titles'),
      defaults: trainingDefaults('titles'),
      fixed: ['paragraphDistance', 'contextShare', 'dims', 'smoothing', 'source', 'network', 'role']
    }
  ],
  ['evaluate, by TdcOptions', { command: evaluateCommand(), defaults: TDC_DEFAULTS, fixed: ['seed'] }],
  ['evaluate, by ScbOptions', { command: evaluateCommand(), defaults: SCB_DEFAULTS, fixed: ['restarts', 'seed'] }],
  ['evaluate, by HeadingsOptions', { command: evaluateCommand(), defaults: HEADINGS_DEFAULTS, fixed: ['seed'] }],
  [
    'evaluate, by SegmentationOptions',
    { command: evaluateCommand(), defaults: SEGMENTATION_DEFAULTS, fixed: ['seed'] }
  ],
  ['evaluate, by MovesOptions', { command: evaluateCommand(), defaults: MOVES_DEFAULTS, fixed: ['cases', 'seed'] }]
]

describe.each(PAIRINGS)('leitmotif-train %s', (_, { command, defaults, fixed = [] }) => {
  it('has a flag for each option, with the default of the interface, and says what it means', () => {
    expectFlags(command, defaults, fixed)
  })
})

const fitStatic = (): Command => fitNetworkCommand('static')

describe('No command writes over what it reads', () => {
  it.each<[line: string, kept: string, command: () => Command]>([
    ['mine IT --out IT', 'a.jsonl', mineCommand],
    ['vectors IT --out IT', 'a.jsonl', vectorsCommand],
    ['vectors IT --out OUT', 'out.vocab', vectorsCommand],
    ['fit IT --out OUT --report IT', 'a.jsonl', fitStatic],
    ['fit OUT --out OUT --vectors IT --report IT', 'a.txt', fitStatic],
    ['fit OUT --out OUT --vectors IT --checkpoint IT', 'a.txt', () => fitNetworkCommand('sentences')]
  ])('%s', (line, name, command) => expectKept(command(), line.replace(/^\S+ /, ''), name))
})

describe('No learned part of a bundle is written over what its command reads', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leitmotif-kept-'))
    const values = new Float32Array(4).fill(1)
    const networks = { static: { weights: values.subarray(0, 2), projection: values, dims: 2 } }
    const vectors = quantizeRows({ count: 2, dims: 2, data: values })
    const about = {
      name: 'tiny',
      language: 'en',
      license: 'CC0-1.0',
      mined: {},
      trained: {},
      corpora: [],
      measured: []
    }
    const files = await packBundle({ ...about, seed: 1 }, { words: ['a', 'b'], vectors, networks }, 9)
    await writeBundle(folder, files)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['heading-words', 'headings.json', headingWordsCommand],
    ['boundary-network', 'boundaries.bin', boundaryNetworkCommand],
    ['sentence-boundaries', 'sentence-boundaries.bin', sentenceBoundariesCommand]
  ])('%s', async (_, name, command) => {
    const path = join(folder, name)
    await writeFile(path, 'kept')
    const ran = command().exitOverride().parseAsync([path, '--model', folder], { from: 'user' })
    await expect(ran).rejects.toThrow('is read by this command, and would be lost')
    expect(await readFile(path, 'utf8')).toBe('kept')
  })
})

describe.each([
  ['heading-words', headingWordsCommand],
  ['boundary-network', boundaryNetworkCommand],
  ['sentence-boundaries', sentenceBoundariesCommand]
] as const)('leitmotif-train %s', (_, command) => {
  it('says of a model that is not there that it can’t be read', async () => {
    const line = ['a.jsonl', '--model', join(tmpdir(), 'no model')]
    const ran = command().exitOverride().parseAsync(line, { from: 'user' })
    await expect(ran).rejects.toThrow(/no model: can't read encoder\.json/)
    await expect(ran).rejects.toBeInstanceOf(Failure)
  })
})
