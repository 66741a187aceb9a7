import { describe, expect, it } from 'vitest'
import { fitNetworkCommand } from './fit-network-command.js'
import { trainingOptions } from './training-flags.js'
import {
  applicableOptions,
  TRAINING_DEFAULTS,
  type NetworkName,
  type TrainingOptions
} from '../train/training-options.js'

function optionsOf(line: string): TrainingOptions {
  const [name, ...words] = line.split(' ')
  const command = fitNetworkCommand(name as NetworkName)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(() => undefined)
  command.parse(['corpus', '--out', 'bundle', ...words], { from: 'user' })
  return trainingOptions(command, name as NetworkName)
}

describe('The flags of training', () => {
  it('override the preset, which overrides the defaults', () => {
    expect(optionsOf('static')).toEqual(TRAINING_DEFAULTS)
    const paper = { network: 'bilstm-attention', loss: 'paper', hidden: 300, outputDropout: 0.2, finalRate: 1, clip: 0 }
    expect(optionsOf('sentences --preset paper')).toMatchObject({
      ...paper,
      ...{ role: 'sentences', steps: TRAINING_DEFAULTS.steps }
    })
    expect(optionsOf('titles --preset paper --output-dropout 0.8 --hidden 50 --clip 2')).toMatchObject({
      ...paper,
      ...{ role: 'titles', outputDropout: 0.8, hidden: 50, clip: 2 }
    })
    // Also when a flag has the value that is the default without the preset.
    expect(optionsOf('sentences --preset paper --loss contrast --final-rate 0')).toMatchObject({
      ...{ loss: 'contrast', finalRate: 0 }
    })
    expect(optionsOf('sentences --preset best')).toMatchObject({
      network: 'bilstm-attention',
      role: 'sentences',
      loss: 'contrast'
    })
    expect(optionsOf('titles --preset best')).toMatchObject({ role: 'titles', hidden: 150, steps: 2500 })
  })

  it("take the optimizer's own learning rate unless a flag, or the preset for the same optimizer, gives one", () => {
    expect(optionsOf('static --optimizer adadelta').learningRate).toBe(1)
    expect(optionsOf('sentences --preset paper --optimizer adadelta').learningRate).toBe(1)
    expect(optionsOf('static --optimizer adadelta --learning-rate 0.001').learningRate).toBe(0.001)
  })

  it.each([
    [
      'static --batch-triplets 9',
      '--batch-triplets can only be used with --loss paper|hinge-l1|hinge-l2|hinge-cosine;'
    ],
    ['static --loss paper --margin 1', '--margin can only be used with --loss hinge-l1|hinge-l2|hinge-cosine;'],
    ['titles --loss hinge-l1 --slots 9', '--slots can only be used with --loss contrast;'],
    ['sentences --preset paper --temperature 0.2', '--temperature can only be used with --loss contrast;'],
    ['static --schedule cyclical --warm-up 3', '--warm-up can only be used with --schedule linear;'],
    ['static --cycle-steps 8', '--cycle-steps can only be used with --schedule cyclical;'],
    ['static --slots 900', '--slots 900 is over --sentences 768']
  ])('refuse what contradicts another flag: %s', (line, message) => {
    expect(() => optionsOf(line)).toThrow(message)
  })

  it.each([
    'static --hidden 9',
    'static --network transformer',
    'static --preset best',
    'sentences --dims 9',
    'sentences --smoothing 0.1',
    'sentences --role titles',
    'sentences --network static',
    'titles --context-share 0.2',
    'titles --paragraph-distance 2'
  ])('are missing where they can never apply: %s', (line) => {
    expect(() => optionsOf(line)).toThrow(/unknown option/)
  })

  it.each([
    'static --judge some',
    'static --loss hinge',
    'sentences --preset fast',
    'static --average 1',
    'static --clip -1',
    'sentences --word-dropout 1'
  ])('refuse a value out of range: %s', (line) => {
    expect(() => optionsOf(line)).toThrow(/Allowed choices|Expected a number from/)
  })
})

describe('The record of a training', () => {
  it('has each option that applies to it, and no other', () => {
    const recorded = applicableOptions(optionsOf('titles --loss hinge-cosine'))
    expect(recorded).toMatchObject({ hidden: 300, margin: 0.2, batchTriplets: 128, steps: 5000, judge: 'both' })
    for (const other of ['dims', 'smoothing', 'slots', 'temperature', 'contextShare', 'paragraphDistance']) {
      expect(recorded).not.toHaveProperty(other)
    }
  })
})
