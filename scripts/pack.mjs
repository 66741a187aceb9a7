// `node scripts/pack.mjs DIR`: packs what is published into DIR, one tarball for each package: the packages of this repository that are not
// private, the command `leitmotif`, and ONNX Runtime for each platform. Build first.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { npmCommand, root, runHere } from './setup.mjs'

/** Returns a folder's package.json. */
export const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const COMMAND = join(root, 'npm', 'leitmotif')

/** Returns the folders of the packages that are published, but for those of ONNX Runtime. */
export function publishedFolders() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
  return [...packages, join(root, 'models', 'leitmotif-en'), COMMAND].filter((folder) => !manifestOf(folder).private)
}

/**
 * Writes a folder to pack for each platform that onnxruntime-node has native code for: its files for that platform, without its install
 * script, which downloads CUDA. `wanted` limits them to names such as `linux-x64`.
 */
function writeRuntimes(to, wanted) {
  const { resolve: find } = createRequire(join(root, 'packages', 'encoder', 'package.json'))
  const from = dirname(dirname(find('onnxruntime-node')))
  const { version: runtimeVersion, dependencies } = manifestOf(from)
  const { version, homepage, bugs, repository, publishConfig, optionalDependencies } = manifestOf(COMMAND)
  const binaries = join(from, 'bin', 'napi-v6')
  const platforms = readdirSync(binaries).flatMap((os) => readdirSync(join(binaries, os)).map((cpu) => ({ os, cpu })))
  const names = platforms.map(({ os, cpu }) => `@leitmotif/onnxruntime-${os}-${cpu}`)
  const listed = Object.keys(optionalDependencies).filter((name) => name.startsWith('@leitmotif/'))
  if (`${names.sort()}` !== `${listed.sort()}`) {
    throw new Error(`${COMMAND} lists ${listed}; expected what onnxruntime-node ${runtimeVersion} has: ${names}`)
  }
  return platforms
    .filter(({ os, cpu }) => wanted === undefined || wanted.includes(`${os}-${cpu}`))
    .map(({ os, cpu }) => {
      const folder = join(to, `${os}-${cpu}`)
      cpSync(join(root, 'npm', 'onnxruntime'), folder, { recursive: true })
      for (const name of readdirSync(join(from, 'dist')).filter((name) => /\.js$|\.d\.ts$/.test(name)))
        cpSync(join(from, 'dist', name), join(folder, 'dist', name))
      const library = join('bin', 'napi-v6', os, cpu)
      // The binding loads libonnxruntime.1.dylib, of which the name with the whole version is a copy.
      const needed = readdirSync(join(from, library)).filter((name) => !/^libonnxruntime(\.\d+){3}\.dylib$/.test(name))
      for (const name of needed) cpSync(join(from, library, name), join(folder, library, name))
      const manifest = {
        name: `@leitmotif/onnxruntime-${os}-${cpu}`,
        version,
        description: `ONNX Runtime ${runtimeVersion} for Leitmotif on ${os} ${cpu}.`,
        license: 'MIT',
        ...{ homepage, bugs, repository: { ...repository, directory: 'npm/onnxruntime' }, publishConfig },
        os: [os],
        cpu: [cpu],
        ...(os === 'linux' && { libc: ['glibc'] }),
        main: 'dist/index.js',
        types: 'dist/index.d.ts',
        dependencies: { 'onnxruntime-common': dependencies['onnxruntime-common'] }
      }
      writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      return folder
    })
}

/** Packs into the folder `to`. `runtimes` limits the packages of ONNX Runtime; left out: all. */
export function pack(to, runtimes) {
  mkdirSync(to, { recursive: true })
  const stage = mkdtempSync(join(tmpdir(), 'leitmotif-pack-'))
  try {
    const folders = [...publishedFolders(), ...writeRuntimes(stage, runtimes)]
    const quiet = ['--ignore-scripts', '--loglevel=error']
    for (const folder of folders) {
      const options = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }
      const [npm, ...args] = npmCommand('pack', '--pack-destination', resolve(to), ...quiet)
      if (runHere(npm, args, options) !== 0) {
        throw new Error(`npm can't pack ${folder}, for the reason above`)
      }
    }
  } finally {
    rmSync(stage, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [to, ...runtimes] = process.argv.slice(2)
  if (to === undefined) {
    process.stderr.write('usage: node scripts/pack.mjs DIR [linux-x64 …]   packs what is published into DIR\n')
    process.exit(2)
  }
  pack(to, runtimes.length > 0 ? runtimes : undefined)
}
