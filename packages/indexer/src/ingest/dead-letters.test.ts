import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encoder } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeadLetterFile, MAX_DEAD_LETTER_BYTES, readDeadLetters, type DeadLetter } from './dead-letters.js'
import type { IngestTarget } from './ingest-items.js'
import { ingest, type IngestReport } from './ingest.js'
import { replay, type ReplayReport } from './replay.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { SentenceRecord, ThemeStore } from '../store/store.js'

let root = ''
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'leitmotif-dead-')))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const encoder: Encoder = {
  name: 'flat',
  fingerprints: { static: 'f'.repeat(64) },
  dims: { static: 2 },
  representation: 'static',
  learned: {},
  encode: (texts) => Promise.resolve(zeroVectors(texts.length, 2)),
  dispose() {}
}

/** A collection in a folder, in whose documents the words `refused` may not stand, as if its server had no room for them. */
async function collection(
  name: string,
  shared?: string
): Promise<{
  readonly docs: string
  readonly file: string
  readonly index: (refused?: RegExp, dateFormats?: readonly string[]) => Promise<IngestReport>
  readonly replay: (refused?: RegExp) => Promise<ReplayReport>
  readonly texts: () => Promise<string[]>
  readonly fields: () => Promise<unknown[]>
  readonly dates: () => Promise<unknown[]>
}> {
  const home = join(root, name)
  const [docs, file] = [join(home, 'docs'), shared ?? join(home, 'dead.jsonl')]
  await mkdir(docs, { recursive: true })
  const using = async <T>(refused: RegExp, work: (target: IngestTarget) => Promise<T>): Promise<T> => {
    const store = await openEmbeddedStore(join(home, 'collection'), { access: 'write', base: home, encoder })
    const letters = new DeadLetterFile(file, name)
    const strict: ThemeStore = {
      ...store,
      async write(documents) {
        const [bad, good] = [true, false].map((is) =>
          documents.filter(({ sentences }) => sentences.some(({ text }) => refused.test(text)) === is)
        )
        await store.write(good)
        return { dead: bad.map(({ document }) => ({ document, reason: 'is refused' })) }
      }
    }
    try {
      return await work({
        store: strict,
        encoder,
        onDead: (letter) => letters.add(letter)
      })
    } finally {
      await store.close()
    }
  }
  const records = async (): Promise<SentenceRecord[]> => {
    const store = await openEmbeddedStore(join(home, 'collection'), { access: 'read' })
    const found: SentenceRecord[] = []
    for await (const slice of store.scan()) found.push(...slice.records)
    await store.close()
    return found
  }
  return {
    docs,
    file,
    index: (refused = /$^/, dateFormats = []) =>
      using(refused, (target) => ingest({ ...target, paths: [docs], dateFormats })),
    replay: (refused = /$^/) => using(refused, ({ store }) => replay(file, name, { store, encoder })),
    texts: async () => (await records()).map(({ text }) => text),
    fields: async () => (await records()).map(({ fields }) => fields),
    dates: async () => (await records()).map(({ fields }) => fields.date)
  }
}

describe('Documents that a store refuses', () => {
  it('are counted apart, kept with the reason, and written by a replay, which leaves no file', async () => {
    const { docs, file, index, replay, texts } = await collection('whole')
    await writeFile(join(docs, 'a.md'), 'Apples grow.')
    await writeFile(
      join(docs, 'b.jsonl'),
      '{"id":"b","title":"B","sections":[{"heading":"","level":1,"paragraphs":["Bears sleep."]}],"year":1999}'
    )
    const report = await index(/Bears/)
    expect(report).toMatchObject({ read: 2, indexed: 1, dead: 1, sentences: 1 })
    expect(report.problems).toEqual([{ status: 'dead', source: 'docs/b.jsonl', line: 1, reason: 'is refused' }])
    expect(await texts()).toEqual(['Apples grow.'])
    await rm(join(docs, 'b.jsonl'))
    expect(await replay(/Bears/)).toMatchObject({ read: 1, dead: 1, kept: 1 })
    expect(await replay()).toMatchObject({ read: 1, indexed: 1, dead: 0, kept: 0 })
    expect(await texts()).toEqual(['Bears sleep.', 'Apples grow.'])
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })

  it('keep fields that are lists, and dates that a later format reads', async () => {
    const { docs, index, replay, fields } = await collection('lists')
    const record = { id: 'a', text: 'Apples grow.', tags: ['fruit', 'trees'], date: '03/04/2021' }
    await writeFile(join(docs, 'a.jsonl'), JSON.stringify(record))
    await index(/Apples/, ['dd/MM/yyyy'])
    expect(await replay()).toMatchObject({ indexed: 1, kept: 0, unreadDates: 0 })
    expect(await fields()).toEqual([{ tags: ['fruit', 'trees'], date: '2021-04-03' }])
  })

  it('have their dates read by the formats of the run that met them', async () => {
    const { docs, index, replay, dates } = await collection('formats')
    await writeFile(join(docs, 'a.md'), '---\ndate: 03/04/2021\n---\nApples grow.')
    await index(/Apples/, ['dd/MM/yyyy'])
    expect(await replay()).toMatchObject({ indexed: 1, unreadDates: 0, dateFormatsAsBefore: ['dd/MM/yyyy'] })
    expect(await dates()).toEqual(['2021-04-03'])
  })

  it('are tried again by the next run, and stand in the file once', async () => {
    const { docs, file, index } = await collection('again')
    await writeFile(join(docs, 'a.md'), 'Apples grow.')
    await index(/Apples/)
    const once = await readFile(file, 'utf8')
    expect(await index(/Apples/)).toMatchObject({ read: 1, dead: 1 })
    expect((await readFile(file, 'utf8')).trim()).toBe(once.trim())
    await writeFile(join(docs, 'a.md'), 'Apples fall.')
    await index(/Apples/)
    const { letters } = await readDeadLetters(file)
    expect(letters.map(({ letter }) => letter.source.body)).toEqual([{ kind: 'markdown', text: 'Apples fall.' }])
  })

  it('do not take the place of a version that came later, but of the one they were to replace', async () => {
    const { docs, index, replay, texts } = await collection('later')
    await writeFile(join(docs, 'a.md'), 'One.')
    await writeFile(join(docs, 'b.md'), 'Two.')
    await index()
    await writeFile(join(docs, 'a.md'), 'One more.')
    await writeFile(join(docs, 'b.md'), 'Two more.')
    await index(/more/)
    await writeFile(join(docs, 'a.md'), 'One last.')
    await index(/more/)
    const report = await replay()
    expect(report).toMatchObject({ read: 2, indexed: 1, skipped: 1, kept: 0 })
    expect(report.problems[0].reason).toBe('the collection has another version of it by now')
    expect(await texts()).toEqual(['One last.', 'Two more.'])
  })

  it('are read past a line that was cut short, which stays and is told', async () => {
    const { docs, file, index, replay } = await collection('cut')
    await writeFile(join(docs, 'a.md'), 'Apples grow.')
    await index(/Apples/)
    await appendFile(file, '{"at":"2026')
    await writeFile(join(docs, 'b.md'), 'Bears sleep.')
    await index(/Apples|Bears/)
    const report = await replay()
    expect(report).toMatchObject({ read: 3, indexed: 2, failed: 1, kept: 1 })
    expect(report.problems[0]).toMatchObject({ status: 'failed', source: file, line: 2 })
    expect(await readFile(file, 'utf8')).toBe('{"at":"2026\n')
  })

  it('stay those of their collection in a file that several share', async () => {
    const file = join(root, 'shared.jsonl')
    const [here, there] = await Promise.all(['here', 'there'].map((name) => collection(name, file)))
    for (const { docs, index } of [here, there]) {
      await writeFile(join(docs, 'a.md'), 'Apples grow.')
      await index(/Apples/)
    }
    const report = await there.replay()
    expect(report).toMatchObject({ read: 2, indexed: 1, skipped: 1, kept: 1 })
    expect(report.problems[0].reason).toBe('it is of another collection, here; replay it there')
    expect(await here.texts()).toEqual([])
    expect(await here.replay()).toMatchObject({ read: 1, indexed: 1, kept: 0 })
  })

  it('are counted where the file is full', async () => {
    const path = join(root, 'full.jsonl')
    const letters = new DeadLetterFile(path, 'full')
    const letter = (document: string): Omit<DeadLetter, 'collection'> => ({
      at: '2026-01-02T03:04:05Z',
      reason: 'is refused',
      source: {
        document,
        source: document,
        hash: document,
        name: document,
        fields: {},
        body: { kind: 'plain', text: 'x'.repeat(MAX_DEAD_LETTER_BYTES / 2) }
      }
    })
    for (const document of ['a', 'b']) await letters.add(letter(document))
    expect(letters.left).toBe(1)
  })
})
