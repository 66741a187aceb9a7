import { cp, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { normalize, row, type Encoder, type Representation } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, describe, expect, it } from 'vitest'
import { isComplete } from './ingest-account.js'
import type { IngestProgress } from './ingest-progress.js'
import { ingest, type IngestReport } from './ingest.js'
import type { MemberNames } from './members.js'
import { shownPath } from './source-files.js'
import { MAX_DOCUMENT_SIZE } from './source-document.js'
import { searchCollection } from '../search/search.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { FieldType, SentenceRecord, ThemeStore } from '../store/store.js'

const root = await realpath(await mkdtemp(join(tmpdir(), 'leitmotif-ingest-')))
afterAll(() => rm(root, { recursive: true, force: true }))

const DIMS = 16

/** A sentence's vector is the sum of its words', and each word's is drawn from the word. */
function wordEncoder(): Encoder & { encoded: number; asked: Set<Representation | undefined> } {
  return {
    name: 'words',
    fingerprints: { static: 'w'.repeat(64), titles: 't'.repeat(64) },
    dims: { static: DIMS, titles: DIMS },
    representation: 'static',
    learned: {},
    encoded: 0,
    asked: new Set(),
    encode(sentences, { representation } = {}) {
      this.encoded += sentences.length
      this.asked.add(representation)
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
    prune?: boolean,
    datesFromNames?: boolean,
    members?: MemberNames,
    dateFormats?: readonly string[]
  ) => Promise<IngestReport>
  readonly look: <T>(work: (store: ThemeStore) => Promise<T>) => Promise<T>
}

async function collection(name: string, place = 'collection'): Promise<Collection> {
  const home = join(root, name)
  const docs = join(home, 'docs')
  const folder = join(home, place)
  await mkdir(docs, { recursive: true })
  const encoder = wordEncoder()
  return {
    docs,
    encoder,
    write: (file, content) => writeFile(join(docs, file), content),
    drop: (file) => rm(join(docs, file), { recursive: true }),
    async index(paths = [docs], fields = {}, prune = true, datesFromNames, members = {}, dateFormats) {
      const store = await openEmbeddedStore(folder, { access: 'write', base: home, encoder, fields })
      try {
        const report = await ingest({
          paths,
          store,
          encoder,
          prune,
          members,
          ...(dateFormats && { dateFormats }),
          ...(datesFromNames !== undefined && { datesFromNames })
        })
        expect(report.read).toBe(report.indexed + report.unchanged + report.skipped + report.failed)
        expect(report.dead).toBe(0)
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
  it('dates documents that name no date by their files, where it is asked to', async () => {
    const { write, index, look } = await collection('dated')
    await write('2021-05-04-tides.md', 'The sea rises.')
    await write('2021-05-05-salt.md', '---\ndate: 1850\n---\nSalt keeps fish.\n')
    expect((await index()).datedByName).toBe(0)
    const dates = async (): Promise<unknown> => (await look(all)).map(({ fields }) => fields.date)
    expect(await dates()).toEqual([undefined, '1850'])
    // Its content is the same, and yet it is another document now.
    expect(await index(undefined, {}, true, true)).toMatchObject({ indexed: 2, datedByName: 1 })
    expect(await dates()).toEqual(['2021-05-04', '1850'])
    expect(await look((store) => store.describe())).toMatchObject({ fields: { date: 'date' } })
  })

  it('goes on dating documents by their files in later runs, and says so, until it is told to end it', async () => {
    const { write, index, look } = await collection('dated on')
    const dates = async (): Promise<unknown> => (await look(all)).map(({ fields }) => fields.date)
    await write('2021-05-04-tides.md', 'The sea rises.')
    expect(await index(undefined, {}, true, true)).not.toHaveProperty('datesAsBefore')
    await write('2021-05-06-gulls.md', 'Gulls cry.')
    expect(await index()).toMatchObject({ indexed: 1, unchanged: 1, datedByName: 1, datesAsBefore: true })
    expect(await dates()).toEqual(['2021-05-04', '2021-05-06'])
    expect(await index(undefined, {}, true, false)).toMatchObject({ indexed: 2, datedByName: 0 })
    const last = await index()
    expect(last).toMatchObject({ indexed: 0, unchanged: 2 })
    expect(last).not.toHaveProperty('datesAsBefore')
    expect(await dates()).toEqual([undefined, undefined])
  })

  it('goes on reading dates by the formats of an earlier run, and says so, until it is given others', async () => {
    const { write, index, look } = await collection('formats on')
    const dates = async (): Promise<unknown> => (await look(all)).map(({ fields }) => fields.date).sort()
    const by = (...formats: string[]): Promise<IngestReport> => index(undefined, {}, true, undefined, {}, formats)
    await write('tides.md', '---\ndate: 03.04.2021\n---\nThe sea rises.')
    expect(await by('dd.MM.yyyy')).not.toHaveProperty('dateFormatsAsBefore')
    await write('more.jsonl', '{"id":"gulls","text":"Gulls cry.","date":"04.04.2021"}')
    expect(await index()).toMatchObject({ indexed: 1, unchanged: 1, dateFormatsAsBefore: ['dd.MM.yyyy'] })
    expect(await dates()).toEqual(['2021-04-03', '2021-04-04'])
    expect(await by('MM.dd.yyyy')).toMatchObject({ indexed: 2 })
    expect(await dates()).toEqual(['2021-03-04', '2021-04-04'])
    expect(await index()).toMatchObject({ unchanged: 2, dateFormatsAsBefore: ['MM.dd.yyyy'] })
  })

  it('names the first files that are not UTF-8', async () => {
    const { write, index } = await collection('old encodings')
    const german = 'Der Wärter zündet die Lampe an, während Fähren über den Hafen kommen. Größe und Maß zählen.'
    for (const name of ['a', 'b', 'c', 'd']) await write(`${name}.txt`, Buffer.from(german, 'latin1'))
    expect(await index()).toMatchObject({
      encodings: { 'iso-8859-1': 4 },
      encodingFiles: { 'iso-8859-1': ['docs/a.txt', 'docs/b.txt', 'docs/c.txt'] }
    })
  })

  it('adds no second date to documents that have one by another name', async () => {
    const { write, index, look } = await collection('other date')
    await write('2021-05-05-salt.md', '---\ncategory: 2020-01-01\n---\nSalt keeps fish.\n')
    expect((await index(undefined, {}, true, true)).datedByName).toBe(0)
    expect((await look(all)).map(({ fields }) => fields)).toEqual([{ category: '2020-01-01' }])
  })

  it('finds what was said in minutes, whoever said it', async () => {
    const { write, index, look, encoder } = await collection('minutes')
    const said = ['The kiln is cold.', 'The clay is wet.', 'The glaze has run.']
    await write('minutes.md', said.map((text) => `Ann Lee: ${text}`).join('\n\n'))
    await index()
    const { hits } = await look((store) => searchCollection(store, encoder, { texts: [said[1]], k: 1 }))
    expect(hits[0].record.text).toBe(`Ann Lee: ${said[1]}`)
    expect(hits[0].score).toBeCloseTo(1, 5)
  })

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
      dead: 0,
      removed: 0,
      tooLarge: 0,
      otherKinds: 0,
      ignored: 0,
      sentences: 3,
      leftOut: 0,
      datedByName: 0,
      unreadDates: 0,
      gone: [],
      left: [],
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
        'all its 2 sentences have no word, or more than 2000 characters; if they are too long, separate sentences by full stops or blank lines'
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

  it('keeps the rows of a table whose text column is not found this time', async () => {
    const { write, index, look } = await collection('columns')
    await write('a.csv', 'id,text\n1,Bees fly.\n2,Trams stop.\n')
    await index()
    await write('a.csv', 'id,review\n1,Bees fly.\n2,Trams stop.\n')
    const report = await index()
    expect(report).toMatchObject({ skipped: 1, removed: 0 })
    expect(report.problems[0].reason).toMatch(/no column "text"; name the column of texts with --text/)
    expect(await look(texts)).toEqual(['Bees fly.', 'Trams stop.'])
    await write('a.csv', '')
    expect(await index()).toMatchObject({ removed: 2 })
  })

  it('keeps the vectors of sentences that a document has already, in the folder or under the name it comes from', async () => {
    const { docs, write, index, look, encoder } = await collection('same sentences')
    const vectorsOf = async (store: ThemeStore): Promise<unknown> => {
      const found: unknown[] = []
      for await (const { records, vectors } of store.scan({ vectors: true }))
        for (const [at, { document, text, title }] of records.entries())
          found.push([document, title, text, [...row(vectors, at)]])
      return found
    }
    const said = 'Ann: Bells ring.\n\nBo: Ropes hold.\n\nAnn: Bells rest.\n\nBo: Ropes rot.\n\nAnn: Ice melts.\n'
    await mkdir(join(docs, 'old'))
    await write('old/minutes.md', `---\ndate: 2024-01-01\n---\n${said}`)
    await write('old/tides.md', '# Tides\n\nThe sea rises. The sea falls.\n\n| Salt | Sand |\n|---|---|\n')
    await write('salt.md', 'Salt keeps fish. Salt melts ice.')
    await index()
    await write('old/minutes.md', `---\ndate: 2024-02-02\n---\n${said}`)
    await write('old/tides.md', '# Waves\n\nThe sea rises. The sea falls.\n\n| Salt | Sand |\n|---|---|\n')
    let encoded = encoder.encoded
    expect(await index()).toMatchObject({ indexed: 2, unchanged: 1 })
    expect(encoder.encoded).toBe(encoded)
    await rename(join(docs, 'old'), join(docs, 'new'))
    expect(await index()).toMatchObject({ indexed: 2, removed: 2 })
    expect(encoder.encoded).toBe(encoded)
    // “Ann:” is no speaker's name where it stands twice.
    await write('new/minutes.md', said.replace('Ann: Ice melts.', 'Ice melts.'))
    await index()
    expect(encoder.encoded).toBe(encoded + 2)
    await rename(join(docs, 'new', 'minutes.md'), join(docs, 'talk.md'))
    expect(await index()).toMatchObject({ indexed: 1, removed: 1 })
    expect(encoder.encoded).toBe(encoded + 2)
    // New sentences are encoded, and all of a document of another name beside those that there are.
    await write('salt.md', 'Salt keeps meat. Salt keeps fish. Salt keeps fish.')
    await write('old-salt.md', 'Salt keeps fish. Salt melts ice.')
    await mkdir(join(docs, 'old'))
    await write('old/tides.md', 'The sea rises. The sea sleeps. The sea falls.')
    encoded = encoder.encoded
    await index()
    expect(encoder.encoded).toBe(encoded + 4)
    const anew = await collection('same sentences', 'anew')
    await anew.index()
    expect(await look(vectorsOf)).toEqual(await anew.look(vectorsOf))
  })

  it('encodes documents whose language it left out once all languages are asked for, though their sentences stay', async () => {
    const { docs, write, encoder, look } = await collection('languages')
    const text =
      'Der Wind trocknet das Salz in den flachen Becken an der Küste. Niemand zählt die Wellen im Hafen, und die Fischer warten am Abend auf die Flut. '
    await write('a.md', text)
    const english: Encoder = { ...encoder, language: 'en', encode: (...rest) => encoder.encode(...rest) }
    const index = async (allLanguages?: boolean): Promise<number> => {
      const store = await openEmbeddedStore(join(docs, '..', 'collection'), { access: 'write', base: docs, encoder })
      const before = encoder.encoded
      await ingest({ paths: [docs], store, encoder: english, ...(allLanguages !== undefined && { allLanguages }) })
      await store.close()
      return encoder.encoded - before
    }
    expect(await index()).toBe(0)
    await write('a.md', `---\ndate: 2024-01-01\n---\n${text}`)
    expect(await index(true)).toBe(2)
    await write('a.md', `---\ndate: 2024-02-02\n---\n${text}`)
    expect(await index()).toBe(0)
    expect(await look((store) => store.search({ vector: row(zeroVectors(1, DIMS), 0).fill(0.25), k: 5 }))).toHaveLength(
      2
    )
  })

  it('encodes no row of a table again because another file has a new field', async () => {
    const { write, index } = await collection('unchanged')
    await write('a.csv', 'id,text,port\n1,Bees fly.,A\n')
    await index()
    await write('b.md', '---\nauthor: Ada\n---\nTrams stop.')
    expect(await index()).toMatchObject({ indexed: 1, unchanged: 1 })
    expect(await index()).toMatchObject({ indexed: 0, unchanged: 2 })
  })

  it('loses no row silently where two files have the same ids, and keeps all of them by file', async () => {
    const { docs, write, index, look } = await collection('same ids')
    await write('spring.csv', 'id,text\n1,Ferries left late.\n2,Fog lifted.\n')
    await write('autumn.csv', 'id,text\n1,Pears were picked.\n3,Frost came.\n3,Snow fell.\n')
    expect((await index()).problems.map(({ line, repeats }) => [line, repeats])).toEqual([
      [4, 'same file'],
      [2, 'other file']
    ])
    const alone = await index([join(docs, 'spring.csv')])
    expect(alone.replaced).toEqual([{ path: join(docs, 'autumn.csv'), documents: 1 }])
    await write('autumn.csv', 'id,text\n1,Pears were picked.\n3,Frost came.\n')
    const report = await index(undefined, {}, true, undefined, { idsPerFile: true })
    expect(report).toMatchObject({ read: 4, indexed: 4, failed: 0 })
    expect((await look(all)).map(({ document }) => document).sort()).toEqual([
      'docs/autumn.csv:1',
      'docs/autumn.csv:3',
      'docs/spring.csv:1',
      'docs/spring.csv:2'
    ])
    expect(await index([docs], {}, true, undefined, { idsPerFile: true })).toMatchObject({ unchanged: 4, removed: 0 })
  })

  it('is not complete where a table in the folder has no column of texts', async () => {
    const { write, index } = await collection('nameless tables')
    await write('a.md', 'The tide turned.')
    expect(isComplete(await index())).toBe(true)
    await write('ports.csv', 'name,story\nSalt,Boats leave at dawn.\n')
    const report = await index()
    expect(report).toMatchObject({ skipped: 1, unreadTables: 1 })
    expect(isComplete(report)).toBe(false)
  })

  it('names the first file with front matter that is broken', async () => {
    const { write, index } = await collection('broken front matter')
    await write('a.md', '---\nauthor: Mei\n---\nThe tide turned.')
    await write('b.md', '---\nauthor: Mei\ntags: [a, b\n---\nThe fog lifted.')
    await write('c.md', '---\nauthor: Mei\ntitle: "Lamp\n---\nThe lamp is lit.')
    const report = await index()
    expect(report.brokenFrontMatter).toEqual({
      documents: 2,
      source: 'docs/b.md',
      reason: expect.stringMatching(/^is not YAML, line \d$/) as string
    })
    expect(report).not.toHaveProperty('passedOver')
  })

  it('stores what is encoded of a long batch, whenever that is, with the same result', async () => {
    const documents = Array.from({ length: 300 }, (_, number) => ({
      ...{ id: `d${number}`, rank: number === 299 ? 'last' : number },
      text: Array.from({ length: 4 }, (_, at) => `Boat ${number} left pier ${at}.`).join(' ')
    }))
    const lines = documents.map((each) => JSON.stringify(each)).join('\n')
    const stored: SentenceRecord[][] = []
    for (const storeEvery of [0, 600_000]) {
      const { docs, encoder, write, look } = await collection(`stored every ${storeEvery}`)
      await write('boats.jsonl', lines)
      const store = await openEmbeddedStore(join(docs, '../collection'), { access: 'write', encoder })
      const steps = new Set<number>()
      const report = await ingest({
        ...{ paths: [docs], store, encoder, storeEvery },
        onProgress: ({ sentences }) => steps.add(sentences)
      })
      await store.close()
      expect(report).toMatchObject({ indexed: 300, sentences: 1200, unfit: { rank: { documents: 1 } } })
      expect([...steps]).toEqual(storeEvery === 0 ? [0, 512, 1024, 1200] : [0, 1200])
      stored.push(await look(all))
    }
    expect(stored[0]).toEqual(stored[1])
  })

  it('stores what is encoded when it is told to end, and goes on from there', async () => {
    const { docs, encoder, write, index } = await collection('ended')
    const text = Array.from({ length: 8 }, (_, at) => `A boat left pier ${at}.`).join(' ')
    for (let number = 0; number < 300; number++) await write(`${number}.md`, text)
    const ended = new AbortController()
    const slow: Encoder = {
      ...encoder,
      async encode(sentences, options) {
        const vectors = await encoder.encode(sentences, options)
        ended.abort(new Error('told to end'))
        return vectors
      }
    }
    const store = await openEmbeddedStore(join(docs, '../collection'), {
      access: 'write',
      base: join(docs, '..'),
      encoder
    })
    await expect(ingest({ paths: [docs], store, encoder: slow, signal: ended.signal })).rejects.toThrow('told to end')
    await store.close()
    expect(encoder.encoded).toBe(512)
    expect(await index()).toMatchObject({ unchanged: 64, indexed: 236 })
  })

  it('takes keys of front matter as fields that the options name, and counts those that it left out', async () => {
    const { write, index, look } = await collection('named keys')
    const front = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\nThe tide turned.`
    await write('a.md', front('headline: Ebb', 'party: Whig', 'seats: 41', 'seen: 2020-02-01', 'home: {port: Salt}'))
    await write('b.md', front('title: Fog', 'party: [Whig, Tory]', 'seats: many', 'draft: true'))
    await write('c.md', '+++\nparty = "Tory"\n+++\nThe lamp is lit.')
    await write('d.jsonl', '{"id": "d", "text": "Frost came.", "party": "Whig"}')
    const unnamed = await index()
    expect(unnamed.leftOutKeys).toEqual({ party: 3, seats: 2, headline: 1, seen: 1, draft: 1 })
    expect(Object.keys(unnamed.leftOutKeys!)[0]).toBe('party')
    const members = {
      title: 'headline',
      date: 'seen',
      declared: ['party', 'seats', 'pary'],
      from: { port: 'home.port', crew: 'home.crew' }
    }
    const types = { party: 'keyword', seats: 'number', date: 'date' } as const
    const report = await index(undefined, types, true, undefined, members)
    expect(report).toMatchObject({ indexed: 4, leftOutKeys: { draft: 1 }, unfit: { seats: { documents: 1 } } })
    expect(report.absent?.named).toEqual({ pary: 'pary', crew: 'home.crew' })
    const found = (await look(all)).map(({ title, fields }) => ({ title, ...fields }))
    expect(found).toContainEqual({ title: 'Ebb', party: 'Whig', seats: 41, date: '2020-02-01', port: 'Salt' })
    expect(found).toContainEqual({ title: 'Fog', party: ['Whig', 'Tory'] })
    expect(found).toContainEqual({ title: 'c', party: 'Tory' })
    const again = await index(undefined, types, true, undefined, members)
    expect(again).toMatchObject({ unchanged: 4 })
    expect(again.absent).toEqual(report.absent)
  })

  it('says that options for members of data do nothing without data', async () => {
    const { write, index } = await collection('unused options')
    await write('a.md', '---\nkey: a\n---\nThe tide turned.')
    const members = { id: 'key', text: 'body' }
    expect(await index(undefined, {}, true, undefined, members)).toMatchObject({ indexed: 1, unused: ['id', 'text'] })
    await write('b.jsonl', '{"key": "b", "body": "Frost came."}')
    expect((await index(undefined, {}, true, undefined, members)).unused).toBeUndefined()
  })

  it('reads front matter of plain text as such, and text between rules as text', async () => {
    const { write, index, look } = await collection('plain front matter')
    await write('a.txt', '---\ntitle: Letter to George\ndate: 1801-02-03\nplace: Salt\n---\nThe tide turned.\n')
    await write('b.txt', '---\nThe fog lifted.\n---\nThe lamp is lit.\n')
    await write('c.txt', '---\nauthor: "Mei\n---\nThe wind fell.\n')
    expect((await index()).leftOutKeys).toEqual({ place: 1 })
    const texts = await look(all)
    expect(texts.map(({ title, text, fields }) => [title, text, fields])).toEqual(
      expect.arrayContaining([
        ['Letter to George', 'The tide turned.', { date: '1801-02-03' }],
        ['b', expect.stringContaining('fog lifted'), {}]
      ])
    )
    expect(texts.filter(({ document }) => document === 'docs/a.txt')).toHaveLength(1)
    expect(texts.some(({ text }) => text.includes('The wind fell.'))).toBe(true)
  })

  it('takes over the ids of a file that was renamed, and says nothing of it', async () => {
    const { docs, write, drop, index } = await collection('renamed rows')
    await write('spring.csv', 'id,text\n1,Ferries left late.\n')
    await index([join(docs, 'spring.csv')])
    await drop('spring.csv')
    await write('may.csv', 'id,text\n1,Ferries left late.\n')
    expect(await index([join(docs, 'may.csv')])).not.toHaveProperty('replaced')
  })

  it('counts what a moved folder leaves behind without the rows that came again from its new place', async () => {
    const { docs, write, drop, index, look } = await collection('moved rows')
    const rows = 'id,text\n1,Ferries left late.\n2,Fog lifted.\n'
    for (const name of ['old', 'new']) await mkdir(join(docs, name))
    await write('old/spring.csv', rows)
    await write('old/notes.md', 'The tide turned.')
    await index([join(docs, 'old')])
    await drop('old')
    await write('new/spring.csv', rows)
    await write('new/notes.md', 'The tide turned.')
    const report = await index([join(docs, 'new')])
    expect(report.left).toEqual([{ path: join(docs, 'old'), documents: 1 }])
    expect(report).not.toHaveProperty('replaced')
    const sources = [...(await look((store) => store.documents())).values()].map(({ source }) => source)
    expect(sources.sort()).toEqual([
      'docs/new/notes.md',
      'docs/new/spring.csv',
      'docs/new/spring.csv',
      'docs/old/notes.md'
    ])
  })

  it('counts a row that cannot be read at its new place as left behind', async () => {
    const { docs, write, drop, index } = await collection('emptied rows')
    await write('old.csv', 'id,text\n1,Ferries left late.\n2,Fog lifted.\n')
    await index([join(docs, 'old.csv')])
    await drop('old.csv')
    await write('new.csv', 'id,text\n1,…\n2,Fog lifted.\n')
    const report = await index([join(docs, 'new.csv')])
    expect(report).toMatchObject({ skipped: 1, left: [{ path: join(docs, 'old.csv'), documents: 1 }] })
  })

  it('leaves out a value of another type than its field, and fails a line whose id came before', async () => {
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
    expect(report).toMatchObject({ read: 5, indexed: 4, failed: 1 })
    expect(report.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [4, `id "a" came before, in ${shownPath(join(root, 'types'), 'docs/a.jsonl')}`]
    ])
    expect(report.unfit).toEqual({
      year: { documents: 1, reason: 'field "year" is "unknown"; expected a number', source: 'docs/a.jsonl', line: 2 },
      on: {
        documents: 1,
        reason: 'field "on" is "some day"; expected a date like 2024-05-17',
        source: 'docs/a.jsonl',
        line: 3
      },
      author: { documents: 1, reason: 'field "author" is "Ada"; expected a number', source: 'docs/b.md' }
    })
    expect(await look((store) => store.describe())).toMatchObject({
      fields: { on: 'date', author: 'number', year: 'number', colour: 'keyword', date: 'date' }
    })
    expect((await look(all)).map(({ text, fields }) => [text, fields]).sort()).toEqual([
      ['Fifth.', { date: '2024-05-17' }],
      ['First.', { year: 1999, on: '2024-05-17' }],
      ['Second.', {}],
      ['Third.', { colour: 'red' }]
    ])
  })

  it('takes dates as they are written where most values of a field are dates, and leaves other fields as they are', async () => {
    const { write, index, look } = await collection('written-dates')
    const lines = [
      { id: 'a', text: 'First.', seen: '2024/05/02 10:00', date: 20240502, code: 'May 2, 2024' },
      {
        id: 'b',
        text: 'Second.',
        seen: '2013-05-06 02:12:52 +0200',
        date: '1714644000',
        code: 'B 7',
        port: '7',
        year: 5
      },
      { id: 'c', text: 'Third.', seen: 'never', date: '2 May 2024', code: 'C 9', port: 7, year: '6' }
    ]
    await write('a.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    const { unfit } = await index()
    expect(unfit).toMatchObject({ seen: { documents: 1, line: 3 } })
    expect((await look(all)).map(({ text, fields }) => [text, fields]).sort()).toEqual([
      ['First.', { seen: '2024-05-02T10:00', date: '2024-05-02', code: 'May 2, 2024' }],
      ['Second.', { seen: '2013-05-06T02:12:52+02:00', date: '2024-05-02T10:00:00Z', code: 'B 7', port: '7', year: 5 }],
      ['Third.', { date: '2024-05-02', code: 'C 9', port: '7', year: 6 }]
    ])
    expect((await look((store) => store.describe())).fields).toMatchObject({
      seen: 'date',
      date: 'date',
      port: 'keyword'
    })
  })

  it('leaves out fields that come on top of as many as a collection takes, and says so once each', async () => {
    const { write, index } = await collection('crowded')
    const line = (id: string, count: number): string =>
      JSON.stringify({
        id,
        text: 'A line.',
        ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`${id}${n}`, n]))
      })
    await write('a.jsonl', `${line('a', 99)}\n${line('b', 3)}\n${line('c', 1)}`)
    const { indexed, unfit = {} } = await index()
    expect(indexed).toBe(3)
    expect(Object.entries(unfit).map(([name, { line, reason }]) => [name, line, reason])).toEqual([
      ['b1', 2, 'the collection has 100 other fields, and takes no more'],
      ['b2', 2, 'the collection has 100 other fields, and takes no more'],
      ['c0', 3, 'the collection has 100 other fields, and takes no more']
    ])
  })

  it('counts the members of lines that cannot be fields, once', async () => {
    const { write, index } = await collection('members')
    const lines = [
      { id: 'a', text: 'The sea rises.', tags: ['x'], 'a.b': 1, none: null, empty: '', year: 1999 },
      { id: 'b', text: 'The sea falls.', tags: ['y'], note: 'x'.repeat(2000) }
    ]
    await write('a.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    expect((await index()).passedOver).toEqual({ 'a.b': 1, note: 1 })
    expect(await index()).not.toHaveProperty('passedOver')
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

describe('Indexing in batches', () => {
  /** A new collection of four documents of a sentence each, a batch each. */
  async function four(name: string): Promise<{
    readonly encoder: ReturnType<typeof wordEncoder>
    readonly store: ThemeStore
    readonly ingestInto: (store: ThemeStore, onProgress?: (progress: IngestProgress) => void) => Promise<IngestReport>
  }> {
    const { docs, encoder, write } = await collection(name)
    for (const document of ['a', 'b', 'c', 'd']) await write(`${document}.txt`, `Sentence ${document} stands.`)
    const store = await openEmbeddedStore(join(root, name, 'collection'), { access: 'write', encoder })
    return {
      encoder,
      store,
      ingestInto: (store, onProgress = () => {}) => ingest({ paths: [docs], store, encoder, batch: 1, onProgress })
    }
  }
  it('encodes one while the last is written, and no more, in the order read', async () => {
    const { encoder, store, ingestInto } = await four('overlap')
    const written: string[] = []
    await ingestInto({
      ...store,
      async write(documents) {
        const ahead = Math.min(4, written.length + 2)
        while (encoder.encoded < ahead) await wait(1)
        await wait(20)
        expect(encoder.encoded).toBe(ahead)
        written.push(...documents.map(({ document }) => document.at(-5)!))
        return store.write(documents)
      }
    })
    await store.close()
    expect(written).toEqual(['a', 'b', 'c', 'd'])
  })

  it('says how far it is by what is written, or need not be', async () => {
    const { docs, encoder, write, index } = await collection('far')
    await write('a.txt', 'One.')
    await index()
    await write('b.txt', 'Two.')
    await write('c.txt', 'Three.')
    const store = await openEmbeddedStore(join(root, 'far', 'collection'), { access: 'write', encoder })
    const said: IngestProgress[] = []
    await ingest({ paths: [docs], store, encoder, onProgress: (progress) => said.push(progress) })
    await store.close()
    expect(said.map(({ bytes, read, sentences }) => [bytes, read, sentences])).toEqual([
      [0, 1, 0],
      [4, 2, 0],
      [4, 3, 0],
      [14, 3, 2],
      [14, 3, 2]
    ])
  })

  it('keeps what was written before an error, and tells the error', async () => {
    const { encoder, store, ingestInto } = await four('errors')
    const full: ThemeStore['write'] = (documents) =>
      documents[0].document.endsWith('c.txt') ? Promise.reject(new Error('no space left')) : store.write(documents)
    await expect(ingestInto({ ...store, write: full })).rejects.toThrow('no space left')
    expect((await store.describe()).documents).toBe(2)
    const encode = encoder.encode.bind(encoder)
    encoder.encode = (sentences, options) =>
      sentences[0].includes('Sentence d') ? Promise.reject(new Error('a thread ended')) : encode(sentences, options)
    await expect(ingestInto(store)).rejects.toThrow('a thread ended')
    expect((await store.describe()).documents).toBe(3)
    encoder.encode = encode
    expect(await ingestInto(store)).toMatchObject({ indexed: 1, unchanged: 3 })
    await store.close()
  })

  it('and searching encode with what the collection was made with', async () => {
    const { docs, encoder, write, look, index } = await collection('made-with')
    const options = { access: 'write', base: join(root, 'made-with'), encoder, representation: 'titles' } as const
    await (await openEmbeddedStore(join(root, 'made-with', 'collection'), options)).close()
    await write('a.txt', 'The sea rises.')
    await index([docs])
    const { representation, hits } = await look((store) =>
      searchCollection(store, encoder, { texts: ['The sea rises.'] })
    )
    expect(hits[0].score).toBeCloseTo(1)
    expect(representation).toBe('titles')
    expect([...encoder.asked]).toEqual(['titles'])
  })
})
