// `npm run build` begins with this: copies files of other packages into ours, so that whoever installs ours gets no more than is used.
// onnxruntime-web has 139 MB, of which the encoder runs 14; @lancedb/lancedb brings an old ONNX Runtime for embeddings that nothing here uses.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './setup.mjs'

/** Returns the folder of a package that one of ours lists among its devDependencies. */
function folderOf(name, ours, file) {
  const { resolve } = createRequire(join(root, 'packages', ours, 'package.json'))
  return dirname(resolve(`${name}${file}`))
}

/** Copies files into `dist/<to>` of a package of ours. */
function vendor(ours, to, from, names) {
  const target = join(root, 'packages', ours, 'dist', to)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of names) cpSync(join(from, name), join(target, name.replace(/^\.\.\//, '')), { recursive: true })
}

const web = folderOf('onnxruntime-web', 'encoder', '/wasm')
vendor('encoder', 'onnxruntime-web', web, [
  'ort.wasm.bundle.min.mjs',
  'ort-wasm-simd-threaded.wasm',
  // Loaded in Node only.
  'ort-wasm-simd-threaded.mjs'
])
cpSync(
  join(root, 'npm', 'onnxruntime', 'LICENSE'),
  join(root, 'packages', 'encoder', 'dist', 'onnxruntime-web', 'LICENSE')
)

const lancedb = folderOf('@lancedb/lancedb', 'indexer', '')
vendor('indexer', 'lancedb', lancedb, [...readdirSync(lancedb), '../NODEJS_THIRD_PARTY_LICENSES.md'])
cpSync(join(root, 'LICENSE'), join(root, 'packages', 'indexer', 'dist', 'lancedb', 'LICENSE'))
writeFileSync(join(root, 'packages', 'indexer', 'dist', 'lancedb', 'package.json'), '{ "type": "commonjs" }\n')
