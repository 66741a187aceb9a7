#!/usr/bin/env node
/**
 * Gives training the native TensorFlow, three to four times as fast as JavaScript and WebAssembly. Run by hand, never required:
 *   npm run native-backend
 *
 * @tensorflow/tfjs-node wants its library from a host that is not always in reach. The wheel `tensorflow-cpu` on PyPI
 * holds the same library, so it is taken from there, and the package's addon is compiled against it. Linux on x64, with
 * python3, pip, make and g++. Installs into node_modules alone; `npm ci` takes it away again.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = '@tensorflow/tfjs-node'
const PACKAGE_VERSION = '4.22.0'
const WHEEL_VERSION = '2.18.1'
const NAPI = 8

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.setup')
const folder = join(root, 'node_modules', PACKAGE)

function say(text) {
  console.error(`native-backend: ${text}`)
}

function fail(text) {
  say(text)
  process.exit(2)
}

function run(command, args, options = {}) {
  return execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
}

/** npm's own copy of node-gyp. */
function nodeGyp() {
  const npm = process.env.npm_execpath ?? execFileSync('npm', ['root', '-g']).toString().trim() + '/npm/bin/npm-cli.js'
  return createRequire(npm).resolve('node-gyp/bin/node-gyp.js')
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  fail(`this is ${process.platform} ${process.arch}; it serves linux x64. Elsewhere: npm install --no-save ${PACKAGE}`)
}
for (const tool of ['python3', 'make', 'g++']) {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' })
  } catch {
    fail(`${tool} is missing; install it, or train without the native backend`)
  }
}

if (!existsSync(folder)) {
  say(`installing ${PACKAGE} ${PACKAGE_VERSION}`)
  run('npm', ['install', '--no-save', '--ignore-scripts', `${PACKAGE}@${PACKAGE_VERSION}`])
}

mkdirSync(cache, { recursive: true })
const isWheel = (name) => name.startsWith(`tensorflow_cpu-${WHEEL_VERSION}-`) && name.endsWith('.whl')
if (!readdirSync(cache).some(isWheel)) {
  say(`fetching tensorflow-cpu ${WHEEL_VERSION} from PyPI (220 MB)`)
  const platforms = ['manylinux_2_27_x86_64', 'manylinux2014_x86_64'].flatMap((name) => ['--platform', name])
  const only = ['--no-deps', '--only-binary=:all:', '--python-version', '3.11']
  const pip = ['-m', 'pip', 'download', '-q', ...only, ...platforms, '-d', cache, `tensorflow-cpu==${WHEEL_VERSION}`]
  run('python3', pip)
}
const wheel = join(cache, readdirSync(cache).find(isWheel))

say('unpacking the library and its headers')
const unpacked = join(cache, 'tensorflow')
rmSync(unpacked, { recursive: true, force: true })
const wanted = ['libtensorflow', ...['c/', 'core/platform/', 'tsl/'].map((name) => `include/tensorflow/${name}`)]
const prefixes = [
  ...wanted.map((name) => `tensorflow/${name}`),
  'tensorflow/include/tsl/',
  'tensorflow/include/xla/tsl/'
]
const unzip = `import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
wheel.extractall(sys.argv[2], [name for name in wheel.namelist() if name.startswith(tuple(sys.argv[3:]))])`
run('python3', ['-c', unzip, wheel, cache, ...prefixes])

for (const name of ['deps', 'lib', 'build']) rmSync(join(folder, name), { recursive: true, force: true })
const lib = join(folder, 'deps', 'lib')
mkdirSync(lib, { recursive: true })
renameSync(join(unpacked, 'include'), join(folder, 'deps', 'include'))
for (const part of ['cc', 'framework']) {
  renameSync(join(unpacked, `libtensorflow_${part}.so.2`), join(lib, `libtensorflow_${part}.so.2`))
}
for (const name of ['libtensorflow.so', 'libtensorflow.so.2']) symlinkSync('libtensorflow_cc.so.2', join(lib, name))
symlinkSync('libtensorflow_framework.so.2', join(lib, 'libtensorflow_framework.so'))
rmSync(unpacked, { recursive: true })

say('compiling the addon')
const built = join(folder, 'lib', `napi-v${NAPI}`)
run(
  process.execPath,
  [
    nodeGyp(),
    'rebuild',
    `--napi_version=${NAPI}`,
    `--napi_build_version=${NAPI}`,
    `--node_napi_label=napi-v${NAPI}`,
    '--module_name=tfjs_binding',
    `--module=${join(built, 'tfjs_binding.node')}`,
    `--module_path=${built}`
  ],
  { cwd: folder, env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` } }
)

const check = `const tf = (await import('${PACKAGE}')).default; await tf.ready(); console.error('native-backend: ready,', tf.getBackend())`
run(process.execPath, ['--input-type=module', '-e', check], { env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: '2' } })
