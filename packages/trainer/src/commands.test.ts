import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from './evaluate-command.js'
import { HEADINGS_DEFAULTS } from './evaluation/headings.js'
import { MOVES_DEFAULTS } from './evaluation/moves.js'
import { SCB_DEFAULTS } from './evaluation/scb.js'
import { SEGMENTATION_DEFAULTS } from './evaluation/segmentation.js'
import { TDC_DEFAULTS } from './evaluation/tdc.js'
import { chunkerCommand } from './events/chunker-command.js'
import { EVENT_DEFAULTS } from './events/event-options.js'
import { eventsFitCommand } from './events/fit-command.js'
import { CHUNKER_DEFAULTS } from './events/train-chunker.js'
import { fitCommand } from './fit-command.js'
import { mineCommand } from './mining/mine-command.js'
import { MINING_DEFAULTS } from './mining/options.js'
import { TRAINING_DEFAULTS } from './training-options.js'
import { SKIP_GRAM_DEFAULTS } from './vectors/skip-gram.js'
import { vectorsCommand } from './vectors/vectors-command.js'

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
