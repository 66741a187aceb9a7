import { createProgress, EXIT, Failure, printJson, wholeNumber, type Progress } from '@leitmotif/command'
import { nameVerbs } from '@leitmotif/encoder/events'
import { Command, InvalidArgumentError } from 'commander'
import { type PlaceFlags, collectionOption, inOption, jsonOption, withCollection } from '../collection/collection.js'
import { findEvents, holdsHeadlines } from '../events/collection-events.js'
import { countEvents } from '../events/event-counts.js'
import { eventCountsText, eventsText } from './text/events-text.js'
import { eventsOption, NO_BUNDLE, openEvents } from '../events/shipped-events.js'
import { filterOption, namedFilter } from './filter-arguments.js'

interface Flags extends PlaceFlags {
  readonly events: string
  readonly verb?: string
  readonly limit: number
  readonly filter?: readonly string[]
  readonly json: boolean
}

/** `leitmotif events`: who does what to whom in a collection of headlines. */
export function eventsCommand(): Command {
  return new Command('events')
    .description(
      'Says who does what in a collection of headlines: the most frequent verbs, subjects and objects, or the events of a ' +
        'verb. Headlines are indexed from JSON lines, one {"id", "text"} each, for the lines of plain text run on. Exit ' +
        'status 1: none was found.'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .option('--verb <verb>', 'list the events of a verb, one word in any of its forms', parseVerb)
    .option('--limit <count>', 'rows of each table at most, 1 to 100000', wholeNumber(1, 100_000), 20)
    .addOption(filterOption('--filter', 'only sentences that meet a condition:'))
    .addOption(eventsOption())
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      process.exitCode = await tellEvents(flags)
    })
}

async function tellEvents(flags: Flags): Promise<number> {
  const { verb, limit, json } = flags
  const encoder = await openEvents(flags.events)
  if (encoder === undefined) throw new Failure(NO_BUNDLE)
  let progress: Progress | undefined
  const [{ sentences, of, events: all }, headlines] = await withCollection(flags, undefined, 'read', async (store) => [
    await findEvents(
      store,
      (text) => encoder.extract(text),
      { filter: await namedFilter(store, flags.filter ?? []) },
      (done, total) => {
        progress ??= createProgress({ label: 'reading', total, unit: 'sentences' })
        progress.update(done)
      }
    ),
    await holdsHeadlines(store)
  ])
  progress?.end()
  if (sentences > 0 && !headlines) process.stderr.write(NO_HEADLINES)
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

const NO_HEADLINES =
  'These sentences do not read as headlines, which events are meant for: much of what follows will be wrong.\n'

/** A verb is found by the word that says what is done: not by its particles, auxiliaries or objects. */
function parseVerb(text: string): string {
  const verb = text.trim()
  if (/^\S+$/.test(verb)) return verb
  throw new InvalidArgumentError('Expected a verb, one word, as in the list of verbs without --verb.')
}

/** Those whose verb is a form of `verb`. */
function ofVerb<T extends { readonly event: Parameters<typeof nameVerbs>[0][number] }>(
  events: readonly T[],
  verb: string
): T[] {
  const asked = { subject: [], verb: [verb], object: [] }
  const { verb: numbers } = nameVerbs([...events.map(({ event }) => event), asked])
  return events.filter((_, i) => numbers[i] === numbers[events.length])
}
