import { loadEventEncoder } from '@leitmotif/events'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { DrawnEvents } from '../events/stored-events.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import { EventJob } from './event-job.js'
import { SharedCollection } from './shared-collection.js'

const BUNDLE = fileURLToPath(new URL('../../../../models/leitmotif-en-events', import.meta.url))
const events = await loadEventEncoder(BUNDLE)
const encoder = { fingerprints: { static: 's'.repeat(64) }, dims: { static: 2 }, representation: 'static' } as const
const root = await mkdtemp(join(tmpdir(), 'leitmotif-events-'))
afterAll(() => rm(root, { recursive: true, force: true }))

let shelf = 0
/** Sentences that were looked through for events. */
let looked = 0
const counting: typeof events = {
  ...events,
  extract: (text) => {
    looked++
    return events.extract(text)
  }
}

/** A service's part in this, as it is after a start. */
class Service {
  private opened = 0
  readonly collection = new SharedCollection({
    open: (access) => openEmbeddedStore(join(root, String(shelf)), { access, encoder }),
    version: () => Promise.resolve(String(this.opened))
  })
  readonly unkept: unknown[] = []
  private readonly keeper: EventJob

  constructor(private readonly finder = counting) {
    this.keeper = new EventJob(this.collection, finder, (error) => this.unkept.push(error))
  }

  async write(...texts: string[]): Promise<void> {
    await this.collection.write((store) =>
      store.write(
        texts.map((text) => ({
          ...{ document: text, hash: text, source: text, vectors: zeroVectors(1, 2) },
          sentences: [
            { ...{ id: text, document: text, title: text, path: [], position: 0, paragraph: 0, text, fields: {} } }
          ]
        }))
      )
    )
    this.opened++
  }

  /** Asks until there is an answer. */
  async found(): Promise<DrawnEvents> {
    for (;;) {
      const answer = await this.keeper.get(this.finder)
      if ('map' in answer) return answer
      await setTimeout(5)
    }
  }
}

const HEADLINES = ['Storm kills ten people in Peru', 'Court rejects appeal of mayor', 'Bank raises rates']

beforeEach(async () => {
  shelf++
  const service = new Service()
  await service.write(...HEADLINES)
  await service.found()
  await service.collection.close()
  looked = 0
})

describe('The events of a collection', () => {
  it('are there after a restart as they were, without being looked for', async () => {
    const [first, second] = [new Service(), new Service()]
    const answer = await first.found()
    expect(answer.map.text).toEqual([...HEADLINES].sort())
    expect(answer.sources.map(({ document }) => document)).toEqual(answer.map.text)
    expect(answer.counts.verbs.map(({ name }) => name).sort()).toEqual(['kills', 'raises', 'rejects'])
    expect(await second.found()).toEqual(answer)
    expect(looked).toBe(0)
  })

  it('are looked for anew once the sentences are others, and those are kept', async () => {
    const service = new Service()
    await service.found()
    await service.write('Fire guts paper mill')
    expect((await service.found()).map.text).toContain('Fire guts paper mill')
    expect(looked).toBe(4)
    await service.collection.write((store) => store.remove([HEADLINES[0]]))
    await service.write()
    const answer = await service.found()
    expect(answer.map.text).not.toContain(HEADLINES[0])
    expect(looked).toBe(7)
    expect(await new Service().found()).toEqual(answer)
    expect(looked).toBe(7)
  })

  it('are not looked for anew where something else of the collection changes', async () => {
    const service = new Service()
    const answer = await service.found()
    await service.collection.write((store) => store.storeValue('names', { a: 'moss' }))
    expect(await service.found()).toEqual(answer)
    expect(looked).toBe(0)
  })

  it('are not taken from another bundle, another extraction, or what cannot be read', async () => {
    await new Service({ ...counting, fingerprint: 'f'.repeat(64) }).found()
    expect(looked).toBe(3)
    await new Service({ ...counting, extraction: counting.extraction + 1 }).found()
    expect(looked).toBe(6)
    for (const damage of [{ version: 0 }, { sources: [] }, { map: {} }]) {
      const service = new Service()
      await service.found()
      looked = 0
      await service.collection.write(async (store) => {
        await store.storeValue('events', { ...((await store.storedValue('events')) as object), ...damage })
      })
      expect((await new Service().found()).map.text).toHaveLength(3)
      expect(looked).toBe(3)
    }
  })

  it('are told also where they cannot be kept, and why they cannot', async () => {
    const service = new Service({ ...counting, fingerprint: 'e'.repeat(64) })
    service.collection.write = () => Promise.reject(new Error('read only'))
    expect((await service.found()).map.text).toHaveLength(3)
    expect(service.unkept.map(String)).toEqual(['Error: read only'])
  })
})
