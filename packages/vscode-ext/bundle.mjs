// Bundles the extension into dist/extension, the folder that VS Code loads and that is packed as a VSIX: client and server for the desktop
// and remote hosts (Node) and for the web (workers), the encoder, and ONNX Runtime's WebAssembly. Bundles the server for other editors
// into dist/lsp, the npm package `leitmotif-lsp`.
//   node bundle.mjs             bundles
//   node bundle.mjs --pack      packs the extension, too: dist/leitmotif.vsix
//   node bundle.mjs --to DIR    writes into DIR instead of dist
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readBundle } from '@leitmotif/encoder'
import { packBundle, readFrom } from '@leitmotif/encoder/training'
import { rolldown } from 'rolldown'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..', '..')
const { values: flags } = parseArgs({
  options: { pack: { type: 'boolean' }, to: { type: 'string', default: join(here, 'dist') } }
})
const dist = resolve(flags.to)
const out = join(dist, 'extension')
const lsp = join(dist, 'lsp')
const MOST_BYTES = 40e6
/**
 * Vectors of words are rounded to every fifth of their 127 steps: it is 5
 * MB smaller, and TDC stays within .0015. An odd number has no halves to round.
 */
const WORD_STEP = 5

/** The runtime's folder, whichever copy of it the encoder uses. */
const runtime = dirname(createRequire(join(root, 'packages/encoder/package.json')).resolve('onnxruntime-web/wasm'))

/**
 * The extension has no native module: it runs ONNX Runtime as WebAssembly, in Node too. Node's build of the runtime can start threads.
 */
const wasmRuntime = (platform) => ({
  name: 'wasm-runtime',
  resolveId: (id) =>
    id === '#onnxruntime' ? join(runtime, platform === 'node' ? 'ort.node.min.mjs' : 'ort.wasm.bundle.min.mjs') : null
})

const entries = [
  { input: 'src/client/desktop.ts', file: join(out, 'dist/extension.js'), platform: 'node', format: 'cjs' },
  { input: 'src/server/node.ts', file: join(out, 'dist/server.js'), platform: 'node', format: 'cjs' },
  { input: 'src/client/web.ts', file: join(out, 'dist/web/extension.js'), platform: 'browser', format: 'cjs' },
  { input: 'src/server/worker.ts', file: join(out, 'dist/web/server.js'), platform: 'browser', format: 'iife' },
  { input: 'src/server/command.ts', file: join(lsp, 'dist/command.js'), platform: 'node', format: 'cjs' }
]

for (const folder of [out, lsp]) rmSync(folder, { recursive: true, force: true })
for (const { input, file, platform, format } of entries) {
  const bundle = await rolldown({
    input: join(here, input),
    platform,
    external: ['vscode'],
    plugins: [wasmRuntime(platform)],
    // A worker's script has an address, though no `import.meta`.
    ...(format === 'iife' && { transform: { define: { 'import.meta.url': 'self.location.href' } } }),
    logLevel: 'warn'
  })
  await bundle.write({ file, format, codeSplitting: false, minify: true, sourcemap: false })
  await bundle.close()
}

const described = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const own = ['scripts', 'dependencies', 'devDependencies', 'type', 'private']
const manifest = Object.fromEntries(Object.entries(described).filter(([name]) => !own.includes(name)))
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
// A gallery shows the page without the repository around it.
const address = `${described.repository.url.replace(/\.git$/, '')}/raw/HEAD/`
writeFileSync(
  join(out, 'README.md'),
  readFileSync(join(here, 'README.md'), 'utf8').replaceAll('](../../', `](${address}`)
)
for (const name of ['package.nls.json', 'package.nls.de.json', 'l10n', 'media', 'CHANGELOG.md']) {
  cpSync(join(here, name), join(out, name), { recursive: true })
}
cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
writeFileSync(join(out, '.vscodeignore'), '') // all of the folder is the extension
await writeEncoder(join(root, 'models', 'leitmotif-en'), join(out, 'models', 'leitmotif-en'))
mkdirSync(join(out, 'dist', 'ort'))
for (const ending of ['wasm', 'mjs']) {
  const file = `ort-wasm-simd-threaded.${ending}`
  cpSync(join(runtime, file), join(out, 'dist', 'ort', file))
}
writeCommand()

if (flags.pack) {
  const vsix = join(dist, 'leitmotif.vsix')
  const args = ['package', '--no-dependencies', '--skip-license', '--out', vsix]
  // Named by its file, because Windows finds no `vsce` that a process can start.
  const vsce = createRequire(import.meta.url).resolve('@vscode/vsce/vsce')
  const { status } = spawnSync(process.execPath, [vsce, ...args], { cwd: out, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exit(1)
  const bytes = statSync(vsix).size
  process.stdout.write(`${vsix}: ${(bytes / 1e6).toFixed(1)} MB\n`)
  if (bytes > MOST_BYTES) {
    process.stderr.write(`the VSIX has ${(bytes / 1e6).toFixed(1)} MB; expected at most ${MOST_BYTES / 1e6}\n`)
    process.exit(1)
  }
}

/** Completes the npm package of the server for other editors. It has no dependencies. */
function writeCommand() {
  const { version, license, engines, repository, homepage, bugs } = described
  const manifest = {
    name: 'leitmotif-lsp',
    version,
    description:
      'Themes of a draft, misplaced paragraphs and missing headings, for any editor that speaks the Language Server Protocol.',
    license,
    repository,
    homepage,
    bugs,
    type: 'commonjs',
    bin: { 'leitmotif-lsp': 'bin/leitmotif-lsp.mjs' },
    engines: { node: engines.node },
    files: ['bin', 'dist', 'models', 'ort']
  }
  writeFileSync(join(lsp, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(here, 'bin'), join(lsp, 'bin'), { recursive: true })
  const page = readFileSync(join(root, 'docs', 'editors.md'), 'utf8')
  // The package has no other page that a link could lead to.
  writeFileSync(join(lsp, 'README.md'), page.replaceAll(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1'))
  cpSync(join(root, 'LICENSE'), join(lsp, 'LICENSE'))
  cpSync(join(out, 'models'), join(lsp, 'models'), { recursive: true })
  cpSync(join(out, 'dist', 'ort'), join(lsp, 'ort'), { recursive: true })
}

/**
 * Writes the encoder with the networks that drafts are read by, and with rounded word vectors. What it has learned beside its networks
 * goes with it: rounding moves rows so little that the network of boundaries still fits them.
 */
async function writeEncoder(from, to) {
  const { manifest, vocabulary, vectors, networks, learnedFiles } = await readBundle(readFrom(from))
  const { name, language, license, mined, trained, corpora, seed, measured } = manifest
  const origin = { name, language, license, mined, trained, corpora, seed, measured }
  const rounded = (table) => ({ ...table, rows: table.rows.map((value) => WORD_STEP * Math.round(value / WORD_STEP)) })
  const read = { static: networks.static, sentences: networks.sentences }
  const words = { words: vocabulary.words, vectors: rounded(vectors) }
  const files = await packBundle(origin, { ...words, networks: read, learnedFiles }, manifest.maxTokens)
  mkdirSync(to, { recursive: true })
  for (const [file, bytes] of files) writeFileSync(join(to, file), bytes)
  cpSync(join(from, 'README.md'), join(to, 'README.md'))
}
