import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { counted, EXIT, Failure, readFailure, wholeNumber } from '@leitmotif/command'
import { Command, Option } from 'commander'
import { destination, pino } from 'pino'
import {
  type PlaceFlags,
  collect,
  collectionOption,
  collectionVersion,
  encoderOption,
  inOption,
  openCollection,
  openEncoder
} from '../collection/collection.js'
import { createDivider } from '../search/sentence-division.js'
import { eventsOption, openEvents } from '../events/shipped-events.js'
import { openPairScorer, pairsOption } from '../duplicates/shipped-scorer.js'
import { ALLOWED_METHODS, hostNames, isLoopback, isOrigin } from '../service/request-checks.js'
import { DuplicateJob } from '../service/duplicate-job.js'
import { EventJob } from '../service/event-job.js'
import { MapJob } from '../service/map-job.js'
import { CollectionUnavailable, SharedCollection } from '../service/shared-collection.js'

const SERVE_DEFAULTS = { host: '127.0.0.1', port: 4070, rate: 1200, logLevel: 'info' } as const

/** Fewer characters could be guessed. */
const MIN_TOKEN = 16

const OUTDATED =
  'the collection has the vectors of another encoder by now; those of before are read on, and nothing is written, ' +
  'until the service is started again with that encoder'

const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const

interface Flags extends PlaceFlags {
  readonly host: string
  readonly port: number
  readonly tokenFile?: string
  readonly allowHost: readonly string[]
  readonly allowOrigin: readonly string[]
  readonly rate: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly encoder: string
  readonly pairs: string
  readonly events: string
}

/** `leitmotif serve`: the service and the page of a collection. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Serves a collection: a page to search and explore it, and its API under /api/. Whoever can reach the service may ' +
        'read and change the collection; beyond this machine it therefore wants a token.'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', SERVE_DEFAULTS.host)
    .option('--port <number>', 'port to listen on; 0 for any free one', wholeNumber(0, 65_535), SERVE_DEFAULTS.port)
    .option(
      '--token-file <file>',
      `file of the token that callers must send, at least ${MIN_TOKEN} characters; or the variable LEITMOTIF_TOKEN`
    )
    .option('--allow-host <name>', 'a further name under which callers reach it; may be repeated', collect, [])
    .option(
      '--allow-origin <origin>',
      `pages from elsewhere that may use the API, by ${ALLOWED_METHODS}, as https://notes.example, or https://*.notes.example for all of one label more; may be repeated; wants a token`,
      collect,
      []
    )
    .option(
      '--rate <requests>',
      'requests that one address may make in a minute; 0 for any number',
      wholeNumber(0),
      SERVE_DEFAULTS.rate
    )
    .addOption(
      new Option('--log-level <level>', 'what is logged, as lines of JSON on standard error')
        .choices(LOG_LEVELS)
        .default(SERVE_DEFAULTS.logLevel)
    )
    .addOption(encoderOption())
    .addOption(eventsOption())
    .addOption(pairsOption())
    .action(async (flags: Flags) => {
      const { host, port, rate } = flags
      const token = await readToken(flags.tokenFile)
      if (!isLoopback(host) && token === undefined) {
        throw new Failure(
          `--host ${host}: can be reached from other machines, so a token is needed; put at least ${MIN_TOKEN} characters ` +
            'in a file and name it with --token-file, or leave --host out'
        )
      }
      checkOrigins(flags.allowOrigin, token !== undefined)
      const encoder = await openEncoder(flags.encoder)
      const logger = pino({ level: flags.logLevel }, destination({ dest: 2, sync: true }))
      const version = await collectionVersion(flags)
      const collection = new SharedCollection(
        {
          open: (access) => openCollection(flags, { access, encoder }),
          version: async () => (await version()) ?? ''
        },
        (error) => {
          logger.warn({ err: error }, OUTDATED)
        }
      )
      const map = new MapJob(collection, (error) => {
        logger.warn({ err: error }, 'the map could not be kept with the collection')
      })
      const events = new EventJob(collection, await openEvents(flags.events), (error) => {
        logger.warn({ err: error }, 'the events could not be kept with the collection')
      })
      const scorer = await openPairScorer(flags.pairs)
      const duplicates = new DuplicateJob(collection, scorer)
      // What is wrong with the collection is said now, not to the first caller.
      const { collection: name, sentences } = await collection
        .read((store) => store.describe())
        .catch((error: unknown) => {
          throw error instanceof CollectionUnavailable ? error.cause : error
        })
      // Begun now, so that the first page need not wait for it; what fails is tried again when it is asked for.
      events.holdsHeadlines(sentences).catch(() => undefined)
      // Loaded here alone: it would make every other command start half a second later.
      const { startService } = await import('../service/service.js')
      const service = await startService({
        host,
        port,
        rate,
        hosts: hostNames(host, flags.allowHost),
        origins: flags.allowOrigin,
        ...(token !== undefined && { token }),
        logger,
        page: fileURLToPath(new URL('../../dist/web', import.meta.url)),
        context: {
          collection,
          encoder,
          scorer,
          map,
          events,
          duplicates,
          divide: createDivider(),
          version: packageVersion()
        }
      })
      const page = token === undefined ? service.url : `${service.url}#token=…, with your token`
      process.stdout.write(
        `${name}, ${counted(sentences, 'sentence')}: ${page}\nAPI: ${service.url}api/   Ctrl+C stops it\n`
      )
      await stopSignal()
      process.stderr.write('stopping …\n')
      await service.stop()
      encoder.dispose()
      // Work that nobody waits for any more, here or in other threads, would keep the process for minutes.
      process.exit(EXIT.done)
    })
}

/** @throws Failure for what is no origin; for any without a token, which alone keeps that origin's other pages out */
function checkOrigins(origins: readonly string[], hasToken: boolean): void {
  for (const origin of origins) {
    if (isOrigin(origin)) continue
    throw new Failure(
      `--allow-origin ${origin}: expected an origin as browsers write it, in small letters, without a path or the usual port, as https://notes.example, or https://*.notes.example for all names of one label more`
    )
  }
  if (origins.length > 0 && !hasToken) {
    throw new Failure(
      `--allow-origin ${origins[0]}: any page from there could read and change the collection, so a token is needed; put at ` +
        `least ${MIN_TOKEN} characters in a file and name it with --token-file`
    )
  }
}

/** The token that callers must send; undefined where none is set. @throws Failure for a short one, or a missing file. */
async function readToken(file: string | undefined): Promise<string | undefined> {
  const [name, text] =
    file === undefined
      ? ['LEITMOTIF_TOKEN', process.env.LEITMOTIF_TOKEN]
      : [
          `--token-file ${file}`,
          await readFile(file, 'utf8').catch((error: unknown) => Promise.reject(readFailure(file, error)))
        ]
  const token = text?.trim()
  if (token === undefined || (file === undefined && token === '')) return undefined
  if (token.length < MIN_TOKEN || /[^\x21-\x7e]/.test(token)) {
    throw new Failure(
      `${name}: expected a token of at least ${MIN_TOKEN} letters, digits and signs without spaces; got ${token.length} characters`
    )
  }
  return token
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Resolves when the process is asked to end; a second time, in either way, ends it at once. */
async function stopSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.removeListener(signal, stop)
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
