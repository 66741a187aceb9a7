import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addTrainingFlags, trainingOptions } from './training-flags.js'
import { bearing, TRAINING_DEFAULTS, type TrainingOptions } from '../train/training-options.js'

function optionsOf(line: string): TrainingOptions {
  const command = new Command('fit').exitOverride().configureOutput({ writeErr: () => undefined })
  addTrainingFlags(command)
  command.parse(line.split(' ').filter(Boolean), { from: 'user' })
  return trainingOptions(command)
}

describe('The flags of training', () => {
  it('go before the preset, and that before the defaults', () => {
    expect(optionsOf('')).toEqual(TRAINING_DEFAULTS)
    const paper = { network: 'bilstm-attention', loss: 'paper', hidden: 300, outputDropout: 0.2, finalRate: 1, clip: 0 }
    expect(optionsOf('--preset paper')).toMatchObject({ ...paper, role: 'sentences', steps: TRAINING_DEFAULTS.steps })
    expect(optionsOf('--preset paper --role titles --output-dropout 0.8 --hidden 50 --clip 2')).toMatchObject({
      ...paper,
      ...{ role: 'titles', outputDropout: 0.8, hidden: 50, clip: 2 }
    })
    // Also where a flag says what would be the default without the preset.
    expect(optionsOf('--preset paper --loss contrast --final-rate 0')).toMatchObject({ loss: 'contrast', finalRate: 0 })
    expect(optionsOf('--preset best --network static').network).toBe('static')
    expect(optionsOf('--preset best')).toMatchObject({
      network: 'bilstm-attention',
      role: 'sentences',
      loss: 'contrast'
    })
  })

  it('have the sizes and the optimizer of its paper for MaLSTM', () => {
    expect(optionsOf('--network malstm').hidden).toBe(50)
    expect(optionsOf('--network malstm --preset paper')).toMatchObject({ optimizer: 'adadelta', learningRate: 1 })
    expect(optionsOf('--network malstm --preset best --hidden 8')).toMatchObject({ network: 'malstm', hidden: 8 })
  })

  it('have the dimensions of a transformer that are its own', () => {
    expect(optionsOf('--network transformer')).toMatchObject({ layers: 2, width: 384, inner: 768, dims: 384 })
    expect(optionsOf('--network transformer --dims 7 --width 64')).toMatchObject({ dims: 7, width: 64 })
    const best = { network: 'transformer', dims: 384, inner: 640, steps: 9, slots: 64, clip: 1 }
    expect(optionsOf('--network transformer --preset best --steps 9')).toMatchObject(best)
  })

  it("have the optimizer's own learning rate unless one is named, or the preset has one for it", () => {
    expect(optionsOf('--optimizer adadelta').learningRate).toBe(1)
    expect(optionsOf('--network malstm --preset best --optimizer adadelta').learningRate).toBe(1)
    expect(optionsOf('--network malstm --preset best').learningRate).toBe(0.003)
    expect(optionsOf('--network malstm --preset paper --optimizer adam').learningRate).toBe(0.001)
    expect(optionsOf('--optimizer adadelta --learning-rate 0.001').learningRate).toBe(0.001)
  })

  it.each([
    ['--hidden 9', '--hidden goes with --network bilstm-attention|malstm only'],
    ['--network bilstm-attention --dims 9', '--dims goes with --network static|transformer only'],
    ['--layers 3', '--layers goes with --network transformer only'],
    ['--network transformer --hidden 9', '--hidden goes with --network bilstm-attention|malstm only'],
    ['--regression 1', '--regression goes with --teacher-share above 0 only'],
    ['--triplets 9', '--triplets goes with --loss paper|hinge-l1|hinge-l2|hinge-cosine only'],
    ['--loss paper --margin 1', '--margin goes with --loss hinge-l1|hinge-l2|hinge-cosine only'],
    ['--loss hinge-l1 --slots 9', '--slots goes with --loss contrast only'],
    ['--preset paper --temperature 0.2', '--temperature goes with --loss contrast only'],
    ['--preset best --role titles --context-share 0.2', '--context-share goes with --teacher-share above 0 only'],
    ['--network static --role titles', '--role titles goes with --network bilstm-attention|transformer only'],
    ['--schedule cyclical --warm-up 3', '--warm-up goes with --schedule linear only'],
    ['--cycle-steps 8', '--cycle-steps goes with --schedule cyclical only'],
    ['--teacher-temperature 0.1', '--teacher-temperature goes with --teacher-share above 0 only'],
    ['--network malstm --rehearsal-share 0.2', '--rehearsal-share goes with --pretrain only'],
    ['--network malstm --pretraining-steps 9', '--pretraining-steps goes with --pretrain only'],
    ['--network malstm --synonym-share 0.2', '--synonym-share goes with --wordnet only'],
    ['--slots 900', '--slots 900 is over --sentences 768']
  ])('refuse what does not go together: %s', (line, message) => {
    expect(() => optionsOf(line)).toThrow(message)
  })

  it.each([
    '--judge some',
    '--loss hinge',
    '--preset fast',
    '--average 1',
    '--clip -1',
    '--word-dropout 1',
    '--width 48'
  ])('refuse a value out of range: %s', (line) => {
    expect(() => optionsOf(line)).toThrow(/Allowed choices|Expected a number from|Expected a multiple of 32/)
  })
})

describe('What is recorded of a training', () => {
  it('is each option that bears on it, and no other', () => {
    const recorded = bearing(optionsOf('--network bilstm-attention --loss hinge-cosine --role titles'))
    expect(recorded).toMatchObject({ hidden: 300, margin: 0.2, triplets: 128, steps: 5000, judge: 'both' })
    for (const other of ['dims', 'smoothing', 'slots', 'temperature', 'contextShare', 'paragraphDistance']) {
      expect(recorded).not.toHaveProperty(other)
    }
    const ofPairs = bearing(optionsOf('--network malstm'))
    expect(ofPairs).toMatchObject({ hidden: 50, networks: 1 })
    for (const other of ['dims', 'loss', 'role', 'judge', 'slots', 'triplets', 'paragraphDistance']) {
      expect(ofPairs).not.toHaveProperty(other)
    }
    const taught = bearing(optionsOf('--teacher-share .8'))
    expect(taught).toMatchObject({ teacherShare: 0.8, teacherTemperature: 0.05 })
    expect(bearing(optionsOf(''))).not.toHaveProperty('teacherTemperature')
  })
})
