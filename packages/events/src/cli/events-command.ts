import { Command } from 'commander'
import { chunkerCommand } from './chunker-command.js'
import { eventsEvaluateCommand } from './evaluate-events-command.js'
import { extractCommand } from './extract-command.js'
import { eventsMapCommand } from './map-command.js'

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
