// Compiles product.ts and writes dist/vectors/product-kernel.js, a module that holds the WebAssembly: importing it takes no
// file and no fetch, so it works in pages and workers, too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

let bytes = new Uint8Array()
const options = ['--baseDir', path('.'), '--config', 'asconfig.json', '--outFile', 'product.wasm']
const { error, stderr } = await asc.main(options, {
  writeFile: (_, contents) => {
    bytes = contents
  }
})
if (error) {
  process.stderr.write(`${stderr}`)
  throw error
}
mkdirSync(path('../dist/vectors'), { recursive: true })
writeFileSync(
  path('../dist/vectors/product-kernel.js'),
  `export const PRODUCT_KERNEL = Uint8Array.of(${bytes.join()})\n`
)
