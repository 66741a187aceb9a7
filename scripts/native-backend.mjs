#!/usr/bin/env node
/**
 * `npm run native-backend`: installs the native TensorFlow for training. `npm test` does this itself.
 *
 * npm installs @tensorflow/tfjs-node-gpu without its library. On a machine with an NVIDIA GPU, `npm run native-backend` installs the
 * package's own library, which needs CUDA 11.2 and cuDNN 8.1. Otherwise, or if that fails, this takes the same library for processors from the wheel `tensorflow-cpu` on PyPI (220 MB), and compiles the package's addon against it. It needs Linux on
 * x64, python3, pip, make, g++ and Node's headers. The result stays in .setup (680 MB), with links from node_modules, so that
 * `npm ci` does not delete it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onceADay, ownEnvironment, ownNode, root } from './setup.mjs'

const PACKAGE = '@tensorflow/tfjs-node-gpu'
const WHEEL = join(root, 'scripts', 'libtensorflow.txt')
const NAPI = 8
/** The line in which Node names an error that nothing caught. */
const THROWN = /^\w*Error: /
const folder = join(root, 'node_modules', PACKAGE)
const cache = join(root, '.setup')

/**
 * Installs the native TensorFlow unless it loads. Returns the reason if that is impossible, else undefined. After a failure it waits a
 * day before the next attempt, unless `again` is set.
 */
export function provideNative({ again }) {
  try {
    if (again && hasGpu() && deviceOf() !== 'gpu' && providesOwn()) return undefined
    if (loads() !== undefined) {
      if (process.platform !== 'linux' || process.arch !== 'x64') {
        throw new Error(`this is ${process.platform} on ${process.arch}; expected Linux on x64`)
      }
      const [version] = /(?<===)\S+/.exec(readFileSync(WHEEL, 'utf8'))
      const home = join(cache, `tensorflow-${version}`)
      if (!existsSync(home)) {
        onceADay('native', again, () => build(home, version))
      }
      link(home)
      const error = loads()
      if (error !== undefined) throw new Error(`it does not load: ${error}`)
    }
    return undefined
  } catch (error) {
    return error.message
  }
}

/** True if this machine has an NVIDIA GPU with its driver. */
function hasGpu() {
  return existsSync('/proc/driver/nvidia/version')
}

/** Installs the package's own library, which computes on a GPU. Returns false, and leaves no library, if it does not. */
function providesOwn() {
  say('this machine has an NVIDIA GPU: fetching the library that uses it from storage.googleapis.com (400 MB)')
  for (const name of ['deps', 'lib']) rmSync(join(folder, name), { recursive: true, force: true })
  const env = { ...ownEnvironment, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }
  try {
    need(ownNode(), [join('scripts', 'install.js'), 'gpu', 'download'], "it can't be installed", { cwd: folder, env })
    if (deviceOf() === 'gpu') return true
    say(`it does not use the GPU (${loads() ?? 'CUDA 11.2 or cuDNN 8.1 is missing'}); taking the one for processors`)
  } catch (error) {
    say(`${error.message}; taking the library for processors`)
  }
  for (const name of ['deps', 'lib']) rmSync(join(folder, name), { recursive: true, force: true })
  return false
}

/** Returns 'gpu' or 'cpu' if the package loads, else undefined. */
function deviceOf() {
  const run = load(`process.stdout.write(require('${PACKAGE}').backend().isUsingGpuDevice ? 'gpu' : 'cpu')`)
  return run.status === 0 ? run.stdout : undefined
}

function load(script) {
  return spawnSync(ownNode(), ['-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...ownEnvironment, TF_CPP_MIN_LOG_LEVEL: '2' }
  })
}

/** Returns undefined if the package loads, else the error. */
function loads() {
  const run = load(`require('${PACKAGE}')`)
  if (run.status === 0) return undefined
  return run.stderr?.split('\n').find((line) => THROWN.test(line)) ?? run.error?.message ?? `status ${run.status}`
}

function build(home, version) {
  for (const tool of ['python3', 'make', 'g++']) need(tool, ['--version'], `${tool} is missing`)
  need('python3', ['-m', 'pip', '--version'], 'pip is missing')
  if (!existsSync(folder)) throw new Error(`${PACKAGE} is missing; run npm ci`)
  const started = Date.now()
  const partial = `${home}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(join(partial, 'deps', 'lib'), { recursive: true })

  say(`fetching TensorFlow ${version} from PyPI (220 MB, once)`)
  const platforms = ['manylinux_2_27_x86_64', 'manylinux2014_x86_64'].flatMap((name) => ['--platform', name])
  const only = ['--no-deps', '--only-binary=:all:', '--python-version', '3.11', ...platforms]
  const patience = ['-q', '--retries', '2', '--timeout', '20', '--disable-pip-version-check']
  const wanted = ['--require-hashes', '-r', WHEEL, '-d', partial]
  need('python3', ['-m', 'pip', 'download', ...patience, ...only, ...wanted], "pip can't fetch it from PyPI")

  const wheel = join(
    partial,
    readdirSync(partial).find((name) => name.endsWith('.whl'))
  )
  const headers = ['c/', 'core/platform/', 'tsl/'].map((name) => `tensorflow/include/tensorflow/${name}`)
  const prefixes = ['tensorflow/libtensorflow', ...headers, 'tensorflow/include/tsl/', 'tensorflow/include/xla/tsl/']
  const unzip = `import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
wheel.extractall(sys.argv[2], [name for name in wheel.namelist() if name.startswith(tuple(sys.argv[3:]))])`
  need('python3', ['-c', unzip, wheel, partial, ...prefixes], "the wheel can't be unpacked")
  const lib = join(partial, 'deps', 'lib')
  renameSync(join(partial, 'tensorflow', 'include'), join(partial, 'deps', 'include'))
  for (const part of ['cc', 'framework']) {
    renameSync(join(partial, 'tensorflow', `libtensorflow_${part}.so.2`), join(lib, `libtensorflow_${part}.so.2`))
  }
  for (const name of ['libtensorflow.so', 'libtensorflow.so.2']) symlinkSync('libtensorflow_cc.so.2', join(lib, name))
  symlinkSync('libtensorflow_framework.so.2', join(lib, 'libtensorflow_framework.so'))
  for (const rest of [wheel, join(partial, 'tensorflow')]) rmSync(rest, { recursive: true })

  say('compiling its addon')
  link(partial)
  const built = join(partial, 'lib', `napi-v${NAPI}`)
  const versions = [`--napi_version=${NAPI}`, `--napi_build_version=${NAPI}`, `--node_napi_label=napi-v${NAPI}`]
  const target = [
    '--module_name=tfjs_binding',
    `--module=${join(built, 'tfjs_binding.node')}`,
    `--module_path=${built}`
  ]
  const gyp = [nodeGyp(), 'rebuild', ...versions, ...target, ...nodeHeaders()]
  need(process.execPath, gyp, 'its addon does not compile', { cwd: folder })
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  renameSync(partial, home)
  say(`ready after ${Math.round((Date.now() - started) / 1000)} s`)
}

/** Links the library and the addon to where the package looks for them. */
function link(home) {
  for (const name of ['deps', 'lib']) {
    rmSync(join(folder, name), { recursive: true, force: true })
    symlinkSync(relative(folder, join(home, name)), join(folder, name))
  }
}

/** Runs a command. @throws Error with `reason` and the command's last error if it fails. */
function need(command, args, reason, options = {}) {
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })
  if (run.status === 0) return
  const lines = `${run.stderr ?? ''}`.split('\n').filter((line) => /error/i.test(line))
  const told = lines.find((line) => THROWN.test(line)) ?? lines.at(-1)
  throw new Error([reason, ...(told === undefined ? [] : [told.trim().slice(0, 300)])].join(': '))
}

/** Returns the path of npm's copy of node-gyp. */
function nodeGyp() {
  const { stdout } = spawnSync('npm', ['root', '-g'], { encoding: 'utf8' })
  const npm = process.env.npm_execpath ?? join(stdout.trim(), 'npm', 'bin', 'npm-cli.js')
  return createRequire(npm).resolve('node-gyp/bin/node-gyp.js')
}

/** Returns the option for installed headers of Node; without any, node-gyp downloads them. */
function nodeHeaders() {
  const homes = [dirname(dirname(process.execPath)), '/usr', '/usr/local']
  const home = homes.find((place) => existsSync(join(place, 'include', 'node', 'node_api.h')))
  return home === undefined ? [] : [`--nodedir=${home}`]
}

function say(text) {
  process.stderr.write(`native TensorFlow: ${text}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reason = provideNative({ again: true })
  say(reason ?? 'training uses it from now on')
  process.exitCode = reason === undefined ? 0 : 2
}
