/**
 * Trains word vectors by our skip-gram and by gensim's on the same sentences with the same settings and threads. Compares words a second,
 * and agreement with people's judgements of word pairs.
 *
 *     node bench/dist/word-vectors.js WORK PYTHON WORDSIM [WORDS] [EPOCHS] [THREADS]
 *
 * WORK: the folder that `leitmotif-train vectors … --work WORK` left; reads its first WORDS (5000000) words.
 * PYTHON: an interpreter with gensim (`python3 -m venv DIR && DIR/bin/pip install gensim`).
 * WORDSIM: a folder of word similarity files. EPOCHS: 4, THREADS: 2.
 */
import { execFileSync } from 'node:child_process'
import { createReadStream, globSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  readTokenFile,
  readWordVectors,
  SKIP_GRAM_DEFAULTS,
  trainSkipGram,
  wordSimilarity,
  writeTokenFile,
  type WordVectors
} from '@leitmotif/trainer'

const [work = '', python = '', wordsim = '', words = '5000000', epochs = '4', threads = '2'] = process.argv.slice(2)
if (wordsim === '') {
  process.stderr.write('usage: node bench/dist/word-vectors.js WORK PYTHON WORDSIM [WORDS] [EPOCHS] [THREADS]\n')
  process.exit(2)
}
const settings = { ...SKIP_GRAM_DEFAULTS, minCount: 5, epochs: Number(epochs), threads: Number(threads) }
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))
const lines = join(folder, 'sentences.txt')

/** Returns the first sentences of the token file, up to `most` words in all. */
async function* firstSentences(most: number): AsyncGenerator<string[]> {
  const { source } = JSON.parse(await readFile(join(work, 'corpus.json'), 'utf8')) as { source: string }
  const tokens = await readTokenFile(work, source)
  if (tokens === undefined) throw new Error(`${work}: no token file; run leitmotif-train vectors --work ${work}`)
  let sentence: string[] = []
  let count = 0
  for await (const chunk of createReadStream(tokens.path, { highWaterMark: 1 << 20 })) {
    const bytes = Uint8Array.from(chunk as Buffer)
    for (const id of new Int32Array(bytes.buffer)) {
      if (id >= 0) {
        sentence.push(tokens.terms[id])
        count++
        continue
      }
      yield sentence
      sentence = []
      if (count >= most) return
    }
  }
}

interface Trained {
  readonly name: string
  readonly seconds: number
  readonly cpu: number
  readonly vectors: WordVectors
}

async function trainOurs(): Promise<Trained> {
  const file = await open(lines, 'w')
  async function* written(): AsyncGenerator<string[]> {
    let text = ''
    for await (const sentence of firstSentences(Number(words))) {
      text += `${sentence.join(' ')}\n`
      if (text.length > 1 << 20) {
        await file.write(text)
        text = ''
      }
      yield sentence
    }
    await file.write(text)
  }
  const tokens = await writeTokenFile(join(folder, 'tokens'), 'bench', written(), settings.minCount)
  await file.close()
  process.stderr.write(`${tokens.words} words, ${tokens.terms.length} terms, ${epochs} epochs, ${threads} threads\n`)
  const cpu = process.cpuUsage()
  const started = performance.now()
  const vectors = await trainSkipGram(tokens, settings, settings)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  total = tokens.words * settings.epochs
  return { name: 'ours', seconds, cpu: (user + system) / 1e6, vectors: { terms: tokens.terms, vectors } }
}

async function trainGensim(): Promise<Trained> {
  const script = fileURLToPath(new URL('../word2vec.py', import.meta.url))
  const out = join(folder, 'gensim.bin')
  const printed = execFileSync(python, [script, lines, out, JSON.stringify(settings)], { encoding: 'utf8' })
  const { version, seconds, cpu } = JSON.parse(printed) as { version: string; seconds: number; cpu: number }
  return { name: `gensim ${version}`, seconds, cpu, vectors: await readWordVectors(out) }
}

let total = 0
const judges = globSync('*.txt', { cwd: wordsim }).sort()
const names = judges.map((file) => basename(file, '.txt'))
console.log(`| | words/s | words a processor second | ${names.join(' | ')} |`)
console.log(`|---|---|---|${names.map(() => '---').join('|')}|`)
try {
  for (const train of [trainOurs, trainGensim]) {
    const { name, seconds, cpu, vectors } = await train()
    const found = await Promise.all(judges.map((file) => wordSimilarity(vectors, join(wordsim, file))))
    const speed = [total / seconds, total / cpu].map((value) => Math.round(value).toLocaleString('en-US'))
    console.log(`| ${[name, ...speed, ...found.map(({ spearman }) => spearman.toFixed(3))].join(' | ')} |`)
  }
} finally {
  await rm(folder, { recursive: true })
}
