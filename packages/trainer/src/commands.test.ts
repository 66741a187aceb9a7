import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundaryNetworkCommand } from './cli/boundary-network-command.js'
import { sentenceBoundariesCommand } from './cli/sentence-boundaries-command.js'
import { evaluateCommand } from './cli/evaluate-command.js'
import { HEADINGS_DEFAULTS } from './evaluation/heading-retrieval.js'
import { MOVES_DEFAULTS } from './evaluation/paragraph-moves.js'
import { SCB_DEFAULTS } from './evaluation/scb.js'
import { SEGMENTATION_DEFAULTS } from './evaluation/segmentation.js'
import { TDC_DEFAULTS } from './evaluation/tdc.js'
import { chunkerCommand } from './events/chunker-command.js'
import { EVENT_DEFAULTS } from './events/event-options.js'
import { extractCommand } from './events/extract-command.js'
import { eventsFitCommand } from './events/fit-command.js'
import { eventsMapCommand } from './events/map-command.js'
import { CHUNKER_DEFAULTS } from './events/train-chunker.js'
import { fitNetworkCommand } from './cli/fit-network-command.js'
import { fitPairsCommand } from './cli/fit-pairs-command.js'
import { PAIR_FIT_DEFAULTS } from './pairs/pair-options.js'
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

const PAIRINGS: readonly (readonly [name: string, pairing: Pairing])[] = [
  ['mine, by MiningOptions', { command: mineCommand(), defaults: MINING_DEFAULTS }],
  ['vectors, by SkipGramOptions', { command: vectorsCommand(), defaults: SKIP_GRAM_DEFAULTS }],
  [
    'fit static, by TrainingOptions',
    {
      command: fitNetworkCommand('static'),
      defaults: trainingDefaults('static'),
      fixed: ['hidden', 'attention', ...DROPOUTS, 'layers', 'width', 'inner', 'network', 'role']
    }
  ],
  [
    'fit sentences, by TrainingOptions',
    {
      command: fitNetworkCommand('sentences'),
      defaults: trainingDefaults('sentences'),
      fixed: ['smoothing', 'role']
    }
  ],
  [
    'fit titles, by TrainingOptions',
    {
      command: fitNetworkCommand('titles'),
      defaults: trainingDefaults('titles'),
      fixed: ['paragraphDistance', 'negative', 'smoothing', 'role', 'headings']
    }
  ],
  ['fit pairs, by PairFitOptions', { command: fitPairsCommand(), defaults: PAIR_FIT_DEFAULTS, fixed: ['network'] }],
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

const fitStatic = (): Command => fitNetworkCommand('static')

describe('No command writes over what it reads', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leitmotif-kept-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each<[line: string, kept: string, command: () => Command]>([
    ['mine IT --out IT', 'a.jsonl', mineCommand],
    ['vectors IT --out IT', 'a.jsonl', vectorsCommand],
    ['vectors IT --out OUT', 'out.vocab', vectorsCommand],
    ['fit IT --out OUT --report IT', 'a.jsonl', fitStatic],
    ['fit OUT --out OUT --vectors IT --report IT', 'a.txt', fitStatic],
    ['fit OUT --out OUT --more-vectors IT --checkpoint IT', 'a.txt', () => fitNetworkCommand('sentences')],
    ['fit IT --out OUT --trial OUT --vectors OUT --report IT', 'a.tsv', fitPairsCommand],
    ['fit OUT --out OUT --trial IT --vectors OUT --report IT', 'a.tsv', fitPairsCommand],
    ['events chunker IT --out IT', 'a.txt', chunkerCommand],
    ['events chunker OUT --test IT --out IT', 'a.txt', chunkerCommand],
    ['events extract IT --out IT', 'a.jsonl', extractCommand],
    ['events fit IT --vectors OUT --report IT', 'a.jsonl', eventsFitCommand],
    ['events fit OUT --vectors IT --checkpoint IT', 'a.txt', eventsFitCommand],
    ['events map IT --out IT', 'a.html', eventsMapCommand],
    ['heading-words IT --out IT', 'a.ts', headingWordsCommand],
    ['boundary-network IT --out IT', 'a.ts', boundaryNetworkCommand],
    ['sentence-boundaries IT --out IT', 'a.ts', sentenceBoundariesCommand]
  ])('%s', async (line, name, command) => {
    const path = join(folder, name)
    await writeFile(path, 'kept')
    const words = line.replace(/^(?:events )?\S+ /, '').split(' ')
    const places: Record<string, string> = { IT: path, OUT: join(folder, 'out') }
    const given = words.map((word) => places[word] ?? word)
    const ran = command().exitOverride().parseAsync(given, { from: 'user' })
    await expect(ran).rejects.toThrow('is read by this command, and would be lost')
    expect(await readFile(path, 'utf8')).toBe('kept')
  })
})

describe.each([
  ['boundary-network', boundaryNetworkCommand],
  ['sentence-boundaries', sentenceBoundariesCommand]
] as const)('leitmotif-train %s', (_, command) => {
  it('says of a model that is not there that it can’t be read, and finds its own from any folder', async () => {
    const line = ['a.jsonl', '--out', join(tmpdir(), 'module.ts'), '--model', join(tmpdir(), 'no model')]
    const ran = command().exitOverride().parseAsync(line, { from: 'user' })
    await expect(ran).rejects.toThrow(/no model: can't read encoder\.json/)
    await expect(ran).rejects.toBeInstanceOf(Failure)
    expect(existsSync(join(String(command().opts().model), 'encoder.json'))).toBe(true)
    expect(isAbsolute(String(command().opts().model))).toBe(true)
  })
})
