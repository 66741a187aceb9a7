#!/usr/bin/env node
/**
 * A real Elasticsearch for tests and measurements. `npm test` uses it by itself; by hand:
 *   node scripts/elasticsearch.mjs start [FOLDER] [--port N] [--heap SIZE] [--while PID]    prints the server's address
 *   node scripts/elasticsearch.mjs stop [FOLDER]
 *
 * Maven Central holds the core of the official server (132 MB), which needs a JDK of this machine. It is fetched once, with
 * `mvn`, and stays in .setup (150 MB). FOLDER keeps data, log, `pid` (of the server's process group) and `url`; started
 * again, a server finds its data and takes its old port, and one that runs is left alone. With --while, it stops by itself
 * once that process is gone. The server is without security and listens on loopback alone. Exit status 2: this machine
 * cannot have one, for the reason given; 1: it should have started and did not.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { onceADay, root } from './setup.mjs'

const VERSION = '9.5.3'
const ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`
const SHA256 = 'bec49f3b8d00e75c8d1cec85c35298635ec9fbd3ae80ef5aeb6bc05abdb3db2d'
const LEAST_JDK = 21
const START_MS = 300_000
/** Elasticsearch refuses to run as root; this is `nobody` nearly everywhere. */
const UNPRIVILEGED = 65_534

const cache = join(root, '.setup')
const home = join(cache, `elasticsearch-${VERSION}`)
const asRoot = process.getuid?.() === 0

/**
 * Makes the server ready to be started where it is not; gives the reason where that can't be done, else undefined. A fetch
 * that failed within the last day is not tried anew unless `again` says so.
 */
export function provideElasticsearch({ again }) {
  try {
    if (process.platform === 'win32') throw new Error('this is Windows; expected Linux or macOS')
    const { jdk } = findJdk()
    if (!existsSync(home)) onceADay('elasticsearch', again, () => fetchServer(jdk))
    if (asRoot) mustReachUnprivileged(jdk)
    return undefined
  } catch (error) {
    return `${error.message}; ELASTICSEARCH_URL can name a server instead`
  }
}

/** The newest JDK that serves: in JAVA_HOME, else where systems put theirs. */
function findJdk() {
  const places = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'].filter(existsSync)
  const installed = places.flatMap((place) =>
    readdirSync(place).flatMap((name) => [join(place, name), join(place, name, 'Contents', 'Home')])
  )
  const found = [process.env.JAVA_HOME ?? '', ...installed].flatMap((jdk) => {
    const release = join(jdk, 'release')
    if (jdk === '' || !existsSync(release) || !existsSync(join(jdk, 'bin', 'jar'))) return []
    const version = Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1])
    return [{ jdk, version }]
  })
  const [best] = found.filter(({ version }) => version >= LEAST_JDK).sort((a, b) => b.version - a.version)
  if (best !== undefined) return best
  const others = found.map(({ jdk, version }) => `${version} in ${jdk}`).join(', ') || 'none'
  throw new Error(
    `Elasticsearch needs a JDK of version ${LEAST_JDK} or later; found: ${others}; install one, or set JAVA_HOME`
  )
}

function fetchServer(jdk) {
  need('mvn', ['--version'], 'mvn (Maven) is missing; install it')
  const partial = `${home}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  try {
    say(`fetching Elasticsearch ${VERSION} from Maven Central (132 MB, once)`)
    const copy = ['dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${partial}`]
    need('mvn', ['--batch-mode', '--quiet', ...copy], "mvn can't fetch it")
    const zip = join(partial, `elasticsearch-${VERSION}.zip`)
    const sha256 = createHash('sha256').update(readFileSync(zip)).digest('hex')
    if (sha256 !== SHA256) throw new Error(`${ARTIFACT} has sha256 ${sha256}; expected ${SHA256}; it was not used`)
    need(join(jdk, 'bin', 'jar'), ['--extract', '--file', zip], "it can't be unpacked", { cwd: partial })
    const unpacked = join(partial, `elasticsearch-${VERSION}`)
    need('chmod', ['-R', 'a+rX', unpacked], "its files can't be made readable")
    need('chmod', ['-R', 'a+x', join(unpacked, 'bin')], "its programs can't be made executable")
    if (!existsSync(home)) renameSync(unpacked, home)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function mustReachUnprivileged(jdk) {
  for (const path of [join(home, 'bin', 'elasticsearch'), join(jdk, 'bin', 'java')]) {
    const { status } = spawnSync('test', ['-x', path], { cwd: '/', uid: UNPRIVILEGED, gid: UNPRIVILEGED })
    if (status !== 0) {
      throw new Error(
        `Elasticsearch does not run as root, and ${path} is out of reach for other users; run as another user`
      )
    }
  }
}

/** Starts the server of a folder, or finds it running; gives its address once it answers. */
async function start(folder, { port, heap, companion }) {
  const reason = provideElasticsearch({ again: true })
  if (reason !== undefined) {
    say(reason)
    process.exit(2)
  }
  const before = readState(folder)
  if (before.pid !== undefined && isAlive(before.pid)) {
    await answers(before.url, before.pid, folder)
    return before.url
  }
  const [http, transport] = [port ?? before.port ?? (await freePort()), await freePort()]
  const config = join(folder, 'config')
  for (const name of ['data', 'logs', 'tmp', 'config']) mkdirSync(join(folder, name), { recursive: true })
  cpSync(join(home, 'config'), config, { recursive: true })
  writeFileSync(join(config, 'elasticsearch.yml'), settings(folder, http, transport))
  if (asRoot) giveAway(folder)

  const output = openSync(join(folder, 'server.log'), 'w')
  const child = spawn(join(home, 'bin', 'elasticsearch'), [], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    ...(asRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
    env: {
      ...process.env,
      ES_JAVA_HOME: findJdk().jdk,
      ES_PATH_CONF: config,
      ES_TMPDIR: join(folder, 'tmp'),
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -XX:-AlwaysPreTouch`
    }
  })
  await new Promise((done, failed) => child.once('spawn', done).once('error', failed))
  child.unref()
  const url = `http://127.0.0.1:${http}`
  writeFileSync(join(folder, 'pid'), String(child.pid))
  writeFileSync(join(folder, 'url'), url)
  if (companion !== undefined) stopAfter(companion, child.pid)
  await answers(url, child.pid, folder)
  return url
}

function settings(folder, http, transport) {
  const path = (name) => JSON.stringify(join(folder, name))
  return `cluster.name: leitmotif-tests
path.data: ${path('data')}
path.logs: ${path('logs')}
network.host: 127.0.0.1
http.port: ${http}
transport.port: ${transport}
discovery.type: single-node
xpack.security.enabled: false
cluster.routing.allocation.disk.threshold_enabled: false
`
}

function giveAway(folder) {
  chownSync(folder, UNPRIVILEGED, UNPRIVILEGED)
  for (const name of readdirSync(folder, { recursive: true })) {
    chownSync(join(folder, name), UNPRIVILEGED, UNPRIVILEGED)
  }
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

async function answers(url, pid, folder) {
  const log = join(folder, 'server.log')
  for (const started = Date.now(); Date.now() - started < START_MS; await sleep(200)) {
    const health = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`).catch(() => undefined)
    if (health?.ok) return
    if (!isAlive(pid)) {
      const last = readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n')
      throw new Error(`Elasticsearch ended while it started; the end of ${log}:\n${last}`)
    }
  }
  throw new Error(`Elasticsearch does not answer at ${url} after ${START_MS / 1000} s; see ${log}`)
}

/** Leaves a shell that ends the process group `pid` once the process `companion` is gone. */
function stopAfter(companion, pid) {
  const wait = 'while kill -0 "$0" && kill -0 "$1"; do sleep 2; done; kill -- "-$1"'
  spawn('sh', ['-c', wait, String(companion), String(pid)], { detached: true, stdio: 'ignore' }).unref()
}

async function stop(folder) {
  const { pid } = readState(folder)
  if (pid === undefined || !isAlive(pid)) return
  process.kill(-pid)
  for (const started = Date.now(); isAlive(pid); await sleep(100)) {
    if (Date.now() - started > 30_000) process.kill(-pid, 'SIGKILL')
  }
}

function readState(folder) {
  const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined)
  const [pid, url] = [read('pid'), read('url')]
  return pid === undefined || url === undefined ? {} : { pid: Number(pid), url, port: Number(new URL(url).port) }
}

/** Whether any process of the group is there. */
function isAlive(group) {
  try {
    process.kill(-group, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a command that must succeed; `reason` and its last word are said where it does not. */
function need(command, args, reason, options = {}) {
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })
  if (run.status === 0) return
  const lines = `${run.stdout ?? ''}${run.stderr ?? ''}`.split('\n').filter((line) => /error/i.test(line))
  throw new Error([reason, ...lines.slice(0, 1).map((line) => line.trim().slice(0, 300))].join(': '))
}

function say(text) {
  process.stderr.write(`Elasticsearch: ${text}\n`)
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string' }, heap: { type: 'string', default: '1g' }, while: { type: 'string' } },
    allowPositionals: true
  })
  const [action, name = join(cache, 'elasticsearch')] = positionals
  const folder = resolve(name)
  const companion = values.while === undefined ? undefined : Number(values.while)
  const port = values.port === undefined ? undefined : Number(values.port)
  if (action === 'start') process.stdout.write(`${await start(folder, { port, heap: values.heap, companion })}\n`)
  else if (action === 'stop') await stop(folder)
  else throw new Error(`got ${JSON.stringify(action)}; expected: start [FOLDER] or stop [FOLDER]`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    say(error.message)
    process.exitCode = 1
  })
}
