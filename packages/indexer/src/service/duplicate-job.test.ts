import { setTimeout } from 'node:timers/promises'
import { Failure } from '@leitmotif/command'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplicates, DuplicatesRequest } from '../duplicates/duplicates.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { ThemeStore } from '../store/store.js'
import { DuplicateJob } from './duplicate-job.js'
import { SharedCollection } from './shared-collection.js'

const encoder = { fingerprints: { static: 's'.repeat(64) }, dims: { static: 2 }, representation: 'static' } as const
const root = await mkdtemp(join(tmpdir(), 'leitmotif-duplicates-'))
let opened = 0
const collection = new SharedCollection({
  open: (access) => openEmbeddedStore(join(root, 'shelf'), { access, encoder }),
  version: () => Promise.resolve(String(opened))
})

async function write(document: string, ...texts: string[]): Promise<void> {
  await collection.write((store) =>
    store.write([
      {
        ...{ document, hash: texts.join(), source: document, vectors: zeroVectors(texts.length, 2) },
        sentences: texts.map((text, position) => ({
          ...{
            id: `${document}-${position}`,
            document,
            title: document,
            path: [],
            position,
            paragraph: 0,
            text,
            fields: {}
          }
        }))
      }
    ])
  )
  opened++
}

beforeAll(() => write('a', 'The old mill stands by the river.', 'The old mill stands by the river!'))
afterAll(async () => {
  await collection.close()
  await rm(root, { recursive: true, force: true })
})

/** Asks until there is an answer. */
async function found(keeper: DuplicateJob, request: DuplicatesRequest): Promise<Duplicates> {
  for (;;) {
    const answer = await keeper.get(request)
    if ('found' in answer) return answer
    expect(answer.done).toBeLessThanOrEqual(1)
    await setTimeout(5)
  }
}

describe('What is said more than once, asked for again and again', () => {
  it('is looked for once, without anybody who waits, and anew when the collection changed', async () => {
    const keeper = new DuplicateJob(collection, undefined)
    expect(await Promise.all([keeper.get({}), keeper.get({})])).toEqual([{ done: 0 }, { done: 0 }])
    const answer = await found(keeper, {})
    expect(answer).toMatchObject({ sentences: 2, duplicated: 2 })
    expect(await keeper.get({})).toBe(answer)
    await write('b', 'The old mill stands by the river.')
    expect(await found(keeper, {})).toMatchObject({ sentences: 3, duplicated: 3 })
  })

  it('is looked for one search at a time, each of which ends', async () => {
    const keeper = new DuplicateJob(collection, undefined)
    const requests = [5, 6, 7].map((leastWords) => ({ leastWords }))
    expect(await Promise.all(requests.map((request) => keeper.get(request)))).toEqual(requests.map(() => ({ done: 0 })))
    const answers = await Promise.all(requests.map((request) => found(keeper, request)))
    expect(answers.map(({ duplicated }) => duplicated)).toEqual([3, 3, 3])
  })

  it('is no longer looked for when nobody waits for it and something else is asked', async () => {
    let reads = 0
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    // The second read is that of the first search.
    const slow = {
      read: async <T>(work: (store: ThemeStore) => Promise<T>): Promise<T> => {
        if (++reads === 2) await held
        return collection.read(work)
      }
    }
    const keeper = new DuplicateJob(slow, undefined, 0)
    expect(await keeper.get({ leastWords: 5 })).toEqual({ done: 0 })
    expect(await keeper.get({ leastWords: 6 })).toEqual({ done: 0 })
    release()
    expect(await found(keeper, { leastWords: 6 })).toMatchObject({ duplicated: 3 })
    expect(await keeper.get({ leastWords: 5 })).toEqual({ done: 0 })
    expect(await found(keeper, { leastWords: 5 })).toMatchObject({ duplicated: 3 })
  })

  it('is answered at once for other bounds, by what was compared before, and as if compared anew', async () => {
    let scans = 0
    const counted = {
      read: <T>(work: (store: ThemeStore) => Promise<T>): Promise<T> =>
        collection.read((store) => {
          const scan: ThemeStore['scan'] = (options) => {
            scans++
            return store.scan(options)
          }
          return work(Object.assign(Object.create(store) as ThemeStore, { scan }))
        })
    }
    const keeper = new DuplicateJob(counted, undefined)
    await found(keeper, {})
    expect(scans).toBe(1)
    for (const request of [{ shared: 0.5 }, { upTo: 'same' }, { acrossDocuments: true }] as const) {
      const answer = await keeper.get(request)
      expect(answer).toEqual(await found(new DuplicateJob(collection, undefined), request))
    }
    expect(scans).toBe(1)
    expect(await keeper.get({ leastWords: 6 })).toEqual({ done: 0 })
    await found(keeper, { leastWords: 6 })
    await write('c', 'The old mill stands by the river.')
    expect(await keeper.get({ leastWords: 6, shared: 0.5 })).toEqual({ done: 0 })
    await found(keeper, { leastWords: 6, shared: 0.5 })
    expect(scans).toBe(3)
  })

  it('is refused at once where it cannot be asked, and given up when the service stops', async () => {
    const keeper = new DuplicateJob(collection, undefined)
    await expect(keeper.get({ upTo: 'paraphrase' })).rejects.toThrow(Failure)
    expect(await keeper.get({})).toEqual({ done: 0 })
    keeper.stop()
    await expect(found(keeper, {})).rejects.toThrow('the service stops')
  })
})
