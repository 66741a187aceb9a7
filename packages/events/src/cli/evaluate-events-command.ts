import { basename } from 'node:path'
import { counted, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { readFrom } from '@leitmotif/encoder/training'
import { createEventEncoder, eventRows, type EventEncoder } from '../network/event-encoder.js'
import { readEventBundle, type EventBundle } from '../network/event-bundle.js'
import type { Event } from '../extraction/event.js'
import type { EventRows } from '../network/event-network.js'
import { Command, Option } from 'commander'
import { PAIR_FILES, readPairs, splitOf } from '@leitmotif/trainer/training'
import { readEvents } from '../corpora/event-file.js'
import { baselineModel, EVENT_BASELINES, networkModel, sifWeights, type EventModel } from '../evaluation/event-model.js'
import { eventPairs, measurePairs, type JudgedEvents } from '../evaluation/evaluate-pairs.js'
import { describeFigures, describePairs } from '../evaluation/figures-text.js'
import { knownEvents, measureEvents, type EventFigures } from '../evaluation/measure-events.js'

interface Flags {
  readonly model: string
  readonly part: 'validation' | 'test' | 'all'
  readonly pairs: readonly string[]
  readonly seed: number
  readonly json: boolean
}

interface Measured {
  readonly name: string
  readonly figures: EventFigures
  /** Figures by the name of the file of pairs. */
  readonly pairs: Readonly<Record<string, JudgedEvents | undefined>>
}

/** `leitmotif-train events evaluate EVENTS --model DIR`. */
export function eventsEvaluateCommand(): Command {
  return new Command('evaluate')
    .description(
      'Measures an event bundle, and means of its word vectors as baselines: does it tell real events from corrupted ' +
        'ones, group events by verb, find active and passive headlines equal, and agree with people on pairs of headlines?\n\nExample: leitmotif-train events evaluate events.jsonl --model my-events'
    )
    .argument('<events>', 'events that `leitmotif-train events extract` wrote')
    .requiredOption('--model <dir>', 'folder of the event bundle')
    .addOption(
      new Option('--part <name>', 'part of the events to measure on')
        .choices(['validation', 'test', 'all'])
        .default('test')
    )
    .option('--pairs <file...>', `pairs of headlines with scores of people: ${PAIR_FILES}`, [])
    .option('--seed <n>', 'seed of the random numbers, 0 or more', wholeNumber(0), 1)
    .option('--json', 'print the figures as JSON', false)
    .action(run)
}

async function run(path: string, { model, part, pairs, seed, json }: Flags): Promise<void> {
  const { bundle, encoder } = await openBundle(model)
  const { vocabulary } = bundle
  const events = await readEvents(path)
  const held = knownEvents(part === 'all' ? events : events.filter(({ text }) => splitOf(text) === part), vocabulary)
  const training = knownEvents(
    events.filter(({ text }) => splitOf(text) === 'train'),
    vocabulary
  )
  if (held.length < 2 || training.length === 0) {
    throw new Failure(
      `${path}: gives ${counted(held.length, 'event')} to measure; expected two at least, and others to train on`
    )
  }
  const judged = new Map<string, ReturnType<typeof eventPairs>>()
  for (const file of pairs) judged.set(basename(file), eventPairs((await readPairs(file)).pairs, encoder))
  const rowsOf = (event: Event): EventRows => eventRows(vocabulary, event)
  const measure = (name: string, measured: EventModel): Measured => ({
    name,
    figures: measureEvents(measured, held, vocabulary, seed),
    pairs: Object.fromEntries([...judged].map(([file, of]) => [file, measurePairs(measured, of, rowsOf)]))
  })
  const weights = sifWeights(bundle.vectors.count, training)
  const measured = [
    measure('network', networkModel(bundle.network, bundle.vectors)),
    ...EVENT_BASELINES.map((kind) => measure(kind, baselineModel(kind, bundle.vectors, weights, training)))
  ]
  if (json) printJson({ model, part, events: held.length, measured })
  else process.stdout.write(`${counted(held.length, 'event')}\n${describeFigures(measured)}${describePairs(measured)}`)
}

async function openBundle(folder: string): Promise<{ readonly bundle: EventBundle; readonly encoder: EventEncoder }> {
  try {
    const bundle = await readEventBundle(readFrom(folder))
    return { bundle, encoder: createEventEncoder(bundle) }
  } catch (error) {
    throw error instanceof BundleError ? new Failure(`--model ${error.message}`) : error
  }
}
