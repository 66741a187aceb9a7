import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted, createProgress, Failure, fileSize, wholeNumber } from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { drawEventMap, EVENT_MAP_DEFAULTS } from '../extraction/event-points.js'
import { loadEventEncoder, type EventEncoder } from '../network/event-encoder.js'
import { Command, Option } from 'commander'
import { prepareFiles, writeOutput } from '@leitmotif/trainer/training'
import { readEvents } from '../corpora/event-file.js'
import { inGroups, readVerbGroups, VERB_GROUPS } from '../extraction/verb-groups.js'
import { eventMapPage } from '../report/map-page.js'

/** The bundle of events in this repository. */
const SHIPPED = fileURLToPath(new URL('../../../../models/leitmotif-en-events', import.meta.url))

interface Flags {
  readonly out: string
  readonly bundle: string
  readonly title?: string
  readonly most: number
  readonly landmarks: number
  readonly seed: number
  readonly groups?: string
  readonly onlyGroups: boolean
}

/** `leitmotif-train events map EVENTS --out FILE.html`: writes a map of who did what as one page. */
export function eventsMapCommand(): Command {
  return new Command('map')
    .description(
      'Draws a map of events as one HTML page that works offline. Similar events are near each other; colours show ' +
        'their verbs. The page shows an event under the pointer, zooms, and finds verbs and words.\n\nExample: leitmotif-train events map events.jsonl --out events.html'
    )
    .argument('<events>', 'events that `leitmotif-train events extract` wrote')
    .requiredOption('-o, --out <file>', 'file of the page: .html')
    .addOption(
      new Option('--bundle <folder>', 'event bundle that encodes the events').default(
        SHIPPED,
        'models/leitmotif-en-events'
      )
    )
    .option('--title <text>', 'title of the page (default: from the name of the file of events)')
    .option(
      '--most <n>',
      'maximum number of events, drawn at random, 1 to 200,000',
      wholeNumber(1, 200_000),
      EVENT_MAP_DEFAULTS.most
    )
    .option(
      '--landmarks <n>',
      'events that are laid out first, 10 to 20,000; the others are placed by them. The time grows with the square',
      wholeNumber(10, 20_000),
      EVENT_MAP_DEFAULTS.landmarks
    )
    .option('--groups <file>', `colour by groups of verbs: a file with ${VERB_GROUPS}`)
    .option('--only-groups', 'leave out events without a group of --groups', false)
    .option('--seed <n>', 'seed of the random numbers, 0 or more', wholeNumber(0), Number(EVENT_MAP_DEFAULTS.seed))
    .action(drawPage)
}

async function drawPage(file: string, flags: Flags): Promise<void> {
  const { out, bundle, title, groups: groupFile, onlyGroups, ...options } = flags
  if (!/\.html?$/.test(out)) throw new Failure(`--out ${out}: expected a name that ends in .html`)
  if (onlyGroups && groupFile === undefined) throw new Failure('--only-groups goes with --groups FILE only; name one')
  await prepareFiles([out], { inputs: [file, ...(groupFile === undefined ? [] : [groupFile])] })
  const groups = groupFile === undefined ? undefined : await readVerbGroups(groupFile)
  const encoder = await openEventEncoder(bundle)
  const reading = createProgress({ label: 'reading', total: await fileSize(file), unit: 'bytes' })
  const stored = await readEvents(file, (read) => {
    reading.update(read)
  })
  reading.end(counted(stored.length, 'event'))
  const drawing = createProgress({ label: 'drawing', total: 100, unit: 'of 100' })
  const told = stored.map(({ text, subject, verb, object }) => ({ text, event: { subject, verb, object } }))
  const shown = onlyGroups && groups !== undefined ? inGroups(told, groups) : told
  if (shown.length === 0) throw new Failure(`--only-groups: no event of ${file} is in a group of ${groupFile}`)
  const { map } = await drawEventMap(
    shown,
    stored.length,
    (events) => encoder.encode(events),
    { ...options, groups },
    (share) => {
      drawing.update(Math.floor(100 * share))
    }
  )
  drawing.end()
  const page = eventMapPage(title ?? nameOf(file), map)
  await writeOutput(out, page)
  const [events, verbs] = [
    counted(map.x.length, 'event'),
    counted(new Set(map.verb).size, groups === undefined ? 'verb' : 'group')
  ]
  process.stdout.write(`${out}: ${events} of ${verbs}, ${(page.length / 1e6).toFixed(1)} MB\n`)
}

/** Opens an event bundle. @throws Failure that says what is wrong with it. */
async function openEventEncoder(folder: string): Promise<EventEncoder> {
  try {
    return await loadEventEncoder(folder)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new Failure(`--bundle ${error.message}; the repository has one, models/leitmotif-en-events`)
  }
}

/** Returns a title for a file of events: `Events of news` for `news.jsonl.gz`, `Events` for `events.jsonl`. */
function nameOf(file: string): string {
  const name = basename(file).replace(/\.(?:jsonl|ndjson)(?:\.gz)?$/, '')
  return name === 'events' ? 'Events' : `Events of ${name}`
}
