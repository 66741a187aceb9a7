import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, normalize, row, zeroVectors, type Encoder } from '@leitmotif/encoder'
import { afterAll, describe, expect, it } from 'vitest'
import { ingest, type IngestReport } from './ingest.js'
import { shownPath } from './source-files.js'
import { MAX_DOCUMENT_SIZE } from './sources.js'
import { openEmbeddedStore } from './store-embedded.js'
import type { FieldType, SentenceRecord, ThemeStore } from './store.js'

const root = await realpath(await mkdtemp(join(tmpdir(), 'leitmotif-ingest-')))
afterAll(() => rm(root, { recursive: true, force: true }))

const DIMS = 16

/** A sentence's vector is the sum of its words', and each word's is drawn from the word. */
function wordEncoder(): Encoder & { encoded: number } {
  return {
    name: 'words',
    fingerprint: 'w'.repeat(64),
    dims: { static: DIMS },
    representation: 'static',
    encoded: 0,
    encode(sentences) {
      this.encoded += sentences.length
      const vectors = zeroVectors(sentences.length, DIMS)
      for (const [index, sentence] of sentences.entries()) {
        const vector = row(vectors, index)
        for (const word of sentence.toLowerCase().match(/\p{L}+/gu) ?? []) {
          const random = createRandom(word)
          for (let d = 0; d < DIMS; d++) vector[d] += random.normal()
        }
        normalize(vector)
      }
      return Promise.resolve(vectors)
    },
    dispose() {}
  }
}

interface Collection {
  readonly docs: string
  readonly encoder: ReturnType<typeof wordEncoder>
  readonly write: (name: string, content: string | Buffer) => Promise<void>
  readonly drop: (name: string) => Promise<void>
  readonly index: (
    paths?: readonly string[],
    fields?: Record<string, FieldType>,
    prune?: boolean
  ) => Promise<IngestReport>
  readonly look: <T>(work: (store: ThemeStore) => Promise<T>) => Promise<T>
}

async function collection(name: string, place = 'collection'): Promise<Collection> {
  const home = join(root, name)
  const docs = join(home, 'docs')
  const folder = join(home, place)
  await mkdir(docs, { recursive: true })
  const encoder = wordEncoder()
  const stores = { fingerprint: encoder.fingerprint, dims: DIMS }
  return {
    docs,
    encoder,
    write: (file, content) => writeFile(join(docs, file), content),
    drop: (file) => rm(join(docs, file), { recursive: true }),
    async index(paths = [docs], fields = {}, prune = true) {
      const store = await openEmbeddedStore(folder, { access: 'write', base: home, encoder: stores, fields })
      try {
        const report = await ingest({ paths, store, encoder, prune })
        expect(report.read).toBe(report.indexed + report.unchanged + report.skipped + report.failed)
        expect(report.problems).toHaveLength(report.skipped + report.failed)
        return report
      } finally {
        await store.close()
      }
    },
    async look(work) {
      const store = await openEmbeddedStore(folder, { access: 'read' })
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    }
  }
}

async function all(store: ThemeStore): Promise<SentenceRecord[]> {
  const records: SentenceRecord[] = []
  for await (const slice of store.scan()) records.push(...slice.records)
  return records
}

const texts = (store: ThemeStore): Promise<string[]> =>
  all(store).then((records) => records.map(({ text }) => text).sort())

describe('Indexing', () => {
  it('makes the collection hold what the files say, and does nothing when it is run again', async () => {
    const { write, index, look, encoder } = await collection('twice')
    await write('tides.md', '---\nauthor: Ada\n---\n# Tides\n\nThe sea rises. The sea falls.\n')
    await write(
      'more.jsonl',
      '{"id":"salt","text":"Salt keeps fish.","year":1850}\n{"id":"x","title":"X","sections":[]}\n'
    )
    expect(await index()).toEqual({
      read: 3,
      indexed: 2,
      unchanged: 0,
      skipped: 1,
      failed: 0,
      removed: 0,
      tooLarge: 0,
      otherKinds: 0,
      sentences: 3,
      leftOut: 0,
      gone: [],
      problems: [{ status: 'skipped', source: 'docs/more.jsonl', line: 2, reason: 'has no sentences' }]
    })
    const before = await look(all)
    expect(before.map(({ document, text, fields }) => [document, text, fields]).sort()).toEqual([
      ['docs/tides.md', 'The sea falls.', { author: 'Ada' }],
      ['docs/tides.md', 'The sea rises.', { author: 'Ada' }],
      ['salt', 'Salt keeps fish.', { year: 1850 }]
    ])
    const encoded = encoder.encoded
    expect(await index()).toMatchObject({ read: 3, indexed: 0, unchanged: 2, skipped: 1, removed: 0, sentences: 0 })
    expect(encoder.encoded).toBe(encoded)
    expect(await look(all)).toEqual(before)
  })

  it('replaces what a changed file had, and drops what is gone or has nothing left', async () => {
    const { write, drop, index, look } = await collection('changes')
    await write('a.md', 'One stays. Two goes.')
    await write('b.md', 'Three goes.')
    await write('c.md', 'Four goes.')
    await write('d.md', 'Five stays.')
    await index()
    await write('a.md', 'One stays. Six comes.')
    await write('b.md', '1 2 3')
    await drop('c.md')
    expect(await index()).toMatchObject({ read: 3, indexed: 1, unchanged: 1, skipped: 1, failed: 0, removed: 2 })
    expect(await look(texts)).toEqual(['Five stays.', 'One stays.', 'Six comes.'])
  })

  it('counts the sentences that it leaves out, and says why a document has none to index', async () => {
    const { write, index } = await collection('long')
    const long = 'word '.repeat(500).trim()
    await write('a.md', `Short. 1 2 3.\n\n${long}.`)
    await write('b.md', `${long}.\n\n${long}.`)
    await write('c.md', '# Only a heading')
    const { leftOut, problems } = await index()
    expect(leftOut).toBe(4)
    expect(problems.map(({ source, reason }) => [source, reason])).toEqual([
      [
        'docs/b.md',
        'all its 2 sentences have no word, or more than 2000 characters; part it with full stops or blank lines'
      ],
      ['docs/c.md', 'has no sentences']
    ])
  })

  it('passes over files of other kinds in folders, and fails one that was named; what is too large is told apart', async () => {
    const { docs, write, index } = await collection('kinds')
    await write('a.md', 'A stands.')
    await write('b.xml', '<b/>')
    await write('c.png', 'x')
    expect(await index()).toMatchObject({ read: 1, indexed: 1, otherKinds: 2, failed: 0 })
    expect(await index([join(docs, 'b.xml'), docs])).toMatchObject({ read: 2, unchanged: 1, otherKinds: 1, failed: 1 })
    await write('d.txt', 'x'.repeat(MAX_DOCUMENT_SIZE + 1))
    await write('e.jsonl', `{"id":"e","text":"${'x'.repeat(MAX_DOCUMENT_SIZE)}"}`)
    expect(await index()).toMatchObject({ read: 3, unchanged: 1, skipped: 2, tooLarge: 2, otherKinds: 2 })
  })

  it('leaves alone what does not lie under the paths of this run, or is asked to stay', async () => {
    const { docs, write, drop, index, look } = await collection('scope')
    await mkdir(join(docs, 'part'))
    await mkdir(join(docs, 'part-two'))
    await write('part/a.md', 'A stands.')
    await write('part-two/b.md', 'B stands.')
    await write('c.jsonl', '{"id":"c","text":"C stands."}\n{"id":"d","text":"D stands."}')
    await index()
    await drop('part-two')
    await write('c.jsonl', '{"id":"d","text":"D stands."}')
    expect(await index([join(docs, 'part')])).toMatchObject({ read: 1, unchanged: 1, removed: 0 })
    expect(await index([docs], {}, false)).toMatchObject({ removed: 0 })
    expect(await look(texts)).toHaveLength(4)
    expect(await index()).toMatchObject({ removed: 2 })
    expect(await look(texts)).toEqual(['A stands.', 'D stands.'])
  })

  it('keeps what it had of a file that cannot be read this time', async () => {
    const { write, index, look } = await collection('damaged')
    await write('a.md', 'The good old text.')
    await write('b.jsonl', '{"id":"b","text":"A good line."}\n{"id":"c","text":"Another good line."}')
    await index()
    await write('a.md', Buffer.from([0xff, 0xfe, 0x41]))
    await write('b.jsonl', '{"id":"b","text":"A good')
    expect(await index()).toMatchObject({ read: 2, failed: 2, removed: 0 })
    expect(await look(texts)).toEqual(['A good line.', 'Another good line.', 'The good old text.'])
  })

  it('fails a line whose field is of another type or whose id came before, and no other', async () => {
    const { write, index, look } = await collection('types')
    const lines = [
      { id: 'a', text: 'First.', year: 1999, on: '2024-05-17' },
      { id: 'b', text: 'Second.', year: 'unknown' },
      { id: 'c', text: 'Third.', on: 'some day', colour: 'red' },
      { id: 'a', text: 'Fourth.' }
    ]
    await write('a.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    await write('b.md', '---\ndate: 2024-05-17\nauthor: Ada\n---\nFifth.')
    const report = await index([join(root, 'types', 'docs')], { on: 'date', author: 'number' })
    expect(report).toMatchObject({ read: 5, indexed: 2, failed: 3 })
    expect(report.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [4, `id "a" came before, in ${shownPath(join(root, 'types'), 'docs/a.jsonl')}`],
      [2, 'field "year" is "unknown"; expected a number'],
      [3, 'field "on" is "some day"; expected a date like 2024-05-17']
    ])
    expect(await look((store) => store.describe())).toMatchObject({
      fields: { on: 'date', author: 'number', year: 'number', colour: 'keyword', date: 'date' }
    })
    expect((await look(all)).map(({ text, fields }) => [text, fields]).sort()).toEqual([
      ['Fifth.', { date: '2024-05-17' }],
      ['First.', { year: 1999, on: '2024-05-17' }]
    ])
  })

  it('fails a line whose fields come on top of as many as a collection takes, and says so once', async () => {
    const { write, index } = await collection('crowded')
    const line = (id: string, count: number): string =>
      JSON.stringify({
        id,
        text: 'A line.',
        ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`${id}${n}`, n]))
      })
    await write('a.jsonl', `${line('a', 99)}\n${line('b', 3)}\n${line('c', 1)}`)
    const { indexed, problems } = await index()
    expect(indexed).toBe(1)
    expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, '2 fields, as "b1": the collection has 100 others, and takes no more'],
      [3, 'field "c0": the collection has 100 others, and takes no more']
    ])
  })

  it('knows its documents again in a collection that was moved or copied', async () => {
    const first = await collection('moves')
    await first.write('a.md', 'A stands.')
    await first.index()
    await cp(join(root, 'moves', 'collection'), join(root, 'moves', 'far', 'away'), { recursive: true })
    const { index, look } = await collection('moves', join('far', 'away'))
    expect(await index()).toMatchObject({ read: 1, unchanged: 1 })
    expect(await look((store) => store.describe())).toMatchObject({ base: join(root, 'moves'), documents: 1 })
  })

  it('names its documents alike from whatever folder and by whatever links it is run', async () => {
    const { docs, write, drop, index, look } = await collection('names')
    await symlink(docs, join(root, 'names', 'shortcut'))
    await write('a.md', 'A stands.')
    await index()
    const before = process.cwd()
    process.chdir(docs)
    expect(await index(['.'])).toMatchObject({ read: 1, unchanged: 1, removed: 0 })
    expect(await index(['a.md'])).toMatchObject({ read: 1, unchanged: 1, removed: 0 })
    process.chdir(before)
    expect(await index([join(root, 'names', 'shortcut')])).toMatchObject({ read: 1, unchanged: 1, removed: 0 })
    await write('b.md', 'B stands.')
    await index()
    await drop('b.md')
    expect(await index([join(root, 'names', 'shortcut')])).toMatchObject({ read: 1, unchanged: 1, removed: 1 })
    expect([...(await look((store) => store.documents())).keys()]).toEqual(['docs/a.md'])
  })

  it('says that a path is missing before it changes anything', async () => {
    const { docs, write, drop, index, look } = await collection('missing')
    await write('a.md', 'A stands.')
    await index()
    await drop('a.md')
    await expect(index([docs, join(docs, 'nowhere')])).rejects.toThrow('nowhere: no such file or folder')
    expect(await look(texts)).toEqual(['A stands.'])
  })

  it('removes what it has of a file or folder that is gone itself', async () => {
    const { docs, write, drop, index, look } = await collection('gone')
    await mkdir(join(docs, 'part'))
    await write('part/a.md', 'A stands.')
    await write('part/b.md', 'B stands.')
    await write('partner.md', 'C stands.')
    await write('d.md', 'D stands.')
    await index()
    await drop('part')
    await drop('d.md')
    const [part, file] = [join(docs, 'part'), join(docs, 'd.md')]
    expect(await index([part], {}, false)).toMatchObject({ read: 0, removed: 0, gone: [{ path: part, removed: 0 }] })
    expect(await index([part, file])).toMatchObject({
      read: 0,
      removed: 3,
      gone: [
        { path: part, removed: 2 },
        { path: file, removed: 1 }
      ]
    })
    expect(await look(texts)).toEqual(['C stands.'])
    await expect(index([part])).rejects.toThrow('part: no such file or folder')
  })
})
