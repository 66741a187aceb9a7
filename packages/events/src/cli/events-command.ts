import { Command } from 'commander'
import { chunkerCommand } from './chunker-command.js'
import { eventsEvaluateCommand } from './evaluate-events-command.js'
import { extractCommand } from './extract-command.js'
import { fitEventsCommand } from './fit-events-command.js'
import { eventsMapCommand } from './map-command.js'

/** `leitmotif-train events`: commands that learn, extract, encode, measure and map who did what in headlines. */
export function eventsCommand(): Command {
  return new Command('events')
    .description('Who did what in headlines: events of subject, verb and object, and their vectors.')
    .addCommand(chunkerCommand())
    .addCommand(extractCommand())
    .addCommand(fitEventsCommand('fit'))
    .addCommand(eventsEvaluateCommand())
    .addCommand(eventsMapCommand())
}
