/**
 * Measures how long a collection's themes take to build, against scikit-learn's MiniBatchKMeans on the same vectors; one thread each.
 *
 *     node bench/dist/theme-building.js PLACE PYTHON [THEMES]
 *
 * PLACE: a folder from `leitmotif index`, or the address of Elasticsearch with its `default` collection; its themes are replaced.
 * PYTHON: an interpreter with scikit-learn.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildThemes, openElasticsearchStore, openEmbeddedStore } from '@leitmotif/indexer'
import { openBenchEncoder } from './encoded-corpus.js'

const [place, python, themes = '40'] = process.argv.slice(2)
if (process.argv.length < 4) {
  process.stderr.write('node bench/dist/theme-building.js PLACE PYTHON [THEMES]\n')
  process.exit(2)
}
const encoder = await openBenchEncoder()
const open = place.startsWith('http') ? openElasticsearchStore : openEmbeddedStore
const store = await open(place, { access: 'write', encoder })
const folder = mkdtempSync(join(tmpdir(), 'leitmotif-bench-'))
try {
  const { sentences, dims } = await store.describe()
  await timed('reading all vectors once, and writing them to a file', async () => {
    const out = openSync(join(folder, 'vectors.f32'), 'w')
    for await (const { vectors } of store.scan({ vectors: true }))
      writeSync(out, new Uint8Array(vectors.data.slice().buffer))
    closeSync(out)
  })
  process.stdout.write(`${sentences} sentences, ${dims} dimensions, ${themes} themes\n`)
  await timed('buildThemes', () => buildThemes(store, { fresh: true, count: Number(themes) }))
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' }
  const script = fileURLToPath(new URL('../theme-clustering.py', import.meta.url))
  execFileSync(python, [script, join(folder, 'vectors.f32'), String(dims), themes], { env, stdio: 'inherit' })
} finally {
  await store.close()
  rmSync(folder, { recursive: true })
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  const peak = (process.resourceUsage().maxRSS / 1000).toFixed(0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `${name}: ${seconds} s, processor ${((user + system) / 1e6).toFixed(1)} s, peak so far ${peak} MB\n`
  )
}
