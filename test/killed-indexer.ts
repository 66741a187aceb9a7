import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SentenceRecord, StoredDocument, ThemeStore } from '@leitmotif/indexer'
import { expect } from 'vitest'

const indexer = fileURLToPath(new URL('indexer-process.mjs', import.meta.url))
const bundle = fileURLToPath(new URL('../models/leitmotif-en', import.meta.url))

/** A share of the documents: its number, from 1, of how many. */
interface Part {
  readonly number: number
  readonly of: number
}

/** Place of a collection: a folder or a server, and its name. */
export type Place = readonly [place: string, collection: string]

/**
 * Indexes a folder in a child process. After `strikeAfter` progress steps it calls `strike`, which kills the process by default.
 * Returns the number of steps, or undefined if the process was killed.
 */
export async function indexFolder(
  docs: string,
  place: Place,
  strikeAfter = Infinity,
  strike: (child: ChildProcess) => void = (child) => child.kill('SIGKILL'),
  part?: Part
): Promise<number | undefined> {
  const share = part === undefined ? [] : [String(part.number), String(part.of)]
  const child = spawn(process.execPath, [indexer, docs, ...place, bundle, ...share], {
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  let steps = 0
  let struck = false
  child.stdout.on('data', (dots: Buffer) => {
    steps += dots.length
    if (steps < strikeAfter || struck) return
    struck = true
    strike(child)
  })
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal === 'SIGKILL') return undefined
  expect(status, said).toBe(0)
  return steps
}

/** Content of a collection. */
export interface Collection {
  readonly documents: ReadonlyMap<string, StoredDocument>
  readonly records: readonly SentenceRecord[]
  readonly vectors: readonly Float32Array[]
}

/** Reads a whole collection and closes it. */
export async function readAll(opened: Promise<ThemeStore>): Promise<Collection> {
  const store = await opened
  try {
    const [records, vectors]: [SentenceRecord[], Float32Array[]] = [[], []]
    for await (const slice of store.scan({ vectors: true })) {
      records.push(...slice.records)
      vectors.push(slice.vectors.data)
    }
    const documents = [...(await store.documents())].sort()
    return { documents: new Map(documents), records, vectors }
  } finally {
    await store.close()
  }
}

/** Expects every finished document to be complete, as in one of the states. Unfinished ones have an empty hash. */
export function expectWhole({ documents, records }: Collection, states: readonly Collection[]): void {
  const counts = new Map<string, number>()
  for (const { document } of records) counts.set(document, (counts.get(document) ?? 0) + 1)
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
  for (const document of counts.keys()) expect([...documents.keys()]).toContain(document)
  for (const [document, { hash, sentences }] of documents) {
    if (hash === '') continue
    expect(counts.get(document)).toBe(sentences)
    expect(states.map((state) => state.documents.get(document)?.hash)).toContain(hash)
  }
}
