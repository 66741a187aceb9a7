// `npm run setup`: installs packages and compiles TypeScript and the trainer's kernels in a fresh clone. Skips steps whose inputs have
// not changed. Plain JavaScript for Node 18.17 and later, because it runs before Node 22 is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['testing', 'encoder', 'command', 'plot', 'trainer', 'events', 'pairs', 'indexer', 'vscode-ext'].map(
  (name) => join('packages', name)
)

/** The environment with the project's programs, among them Node 22, first on the path. */
export const ownEnvironment = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  // An npm that ignores package.json's `allowScripts` would run install scripts that download CUDA. ONNX Runtime 1.19 reads only the second.
  ONNXRUNTIME_NODE_INSTALL: 'skip',
  ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip'
}

const windows = process.platform === 'win32'

/** Returns the program of the project's own Node 22, or of this one. Windows finds programs on the path, but not npm's links to them. */
export function ownNode() {
  const program = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
  return existsSync(program) ? program : process.execPath
}

/** Returns npm with these arguments, as program and arguments: its script where it is known, because `npm.cmd` needs a shell. */
export function npmCommand(...args) {
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const script = [process.env.npm_execpath, beside].find((path) => path?.endsWith('npm-cli.js') && existsSync(path))
  return script === undefined ? ['npm', ...args] : [process.execPath, script, ...args]
}

/** Runs a command of the project and returns its exit status. */
export function runHere(command, args, options = {}) {
  const run = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: ownEnvironment, ...options })
  if (run.error) throw run.error
  if (run.status !== 0 && run.stdout) process.stderr.write(run.stdout + run.stderr)
  return run.status ?? 1
}

const DAY_MS = 86_400_000

/**
 * Fetches or builds something that may fail on this machine. After a failure it waits a day before the next attempt, unless `again`
 * is set, because attempts without a network take long. @throws Error with the reason.
 */
export function onceADay(name, again, provide) {
  const failure = join(root, '.setup', `${name}-failure.txt`)
  if (!again && existsSync(failure) && Date.now() - statSync(failure).mtimeMs < DAY_MS) {
    throw new Error(`${readFileSync(failure, 'utf8')} (tried within the last day)`)
  }
  try {
    provide()
    rmSync(failure, { force: true })
  } catch (error) {
    mkdirSync(join(root, '.setup'), { recursive: true })
    writeFileSync(failure, error.message)
    throw error
  }
}

/** Returns what a step's stamp holds once its commands have succeeded on these inputs. */
const stampOf = (state) => createHash('sha256').update(JSON.stringify(state())).digest('hex')

/** Returns whether the commands of a step have succeeded on these inputs. */
function isDone({ stampFile, state }) {
  const path = join(root, stampFile)
  return existsSync(path) && readFileSync(path, 'utf8') === stampOf(state)
}

/** Runs the commands of a step, unless their inputs have not changed since they last succeeded. */
function run(step) {
  if (isDone(step)) return
  const { title, stampFile, state, commands } = step
  const started = Date.now()
  process.stderr.write(`set-up: ${title} …\n`)
  for (const [command, ...args] of commands) {
    if (runHere(command, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }) !== 0) {
      process.stderr.write(`set-up: \`${command} ${args.join(' ')}\` failed, for the reason above\n`)
      process.exit(2)
    }
  }
  writeFileSync(join(root, stampFile), stampOf(state))
  process.stderr.write(`set-up: ${title}: done in ${Math.round((Date.now() - started) / 1000)} s\n`)
}

/** Returns path, size and time of every file below `folder`. */
function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(root, folder, name))
      return [folder, name, size, mtimeMs]
    })
    .sort()
}

const install = {
  title: 'installing packages from the npm registry (a minute or two, once)',
  stampFile: join('node_modules', '.leitmotif-installed'),
  state: () =>
    [
      'package-lock.json',
      ...['.', ...packages, 'models/leitmotif-en', 'test', 'bench'].map((folder) => join(folder, 'package.json'))
    ].map((file) => readFileSync(join(root, file), 'utf8')),
  commands: [npmCommand('ci', '--no-audit', '--no-fund', '--loglevel=error')]
}

const build = {
  title: 'compiling',
  stampFile: join('node_modules', '.leitmotif-built'),
  state: () => [
    packages.flatMap((folder) => [existsSync(join(root, folder, 'dist')), filesOf(join(folder, 'src'))]),
    ['encoder', 'trainer'].flatMap((name) => filesOf(`packages/${name}/kernel`)),
    ...['web', 'vendor'].map((folder) => filesOf(join('packages/indexer', folder))),
    filesOf('packages/plot/style'),
    ['l10n', 'media', 'bin'].flatMap((folder) => filesOf(join('packages/vscode-ext', folder))),
    [
      'packages/plot/vite.config.js',
      'packages/indexer/bundle.mjs',
      'packages/vscode-ext/bundle.mjs',
      'docs/editors.md',
      'scripts/vendor.mjs',
      'package-lock.json'
    ].map((file) => readFileSync(join(root, file), 'utf8'))
  ],
  commands: [npmCommand('run', 'build')]
}

const [major, minor] = process.versions.node.split('.').map(Number)
/** Whether this Node runs the command, so that no other need be installed. Its `engines` say the same. */
const runsCommand = major > 22 || (major === 22 && minor >= 12)

/** Packages that `npm start` installs: those of the command. `npm test` later adds editor, browser, linters and tests. */
const installForStart = {
  ...install,
  title: 'installing what the command needs from the npm registry (once)',
  stampFile: join('node_modules', '.leitmotif-installed-for-start'),
  commands: [
    npmCommand(
      ...['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(runsCommand ? [] : ['--include-workspace-root'])],
      ...['encoder', 'command', 'plot', 'events', 'pairs', 'indexer'].flatMap((name) => ['-w', `packages/${name}`]),
      ...['-w', 'models/leitmotif-en']
    )
  ]
}

/** What `npm start` compiles: the command alone, without checking types. */
const buildForStart = {
  ...build,
  title: 'compiling the command',
  stampFile: join('node_modules', '.leitmotif-started'),
  commands: [npmCommand('run', 'build:start')]
}

/** Installs and compiles what has changed: everything, or what `npm start` runs. */
export function setUp({ forStart = false } = {}) {
  run(forStart && !isDone(install) ? installForStart : install)
  run(forStart && !isDone(build) ? buildForStart : build)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp()
