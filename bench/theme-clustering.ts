/**
 * Measures time and memory of finding themes in a million vectors, against scikit-learn's MiniBatchKMeans; one thread each.
 *
 *     node bench/dist/theme-clustering.js FOLDER PYTHON [ROWS] [THEMES]
 *
 * FOLDER: cache of the vectors, 2.4 GB for a million. PYTHON: an interpreter with scikit-learn. The vectors are synthetic: 600 dimensions
 * around 200 directions of different sizes, with outliers.
 */
import { assignThemes, row, type Vectors } from '@leitmotif/encoder'
import { fitThemes, LEARNING, refineThemes } from '@leitmotif/encoder/stages'
import { createRandom } from '@leitmotif/encoder/vectors'
import { buildThemes, type SentenceRecord, type ThemeStore } from '@leitmotif/indexer'
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIMS = 600
const DIRECTIONS = 200
const SLICE = 4096
const SAMPLE = 20_000
const SEED = 'bench/themes'
/** Number of sentences of a document. */
const DOCUMENT = 50

const [folder, python, rowsText = '1000000', themesText = '60'] = process.argv.slice(2)
if (process.argv.length < 4) {
  process.stderr.write('node bench/dist/theme-clustering.js FOLDER PYTHON [ROWS] [THEMES]\n')
  process.exit(2)
}
const [rows, themes] = [Number(rowsText), Number(themesText)]
const file = join(folder, `${rows}-vectors.f32`)

/** Writes the vectors in slices: a direction, drawn with probability proportional to 1 / rank, plus noise. */
function writeVectors(): void {
  mkdirSync(folder, { recursive: true })
  const random = createRandom(SEED)
  // Normal deviates are slow to draw: noise is read at random offsets of a table.
  const noise = Float32Array.from({ length: 1 << 20 }, () => random.normal())
  const directions = Float32Array.from({ length: DIRECTIONS * DIMS }, () => random.normal())
  const common = Float32Array.from({ length: DIMS }, () => random.normal())
  const ranks = Float64Array.from({ length: DIRECTIONS }, (_, rank) => 1 / (rank + 3))
  const total = ranks.reduce((sum, value) => sum + value, 0)
  const out = openSync(file, 'w')
  for (let start = 0; start < rows; start += SLICE) {
    const count = Math.min(SLICE, rows - start)
    const slice = new Float32Array(count * DIMS)
    for (let i = 0; i < count; i++) {
      let draw = random.next() * total
      let direction = 0
      while ((draw -= ranks[direction]) > 0 && direction < DIRECTIONS - 1) direction++
      const from = random.integer(noise.length - DIMS)
      let square = 0
      for (let d = 0; d < DIMS; d++) {
        const value = 0.5 * common[d] + directions[direction * DIMS + d] + 1.5 * noise[from + d]
        slice[i * DIMS + d] = value
        square += value * value
      }
      const scale = 1 / Math.sqrt(square)
      for (let d = 0; d < DIMS; d++) slice[i * DIMS + d] *= scale
    }
    writeSync(out, new Uint8Array(slice.buffer))
  }
  closeSync(out)
}

/** Yields slices of the vectors. */
function* slices(): Generator<Vectors> {
  const input = openSync(file, 'r')
  for (let start = 0; start < rows; start += SLICE) {
    const count = Math.min(SLICE, rows - start)
    const data = new Float32Array(count * DIMS)
    readSync(input, new Uint8Array(data.buffer))
    yield { count, dims: DIMS, data }
  }
  closeSync(input)
}

/** Yields random blocks of the vectors, as `buildThemes` draws them. */
function* drawBlocks(): Generator<Vectors> {
  const input = openSync(file, 'r')
  const blocks = createRandom(`${SEED}/learning`).shuffle([...Array(Math.ceil(rows / LEARNING.block)).keys()])
  for (const block of blocks.slice(0, Math.ceil((LEARNING.each * themes) / LEARNING.block))) {
    const count = Math.min(LEARNING.block, rows - block * LEARNING.block)
    const data = new Float32Array(count * DIMS)
    readSync(input, data, 0, data.byteLength, 4 * block * LEARNING.block * DIMS)
    yield { count, dims: DIMS, data }
  }
  closeSync(input)
}

/** Returns about SAMPLE rows drawn from the stream of vectors. */
function drawSample(): Vectors {
  const random = createRandom(`${SEED}/sample`)
  const drawn: Float32Array[] = []
  for (const slice of slices()) {
    for (let i = 0; i < slice.count; i++) if (random.next() < SAMPLE / rows) drawn.push(row(slice, i).slice())
  }
  const data = new Float32Array(drawn.length * DIMS)
  for (const [i, values] of drawn.entries()) data.set(values, i * DIMS)
  return { count: drawn.length, dims: DIMS, data }
}

let [clock, cpu] = [performance.now(), process.cpuUsage()]

/** Prints the time since its last call. */
function lap(name: string): void {
  const { user, system } = process.cpuUsage(cpu)
  const peak = (process.resourceUsage().maxRSS / 1000).toFixed(0)
  const seconds = ((performance.now() - clock) / 1000).toFixed(1)
  process.stdout.write(
    `${name}: ${seconds} s, processor ${((user + system) / 1e6).toFixed(1)} s, peak so far ${peak} MB\n`
  )
  ;[clock, cpu] = [performance.now(), process.cpuUsage()]
}

if (!existsSync(file) || statSync(file).size !== 4 * rows * DIMS) {
  writeVectors()
  lap('write the vectors')
}
const [started, before] = [performance.now(), process.cpuUsage()]
const sample = drawSample()
lap('draw the sample')
const fitted = fitThemes(sample, { count: themes })
lap('fit the sample')
const { learn, finish } = refineThemes(fitted)
for (const block of drawBlocks()) learn(block)
const { model } = finish(sample, 0.5)
lap('learn from more')
let sum = 0
for (const slice of slices()) for (const similarity of assignThemes(slice, model).similarity) sum += similarity
lap('assign all')
const { user, system } = process.cpuUsage(before)
const all = `${((performance.now() - started) / 1000).toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s`
process.stdout.write(`ours, in all: ${all}; mean cosine ${(sum / rows).toFixed(4)}\n`)

/** A store of these vectors that keeps only the last themes, so that the time is that of `buildThemes` alone. */
function syntheticStore(): ThemeStore {
  const kept = new Map<string, unknown>()
  const store: Partial<ThemeStore> = {
    representation: 'static',
    describe: () =>
      Promise.resolve({
        ...{ collection: 'bench', base: '/', documents: rows / DOCUMENT, sentences: rows, encoder: SEED },
        ...{ representation: 'static', dims: DIMS, fields: {} }
      }),
    documents: () =>
      Promise.resolve(
        new Map(
          Array.from({ length: rows / DOCUMENT }, (_, n) => {
            const document = `document ${n}`
            return [document, { hash: document, source: document, sentences: DOCUMENT }]
          })
        )
      ),
    async *scan() {
      let start = 0
      for (const vectors of slices()) {
        const records = Array.from({ length: vectors.count }, (_, i) => recordOf(start + i))
        start += vectors.count
        yield await Promise.resolve({ records, vectors })
      }
    },
    async assign(_, assignments) {
      let assigned = 0
      for await (const { theme } of assignments) if (theme !== undefined) assigned++
      process.stdout.write(`${assigned} of ${rows} sentences have a theme\n`)
    },
    storedValue: (name) => Promise.resolve(kept.get(name)),
    storeValue(name, value) {
      kept.set(name, value)
      return Promise.resolve()
    }
  }
  return store as ThemeStore
}

function recordOf(n: number): SentenceRecord {
  const document = `document ${Math.floor(n / DOCUMENT)}`
  const [position, word] = [n % DOCUMENT, n % 997]
  const text = `The sentence of number ${n} has word${word} and other${n % 89} words in it.`
  return { id: `sentence ${n}`, document, title: document, path: [], position, paragraph: 0, text, fields: {} }
}

await buildThemes(syntheticStore(), { count: themes })
lap('buildThemes, all of it')

const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' }
const script = fileURLToPath(new URL('../theme-clustering.py', import.meta.url))
execFileSync(python, [script, file, String(DIMS), String(themes)], { env, stdio: 'inherit' })
