/** The commands that this package adds to `leitmotif-train`: `events` and `fit events`. */
import type { TrainerExtension } from '@leitmotif/trainer/training'
import { eventsCommand } from './cli/events-command.js'
import { fitEventsCommand } from './cli/fit-events-command.js'

export const commands: TrainerExtension['commands'] = () => [eventsCommand()]
export const fits: TrainerExtension['fits'] = () => [fitEventsCommand()]
