import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dot, normalize, row, type Encoder } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureRecall } from '../search/recall.js'
import { reindex } from './reindex.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { DocumentRecord, GenerationStore, SentenceRecord, ThemeStore } from '../store/store.js'

let root = ''
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'leitmotif-reindex-')))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** An encoder whose vectors are drawn from its name and the text. */
function drawn(name: string, dims: number): Encoder & { encoded: number } {
  return {
    name,
    fingerprints: { static: name.repeat(64) },
    dims: { static: dims },
    representation: 'static',
    learned: {},
    encoded: 0,
    encode(texts) {
      this.encoded += texts.length
      const vectors = zeroVectors(texts.length, dims)
      for (const [index, text] of texts.entries()) {
        const random = createRandom(name + text)
        const vector = row(vectors, index)
        for (let d = 0; d < dims; d++) vector[d] = random.normal()
        normalize(vector)
      }
      return Promise.resolve(vectors)
    },
    dispose() {}
  }
}

const [first, second] = [drawn('a', 8), drawn('b', 16)]
const COUNT = 30
const EACH = 4

async function documents(names: readonly number[], revision = ''): Promise<DocumentRecord[]> {
  return Promise.all(
    names.map(async (number) => {
      const document = `note ${number}`
      const sentences: SentenceRecord[] = Array.from({ length: EACH }, (_, position) => ({
        ...{ id: `${number}-${position}${revision}`, document, title: document, path: [], position, paragraph: 0 },
        text: `Sentence ${position} of note ${number}${revision}.`,
        fields: { number }
      }))
      const vectors = await first.encode(sentences.map(({ text }) => text))
      return { document, hash: `${number}${revision}`, source: `${number}.md`, sentences, vectors }
    })
  )
}

const all = Array.from({ length: COUNT }, (_, number) => number)

async function filled(name: string): Promise<string> {
  const folder = join(root, name)
  const store = await openEmbeddedStore(folder, { access: 'write', encoder: first, fields: { number: 'number' } })
  await store.write(await documents(all))
  await store.assign('run', [{ id: '3-1', theme: 't', path: ['group', 't'], similarity: 0.5 }], { some: 'themes' })
  await store.close()
  return folder
}

async function using<T>(folder: string, work: (store: GenerationStore) => Promise<T>): Promise<T> {
  const store = await openEmbeddedStore(folder, { access: 'write' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function contents(store: ThemeStore): Promise<unknown[][]> {
  const found: unknown[][] = []
  for await (const { records } of store.scan())
    found.push(
      ...records.map(({ id, document, title, position, text, fields }) => [id, document, title, position, text, fields])
    )
  return found
}

describe('Reindexing', () => {
  it('gives all sentences the vectors of another encoder, and leaves all else as it was', async () => {
    const folder = await filled('whole')
    const before = await using(folder, async (store) => [await contents(store), await store.documents()])
    const said: number[] = []
    const report = await using(folder, (store) =>
      reindex({ store, encoder: second, batch: 16, onProgress: (done) => said.push(done) })
    )
    expect(report).toEqual({
      ...{ documents: COUNT, sentences: COUNT * EACH, found: 0, representation: 'static', dims: 16 },
      ...{ recall: 1, themes: 'left' }
    })
    expect(said.at(-1)).toBe(COUNT * EACH)
    await using(folder, async (store) => {
      expect([await contents(store), await store.documents()]).toEqual(before)
      const { vectors } = await store.read(['7-2'])
      const [expected] = [await second.encode(['Sentence 2 of note 7.'])]
      expect(dot(row(vectors, 0), row(expected, 0))).toBeCloseTo(1, 5)
      expect(await store.themes()).toBeUndefined()
    })
  })

  it('goes on where it was interrupted, and takes up what changed meanwhile', async () => {
    const folder = await filled('interrupted')
    const encoder = drawn('b', 16)
    const encode = encoder.encode.bind(encoder)
    encoder.encode = (texts) => (encoder.encoded >= 60 ? Promise.reject(new Error('power cut')) : encode(texts))
    await expect(using(folder, (store) => reindex({ store, encoder, batch: 20 }))).rejects.toThrow('power cut')
    await using(folder, async (store) => {
      expect(await store.describe()).toMatchObject({ dims: 8, sentences: COUNT * EACH })
      await store.write(await documents([2], ' anew'))
      await store.remove(['note 1'])
    })
    encoder.encode = encode
    encoder.encoded = 0
    const report = await using(folder, (store) => reindex({ store, encoder, batch: 20 }))
    expect(report).toMatchObject({ documents: COUNT - 1, sentences: (COUNT - 1) * EACH })
    expect(report.found).toBeGreaterThan(5)
    expect(encoder.encoded).toBeLessThan(90)
    await using(folder, async (store) => {
      const ids = (await contents(store)).map(([id]) => id)
      expect(ids).not.toContain('1-0')
      expect(ids).not.toContain('2-0')
      expect(ids).toContain('2-0 anew')
    })
  })

  it('with the same vectors carries the themes over', async () => {
    const folder = await filled('same')
    expect(await using(folder, (store) => reindex({ store, encoder: first }))).toMatchObject({ themes: 'carried' })
    await using(folder, async (store) => {
      expect(await store.themes()).toEqual({ run: 'run', themes: { some: 'themes' } })
      expect((await store.read(['3-1'])).records[0]).toMatchObject({
        ...{ theme: 't', themePath: ['group', 't'], themeSimilarity: 0.5 }
      })
    })
  })

  it('leaves all as it was where a search of the new vectors misses too much', async () => {
    const folder = await filled('worse')
    await using(folder, async (store) => {
      const forgetful: GenerationStore = {
        ...store,
        async openNext(encoder) {
          const next = await store.openNext(encoder)
          return { ...next, search: async (query) => (await next.search(query)).filter((_, place) => place % 4 !== 1) }
        }
      }
      await expect(reindex({ store: forgetful, encoder: second })).rejects.toThrow(
        /finds 0\.\d+ of the ten nearest sentences; expected at least 0\.95; nothing was changed/
      )
      expect((await store.describe()).dims).toBe(8)
    })
  })
})

describe('Recall of a search', () => {
  it('is the share of the ten nearest that are found, ties as good as one another', async () => {
    const folder = join(root, 'recall')
    const store = await openEmbeddedStore(folder, { access: 'write', encoder: first, fields: { number: 'number' } })
    expect(await measureRecall(store, { sample: 5, seed: 's' })).toBeUndefined()
    await store.write(await documents(all))
    expect(await measureRecall(store, { sample: 5, seed: 's' })).toBe(1)
    // The hit behind the sentence itself is missed.
    const search: ThemeStore['search'] = async (query) => (await store.search(query)).filter((_, place) => place !== 1)
    expect(await measureRecall({ ...store, search }, { sample: 5, seed: 's' })).toBeCloseTo(0.9)
    await store.close()
  })
})
