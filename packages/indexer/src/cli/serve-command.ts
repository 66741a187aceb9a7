import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { counted, EXIT, Failure, readFailure, wholeNumber } from '@leitmotif/command'
import { Command, Option } from 'commander'
import { destination, pino } from 'pino'
import { type PlaceFlags, collectionVersion, openCollection, openEncoder } from '../store/collection.js'
import { withMapAreas } from '../map/map-area.js'
import { createDivider } from '../search/sentence-division.js'
import { eventsOption, openEvents } from '../events/shipped-events.js'
import { openPairScorer, pairsOption } from '../duplicates/shipped-scorer.js'
import { ALLOWED_METHODS, hostNames, isLoopback, isOrigin } from '../service/request-checks.js'
import { DuplicateJob } from '../service/duplicate-job.js'
import { EventJob } from '../service/event-job.js'
import { MapJob } from '../service/map-job.js'
import { CollectionUnavailable, SharedCollection } from '../service/shared-collection.js'
import { collect, collectionOption, encoderOption, INDEXED_WITH, inOption } from './shared-options.js'

const SERVE_DEFAULTS = { host: '127.0.0.1', port: 4070, rate: 1200, logLevel: 'info' } as const

/** A shorter token could be guessed. */
const MIN_TOKEN = 16

const OUTDATED =
  'the collection now has the vectors of another encoder; the service continues to read the old index and rejects ' +
  'writes; restart it with the new encoder'

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

/** `leitmotif serve`: starts the service and web page of a collection. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Serves a collection: a web page to search and explore it, and an API under /api/. Anyone who can reach the ' +
        'service can read and change the collection, so an address that other machines can reach requires a token.\n\n' +
        'Example: leitmotif serve --in shelf'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all interfaces', SERVE_DEFAULTS.host)
    .option(
      '--port <number>',
      'port to listen on, 0 to 65535; 0 for any free port',
      wholeNumber(0, 65_535),
      SERVE_DEFAULTS.port
    )
    .option(
      '--token-file <file>',
      `file with the token that clients must send, at least ${MIN_TOKEN} characters (default: the variable LEITMOTIF_TOKEN)`
    )
    .option(
      '--allow-host <name>',
      'additional host name of the service, for example notes.local; repeatable',
      collect,
      []
    )
    .option(
      '--allow-origin <origin>',
      `other origin whose pages may use the API (${ALLOWED_METHODS}), for example https://notes.example, or https://*.notes.example for its subdomains; repeatable; requires a token`,
      collect,
      []
    )
    .option(
      '--rate <requests>',
      'requests allowed per minute and client address; 0 for no limit',
      wholeNumber(0),
      SERVE_DEFAULTS.rate
    )
    .addOption(
      new Option('--log-level <level>', 'lowest level to log, as JSON lines on standard error')
        .choices(LOG_LEVELS)
        .default(SERVE_DEFAULTS.logLevel)
    )
    .addOption(encoderOption(INDEXED_WITH))
    .addOption(eventsOption())
    .addOption(pairsOption())
    .action(async (flags: Flags) => {
      const { host, port, rate } = flags
      const token = await readToken(flags.tokenFile)
      if (!isLoopback(host) && token === undefined) {
        throw new Failure(
          `--host ${host}: other machines can reach this address, so a token is required; write at least ${MIN_TOKEN} ` +
            'characters to a file and pass it with --token-file, or omit --host'
        )
      }
      checkHosts(flags.allowHost)
      checkOrigins(flags.allowOrigin, token !== undefined)
      const encoder = await openEncoder(flags.encoder)
      const logger = pino({ level: flags.logLevel }, destination({ dest: 2, sync: true }))
      const warn = (line: string): void => {
        logger.warn(line)
      }
      const version = await collectionVersion(flags)
      const collection = new SharedCollection(
        {
          open: async (access) => withMapAreas(await openCollection(flags, { access, encoder, create: false, warn })),
          version: async () => (await version()) ?? ''
        },
        (error) => {
          logger.warn({ err: error }, OUTDATED)
        }
      )
      const map = new MapJob(collection, (error) => {
        logger.warn({ err: error }, 'the map could not be stored with the collection')
      })
      const events = new EventJob(collection, await openEvents(flags.events), (error) => {
        logger.warn({ err: error }, 'the events could not be stored with the collection')
      })
      const scorer = await openPairScorer(flags.pairs)
      const duplicates = new DuplicateJob(collection, scorer)
      // Reports a broken collection or encoder now, not at the first request.
      const { collection: name, sentences } = await collection
        .read(async (store) => {
          const described = await store.describe()
          await encoder.encode(['a'], { representation: described.representation })
          return described
        })
        .catch((error: unknown) => {
          throw error instanceof CollectionUnavailable ? error.cause : error
        })
      // Warms the cache for the first page; after an error, the next request tries again.
      events.holdsHeadlines(sentences).catch(() => undefined)
      // Imported here because it would delay all other commands by half a second.
      const { startService } = await import('../service/service.js')
      const { createHeavyLane } = await import('../service/heavy-lane.js')
      const { fingerprints, dims, representation } = encoder
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
          lane: createHeavyLane({
            place: { in: flags.in, ...(flags.collection !== undefined && { collection: flags.collection }) },
            encoder: { fingerprints, dims, representation }
          }),
          version: packageVersion()
        }
      })
      const page = token === undefined ? service.url : `${service.url}#token=…, with your token`
      process.stdout.write(
        `${name}, ${counted(sentences, 'sentence')}: ${page}\nAPI: ${service.url}api/   Ctrl+C stops it\n`
      )
      await stopSignal()
      process.stderr.write('stopping …\n')
      const cut = await service.stop()
      if (cut > 0) process.stderr.write(`${counted(cut, 'request')} took too long and got no answer\n`)
      encoder.dispose()
      // Unfinished background work would keep the process alive for minutes.
      process.exit(EXIT.done)
    })
}

/** Checks the host names. @throws Failure for one with a scheme, port or path, which no request can have. */
function checkHosts(names: readonly string[]): void {
  for (const name of names) {
    if (/^(?:[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?|\[?[0-9a-f:.]+\]?)$/iu.test(name)) continue
    throw new Failure(
      `--allow-host ${name}: expected a host name or address without port and path, for example notes.local`
    )
  }
}

/** Checks the origins. @throws Failure for an invalid origin, or for any origin without a token. */
function checkOrigins(origins: readonly string[], hasToken: boolean): void {
  for (const origin of origins) {
    if (isOrigin(origin)) continue
    throw new Failure(
      `--allow-origin ${origin}: expected an origin in lower case without path or default port, for example https://notes.example, or https://*.notes.example for its subdomains`
    )
  }
  if (origins.length > 0 && !hasToken) {
    throw new Failure(
      `--allow-origin ${origins[0]}: any page of this origin could read and change the collection, so a token is required; ` +
        `write at least ${MIN_TOKEN} characters to a file and pass it with --token-file`
    )
  }
}

/** Reads the token; undefined if none is set. @throws Failure for a short token or a missing file. */
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
      `${name}: expected a token of at least ${MIN_TOKEN} printable ASCII characters without spaces; got ${token.length} characters`
    )
  }
  return token
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Resolves at the first SIGINT or SIGTERM; a second signal ends the process at once. */
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
