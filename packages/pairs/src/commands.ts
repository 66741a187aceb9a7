/** The commands that this package adds to `leitmotif-train`: `fit pairs` and `evaluate --task relatedness`. */
import type { TrainerExtension } from '@leitmotif/trainer/training'
import { relatednessTask } from './cli/evaluate-relatedness.js'
import { fitPairsCommand } from './cli/fit-pairs-command.js'

export const fits: TrainerExtension['fits'] = () => [fitPairsCommand()]
export const tasks: TrainerExtension['tasks'] = [relatednessTask]
