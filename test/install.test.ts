import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pack } from '../scripts/pack.mjs'
import { vscode } from '../scripts/vscode.mjs'
import { root, samples, temporaryFolder, type Ran } from './command-line.js'

const folder = temporaryFolder()
const [tarballs, app, home, bin, docs] = ['tarballs', 'app', 'home', 'bin', 'docs'].map((name) => join(folder, name))
const platform = `${process.platform}-${process.arch}`

/** Who runs the commands: an ordinary user, where the tests run as root. */
const user: SpawnOptions = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** No variable but those that every login has, and the certificates by which this machine's network is trusted. */
const { NODE_EXTRA_CA_CERTS: certificates, PATH = '' } = process.env
const environment: NodeJS.ProcessEnv = {
  HOME: home,
  // The project's programs, which `npm test` puts first, are not there for a stranger.
  PATH: [bin, ...PATH.split(':').filter((place) => !place.includes('node_modules'))].join(':'),
  ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: certificates })
}

/** Runs a command in the folder that Leitmotif is installed in. */
function runThere(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const options = { cwd: app, ...user, env: { ...environment, ...env }, encoding: 'utf8' as const, timeout: 1_200_000 }
  const { status, stdout, stderr } = spawnSync(command, args, options)
  return { status, out: stdout, err: stderr }
}

/** Runs the command by the link that npm made. npx, which takes as long again, is tried with the help and the service. */
const leitmotif = (...args: string[]): Ran => runThere(join(app, 'node_modules', '.bin', 'leitmotif'), args)

/** Runs the command, and expects it to end well. */
function done(...args: string[]): string {
  const { status, out, err } = leitmotif(...args)
  expect(status, `leitmotif ${args.join(' ')}: ${err}`).toBe(0)
  return out
}

/** Makes the folder empty. */
function clear(): void {
  rmSync(app, { recursive: true, force: true })
  mkdirSync(app)
  chmodSync(app, 0o777)
}

/** Installs the tarballs of packages in the folder. */
function install(...names: readonly string[]): void {
  const files = names.map((name) => join(tarballs, `${name}-0.1.0.tgz`))
  const { status, err } = runThere('npm', ['install', '--no-audit', '--no-fund', ...files])
  expect(status, err).toBe(0)
}

/** Removes installed packages, as if npm had found none for this machine. */
function remove(pattern: string): void {
  const places = globSync(pattern, { cwd: join(app, 'node_modules') })
  expect(places.length).toBeGreaterThan(0)
  for (const place of places) rmSync(join(app, 'node_modules', place), { recursive: true })
}

/** Returns the size of what is installed, in MB of 1,048,576 bytes. */
function megabytes(): number {
  const files = globSync('node_modules/**/*', { cwd: app }).map((name) => statSync(join(app, name)))
  return Math.ceil(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 2 ** 20)
}

const NEEDED = ['command', 'encoder', 'events', 'indexer', 'model-en', 'pairs', 'plot', `onnxruntime-${platform}`]

beforeAll(() => {
  for (const place of [home, bin]) mkdirSync(place)
  chmodSync(folder, 0o755)
  chmodSync(home, 0o777)
  copyFileSync(process.execPath, join(bin, 'node'))
  cpSync(samples, docs, { recursive: true })
  pack(tarballs, [platform])
}, 600_000)

describe('Installed from its tarballs into an empty folder by an ordinary user', () => {
  beforeAll(() => {
    clear()
    install('leitmotif', ...NEEDED.map((name) => `leitmotif-${name}`))
  }, 1_200_000)

  it('leitmotif has 400 MB at most, and no TensorFlow', () => {
    expect(megabytes()).toBeLessThanOrEqual(400)
    expect(existsSync(join(app, 'node_modules', '@tensorflow'))).toBe(false)
  })

  it('leitmotif has the help and the version', () => {
    expect(runThere('npx', ['leitmotif', '--help']).out).toContain('Usage: leitmotif')
    expect(done('--version')).toBe('0.1.0\n')
  })

  it('leitmotif indexes, searches, finds themes and outlines a draft', { timeout: 600_000 }, () => {
    expect(done('index', docs, '--to', 'shelf')).toBeDefined()
    expect(done('search', 'what things cost, and who pays', '--in', 'shelf')).toContain(
      'How Glass Is Made › Energy, cost'
    )
    expect(JSON.parse(done('search', 'tea', '--in', 'shelf', '--json'))).toMatchObject({ representation: 'sentences' })
    expect(done('themes', 'build', '--in', 'shelf')).toMatch(/theme/)
    expect(done('outline', join(docs, 'tea.md'))).toMatch(/theme/i)
  })

  it('leitmotif encodes by the native ONNX Runtime of this machine', () => {
    const program = `import { env } from '#runtime'; console.log(Object.keys(env.versions).join())`
    const code = program.replace('#runtime', `@leitmotif/onnxruntime-${platform}`)
    writeFileSync(join(app, 'versions.mjs'), code)
    expect(runThere('node', ['versions.mjs'])).toMatchObject({ status: 0, out: 'common,node\n' })
  })

  it('leitmotif serves the page and the API', async () => {
    const server = spawn('npx', ['leitmotif', 'serve', '--in', 'shelf', '--port', '0'], {
      cwd: app,
      ...user,
      env: environment,
      detached: true
    })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let said = ''
        const read = (chunk: Buffer): void => {
          said += chunk.toString()
          const [url] = /http:\/\/[\w.:[\]]+/.exec(said) ?? []
          if (url !== undefined) resolve(url)
        }
        server.stdout?.on('data', read)
        server.stderr?.on('data', read)
        server.once('exit', () => {
          reject(new Error(said))
        })
      })
      expect(await (await fetch(address)).text()).toContain('<title>Leitmotif')
      expect((await fetch(`${address}/api/ready`)).status).toBe(200)
    } finally {
      process.kill(-server.pid!, 'SIGTERM')
      await ended
    }
  })

  it.runIf(existsSync(vscode.node))('leitmotif runs on Node 24, too', () => {
    const cli = join(app, 'node_modules', '.bin', 'leitmotif')
    copyFileSync(vscode.node, join(bin, 'node-24'))
    const ran = runThere(join(bin, 'node-24'), [cli, 'search', 'what things cost, and who pays', '--in', 'shelf'])
    expect(ran.status, ran.err).toBe(0)
    expect(ran.out).toContain('How Glass Is Made')
  })

  it('leitmotif-train can be added, has the version, and mines triplets of articles', { timeout: 1_200_000 }, () => {
    install('leitmotif-trainer')
    expect(runThere('npx', ['leitmotif-train', '--version'])).toMatchObject({ status: 0, out: '0.1.0\n' })
    const ran = runThere('npx', ['leitmotif-train', 'mine', docs, '--out', 'triplets.jsonl'])
    expect(ran.status, ran.err).toBe(0)
    expect(readFileSync(join(app, 'triplets.jsonl'), 'utf8').split('\n').length).toBeGreaterThan(10)
  })

  it('runs no install script that fetches files: neither CUDA nor TensorFlow', () => {
    const lock = JSON.parse(readFileSync(join(app, 'node_modules', '.package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, { hasInstallScript?: boolean }>>
    }
    const scripts = Object.entries(lock.packages).flatMap(([name, { hasInstallScript = false }]) =>
      hasInstallScript ? [name] : []
    )
    // core-js prints a line, and fetches nothing.
    expect(scripts.filter((name) => !name.endsWith('/core-js'))).toEqual([])
  })

  it(
    'leitmotif without native ONNX Runtime encodes by WebAssembly, and says that it is slower',
    { timeout: 600_000 },
    () => {
      remove('@leitmotif/onnxruntime-*')
      const ran = leitmotif('index', join(docs, 'tea.md'), '--to', 'slow')
      expect(ran.status, ran.err).toBe(0)
      expect(ran.err).toMatch(/^note: ONNX Runtime runs as WebAssembly.*npm install leitmotif.*--fast$/m)
      expect(JSON.parse(done('search', 'tea', '--in', 'slow', '--json'))).toMatchObject({ representation: 'sentences' })
    }
  )

  it(
    'leitmotif without native LanceDB still outlines drafts, and says what collections need',
    { timeout: 600_000 },
    () => {
      remove('@lancedb/lancedb-*')
      expect(done('--help')).toContain('Usage: leitmotif')
      expect(done('outline', join(docs, 'tea.md'))).toMatch(/theme/i)
      const ran = leitmotif('index', docs, '--to', 'other')
      expect(ran.status).toBe(2)
      expect(ran.err).toMatch(
        /^error: collections in folders need LanceDB.*npm install leitmotif.*Elasticsearch.*outline works/m
      )
      expect(ran.err).not.toContain('    at ')
    }
  )

  it('@leitmotif/encoder alone has 40 MB at most, and encodes with the model', { timeout: 600_000 }, () => {
    clear()
    install('leitmotif-encoder')
    expect(megabytes()).toBeLessThanOrEqual(40)
    install('leitmotif-model-en')
    const program = `import { loadEncoder } from '@leitmotif/encoder'
      import model from '@leitmotif/model-en'
      const encoder = await loadEncoder(model)
      const { count, dims } = await encoder.encode(['Tea is picked by hand.', 'Frost splits a bridge.'])
      console.log(encoder.representation, count, dims)
      encoder.dispose()`
    writeFileSync(join(app, 'program.mjs'), program)
    expect(runThere('node', ['program.mjs'])).toEqual({ status: 0, out: 'sentences 2 384\n', err: '' })
  })
})

const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return existsSync(node) && Number(/\d+/.exec(stdout)?.[0]) < 22
})

it.runIf(olderNode !== undefined).each([
  ['packages/indexer/bin/leitmotif.cjs', 'leitmotif'],
  ['packages/trainer/bin/leitmotif-train.cjs', 'leitmotif-train']
])('%s says on an older Node.js which one it needs', (file, command) => {
  const { status, stdout, stderr } = spawnSync(olderNode!, [join(root, file), '--help'], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(
    new RegExp(`^error: ${command} needs Node\\.js 22\\.12 or later, and runs on \\d+\\.[^\n]*nodejs\\.org[^\n]*\n$`)
  )
})

it('What begins every command is in syntax that the oldest Node.js reads', () => {
  for (const file of [
    'packages/command/node-version.cjs',
    ...globSync('{packages/*,npm/*}/bin/leitmotif*.cjs', { cwd: root })
  ]) {
    const code = readFileSync(join(root, file), 'utf8').replace(/^(?:#!|\/\*\*|\/\/).*$/gm, '')
    expect(code, file).not.toMatch(/\b(?:const|let|import|class|async|await)\b|=>|`|\.\.\.|\?\?|\?\./)
  }
})
