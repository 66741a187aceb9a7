import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom, type Random } from '@leitmotif/encoder'
import { openEmbeddedStore, type SentenceRecord } from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const indexer = fileURLToPath(new URL('indexer-process.mjs', import.meta.url))
const bundle = fileURLToPath(new URL('../models/leitmotif-en', import.meta.url))

const DOCUMENTS = 150
const SENTENCES = 8
const ROUNDS = 3

const nouns =
  'ferry river lantern harbour orchard wheel baker valley bridge teacher engine garden winter market window'.split(' ')
const verbs = 'crosses lights feeds follows repairs remembers leaves watches carries divides'.split(' ')
const adjectives = 'old quiet narrow bright distant patient heavy early'.split(' ')

function pick(random: Random, words: readonly string[]): string {
  return words[random.integer(words.length)] ?? ''
}

function prose(random: Random): string {
  const sentences = Array.from({ length: SENTENCES }, () => {
    const [a, b] = [pick(random, adjectives), pick(random, adjectives)]
    return `The ${a} ${pick(random, nouns)} ${pick(random, verbs)} the ${b} ${pick(random, nouns)}.`
  })
  return `# About ${pick(random, nouns)}\n\n${sentences.join(' ')}\n`
}

let root = ''
let docs = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leitmotif-kill-'))
  docs = join(root, 'docs')
  await mkdir(docs)
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** Lays the files of a state of the collection: in the second some are as before, some changed, some gone, some new. */
async function lay(state: 1 | 2): Promise<void> {
  for (let number = 0; number < DOCUMENTS; number++) {
    const path = join(docs, `${String(number).padStart(4, '0')}.md`)
    const kind = ['same', 'same', 'changed', 'gone', 'new'][number % 5]
    const present = state === 1 ? kind !== 'new' : kind !== 'gone'
    const seed = `${number} ${kind === 'changed' ? state : 0}`
    if (present) await writeFile(path, prose(createRandom(seed)))
    else await rm(path, { force: true })
  }
}

/** Runs the indexer; with a time, it is killed so long after it began to work. Gives its time, or undefined where it was killed. */
async function index(folder: string, killAfter?: number): Promise<number | undefined> {
  const child = spawn(process.execPath, [indexer, docs, folder, bundle], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  await Promise.race([once(child.stdout, 'data'), ended])
  const started = performance.now()
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  const [status, signal] = await ended
  clearTimeout(timer)
  if (signal === 'SIGKILL') return undefined
  expect(status, said).toBe(0)
  return performance.now() - started
}

interface Collection {
  readonly documents: ReadonlyMap<string, { readonly hash: string; readonly sentences: number }>
  readonly records: SentenceRecord[]
  readonly vectors: Float32Array[]
}

async function read(folder: string): Promise<Collection> {
  const store = await openEmbeddedStore(folder, { access: 'read' })
  try {
    const [records, vectors]: [SentenceRecord[], Float32Array[]] = [[], []]
    for await (const slice of store.scan({ vectors: true })) {
      records.push(...slice.records)
      vectors.push(slice.vectors.data)
    }
    return { documents: await store.documents(), records, vectors }
  } finally {
    await store.close()
  }
}

/** Every document is there whole, as it is in one of the two states. */
function expectWhole({ documents, records }: Collection, states: readonly Collection[]): void {
  const counts = new Map<string, number>()
  for (const { document } of records) counts.set(document, (counts.get(document) ?? 0) + 1)
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
  expect([...counts].sort()).toEqual([...documents].map(([document, { sentences }]) => [document, sentences]).sort())
  for (const [document, { hash }] of documents) {
    expect(states.map((state) => state.documents.get(document)?.hash)).toContain(hash)
  }
}

describe('Indexing that is killed', () => {
  it('shows every document whole or not at all, and ends with just what a calm run gives', async () => {
    const random = createRandom(20)
    const calm: Collection[] = []
    let time = 0
    for (const state of [1, 2] as const) {
      await lay(state)
      time = (await index(join(root, `calm-${state}`))) ?? 0
      calm.push(await read(join(root, `calm-${state}`)))
    }
    let kills = 0
    for (let round = 0; round < ROUNDS; round++) {
      const folder = join(root, `killed-${round}`)
      for (const state of [1, 2, 2] as const) {
        await lay(state)
        if ((await index(folder, time * random.next())) === undefined) kills++
        if (existsSync(join(folder, 'tables', 'sentences.lance', '_versions'))) expectWhole(await read(folder), calm)
      }
      await index(folder)
      expect(await read(folder)).toEqual(calm[1])
    }
    expect(kills).toBeGreaterThan(2)
  })
})
