import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { folderVersion } from '../store/collection-file.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { DocumentRecord, GenerationStore, StoreEncoder, ThemeStore } from '../store/store.js'
import { CollectionUnavailable, SharedCollection, type CollectionOpener } from './shared-collection.js'

const old: StoreEncoder = { fingerprints: { static: 'a'.repeat(64) }, dims: { static: 4 }, representation: 'static' }
const other: StoreEncoder = { fingerprints: { static: 'b'.repeat(64) }, dims: { static: 8 }, representation: 'static' }
const root = await mkdtemp(join(tmpdir(), 'leitmotif-shared-'))
afterAll(() => rm(root, { recursive: true, force: true }))

/** One sentence, along the first axis. */
function sentence(document: string, dims: number): DocumentRecord {
  const vectors = { count: 1, dims, data: new Float32Array(dims).fill(1, 0, 1) }
  const record = { id: document, document, title: document, path: [], position: 0, paragraph: 0, fields: {} }
  return { document, hash: document, source: document, vectors, sentences: [{ ...record, text: 'The mill stands.' }] }
}

/** Changes a folder as another process would, with any encoder or none. */
async function elsewhere(folder: string, work: (store: GenerationStore) => Promise<unknown>): Promise<void> {
  const store = await openEmbeddedStore(folder, { access: 'write' })
  await work(store)
  await store.close()
}

/** Makes a collection of one sentence, and shares it. */
async function share(folder: string, onOutdated?: (error: unknown) => void): Promise<SharedCollection> {
  const store = await openEmbeddedStore(folder, { access: 'write', encoder: old })
  await store.write([sentence('one', 4)])
  await store.close()
  const door: CollectionOpener = {
    open: (access) => openEmbeddedStore(folder, { access, encoder: old }),
    version: async () => (await folderVersion(folder)) ?? ''
  }
  return new SharedCollection(door, onOutdated)
}

it('A collection that another process gave the vectors of another encoder is read as before, but not written', async () => {
  const folder = join(root, 'shelf')
  const warned: unknown[] = []
  const collection = await share(folder, (error) => warned.push(error))
  const found = () =>
    collection.read(async (reader: ThemeStore) => {
      const hits = await reader.search({ vector: Float32Array.of(1, 0, 0, 0), k: 9 })
      return hits.map(({ record }) => record.document)
    })
  const write = () => collection.write((writer) => writer.write([sentence('mixed', 4)]))
  expect(await found()).toEqual(['one'])

  await elsewhere(folder, async (writer) => {
    const next = await writer.openNext(other)
    await next.write([sentence('after', 8)])
    await next.close()
    await writer.adoptNext()
  })
  expect(await Promise.all([found(), found()])).toEqual([['one'], ['one']])
  expect(await collection.check()).toBe(false)
  await expect(write()).rejects.toThrow(CollectionUnavailable)
  // Whatever else changes meanwhile, it is said once.
  await elsewhere(folder, (writer) => writer.declare({ year: 'number' }))
  expect(await found()).toEqual(['one'])
  expect(warned.map(String)).toEqual([expect.stringContaining('their vectors cannot be compared')])

  await elsewhere(folder, (writer) => writer.rollBack())
  await write()
  expect(await collection.check()).toBe(true)
  expect((await found()).sort()).toEqual(['mixed', 'one'])

  await elsewhere(folder, (writer) => writer.rollBack())
  expect((await found()).sort()).toEqual(['mixed', 'one'])
  expect(warned).toHaveLength(2)
  // What is read on is not kept for ever.
  await elsewhere(folder, (writer) => writer.dropPrevious())
  await expect(found()).rejects.toThrow('cannot be read')
  await expect(collection.check()).rejects.toThrow(CollectionUnavailable)
  await collection.close()
})

it('A collection that cannot be opened for any other reason is not read on, nor has taken what was written meanwhile', async () => {
  const folder = join(root, 'gone')
  const collection = await share(folder)
  await collection.read((reader) => reader.describe())
  const away = collection.write(async (writer) => {
    await writer.write([sentence('late', 4)])
    await rm(join(folder, 'collection.json'))
  })
  await expect(away).rejects.toThrow('went away')
  await expect(collection.read((reader) => reader.describe())).rejects.toThrow(CollectionUnavailable)
  await collection.close()
})

it('A search that was made before is answered at once until the collection changes', async () => {
  const folder = join(root, 'searched')
  const collection = await share(folder)
  let searches = 0
  const count = () =>
    collection.searchOnce('all', async (reader) => {
      searches++
      return (await reader.search({ vector: Float32Array.of(1, 0, 0, 0), k: 9 })).length
    })
  expect(await Promise.all([count(), count()])).toEqual([1, 1])
  expect(await count()).toBe(1)
  expect(searches).toBe(1)
  await collection.write((writer) => writer.write([sentence('two', 4)]))
  expect(await count()).toBe(2)
  await collection.close()
})

it('A folder that is moved away while it is written to is not made again', async () => {
  const folder = join(root, 'moved')
  const collection = await share(folder)
  const writing = collection.write(async (writer) => {
    await writer.write([sentence('two', 4)])
    await rename(folder, `${folder} elsewhere`)
    // As LanceDB does when the folder is moved in the middle of its writing.
    await mkdir(join(folder, 'tables-1', 'sentences.lance', '_indices'), { recursive: true })
  })
  await expect(writing).rejects.toThrow('went away')
  await collection.close()
  expect(await readdir(root)).not.toContain('moved')
})
