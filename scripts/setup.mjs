// Brings a fresh clone to where its commands run: packages installed, TypeScript and the trainer's kernels compiled. Says
// what it does, and does nothing the second time. Plain JavaScript that any Node since 18.17 runs: it comes before all else.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['testing', 'encoder', 'command', 'plot', 'trainer', 'events', 'pairs', 'indexer', 'vscode-ext'].map(
  (name) => join('packages', name)
)

/** The environment with the project's own programs, Node 22 among them, first on the path. */
export const ownEnvironment = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  // An npm that does not know package.json's `allowScripts` would let these two download CUDA; 1.19 reads the second alone.
  ONNXRUNTIME_NODE_INSTALL: 'skip',
  ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip'
}

/** Runs a command of the project's own; gives its exit status. */
export function runHere(command, args, options = {}) {
  const run = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: ownEnvironment, ...options })
  if (run.error) throw run.error
  if (run.status !== 0 && run.stdout) process.stderr.write(run.stdout + run.stderr)
  return run.status ?? 1
}

const DAY_MS = 86_400_000

/**
 * Fetches or builds something that not every machine can. What failed within the last day is not tried anew, unless `again`
 * says so: without a network each try takes a while. @throws Error that says why it is not here.
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

/** Runs the commands of a step unless what they depend on is as it was when they last succeeded. */
function step(title, stampFile, state, commands) {
  const stamp = () => createHash('sha256').update(JSON.stringify(state())).digest('hex')
  const path = join(root, stampFile)
  if (existsSync(path) && readFileSync(path, 'utf8') === stamp()) return
  const started = Date.now()
  process.stderr.write(`set-up: ${title} …\n`)
  for (const [command, ...args] of commands) {
    if (runHere(command, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }) !== 0) {
      process.stderr.write(`set-up: \`${command} ${args.join(' ')}\` failed, for the reason above\n`)
      process.exit(2)
    }
  }
  writeFileSync(path, stamp())
  process.stderr.write(`set-up: ${title}: done in ${Math.round((Date.now() - started) / 1000)} s\n`)
}

/** Path, size and time of every file below `folder`. */
function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(root, folder, name))
      return [folder, name, size, mtimeMs]
    })
    .sort()
}

export function setUp() {
  const manifests = ['.', ...packages, 'test', 'bench'].map((folder) => join(folder, 'package.json'))
  step(
    'installing packages from the npm registry (a minute or two, once)',
    join('node_modules', '.leitmotif-installed'),
    () => ['package-lock.json', ...manifests].map((file) => readFileSync(join(root, file), 'utf8')),
    [['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']]
  )
  step(
    'compiling',
    join('node_modules', '.leitmotif-built'),
    () => [
      packages.flatMap((folder) => [existsSync(join(root, folder, 'dist')), filesOf(join(folder, 'src'))]),
      ['encoder', 'trainer'].flatMap((name) => filesOf(`packages/${name}/kernel`)),
      filesOf('packages/indexer/web'),
      filesOf('packages/plot/style'),
      ['l10n', 'media'].flatMap((folder) => filesOf(join('packages/vscode-ext', folder))),
      ['packages/plot/vite.config.js', 'packages/vscode-ext/bundle.mjs'].map((file) =>
        readFileSync(join(root, file), 'utf8')
      )
    ],
    [['npm', 'run', 'build']]
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp()
