import { createProgress, EXIT, Failure, printJson, wholeNumber, type Progress } from '@leitmotif/command'
import { nameVerbs, type EventEncoder } from '@leitmotif/events'
import { Command, InvalidArgumentError } from 'commander'
import { type PlaceFlags, withCollection } from '../store/collection.js'
import { findEvents, holdsHeadlines } from '../events/collection-events.js'
import { countEvents } from '../events/event-counts.js'
import { nearestEvents } from '../events/nearest-events.js'
import { eventCountsText, eventsText, nearestText } from '../terminal/events-text.js'
import { eventsOption, NO_BUNDLE, openEvents } from '../events/shipped-events.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly events: string
  readonly verb?: string
  readonly limit: number
  readonly filter?: readonly string[]
  readonly json: boolean
}

/** A headline that the shipped bundle reads right. */
export const EXAMPLE = 'Earthquake rattles Indonesia'

/** `leitmotif events`: extracts events from headlines. */
export function eventsCommand(): Command {
  return new Command('events')
    .description(
      'Shows who does what in a collection of headlines: the most frequent verbs, subjects and objects, or the events ' +
        'with one verb. Index headlines from a .jsonl file with one {"id", "text"} per line; in plain text, consecutive ' +
        'lines form one paragraph. Exit status: 0 events found, 1 none found.'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .option('--verb <verb>', 'list the events with this verb, one word in any form, for example buy', parseVerb)
    .option('--limit <count>', 'maximum rows of each table, 1 to 100000', wholeNumber(1, 100_000), 20)
    .addOption(filterOption('--filter', 'only sentences that match'))
    .addOption(eventsOption())
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      process.exitCode = await printEvents(flags)
    })
    .addCommand(nearestCommand())
}

/** `leitmotif events nearest HEADLINE`: events like that of a headline. */
function nearestCommand(): Command {
  return (
    new Command('nearest')
      .description(
        'Lists the events that are most similar to that of a headline, in whatever words and voice.\n\n' +
          `Example: leitmotif events nearest "${EXAMPLE}" --in headlines`
      )
      .argument('<headline>', `who does what, for example "${EXAMPLE}"`)
      // Its options are those of `events`, which would take them from it.
      .configureHelp({ showGlobalOptions: true })
      .action(async (headline: string, _own: object, command: Command) => {
        const { verb, ...flags } = command.optsWithGlobals<Flags>()
        if (verb !== undefined) throw new Failure('--verb goes without nearest only; leave one of them out')
        process.exitCode = await printNearest(headline, flags)
      })
  )
}

async function printNearest(headline: string, flags: Omit<Flags, 'verb'>): Promise<number> {
  const encoder = await openEvents(flags.events)
  if (encoder === undefined) throw new Failure(NO_BUNDLE)
  const told = encoder.extract(headline)
  if (told === undefined)
    throw new Failure(`${JSON.stringify(headline)}: says of nobody what they do; expected, for example, "${EXAMPLE}"`)
  const event = encoder.active(told)
  const { sentences, of, events } = await collectEvents(encoder, flags)
  const near = nearestEvents(encoder, event, events, flags.limit)
  const summary = { sentences, of, events: events.length }
  if (flags.json) {
    printJson({ ...summary, event, nearest: near.map(({ found, similarity }) => ({ similarity, ...found })) })
  } else process.stdout.write(nearestText(summary, event, near))
  return near.length === 0 ? EXIT.findings : EXIT.done
}

async function printEvents(flags: Flags): Promise<number> {
  const { verb, limit, json } = flags
  const encoder = await openEvents(flags.events)
  if (encoder === undefined) throw new Failure(NO_BUNDLE)
  const { sentences, of, events: all } = await collectEvents(encoder, flags)
  const events = verb === undefined ? all : ofVerb(all, verb)
  const summary = { sentences, of, events: events.length }
  const counts = countEvents(events.map(({ event }) => event))
  if (verb !== undefined) {
    if (json) printJson({ ...summary, found: events.slice(0, limit) })
    else process.stdout.write(eventsText(summary, events, limit))
  } else if (json) {
    const [verbs, subjects, objects] = [counts.verbs, counts.subjects, counts.objects].map((list) =>
      list.slice(0, limit)
    )
    printJson({ ...summary, verbs, subjects, objects })
  } else process.stdout.write(eventCountsText(summary, counts, limit))
  return events.length === 0 ? EXIT.findings : EXIT.done
}

/** Finds the events of a collection. Warns before it reads one without headlines, which takes minutes if it is large. */
async function collectEvents(
  encoder: EventEncoder,
  flags: Omit<Flags, 'verb'>
): Promise<Awaited<ReturnType<typeof findEvents>>> {
  let progress: Progress | undefined
  const found = await withCollection(flags, undefined, 'read', async (store) => {
    const filter = await namedFilter(store, flags.filter ?? [])
    if ((await holdsHeadlines(store, filter)) === false) process.stderr.write(NO_HEADLINES)
    return findEvents(store, encoder, { filter }, (done, total) => {
      progress ??= createProgress({ label: 'reading', total, unit: 'sentences' })
      progress.update(done)
    })
  })
  progress?.end()
  return found
}

const NO_HEADLINES = 'warning: these sentences do not look like headlines; many of the events will be wrong\n'

/** Parses the main verb of an event, without particles, auxiliaries or objects. */
function parseVerb(text: string): string {
  const verb = text.trim()
  if (/^\S+$/.test(verb)) return verb
  throw new InvalidArgumentError('Expected one word; run the command without --verb for a list of verbs.')
}

/** Returns the events whose verb is a form of `verb`. */
function ofVerb<T extends { readonly event: Parameters<typeof nameVerbs>[0][number] }>(
  events: readonly T[],
  verb: string
): T[] {
  const asked = { subject: [], verb: [verb], object: [] }
  const { verb: numbers } = nameVerbs([...events.map(({ event }) => event), asked])
  return events.filter((_, i) => numbers[i] === numbers[events.length])
}
