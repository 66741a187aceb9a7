import type { DocumentRecord, GenerationStore, StoreEncoder } from '@leitmotif/indexer'
import { describe, expect, it } from 'vitest'
import type { OpenStore } from './store-contract.js'

const old: StoreEncoder = { fingerprints: { static: 'a'.repeat(64) }, dims: { static: 4 }, representation: 'static' }
const other: StoreEncoder = { fingerprints: { static: 'b'.repeat(64) }, dims: { static: 8 }, representation: 'static' }
const third: StoreEncoder = { fingerprints: { static: 'c'.repeat(64) }, dims: { static: 8 }, representation: 'static' }

/** Documents of two sentences each, one along the first axis, one along the second. */
function documents(names: readonly string[], dims: number): DocumentRecord[] {
  return names.map((document) => {
    const data = new Float32Array(2 * dims)
    data[0] = 1
    data[dims + 1] = 1
    const sentences = ['first', 'second'].map((which, position) => ({
      ...{ id: `${document}-${which}`, document, title: document, path: [], position, paragraph: 0 },
      text: `The ${which} of ${document}.`,
      fields: { author: document }
    }))
    return { document, hash: `hash of ${document}`, source: document, sentences, vectors: { count: 2, dims, data } }
  })
}

/** The tests of generations that every store passes, in places that no other test names. */
export function describeGenerations(name: string, open: OpenStore<GenerationStore>): void {
  const place = (what: string): string => `${name.replace(/\W+/g, '-').toLowerCase()}-generations-${what}`
  const fields = { author: 'keyword' } as const
  const opened = async <T>(
    where: string,
    encoder: StoreEncoder | undefined,
    work: (store: GenerationStore) => Promise<T>
  ): Promise<T> => {
    const store = await open(where, { access: 'write', ...(encoder && { encoder }) })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  const make = async (where: string): Promise<void> => {
    const store = await open(where, { access: 'write', encoder: old, fields })
    await store.write(documents(['one', 'two'], 4))
    await store.assign('before', [{ id: 'one-first', theme: 't1', similarity: 1 }], { themes: 1 })
    await store.storeValue('note', 'stays')
    await store.settle()
    await store.close()
  }
  const fill = (where: string, encoder: StoreEncoder, names: readonly string[]): Promise<void> =>
    opened(where, undefined, async (store) => {
      const next = await store.openNext(encoder)
      await next.write(documents(names, encoder.dims.static!))
      await next.settle()
      await next.close()
    })
  const names = async (store: GenerationStore): Promise<string[]> => [...(await store.documents()).keys()].sort()

  describe(`${name} with generations`, () => {
    it('shows nothing of the next one before it is adopted, and then it alone', async () => {
      const where = place('adopt')
      await make(where)
      const reader = await open(where, { access: 'read' })
      await fill(where, other, ['one', 'three'])
      const vector = Float32Array.of(1, 0, 0, 0)
      expect((await reader.search({ vector, k: 9 })).map(({ record }) => record.document)).not.toContain('three')
      await expect(open(where, { access: 'read', encoder: other })).rejects.toThrow('vectors cannot be compared')
      await opened(where, undefined, (store) => store.adoptNext())

      await opened(where, other, async (store) => {
        expect(await names(store)).toEqual(['one', 'three'])
        expect(await store.describe()).toMatchObject({ dims: 8, fields, documents: 2, sentences: 4 })
        expect((await store.describe()).run).toBeUndefined()
        expect(await store.storedValue('note')).toBe('stays')
        const hits = await store.search({ vector: new Float32Array(8).fill(1), filter: { author: 'three' }, k: 9 })
        expect(hits.map(({ record }) => record.id).sort()).toEqual(['three-first', 'three-second'])
        await store.assign('after', [{ id: 'three-first', theme: 't2', similarity: 1 }], { themes: 2 })
      })
      await expect(open(where, { access: 'read', encoder: old })).rejects.toThrow('vectors cannot be compared')
      // Whoever had opened the old one goes on with it.
      expect((await reader.search({ vector, words: 'first', k: 1 }))[0].record).toMatchObject({
        document: 'one',
        theme: 't1'
      })
      await reader.close()
    })

    it('goes back to the one that was kept, with its themes, and forth again', async () => {
      const where = place('back')
      await make(where)
      await fill(where, other, ['three'])
      await opened(where, undefined, (store) => store.adoptNext())
      await opened(where, other, async (store) => {
        await store.declare({ year: 'number' })
        await store.assign('after', [{ id: 'three-first', theme: 't2', similarity: 1 }], { themes: 2 })
        await store.rollBack()
        await expect(store.write([])).rejects.toThrow('open it again')
      })
      await opened(where, old, async (store) => {
        expect(await names(store)).toEqual(['one', 'two'])
        expect(await store.themes()).toEqual({ run: 'before', themes: { themes: 1 } })
        expect((await store.read(['one-first'])).records[0].theme).toBe('t1')
        expect((await store.describe()).fields).toMatchObject(fields)
        await store.rollBack()
      })
      await opened(where, other, async (store) => {
        expect(await names(store)).toEqual(['three'])
        expect(await store.themes()).toEqual({ run: 'after', themes: { themes: 2 } })
        await store.dropPrevious()
        await expect(store.rollBack()).rejects.toThrow('keeps no earlier generation')
        await expect(store.dropPrevious()).rejects.toThrow('keeps no earlier generation')
      })
    })

    it('still goes back to earlier vectors after those of today were made again', async () => {
      const where = place('again')
      await make(where)
      for (const names of [['three'], ['three', 'four']]) {
        await fill(where, other, names)
        await opened(where, undefined, (store) => store.adoptNext())
      }
      await opened(where, other, async (store) => {
        expect(await names(store)).toEqual(['four', 'three'])
        await store.rollBack()
      })
      await opened(where, old, async (store) => {
        expect(await names(store)).toEqual(['one', 'two'])
        expect(await store.themes()).toEqual({ run: 'before', themes: { themes: 1 } })
      })
    })

    it('finds what an interrupted filling left, unless it was of other vectors', async () => {
      const where = place('resume')
      await make(where)
      await fill(where, other, ['three'])
      await opened(where, old, async (store) => {
        await store.write(documents(['four'], 4))
        const next = await store.openNext(other)
        expect([...(await next.documents()).keys()]).toEqual(['three'])
        await next.close()
        const fresh = await store.openNext(third)
        expect((await fresh.documents()).size).toBe(0)
        await fresh.write(documents(['five'], 8))
        await fresh.assign('carried', [{ id: 'five-second', theme: 't9', similarity: 0.5 }], { themes: 9 })
        await fresh.close()
        await store.adoptNext()
      })
      await opened(where, third, async (store) => {
        expect(await names(store)).toEqual(['five'])
        expect(await store.themes()).toEqual({ run: 'carried', themes: { themes: 9 } })
        await store.rollBack()
      })
      await opened(where, old, async (store) => {
        expect(await names(store)).toEqual(['four', 'one', 'two'])
      })
    })
  })
}
