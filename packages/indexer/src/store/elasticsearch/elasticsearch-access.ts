import { readFile, stat } from 'node:fs/promises'
import { Failure, readFailure } from '@leitmotif/command'
import { z } from 'zod'

/** The value of `--to` and `--in` that means the server named in the environment or the configuration. */
export const CONFIGURED_PLACE = 'elasticsearch'

/** Default path of the configuration; LEITMOTIF_CONFIG overrides it. */
const CONFIG_FILE = '.leitmotif/config.json'

const settings = z.strictObject({
  url: z.string().min(1).optional(),
  cloudId: z.string().min(1).optional(),
  apiKey: z.string().min(1).optional(),
  username: z.string().min(1).optional(),
  password: z.string().min(1).optional(),
  /** SHA-256 fingerprint of the certificate of the server's authority, in hexadecimal. */
  caFingerprint: z.string().min(1).optional()
})
const decoder = z.strictObject({ elasticsearch: settings.optional() })

type Settings = z.infer<typeof settings>

/** The environment variable of each member of the configuration. */
const VARIABLES = {
  url: 'ELASTICSEARCH_URL',
  cloudId: 'ELASTICSEARCH_CLOUD_ID',
  apiKey: 'ELASTICSEARCH_API_KEY',
  username: 'ELASTICSEARCH_USERNAME',
  password: 'ELASTICSEARCH_PASSWORD',
  caFingerprint: 'ELASTICSEARCH_CA_FINGERPRINT'
} as const

/** A server's address and credentials. Show nothing of it but `place` to anybody. */
export interface Access {
  /** The server's address, without credentials. */
  readonly place: string
  /** The cloud id, if the server is named by one; `place` is then the address in it. */
  readonly cloudId?: string
  readonly auth?: { readonly apiKey: string } | { readonly username: string; readonly password: string }
  readonly caFingerprint?: string
}

/** Whether a place names a server, not a folder. */
export function isServer(place: string): boolean {
  return place === CONFIGURED_PLACE || /^https?:\/\//i.test(place)
}

/**
 * Returns the address and credentials of `place`, the address of a server or `elasticsearch`. Credentials come from the
 * environment or else from the configuration file. If these name a server, the credentials are used for that server
 * only.
 * @param warn receives warnings about secrets that others can read, in a file or on the network.
 * @throws Failure for an address with credentials in it, and for settings that are wrong or missing.
 */
export async function findAccess(
  place: string,
  environment: NodeJS.ProcessEnv,
  warn: (line: string) => void
): Promise<Access> {
  const set: Settings = { ...(await readConfig(environment, warn)) }
  for (const [name, variable] of Object.entries(VARIABLES) as [keyof Settings, string][]) {
    const value = environment[variable] ?? ''
    if (value !== '') set[name] = value
  }
  const configured = set.url === undefined ? undefined : addressOf(set.url, VARIABLES.url)
  if (place === CONFIGURED_PLACE) {
    const own = { ...authOf(set), ...fingerprintOf(set) }
    if (configured !== undefined) return protectedAccess({ place: configured, ...own }, warn)
    if (set.cloudId !== undefined) return { place: cloudAddress(set.cloudId), cloudId: set.cloudId, ...own }
    throw new Failure(
      `${CONFIGURED_PLACE}: no server is named; give its address with --to, or --from for an index to read, set ` +
        `${VARIABLES.url} or ${VARIABLES.cloudId}, or name it in ${CONFIG_FILE}, as in ` +
        `{"elasticsearch": {"url": "http://127.0.0.1:9200"}}`
    )
  }
  const url = addressOf(place, 'the address')
  const own = configured ?? (set.cloudId === undefined ? url : cloudAddress(set.cloudId))
  return protectedAccess({ place: url, ...(own === url ? { ...authOf(set), ...fingerprintOf(set) } : {}) }, warn)
}

function protectedAccess(access: Access, warn: (line: string) => void): Access {
  const { protocol, hostname } = new URL(access.place)
  if (access.auth !== undefined && protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    warn(`warning: credentials go to ${access.place} without encryption; use https`)
  return access
}

/**
 * Returns an address without its trailing slash. @throws Failure that does not repeat the text, which may hold a
 * password.
 */
function addressOf(text: string, what: string): string {
  if (!URL.canParse(text)) throw new Failure(`${what} is no address; expected one like http://127.0.0.1:9200`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw new Failure(
      `${what} has credentials in it, which would end up in logs; leave them out and set ${VARIABLES.apiKey}, or ` +
        `${VARIABLES.username} and ${VARIABLES.password}`
    )
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Failure(`${what} is ${url.origin}…; expected one like http://127.0.0.1:9200`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Returns the address in a cloud id. It is `NAME:` followed by Base64 of the host, `$`, the deployment's name, and
 * more.
 */
function cloudAddress(cloudId: string): string {
  const [host = '', deployment = ''] = Buffer.from(cloudId.split(':')[1] ?? '', 'base64')
    .toString()
    .split('$')
  const url = `https://${deployment}.${host}`
  if (/^[\w.-]+(?::\d+)?$/.test(host) && /^[\w.-]+$/.test(deployment) && URL.canParse(url)) return new URL(url).origin
  throw new Failure(
    `the cloud id is none; expected one like NAME:ZXhh…, as the deployment's page shows it; check ${VARIABLES.cloudId}`
  )
}

function authOf({ apiKey, username, password }: Settings): Pick<Access, 'auth'> {
  if (apiKey !== undefined) return { auth: { apiKey } }
  if (username === undefined && password === undefined) return {}
  if (username === undefined || password === undefined) {
    const missing = username === undefined ? VARIABLES.username : VARIABLES.password
    throw new Failure(`of user name and password only one is set; set ${missing} too, or ${VARIABLES.apiKey} alone`)
  }
  return { auth: { username, password } }
}

function fingerprintOf({ caFingerprint }: Settings): Pick<Access, 'caFingerprint'> {
  return caFingerprint === undefined ? {} : { caFingerprint }
}

async function readConfig(environment: NodeJS.ProcessEnv, warn: (line: string) => void): Promise<Settings> {
  const named = environment.LEITMOTIF_CONFIG ?? ''
  const path = named === '' ? CONFIG_FILE : named
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (named === '' && ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {}
    throw readFailure(path, error)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Does not use the parser's message, because it would quote the file.
    throw new Failure(`${path}: is not JSON; expected {"elasticsearch": {"url": "http://127.0.0.1:9200"}}`)
  }
  const decoded = decoder.safeParse(value)
  if (!decoded.success) {
    const faults = decoded.error.issues.map((issue) => {
      const member = [...issue.path, ...('keys' in issue ? issue.keys : [])].join('.')
      return `${member} (${issue.code.replaceAll('_', ' ')})`
    })
    throw new Failure(
      `${path}: ${faults.join(', ')}; expected {"elasticsearch": {…}} with ${Object.keys(VARIABLES).join(', ')}`
    )
  }
  const found = decoded.data.elasticsearch ?? {}
  const secret = found.apiKey !== undefined || found.password !== undefined
  if (secret && process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
    warn(`warning: ${path} holds a secret and can be read by other users; use: chmod 600 ${path}`)
  }
  return found
}
