// `npm start` compiles by this: the command and the packages that it runs, without types and declarations, as vitest does for unit tests.
// `tsc -b` takes many times as long.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'

const packages = fileURLToPath(new URL('..', import.meta.url))
const jsx = { runtime: 'automatic', importSource: 'preact', development: false }
const typescript = { onlyRemoveTypeImports: true }

for (const name of ['encoder', 'command', 'plot', 'events', 'pairs', 'indexer']) {
  const [from, to] = ['src', 'dist'].map((folder) => join(packages, name, folder))
  const sources = readdirSync(from, { recursive: true }).filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file))
  for (const source of sources) {
    const path = join(from, source)
    const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { jsx, typescript, sourcemap: false })
    const compiled = join(to, source.replace(/\.tsx?$/, '.js'))
    mkdirSync(dirname(compiled), { recursive: true })
    writeFileSync(compiled, code)
  }
}
