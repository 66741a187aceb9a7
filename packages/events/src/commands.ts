/** The commands that this package adds to `leitmotif-train`: `events` and `fit events`. */
import type { TrainerExtension } from '@leitmotif/trainer/training'
import { fitEventsCommand } from './cli/fit-events-command.js'
import { Command } from 'commander'
import { chunkerCommand } from './cli/chunker-command.js'
import { eventsEvaluateCommand } from './cli/evaluate-events-command.js'
import { extractCommand } from './cli/extract-command.js'
import { eventsMapCommand } from './cli/map-command.js'

export const commands: TrainerExtension['commands'] = () => [eventsCommand()]
export const fits: TrainerExtension['fits'] = () => [fitEventsCommand()]

/** `leitmotif-train events`: commands that extract, measure and map who did what in headlines. */
export function eventsCommand(): Command {
  return new Command('events')
    .description(
      'Extracts, measures and maps events of headlines: their subject, verb and object. `fit events` trains the vectors.'
    )
    .addCommand(chunkerCommand())
    .addCommand(extractCommand())
    .addCommand(eventsEvaluateCommand())
    .addCommand(eventsMapCommand())
}
