// `npm run build` begins with this: copies ONNX Runtime for the web into the encoder, which runs 14 of its 139 MB.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './setup.mjs'

const encoder = join(root, 'packages', 'encoder')
const from = dirname(createRequire(join(encoder, 'package.json')).resolve('onnxruntime-web/wasm'))
const to = join(encoder, 'dist', 'onnxruntime-web')
rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
// The last is loaded in Node only.
for (const name of ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm', 'ort-wasm-simd-threaded.mjs'])
  cpSync(join(from, name), join(to, name))
cpSync(join(root, 'npm', 'onnxruntime', 'LICENSE'), join(to, 'LICENSE'))
