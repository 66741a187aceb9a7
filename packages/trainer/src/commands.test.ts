import type { Command } from 'commander'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { packBundle, quantizeRows } from '@leitmotif/encoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundaryNetworkCommand } from './cli/boundary-network-command.js'
import { sentenceBoundariesCommand } from './cli/sentence-boundaries-command.js'
import { evaluateCommand } from './cli/evaluate-command.js'
import { HEADINGS_DEFAULTS } from './evaluation/headings.js'
import { MOVES_DEFAULTS } from './evaluation/moves.js'
import { SCB_DEFAULTS } from './evaluation/scb.js'
import { SEGMENTATION_DEFAULTS } from './evaluation/segmentation.js'
import { TDC_DEFAULTS } from './evaluation/tdc.js'
import { chunkerCommand } from './events/chunker-command.js'
import { EVENT_DEFAULTS } from './events/event-options.js'
import { extractCommand } from './events/extract-command.js'
import { eventsFitCommand } from './events/fit-command.js'
import { eventsMapCommand } from './events/map-command.js'
import { CHUNKER_DEFAULTS } from './events/train-chunker.js'
import { fitCommand } from './cli/fit-command.js'
import { headingWordsCommand } from './cli/heading-words-command.js'
import { mineCommand } from './cli/mine-command.js'
import { MINING_DEFAULTS } from './mining/options.js'
import { writeBundle } from './output/export.js'
import { TRAINING_DEFAULTS } from './train/training-options.js'
import { SKIP_GRAM_DEFAULTS } from './vectors/skip-gram.js'
import { vectorsCommand } from './cli/vectors-command.js'

interface Pairing {
  readonly command: Command
  readonly defaults: object
  /** Options that the command keeps as they are: figures of others could not be compared. */
  readonly fixed?: readonly string[]
}

const PAIRINGS: readonly (readonly [name: string, pairing: Pairing])[] = [
  ['mine, by MiningOptions', { command: mineCommand(), defaults: MINING_DEFAULTS }],
  ['vectors, by SkipGramOptions', { command: vectorsCommand(), defaults: SKIP_GRAM_DEFAULTS }],
  ['fit, by TrainingOptions', { command: fitCommand(), defaults: TRAINING_DEFAULTS }],
  ['events chunker, by ChunkerOptions', { command: chunkerCommand(), defaults: CHUNKER_DEFAULTS }],
  ['events fit, by EventOptions', { command: eventsFitCommand(), defaults: EVENT_DEFAULTS }],
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
  it('has a flag for each option, with the default of the interface', () => {
    const flags = new Set(command.options.map((option) => option.attributeName()))
    expect(Object.keys(defaults).filter((name) => !flags.has(name))).toEqual(fixed)
    const open = Object.entries(defaults).filter(([name]) => !fixed.includes(name))
    expect(command.opts()).toMatchObject(Object.fromEntries(open))
  })

  it('says what each flag means', () => {
    for (const { long, description } of command.options) expect(description.length, long).toBeGreaterThan(12)
  })
})

describe('No command writes over what it reads', () => {
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
    await mkdir(join(folder, 'bundle'))
    await writeBundle(join(folder, 'bundle'), files)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each<[line: string, kept: string, command: () => Command]>([
    ['mine IT --out IT', 'a.jsonl', mineCommand],
    ['vectors IT --out IT', 'a.jsonl', vectorsCommand],
    ['vectors IT --out OUT', 'out.vocab', vectorsCommand],
    ['fit IT --out OUT --report IT', 'a.jsonl', fitCommand],
    ['fit OUT --out OUT --vectors IT --report IT', 'a.txt', fitCommand],
    ['fit OUT --out OUT --more-vectors IT --network bilstm-attention --checkpoint IT', 'a.txt', fitCommand],
    ['fit IT --out OUT --network malstm --trial OUT --vectors OUT --report IT', 'a.tsv', fitCommand],
    ['fit OUT --out OUT --network malstm --trial IT --vectors OUT --report IT', 'a.tsv', fitCommand],
    ['events chunker IT --out IT', 'a.txt', chunkerCommand],
    ['events chunker OUT --test IT --out IT', 'a.txt', chunkerCommand],
    ['events extract IT --out IT', 'a.jsonl', extractCommand],
    ['events fit IT --vectors OUT --report IT', 'a.jsonl', eventsFitCommand],
    ['events fit OUT --vectors IT --checkpoint IT', 'a.txt', eventsFitCommand],
    ['events map IT --out IT', 'a.html', eventsMapCommand],
    ['heading-words IT --model BUNDLE', 'bundle/headings.json', headingWordsCommand],
    ['boundary-network IT --model BUNDLE', 'bundle/boundaries.bin', boundaryNetworkCommand],
    ['sentence-boundaries IT --model BUNDLE', 'bundle/sentence-boundaries.bin', sentenceBoundariesCommand]
  ])('%s', async (line, name, command) => {
    const path = join(folder, name)
    await writeFile(path, 'kept')
    const words = line.replace(/^(?:events )?\S+ /, '').split(' ')
    const places: Record<string, string> = { IT: path, OUT: join(folder, 'out'), BUNDLE: join(folder, 'bundle') }
    const given = words.map((word) => places[word] ?? word)
    const ran = command().exitOverride().parseAsync(given, { from: 'user' })
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
