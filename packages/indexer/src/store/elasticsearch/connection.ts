import type { Access } from './elasticsearch-access.js'
import type { ConnectionOptions } from 'node:tls'
import { Client, errors, SniffingTransport, type ClientOptions } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import { createRandom } from '@leitmotif/encoder/vectors'
import { systemClock, waitBefore, type Clock } from './back-off.js'
import type { Dialect } from './dialect.js'
import { ELASTICSEARCH } from './elasticsearch-dialect.js'
import { ElasticsearchFailure, TLS } from './elasticsearch-failure.js'
import { OPENSEARCH } from './opensearch-dialect.js'

/** Statuses that are retried here because the client does not retry them, and the number of tries. */
const BUSY = [429, 500]
const BUSY_TRIES = 6

/** Times the client repeats a request that was lost or answered with 502, 503 or 504, within about 15 seconds. */
const LOST_TRIES = 5

/** Tries of the first request to a server: few, so that a wrong address fails fast. */
export const FIRST_TRIES = 3

/** Returns the seconds to wait before a try (from 1): one and a half in all. */
export function firstWait(attempt: number): number {
  return 0.1 * 2 ** attempt
}

/** Timeout of a request in milliseconds. A merge has no timeout. */
const ANSWER_MS = 120_000

/** A client whose errors are all ElasticsearchFailure. */
export type Connection = Client & { readonly place: string; readonly dialect: Dialect }

export interface ConnectOptions {
  /** Whose certificates are taken. Default: those that Node takes. */
  readonly trust?: ConnectionOptions | undefined
  readonly clock?: Clock
  /** Reads and writes JSON. Default: the client's own. */
  readonly serializer?: ClientOptions['Serializer'] | undefined
  /** What the server is. Default: Elasticsearch. */
  readonly dialect?: Dialect
}

/**
 * Returns a client of the server; sends nothing yet. Requests that are answered with 429 or 500 are retried, unless a
 * request asks for a single try. The client itself retries lost requests and those answered with 502, 503 or 504.
 * @param trust TLS options that say which certificates are trusted. Default: those that Node trusts.
 */
export function connect(
  { place, cloudId, auth }: Access,
  { trust, clock = systemClock, serializer, dialect = ELASTICSEARCH }: ConnectOptions = {}
): Connection {
  const random = createRandom(`${place} ${process.pid}`)
  class ExplainingTransport extends SniffingTransport {
    constructor(options: ConstructorParameters<typeof SniffingTransport>[0]) {
      super({ ...options, ...dialect.transport } as typeof options)
    }

    override async request<T>(...args: Parameters<SniffingTransport['request']>): Promise<T> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await super.request(...args)
        } catch (error) {
          const explained = explain(error, place, auth, dialect)
          const busy = explained instanceof ElasticsearchFailure && BUSY.includes(explained.status ?? 0)
          if (!busy || attempt === BUSY_TRIES || args[1]?.maxRetries === 0) throw explained
          await clock.sleep(waitBefore(attempt, random))
        }
      }
    }
  }
  const options: ClientOptions = {
    ...(cloudId === undefined ? { node: place } : { cloud: { id: cloudId } }),
    ...(auth !== undefined && { auth }),
    ...(trust !== undefined && { tls: trust }),
    ...(serializer !== undefined && { Serializer: serializer }),
    Transport: ExplainingTransport,
    requestTimeout: ANSWER_MS,
    maxRetries: LOST_TRIES,
    redaction: { type: 'remove' },
    // A field may be called `__proto__`; JSON.parse creates an own member for it, which is safe.
    disablePrototypePoisoningProtection: true
  }
  return Object.assign(new Client(options), { place, dialect })
}

/** The server is of another product than was asked for. */
class OtherProduct extends Failure {}

/**
 * Returns a client of the server, which is asked whether it is OpenSearch.
 * @throws Failure for a server that does not answer, refuses the user, or is neither Elasticsearch nor OpenSearch.
 */
export async function connectToEither(access: Access, options: Omit<ConnectOptions, 'dialect'>): Promise<Connection> {
  const client = connect(access, options)
  try {
    await versionOf(client)
    return client
  } catch (error) {
    await client.close()
    if (!(error instanceof OtherProduct)) throw error
  }
  const other = connect(access, { ...options, dialect: OPENSEARCH })
  try {
    await versionOf(other)
    return other
  } catch (error) {
    await other.close()
    if (error instanceof ElasticsearchFailure) throw error
    const { place } = access
    throw new Failure(
      `${place}: something answers there that is neither Elasticsearch nor OpenSearch; check the address`
    )
  }
}

/**
 * Checks the server's version; skipped if this user may not read it. @throws Failure for a server that is too old, or
 * not what the client is for.
 */
export async function checkVersion(client: Connection): Promise<void> {
  const found = await versionOf(client)
  const [major = 0, minor = 0] = (found ?? '').split('.').map(Number)
  const { name, leastVersion } = client.dialect
  const [leastMajor, leastMinor] = leastVersion
  if (found === undefined || major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new Failure(`${client.place}: is ${name} ${found}; expected ${leastVersion.join('.')} or later; update it`)
}

async function versionOf(client: Connection): Promise<string | undefined> {
  const { dialect, place } = client
  try {
    const { version, answer } = await dialect.readVersion(client, {
      maxRetries: FIRST_TRIES,
      retryBackoff: (_least: number, _most: number, attempt: number) => firstWait(attempt)
    })
    if (version !== undefined) return version
    throw new Failure(
      `${place}: answered ${JSON.stringify(answer).slice(0, 80)} when asked for its version; expected ${leastOf(dialect)} ` +
        'or later; check the address and any proxy in front of the server'
    )
  } catch (error) {
    if (error instanceof ElasticsearchFailure && error.status === 403) return undefined
    throw error
  }
}

function leastOf({ name, leastVersion }: Dialect): string {
  return `${name} ${leastVersion.join('.')}`
}

interface ErrorBody {
  readonly error?: {
    readonly type?: string
    readonly reason?: string
    readonly index?: string
    readonly caused_by?: { readonly reason?: string }
    readonly root_cause?: readonly { readonly reason?: string }[]
  }
}

function explain(error: unknown, place: string, auth: Access['auth'], dialect: Dialect): unknown {
  if (error instanceof errors.ResponseError) {
    const body = (error.body ?? {}) as ErrorBody | string
    const {
      type,
      reason,
      index,
      caused_by: cause,
      root_cause: roots
    } = (typeof body === 'string' ? {} : body).error ?? {}
    // When a search fails in its shards, only the root cause says why.
    const parts = new Set([reason, cause?.reason ?? roots?.at(0)?.reason].filter((part) => part !== undefined))
    const told = [...parts].join(': ') || `status ${error.statusCode}`
    const { statusCode: status = 0 } = error
    if (type === 'index_closed_exception') {
      const closed = `${place}: index ${index ?? ''} is closed; open it, and run this again`
      return new ElasticsearchFailure(closed, status, type)
    }
    return new ElasticsearchFailure(`${place}: ${advice(status, type, told, auth, dialect)}`, status, type)
  }
  const failure = (text: string): ElasticsearchFailure =>
    new ElasticsearchFailure(`${place}: ${text}`, undefined, undefined)
  if (error instanceof errors.ProductNotSupportedError)
    return new OtherProduct(`${place}: something answers there that is not Elasticsearch; check the address`)
  if (error instanceof errors.TimeoutError)
    return failure(`no answer within ${ANSWER_MS / 1000} seconds; it may be overloaded: run this again later`)
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError)
    return unreachable(place, error.message)
  if (error instanceof errors.DeserializationError)
    return failure('answered with something that is not JSON; check the address')
  return error
}

/** Returns the error for a server that did not answer. */
export function unreachable(place: string, reason: string): ElasticsearchFailure {
  const mend = MENDS.find(([pattern]) => pattern.test(reason))?.[1]
  if (mend !== undefined)
    return new ElasticsearchFailure(`${place}: no connection (${reason}); ${mend}`, undefined, TLS)
  const text = `${place}: cannot be reached (${reason}); start the server, or check the address`
  return new ElasticsearchFailure(text, undefined, undefined)
}

/** Reasons why TLS connections are refused, each with its remedy. */
const MENDS: readonly (readonly [RegExp, string])[] = [
  [
    /self.signed certificate|unable to (?:get|verify)|certificate signature/i,
    "this machine does not trust its certificate: set ELASTICSEARCH_CA_FINGERPRINT to the SHA-256 fingerprint of its CA's " +
      'certificate, or NODE_EXTRA_CA_CERTS to the file of that'
  ],
  [/altnames/i, 'its certificate is for another name: use that as address'],
  [/certificate (?:has expired|is not yet valid)/i, 'have its certificate renewed, or set the clock of this machine'],
  [
    /wrong version number|packet length too long/i,
    'it does not speak TLS there: use http:// for https://, or another port'
  ]
]

function advice(
  status: number,
  type: string | undefined,
  told: string,
  auth: Access['auth'],
  dialect: Dialect
): string {
  if (status === 401) {
    if (auth === undefined)
      return 'asks who you are (401); set ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD'
    return 'apiKey' in auth
      ? 'does not take this API key (401): it is wrong, expired or revoked; make a new one, and set ELASTICSEARCH_API_KEY'
      : 'does not take this user name and password (401); check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD'
  }
  if (type === 'cluster_block_exception' && status === 403)
    return `${told}; take this block off, which is a setting of the index, and run this again`
  if (type === 'cluster_block_exception' && status === 429)
    return `cannot do this now (${told}); make room on the server's disk, and run this again`
  if (status === 403) return `refuses this to its user (403: ${told}); ask for the right, or use another key`
  if (/media_type_header/.test(type ?? '') || /compatible.with|Accept version/i.test(told))
    return `does not understand this program (${told}); expected ${leastOf(dialect)} or later; update it`
  if (status === 404) return missingIndexMessage(told)
  if (told.includes('unknown setting [index.knn]'))
    return `has no plugin k-NN (${told}); install opensearch-knn, or use another server`
  if (status === 429 || status >= 500) return `cannot do this now (${status}: ${told}); run this again later`
  return `refused what it was asked (${status}: ${told})`
}

/** Returns the message for a missing index. */
export function missingIndexMessage(told: string): string {
  const missing = told.replace(/ and \[require_alias\] request flag is .*/, '')
  return `${missing}; another process may have removed or replaced it: run this again`
}
