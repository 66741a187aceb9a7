// Bundles what the command loads, so that it starts in two thirds of the time, from 200 files instead of 600:
// - dist/lancedb: LanceDB and Apache Arrow as one file, without the old ONNX Runtime that LanceDB's package brings
// - dist/command: the command's modules and those of our other packages; files for the parts that only some commands load
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const { resolve } = createRequire(import.meta.url)
const here = fileURLToPath(new URL('.', import.meta.url))
const dist = join(here, 'dist')
const common = {
  platform: 'node',
  logLevel: 'warn',
  onLog(_level, log) {
    // A module that is missing, for instance because it is built later, would be missed only by who runs the bundle.
    throw new Error(log.message)
  }
}

/** Writes a bundle into a folder of `dist` and deletes what was there. */
async function write(folder, input, output = {}) {
  const dir = join(dist, folder)
  rmSync(dir, { recursive: true, force: true })
  const bundle = await rolldown({ ...common, ...input })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', ...output })
  await bundle.close()
}

const lancedb = dirname(resolve('@lancedb/lancedb'))
const arrow = dirname(resolve('apache-arrow'))
await write(
  'lancedb',
  {
    input: { lancedb: join(here, 'vendor', 'lancedb.d.ts') },
    external: [/^@lancedb\/lancedb-/, 'openai', '@huggingface/transformers'],
    // One copy, because LanceDB converts tables of another.
    resolve: { alias: { 'apache-arrow': join(arrow, 'Arrow.node.mjs') } },
    checks: { eval: false }
  },
  { codeSplitting: false }
)
cpSync(join(here, 'LICENSE'), join(dist, 'lancedb', 'LICENSE'))
cpSync(join(arrow, 'NOTICE.txt'), join(dist, 'lancedb', 'NOTICE.txt'))
const notices = 'NODEJS_THIRD_PARTY_LICENSES.md'
cpSync(join(lancedb, '..', notices), join(dist, 'lancedb', notices))

/** Modules find threads, pages and models by their own address. In the bundle it stays that of the compiled module. */
const ownAddress = {
  name: 'own-address',
  transform(code, file) {
    const [, name, path] = /[\\/]packages[\\/]([a-z]+)[\\/]dist[\\/](.*\.js)$/.exec(file) ?? []
    if (name === undefined || !code.includes('import.meta.url')) return null
    const home = name === 'indexer' ? "'..', import.meta.url" : `'.', import.meta.resolve('@leitmotif/${name}')`
    return code.replaceAll('import.meta.url', `new URL('${path.replaceAll('\\', '/')}', new URL(${home})).href`)
  }
}

await write('command', {
  input: join(dist, 'cli', 'leitmotif.js'),
  // Packages of others stay where npm puts them.
  external: (id) => !/^(?:[./]|[a-z]:|#(?!lancedb)|@leitmotif\/(?!model-))/i.test(id),
  plugins: [ownAddress]
})
