import { createHash } from 'node:crypto'
import { dot, normalize, row, type Representation } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTally } from '../packages/indexer/dist/store/counts.js'
import { SENTENCE_ID } from '../packages/indexer/dist/store/filter-names.js'
import { FUSION_DEPTH, fuseRanks } from '../packages/indexer/dist/store/rank-fusion.js'
import { MAX_HITS, SCAN_SLICE } from '../packages/indexer/dist/store/store.js'
import type {
  Assignment,
  Condition,
  CountBy,
  DocumentRecord,
  FieldType,
  Fields,
  FieldValue,
  Filter,
  Hit,
  SentenceRecord,
  StoreEncoder,
  ThemeStore
} from '../packages/indexer/dist/store/store.js'

/** How a kind of store is opened: the same place is the same collection, and a place never named before is empty. */
export type OpenStore<Store extends ThemeStore = ThemeStore> = (
  place: string,
  options: {
    readonly access: 'read' | 'write'
    readonly encoder?: StoreEncoder
    readonly representation?: Representation
    readonly create?: boolean
    readonly fields?: Readonly<Record<string, FieldType>>
  }
) => Promise<Store>

const DIMS = 8
const FINGERPRINT = 'f'.repeat(64)
const encoder: StoreEncoder = {
  fingerprints: { static: FINGERPRINT, sentences: 'e'.repeat(64) },
  dims: { static: DIMS, sentences: DIMS },
  representation: 'static'
}
const fields: Record<string, FieldType> = { author: 'keyword', year: 'number', published: 'date' }

/** Names that break what is put together from text without care. */
const NAMES = [
  'notes/a.md',
  "it's",
  `x" OR 1=1 --`,
  "'; DROP TABLE sentences",
  'back\\slash%_*',
  'Übung/日本 😀.md',
  '__proto__'
]
const WORDS = ['river', 'stone', 'moss', 'ferry', 'lantern', 'harbour', 'wheel', 'orchard']

/**
 * The tests that every store must pass, compared with a reference implementation: arrays in memory. `open` gets a
 * different place in each test. `weighsRemoved`: the store also weighs words by replaced or removed records until it
 * clears them away. `longPrefixes`: it lists documents by prefixes of any length. `histories`: number of random
 * sequences of changes.
 */
export function describeThemeStore(
  name: string,
  open: OpenStore,
  { weighsRemoved = false, longPrefixes = true, histories = 10 } = {}
): void {
  let places = 0
  const place = (): string => `${name.replace(/\W+/g, '-')}-${places++}`

  describe(`${name} as a store of sentences`, () => {
    it('holds, finds and counts what the obvious implementation does, whatever was written before', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(stepArbitrary, { minLength: 1, maxLength: 5 }),
          questionArbitrary,
          async (steps, question) => {
            const store = await open(place(), { access: 'write', encoder, fields })
            const model = new Map<string, DocumentRecord>()
            let themes = new Map<string, Assignment>()
            let run = false
            const forget = (name: string, kept: readonly SentenceRecord[] = []): void => {
              for (const { id } of model.get(name)?.sentences ?? [])
                if (!kept.some((sentence) => sentence.id === id)) themes.delete(id)
            }
            try {
              for (const [index, step] of steps.entries()) {
                if (step.kind === 'write') {
                  const documents = step.documents.map(document)
                  expect(await store.write(documents)).toEqual({ dead: [] })
                  for (const written of documents) {
                    if (model.get(written.document)?.hash === written.hash) continue
                    forget(written.document, written.sentences)
                    model.set(written.document, written)
                    for (const assigned of run ? written.sentences.flatMap(assignmentOf) : [])
                      themes.set(assigned.id, assigned)
                  }
                } else if (step.kind === 'remove') {
                  await store.remove(step.documents)
                  for (const gone of step.documents) {
                    forget(gone)
                    model.delete(gone)
                  }
                } else {
                  const assigned = [...model.values()].flatMap(({ sentences }) =>
                    sentences.map(({ id, text }): Assignment => assignment(id, text, step.themes))
                  )
                  await store.assign(`run ${index}`, assigned, { number: index })
                  themes = new Map(assigned.map((assigned) => [assigned.id, assigned]))
                  run = true
                }
              }
              await store.settle()
              await compare(store, model, themes, question, !(weighsRemoved && steps.length > 1))
            } finally {
              await store.close()
            }
          }
        ),
        { numRuns: histories }
      )
    }, 300_000)

    it('keeps every character of every value, and finds documents of any name', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const written = NAMES.map((odd) =>
        document({
          name: odd,
          revision: 1,
          seed: 1,
          texts: [`${odd} \u0000\n"quoted" \\ 'end'`],
          author: odd,
          year: -1.5e-7
        })
      )
      await store.write(written)
      await store.settle()
      expect(await collect(store)).toEqual(written.flatMap(({ sentences }) => sentences).sort(inReadingOrder))
      for (const odd of NAMES) {
        for (const filter of [{ document: odd }, { author: odd }, { title: `Title of ${odd}`, year: -1.5e-7 }]) {
          const hits = await store.search({ vector: unit(1), filter, k: 10 })
          expect(hits.map(({ record }) => record.document)).toEqual([odd])
        }
        const path = ['a group', `group of ${odd}`, odd]
        await store.assign('odd', [{ id: id(odd, 0), theme: odd, path, similarity: 0.5 }], null)
        await store.settle()
        const records = await collect(store, { theme: odd })
        expect(records.map(({ document, themePath }) => [document, themePath])).toEqual([[odd, path]])
        expect(await collect(store, { themePath: `group of ${odd}` })).toEqual(records)
      }
      await store.remove(NAMES)
      await store.settle()
      expect(await collect(store)).toEqual([])
      await store.close()
    })

    it('lists documents a page at a time, in order, whatever their names, and counts those of a prefix', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const names = [...NAMES, ...Array.from({ length: 40 }, (_, number) => `notes/${number}.md`), 'o', '😀', '\uFFFD']
      await store.write(names.map((odd) => document({ name: odd, revision: 1, seed: 1, texts: ['river', 'stone'] })))
      await store.settle()
      const page = (prefix: string, after: string, limit: number) => store.listDocuments({ prefix, after, limit })
      const prefixes = ['', 'notes/', 'notes/1', '__', "it's", '%', 'x" OR 1=1 --', 'nothing', 'o'.repeat(500)]
      for (const prefix of [...prefixes, ...(longPrefixes ? ['o'.repeat(1024)] : [])]) {
        const wanted = names
          .filter((odd) => odd.startsWith(prefix))
          .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        const met: string[] = []
        for (let after = ''; ; after = met.at(-1)!) {
          const found = await page(prefix, after, 7)
          met.push(...found.map(({ document: name }) => name))
          if (found.length < 7) break
        }
        expect(met).toEqual(wanted)
        expect(await store.countDocuments(prefix)).toBe(wanted.length)
      }
      expect(await page("it's", '', 9)).toEqual([
        { document: "it's", title: "Title of it's", source: "source of it's", sentences: 2 }
      ])
      expect(await page('notes/', "it's", 1)).toMatchObject([{ document: 'notes/0.md' }])
      expect(await page('notes/', 'o', 1)).toEqual([])
      await store.remove(['notes/0.md'])
      await store.settle()
      expect(await page('notes/', '', 1)).toMatchObject([{ document: 'notes/1.md' }])
      await store.close()
    })

    it('changes nothing when the same is written again', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const written = [document({ name: 'a', revision: 1, seed: 3, texts: ['river stone', 'moss'] })]
      await store.write(written)
      await store.assign('first', [{ id: id('a', 0), theme: 'water', similarity: 0.75 }], ['water'])
      await store.settle()
      const before = await collect(store)
      await store.write(written)
      await store.settle()
      expect(await collect(store)).toEqual(before)
      expect(before.map(({ theme }) => theme).filter(Boolean)).toEqual(['water'])
      await store.close()
    })

    it('answers when it is empty', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      await store.settle()
      expect(await store.describe()).toMatchObject({
        documents: 0,
        sentences: 0,
        encoder: FINGERPRINT,
        representation: 'static',
        dims: DIMS,
        fields
      })
      expect(await collect(store)).toEqual([])
      expect(await store.search({ vector: unit(1), words: 'river', k: 10 })).toEqual([])
      expect(await store.count(['theme', 'year'])).toEqual([])
      expect(await store.countValues()).toEqual({ author: 0, year: 0, published: 0 })
      expect(await store.themes()).toBeUndefined()
      await store.remove(['nothing'])
      await store.close()
    })

    it('finds no neighbours of a query without a known word, nor any sentence without one', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      await store.write([document({ name: 'a', revision: 1, seed: 0, texts: ['river', 'stone'] })])
      await store.write([document({ name: 'b', revision: 1, seed: 7, texts: ['moss'] })])
      await store.settle()
      expect(await store.search({ vector: new Float32Array(DIMS), k: 10 })).toEqual([])
      const hits = await store.search({ vector: unit(9), k: 10 })
      expect(hits.map(({ record }) => record.document)).toEqual(['b'])
      await store.close()
    })

    it('gives more than one slice of records in order, and finds as many as are asked for', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const texts = Array.from({ length: 120 }, (_, index) => WORDS[index % WORDS.length])
      const names = Array.from({ length: 40 }, (_, index) => `note ${index}`)
      await store.write(names.map((name, index) => document({ name, revision: 1, seed: index + 1, texts })))
      await store.assign(
        'run',
        names.flatMap((name) =>
          texts.map((_, position) => ({ id: id(name, position), theme: `theme ${position % 2}` }))
        ),
        null
      )
      await store.settle()
      const sizes: number[] = []
      const ids: string[] = []
      for await (const { records, vectors } of store.scan({ vectors: true })) {
        expect(vectors.count).toBe(records.length)
        sizes.push(records.length)
        ids.push(...records.map((record) => record.id))
      }
      expect(sizes.reduce((sum, size) => sum + size)).toBe(4800)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(SCAN_SLICE)
      expect(ids).toEqual(names.sort().flatMap((name) => texts.map((_, position) => id(name, position))))
      expect(await store.search({ vector: unit(1), k: MAX_HITS, filter: { theme: 'theme 1' } })).toHaveLength(2400)
      expect(await store.search({ words: WORDS[0], k: 500 })).toHaveLength(500)
      await store.remove(names.slice(1))
      await store.settle()
      expect(await store.count(['theme'])).toEqual([
        { key: ['theme 0'], sentences: 60, documents: 1 },
        { key: ['theme 1'], sentences: 60, documents: 1 }
      ])
      await store.close()
    })

    it('finds long words, and words of languages that are written without spaces', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const texts = [
        'Fixed in 3f786850e387550fdab836ed7e6dc881de23001b.',
        'Ηλεκτροεγκεφαλογράφημα της νύχτας',
        '機械学習は面白い。'
      ]
      await store.write([document({ name: 'a', revision: 1, seed: 3, texts })])
      await store.settle()
      for (const [place, words] of [
        '3f786850e387550fdab836ed7e6dc881de23001b',
        'ηλεκτροεγκεφαλογράφημα',
        '学習'
      ].entries())
        expect((await store.search({ words, k: 10 })).map(({ record }) => record.id)).toEqual([id('a', place)])
      await store.close()
    })

    it('reads documents in the order of the code points of their ids', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const names = ['Z', 'a', 'a\u0301', 'ab', 'Ａ', '😀', '😁']
      for (const name of [...names].reverse())
        await store.write([document({ name, revision: 1, seed: 3, texts: ['moss'] })])
      await store.settle()
      const read: string[] = []
      for await (const { records } of store.scan({ vectors: false }))
        read.push(...records.map(({ document }) => document))
      expect(read).toEqual(['Z', 'a', 'ab', 'a\u0301', 'Ａ', '😀', '😁'])
      await store.close()
    })

    it('takes any text for words, and gives nothing where no word is known', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      await store.write([document({ name: 'a', revision: 1, seed: 3, texts: ['The River Übung', 'moss'] })])
      await store.settle()
      for (const words of ['RIVER', 'river" OR (', '+river -moss~2 *', 'übung', "river's^5"]) {
        expect((await store.search({ words, k: 10 })).map(({ record }) => record.id)).toContain(id('a', 0))
      }
      for (const words of ['', '  ', '***', 'ferry', '\u0000', '😀']) {
        expect(await store.search({ words, k: 10 })).toEqual([])
      }
      await store.close()
    })

    it('weighs a word alike beside one with an apostrophe', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      await store.write([document({ name: 'a', revision: 1, seed: 3, texts: ['river stone', 'moss'] })])
      await store.settle()
      const [alone] = await store.search({ words: 'moss', k: 10 })
      expect(await store.search({ words: "ferry's moss", k: 10 })).toEqual([alone])
      await store.close()
    })

    it('shows the former run of themes until the whole of the next is there', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      await store.write([document({ name: 'a', revision: 1, seed: 5, texts: ['river', 'moss', 'stone'] })])
      await store.assign('first', [{ id: id('a', 0), theme: 'old', similarity: 1 }], 'first')
      await store.settle()
      const before = await collect(store)
      const breaking = function* (): Generator<Assignment> {
        yield { id: id('a', 1), theme: 'new' }
        throw new Error('no more')
      }
      await expect(store.assign('second', breaking(), 'second')).rejects.toThrow('no more')
      await store.settle()
      expect(await collect(store)).toEqual(before)
      expect(await store.themes()).toEqual({ run: 'first', themes: 'first' })
      await store.assign(
        'third',
        [{ id: id('a', 2), theme: 'new' }, { id: id('a', 0) }, { id: 'gone', theme: 'new' }],
        'third'
      )
      await store.settle()
      expect((await collect(store)).map(({ text, theme }) => [text, theme]).sort()).toEqual([
        ['moss', undefined],
        ['river', undefined],
        ['stone', 'new']
      ])
      expect(await store.count(['theme'])).toEqual([
        { key: [undefined], sentences: 2, documents: 1 },
        { key: ['new'], sentences: 1, documents: 1 }
      ])
      expect((await store.describe()).run).toBe('third')
      await store.close()
    })

    it('keeps everything when it is closed and opened again', async () => {
      const where = place()
      const first = await open(where, { access: 'write', encoder, fields })
      const written = ['a', 'b'].map((name) => document({ name, revision: 1, seed: 5, texts: ['river stone', 'moss'] }))
      await first.write(written)
      await first.assign('run', [{ id: id('a', 1), theme: 'green' }], { green: [1, 2] })
      await first.settle()
      const [all, description, documents] = [await collect(first), await first.describe(), await first.documents()]
      await first.close()
      const second = await open(where, { access: 'read', encoder })
      expect(await collect(second)).toEqual(all)
      expect(await second.describe()).toEqual(description)
      expect(await second.documents()).toEqual(new Map(documents))
      expect(await second.themes()).toEqual({ run: 'run', themes: { green: [1, 2] } })
      expect(await second.search({ words: 'moss', k: 1 })).toHaveLength(1)
      await second.close()
    })

    it('shows a reader what is written after it was opened', async () => {
      const where = place()
      const writer = await open(where, { access: 'write', encoder })
      const reader = await open(where, { access: 'read', encoder })
      expect(await collect(reader)).toEqual([])
      await writer.declare(fields)
      await writer.write([document({ name: 'a', revision: 1, seed: 5, texts: ['river'], author: 'Ada' })])
      await writer.assign('run', [{ id: id('a', 0), theme: 'water' }], null)
      await writer.settle()
      expect((await collect(reader, { theme: 'water', author: 'Ada' })).map(({ theme }) => theme)).toEqual(['water'])
      expect((await reader.describe()).run).toBe('run')
      await reader.close()
      await writer.close()
    })

    it('compares dates as moments in UTC, as whole periods and in ranges, and counts them by the calendar', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const dates = [
        '2023',
        '2024-01-01',
        '2024-05-17T10:30',
        '2024-12-31T23:30:00-02:00',
        '2024-12-29T23:59:59.999Z',
        undefined
      ]
      await store.write(
        dates.map((published, index) =>
          document({ name: `${index}`, revision: 1, seed: 1, texts: ['river'], published })
        )
      )
      await store.settle()
      const found = async (published: Condition): Promise<string> =>
        (await collect(store, { published })).map(({ document }) => document).join('')
      expect(await found('2023')).toBe('0')
      expect(await found('2023-01-01')).toBe('0')
      expect(await found('2024')).toBe('124')
      expect(await found('2024-05')).toBe('2')
      expect(await found('2024-05-17T10:30')).toBe('2')
      expect(await found('2025-01-01T01:30:00Z')).toBe('3')
      expect(await found({ in: ['2023', '2024-12'] })).toBe('04')
      expect(await found({ in: [] })).toBe('')
      expect(await found({ from: '2024-05' })).toBe('234')
      expect(await found({ until: '2024-05-17T10:30' })).toBe('01')
      expect(await found({ from: '2024', until: '2024-12-30T01:00+01:00' })).toBe('124')
      const starts = async (interval: 'year' | 'quarter' | 'month' | 'week' | 'day'): Promise<unknown> =>
        (await store.count([{ field: 'published', interval }])).map(({ key, sentences }) => [key[0], sentences])
      expect(await starts('year')).toEqual([
        ['2024-01-01', 3],
        ['2023-01-01', 1],
        ['2025-01-01', 1],
        [undefined, 1]
      ])
      expect(await starts('quarter')).toContainEqual(['2024-04-01', 1])
      expect(await starts('month')).toContainEqual(['2024-12-01', 1])
      expect(await starts('week')).toEqual([
        ['2022-12-26', 1],
        ['2024-01-01', 1],
        ['2024-05-13', 1],
        ['2024-12-23', 1],
        ['2024-12-30', 1],
        [undefined, 1]
      ])
      expect(await starts('day')).toContainEqual(['2024-12-29', 1])
      await store.close()
    })

    it('gives sentences the themes that they come with, at every level, and takes them when they go', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const plan = { name: 'a', revision: 1, seed: 3, texts: ['river', 'moss'], theme: 'theme 0' }
      await store.write([document(plan)])
      await store.assign('run', [{ id: id('a', 1), theme: 'theme 1', path: ['green', 'theme 1'] }], null)
      await store.write([document({ ...plan, name: 'b' })])
      await store.settle()
      const themed = async (): Promise<unknown> =>
        (await collect(store)).map(({ document, themePath }) => [document, ...(themePath ?? [])])
      expect(await themed()).toEqual([['a'], ['a', 'green', 'theme 1'], ['b', 'group', 'theme 0'], ['b']])
      expect(await store.count(['themePath'], { document: 'a' })).toEqual([
        { key: ['green'], sentences: 1, documents: 1 },
        { key: ['theme 1'], sentences: 1, documents: 1 },
        { key: [undefined], sentences: 1, documents: 1 }
      ])
      // A sentence that stays keeps its theme when its document is rewritten. A removed one loses it, even if it
      // returns.
      await store.write([document({ ...plan, revision: 2, theme: undefined })])
      await store.remove(['b'])
      await store.write([document({ ...plan, name: 'b', theme: undefined })])
      await store.settle()
      expect(await themed()).toEqual([['a'], ['a', 'green', 'theme 1'], ['b'], ['b']])
      await store.close()
    })

    it('is made by no opening that may not create it, and written by one if it is there', async () => {
      const where = place()
      const opening = { access: 'write', encoder, create: false } as const
      await expect(open(where, opening)).rejects.toThrow(/no (such )?collection; make one with/)
      await expect(open(where, { access: 'read' })).rejects.toThrow(/no (such )?collection; make one with/)
      await (await open(where, { access: 'write', encoder, fields })).close()
      const writer = await open(where, opening)
      await writer.write([document({ name: 'a', revision: 1, seed: 3, texts: ['river'] })])
      expect((await writer.documents()).size).toBe(1)
      await writer.close()
    })

    it('keeps what is given to it over runs and openings, by name', async () => {
      const where = place()
      const first = await open(where, { access: 'write', encoder, fields })
      expect(await first.storedValue('theme-edits')).toBeUndefined()
      await first.storeValue('theme-edits', { hidden: ['Ö "x"'] })
      await first.storeValue('background', [1, 2])
      await first.storeValue('background', [3])
      await first.write([document({ name: 'a', revision: 1, seed: 3, texts: ['river'] })])
      await first.assign('run', [], null)
      await first.settle()
      await first.close()
      const second = await open(where, { access: 'write', encoder })
      expect(await second.storedValue('theme-edits')).toEqual({ hidden: ['Ö "x"'] })
      expect(await second.storedValue('background')).toEqual([3])
      await second.storeValue('background', undefined)
      expect(await second.storedValue('background')).toBeUndefined()
      await expect(second.storeValue('large', 'x'.repeat(64 * 1024 * 1024))).rejects.toThrow(
        'expected at most 67108864'
      )
      await second.close()
    })

    it('tells by its state that something changed: documents, themes, what is kept; and that nothing did', async () => {
      const where = place()
      const writer = await open(where, { access: 'write', encoder, fields })
      await writer.write([document({ name: 'one', revision: 1, seed: 1, texts: ['moss on a stone'] })])
      await writer.settle()
      const reader = await open(where, { access: 'read', encoder })
      let before = await reader.state()
      expect(await reader.state()).toBe(before)
      const changes: (() => Promise<unknown>)[] = [
        () => writer.write([document({ name: 'two', revision: 1, seed: 2, texts: ['a ferry'] })]),
        () => writer.assign('first', [{ id: id('one', 0), theme: 'a' }], {}),
        () => writer.storeValue('names', { a: 'moss' }),
        () => writer.storeValue('names', { a: 'stone' }),
        () => writer.storeValue('names', undefined),
        () => writer.remove(['two'])
      ]
      for (const change of changes) {
        await change()
        await writer.settle()
        const after = await reader.state()
        expect(after).not.toBe(before)
        before = after
      }
      await reader.close()
      await writer.close()
    })

    it('has keywords of several values, filters by each of them and counts each', async () => {
      const store = await open(place(), { access: 'write', encoder, fields: { tags: 'keyword', year: 'number' } })
      const tagged = (name: string, tags: Fields[string] | undefined): DocumentRecord => {
        const made = document({ name, revision: 1, seed: 5, texts: ['river', 'sea'] })
        const own: Fields = { year: 2020, ...(tags !== undefined && { tags }) }
        return { ...made, sentences: made.sentences.map((sentence) => ({ ...sentence, fields: own })) }
      }
      const documents = [
        tagged('a', ['salt', "O'Brien"]),
        tagged('b', 'salt'),
        tagged('c', ['salt water', 'a, b']),
        tagged('d', undefined)
      ]
      await store.write(documents)
      await store.settle()
      const found = async (filter: Filter): Promise<string[]> => [
        ...new Set((await collect(store, filter)).map((record) => record.document))
      ]
      expect(await found({ tags: 'salt' })).toEqual(['a', 'b'])
      expect(await found({ tags: { in: ["O'Brien", 'a, b'] } })).toEqual(['a', 'c'])
      expect(await found({ tags: { in: [] } })).toEqual([])
      expect(await found({ tags: "saltO'Brien" })).toEqual([])
      const hits = await store.search({ words: 'sea', filter: { tags: "O'Brien" }, k: 5 })
      expect(hits.map(({ record }) => record.fields)).toEqual([{ tags: ['salt', "O'Brien"], year: 2020 }])
      expect((await store.count(['tags'])).map(({ key, ...counted }) => [key[0], ...Object.values(counted)])).toEqual([
        ['salt', 4, 2],
        ["O'Brien", 2, 1],
        ['a, b', 2, 1],
        ['salt water', 2, 1],
        [undefined, 2, 1]
      ])
      expect(await store.countValues()).toEqual({ tags: 4, year: 1 })
      const bad = (tags: Fields[string], reason: string): Promise<void> =>
        expect(store.write([{ ...tagged('e', tags), hash: 'e' }])).rejects.toThrow(reason)
      await bad([], 'is an empty list')
      await bad(['x', 'x'], 'expected each value once')
      await store.close()
    })

    it('filters by the ids of sentences, alone and with other conditions', async () => {
      const store = await open(place(), { access: 'write', encoder, fields: { author: 'keyword' } })
      await store.write([
        document({ name: 'a', revision: 1, seed: 5, texts: ['river', 'sea'], author: 'Ada' }),
        document({ name: 'b', revision: 1, seed: 5, texts: ['river', 'salt'], author: 'Bo' })
      ])
      await store.settle()
      const all = await collect(store)
      const chosen = { [SENTENCE_ID]: { in: [all[0].id, all[2].id, all[3].id, 'unknown'] } }
      const texts = (records: readonly SentenceRecord[]): string[] =>
        records.map(({ document, text }) => `${document} ${text}`)
      expect(texts(await collect(store, chosen))).toEqual(['a river', 'b river', 'b salt'])
      expect(texts(await collect(store, { ...chosen, author: 'Bo' }))).toEqual(['b river', 'b salt'])
      const hits = await store.search({ words: 'river sea', filter: chosen, k: 5 })
      expect(texts(hits.map(({ record }) => record)).sort()).toEqual(['a river', 'b river'])
      expect((await store.count(['author'], chosen)).map(({ key, sentences }) => [key[0], sentences])).toEqual([
        ['Bo', 2],
        ['Ada', 1]
      ])
      expect(await store.count([], { [SENTENCE_ID]: { in: [] } })).toEqual([])
      await expect(store.count([SENTENCE_ID])).rejects.toThrow('no field "sentence.id"')
      await store.close()
    })

    it('takes further fields later, and refuses one whose type changes', async () => {
      const store = await open(place(), { access: 'write', encoder, fields: { author: 'keyword' } })
      await store.write([document({ name: 'a', revision: 1, seed: 5, texts: ['river'], author: 'Ada' })])
      await store.declare({ year: 'number', author: 'keyword' })
      await store.write([document({ name: 'b', revision: 1, seed: 5, texts: ['river'], year: 2020 })])
      // Names like indices come first in an object, whenever they were added.
      await store.declare({ '7': 'keyword' })
      await store.settle()
      expect((await store.describe()).fields).toEqual({ author: 'keyword', year: 'number', '7': 'keyword' })
      expect((await collect(store, { author: 'Ada' })).map(({ fields }) => fields)).toEqual([{ author: 'Ada' }])
      expect((await collect(store, { year: 2020 })).map(({ fields }) => fields)).toEqual([{ year: 2020 }])
      await expect(store.declare({ year: 'date' })).rejects.toThrow(
        'field "year": is declared as number, and now as date'
      )
      for (const bad of ['theme', 'themePath', 'position', 'a.b', '', ' x'])
        await expect(store.declare({ [bad]: 'keyword' })).rejects.toThrow('rename it')
      await store.close()
    })

    it('refuses what does not belong, says what it expected, and stays as it was', async () => {
      const store = await open(place(), { access: 'write', encoder, fields })
      const good = document({ name: 'a', revision: 1, seed: 5, texts: ['river'] })
      await store.write([good])
      const bad = (change: Partial<DocumentRecord>): Promise<unknown> =>
        store.write([{ ...good, hash: 'other', ...change }])
      const with_ = (extra: Record<string, FieldValue>): Partial<DocumentRecord> => ({
        sentences: good.sentences.map((sentence) => ({ ...sentence, fields: extra }))
      })
      await expect(bad({ vectors: zeroVectors(1, 5) })).rejects.toThrow(
        "vectors have 5 dimensions, this collection's 8"
      )
      await expect(bad({ vectors: zeroVectors(2, DIMS) })).rejects.toThrow('1 sentences and 2 vectors')
      await expect(bad({ vectors: { count: 1, dims: DIMS, data: new Float32Array(DIMS).fill(NaN) } })).rejects.toThrow(
        'not finite'
      )
      await expect(bad({ sentences: [], vectors: zeroVectors(0, DIMS) })).rejects.toThrow('no sentences')
      await expect(bad(with_({ colour: 'red' }))).rejects.toThrow('field "colour" is not declared')
      await expect(bad(with_({ year: '1999' }))).rejects.toThrow('field "year" is "1999"; expected a number')
      await expect(bad(with_({ author: 3 }))).rejects.toThrow('field "author" is 3; expected a keyword')
      await expect(bad(with_({ published: 'May' }))).rejects.toThrow('expected a date like 2024-05-17')
      await expect(store.write([good, good])).rejects.toThrow('comes twice')
      await expect(store.search({ vector: unit(1), k: 0 })).rejects.toThrow('from 1 to 10000')
      await expect(store.search({ vector: unit(1), k: 10_001 })).rejects.toThrow('from 1 to 10000')
      await expect(store.search({ vector: new Float32Array(5), k: 1 })).rejects.toThrow('5 dimensions')
      await expect(store.search({ k: 1 })).rejects.toThrow('without vector and words')
      await expect(store.search({ words: 'river', filter: { colour: 'red' }, k: 1 })).rejects.toThrow(
        'no field "colour"; it has document'
      )
      await expect(store.search({ words: 'river', filter: { year: 'x' }, k: 1 })).rejects.toThrow('expected a number')
      for (const [filter, reason] of [
        [{ author: { from: 'A' } }, 'field "author" is a keyword; expected a number or a date for a range'],
        [{ theme: { until: 'x' } }, 'field "theme" is a keyword; expected a number or a date for a range'],
        [{ year: {} }, 'field "year" has an empty range; expected from, until or both'],
        [{ year: { from: '1999' } }, 'field "year" is "1999"; expected a number'],
        [{ published: { in: ['2024', 'May'] } }, 'field "published" is "May"; expected a date like 2024-05-17'],
        [{ position: 'first' }, 'field "position" is "first"; expected a number'],
        [{ author: { in: new Array<string>(1001).fill('x') } }, 'has 1001 choices; expected at most 1000']
      ] as [Filter, string][]) {
        await expect(store.search({ words: 'river', filter, k: 1 })).rejects.toThrow(reason)
        await expect(store.count([], filter)).rejects.toThrow(reason)
        await expect(collect(store, filter)).rejects.toThrow(reason)
      }
      await expect(store.count(['colour'])).rejects.toThrow('no field "colour"')
      await expect(store.count([{ field: 'year', interval: 'month' }])).rejects.toThrow(
        'field "year" is a number; expected a date'
      )
      await expect(store.count([{ field: 'published', interval: 'age' as 'year' }])).rejects.toThrow(
        'one of year, quarter'
      )
      await expect(store.read(new Array<string>(10_001).fill('x'))).rejects.toThrow('expected at most 10000')
      await expect(store.storeValue('../x', 1)).rejects.toThrow('small letters and hyphens')
      await expect(store.storedValue('X')).rejects.toThrow('small letters and hyphens')
      await store.settle()
      expect(await collect(store)).toEqual(good.sentences)
      await store.close()
    })

    it('refuses the vectors of another encoder, to write and to search, and says what to do', async () => {
      const where = place()
      await (await open(where, { access: 'write', encoder })).close()
      for (const access of ['read', 'write'] as const) {
        for (const other of [
          { ...encoder, fingerprints: { ...encoder.fingerprints, static: '0'.repeat(64) } },
          { fingerprints: {}, dims: {}, representation: 'static' as const },
          { ...encoder, dims: { static: 9 } }
        ]) {
          await expect(open(where, { access, encoder: other })).rejects.toThrow(
            'use the encoder of the collection, or encode it again'
          )
        }
      }
      await expect(open(place(), { access: 'read', encoder })).rejects.toThrow('leitmotif index PATH')
    })

    it('takes the encoder again after a network that it has no vectors of was added or trained anew', async () => {
      const where = place()
      await (await open(where, { access: 'write', encoder })).close()
      for (const access of ['read', 'write'] as const) {
        for (const fingerprints of [{ static: FINGERPRINT }, { static: FINGERPRINT, sentences: '0'.repeat(64) }]) {
          await (await open(where, { access, encoder: { ...encoder, fingerprints } })).close()
        }
      }
    })

    it('holds one representation, the first that it was opened with, and refuses another of the same encoder', async () => {
      const where = place()
      await (await open(where, { access: 'write', encoder, representation: 'sentences' })).close()
      for (const access of ['read', 'write'] as const) {
        for (const choice of [{}, { representation: 'sentences' } as const]) {
          const store = await open(where, { access, encoder, ...choice })
          expect(store.representation).toBe('sentences')
          expect((await store.describe()).representation).toBe('sentences')
          await store.close()
        }
        await expect(open(where, { access, encoder, representation: 'static' })).rejects.toThrow(
          'holds vectors of the representation sentences, and static was asked for'
        )
      }
      await expect(open(place(), { access: 'write', encoder, representation: 'both' })).rejects.toThrow(
        'has no representation both; it has static, sentences; choose one of these'
      )
    })
  })
}

interface DocumentPlan {
  readonly name: string
  readonly revision: number
  /** Seed of its vectors; 0 makes them zero. */
  readonly seed: number
  readonly texts: readonly string[]
  readonly author?: string | undefined
  readonly year?: number | undefined
  readonly published?: string | undefined
  /** The theme that every second of its sentences comes with. */
  readonly theme?: string | undefined
}

type Step =
  | { readonly kind: 'write'; readonly documents: readonly DocumentPlan[] }
  | { readonly kind: 'remove'; readonly documents: readonly string[] }
  | { readonly kind: 'assign'; readonly themes: number }

interface Question {
  readonly seed: number
  readonly words: string
  readonly k: number
  readonly filter: Filter
  readonly by: readonly CountBy[]
}

const textArbitrary = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 })
  .map((words) => words.join(' '))
const authorArbitrary = fc.constantFrom('Ada', "O'Brien", 'Ö "x"')
const yearArbitrary = fc.constantFrom(1999, -2.5, 0)
const dateArbitrary = fc.constantFrom('2024-05-17', '2023', '2024-05-17T10:30', '2024-12-31T23:30:00-02:00')

const documentArbitrary: fc.Arbitrary<DocumentPlan> = fc.record({
  name: fc.constantFrom(...NAMES),
  revision: fc.integer({ min: 1, max: 3 }),
  seed: fc.integer({ min: 0, max: 40 }),
  texts: fc.array(textArbitrary, { minLength: 1, maxLength: 6 }),
  author: fc.option(authorArbitrary, { nil: undefined }),
  year: fc.option(yearArbitrary, { nil: undefined }),
  published: fc.option(dateArbitrary, { nil: undefined }),
  theme: fc.option(fc.constant('theme 0'), { nil: undefined })
})

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      documents: fc.uniqueArray(documentArbitrary, { minLength: 1, maxLength: 5, selector: ({ name }) => name })
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), documents: fc.subarray(NAMES) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('assign' as const), themes: fc.integer({ min: 1, max: 3 }) }) }
)

const questionArbitrary: fc.Arbitrary<Question> = fc.record({
  seed: fc.integer({ min: 1, max: 1000 }),
  words: textArbitrary,
  k: fc.integer({ min: 1, max: 12 }),
  filter: fc.oneof(
    fc.constant({}),
    fc.record({ document: fc.constantFrom(...NAMES) }),
    fc.record({ author: authorArbitrary, year: yearArbitrary }, { requiredKeys: [] }),
    fc.record({ published: dateArbitrary }),
    fc.record({ theme: fc.constantFrom('theme 0', 'theme 1', "no such 'theme'") }),
    fc.record({ themePath: fc.constantFrom('group', 'theme 2') }),
    fc.record({ author: fc.record({ in: fc.subarray(['Ada', "O'Brien", 'nobody']) }), theme: fc.constant('theme 0') }),
    fc.record({ year: fc.record({ from: fc.constant(-2.5), until: yearArbitrary }, { requiredKeys: ['from'] }) }),
    fc.record({
      published: fc.record({ from: dateArbitrary, until: fc.constant('2024-12') }, { requiredKeys: ['from'] })
    }),
    fc.record({ position: fc.constantFrom(1, { from: 1, until: 3 }, { in: [0, 4] }) })
  ),
  by: fc.subarray<CountBy>(
    [
      'theme',
      'themePath',
      'author',
      'year',
      'published',
      { field: 'published', interval: 'month' },
      'document',
      'title'
    ],
    { minLength: 1, maxLength: 2 }
  )
})

function document(plan: DocumentPlan): DocumentRecord {
  const { name, texts, seed, author, year, published, theme } = plan
  const vectors = zeroVectors(texts.length, DIMS)
  if (seed > 0) for (let i = 0; i < texts.length; i++) row(vectors, i).set(unit(`${seed}/${i}`))
  const own = { ...(author && { author }), ...(year !== undefined && { year }), ...(published && { published }) }
  return {
    document: name,
    hash: createHash('sha256').update(JSON.stringify(plan)).digest('hex'),
    source: `source of ${name}`,
    vectors,
    sentences: texts.map((text, position) => ({
      id: id(name, position),
      document: name,
      title: `Title of ${name}`,
      path: position === 0 ? [] : ['One', `Two's "${name}"`].slice(0, position),
      position,
      paragraph: position >> 1,
      text,
      fields: own,
      ...(theme && position % 2 === 0 && { theme, themePath: ['group', theme], themeSimilarity: 0.25 })
    }))
  }
}

function id(name: string, position: number): string {
  return createHash('sha256').update(`${name}\n${position}`).digest('hex').slice(0, 32)
}

function unit(seed: number | string): Float32Array {
  const random = createRandom(seed)
  const vector = Float32Array.from({ length: DIMS }, () => random.normal())
  normalize(vector)
  return vector
}

function assignment(id: string, text: string, themes: number): Assignment {
  const theme = text.length % (themes + 1)
  if (theme === themes) return { id }
  const path = theme < 2 ? { path: ['group', `theme ${theme}`] } : {}
  return { id, theme: `theme ${theme}`, ...path, similarity: 1 / (1 + text.length) }
}

function assignmentOf({ id, theme, themePath, themeSimilarity }: SentenceRecord): Assignment[] {
  return theme === undefined ? [] : [{ id, theme, path: themePath!, similarity: themeSimilarity! }]
}

function inReadingOrder(a: SentenceRecord, b: SentenceRecord): number {
  return a.document === b.document ? a.position - b.position : a.document < b.document ? -1 : 1
}

async function collect(store: ThemeStore, filter: Filter = {}): Promise<SentenceRecord[]> {
  const records: SentenceRecord[] = []
  for await (const slice of store.scan({ filter })) {
    expect(slice.vectors.count).toBe(0)
    records.push(...slice.records)
  }
  return records
}

/** Holds all that a store says against the same said by arrays in memory. */
async function compare(
  store: ThemeStore,
  model: ReadonlyMap<string, DocumentRecord>,
  themes: ReadonlyMap<string, Assignment>,
  question: Question,
  exactWords: boolean
): Promise<void> {
  const documents = [...model.values()]
  const rows = documents
    .flatMap(({ sentences, vectors }) =>
      sentences.map((sentence, index) => ({
        record: themed(sentence, themes.get(sentence.id)),
        vector: row(vectors, index)
      }))
    )
    .sort((a, b) => inReadingOrder(a.record, b.record))
  expect(await store.describe()).toMatchObject({ documents: documents.length, sentences: rows.length })
  const stored = documents.map(
    ({ document, hash, source, sentences }) => [document, { hash, source, sentences: sentences.length }] as const
  )
  expect(new Map(await store.documents())).toEqual(new Map(stored))
  const asked = ['no such document', ...documents.slice(1).map(({ document }) => document)]
  expect(new Map(await store.documents(asked))).toEqual(new Map(stored.slice(1)))

  const { filter, k, words, by } = question
  const wanted = rows.filter(({ record }) => matches(record, filter))
  const scanned: { record: SentenceRecord; vector: Float32Array }[] = []
  for await (const { records, vectors } of store.scan({ filter, vectors: true })) {
    scanned.push(...records.map((record, index) => ({ record, vector: row(vectors, index) })))
  }
  expect(scanned).toEqual(wanted)

  const tally = createTally()
  for (const { record } of wanted) {
    const [first, second = [undefined]] = by.map((part) => keysOf(record, part))
    for (const a of first) for (const b of second) tally.add([a, b].slice(0, by.length), record.document)
  }
  expect(await store.count(by, filter)).toEqual(tally.counts())
  const distinct = Object.keys(fields).map((name) => [
    name,
    new Set(rows.flatMap(({ record }) => record.fields[name] ?? [])).size
  ])
  expect(await store.countValues()).toEqual(Object.fromEntries(distinct))

  const some = wanted.filter((_, index) => index % 3 === 0).reverse()
  const slice = await store.read([
    'nobody',
    ...some.map(({ record }) => record.id),
    ...some.map(({ record }) => record.id)
  ])
  expect(slice.records.map((record, index) => ({ record, vector: row(slice.vectors, index) }))).toEqual(some)

  const vector = unit(question.seed)
  const nearest = wanted
    .filter(({ vector: own }) => own.some((value) => value !== 0))
    .map(({ record, vector: own }) => ({ record, score: dot(vector, own) }))
  const matching = bm25(
    rows.map(({ record }) => record),
    words
  ).filter(({ record }) => matches(record, filter))
  same(await store.search({ vector, k, filter }), nearest, k)
  same(await store.search({ words, k, filter }), matching, k, exactWords)

  const depth = Math.max(k, FUSION_DEPTH)
  const [byVectors, byWords] = [
    await store.search({ vector, k: depth, filter }),
    await store.search({ words, k: depth, filter })
  ].map((hits) => hits.map(({ record }) => record.id))
  const fused = fuseRanks(byVectors, byWords, k)
  const hits = await store.search({ vector, words, k, filter })
  expect(hits.map(({ record, score }) => ({ id: record.id, score }))).toEqual(fused)
}

function themed(sentence: SentenceRecord, assigned: Assignment | undefined): SentenceRecord {
  const plain: SentenceRecord = { ...sentence }
  for (const own of ['theme', 'themePath', 'themeSimilarity'] as const) Reflect.deleteProperty(plain, own)
  if (assigned?.theme === undefined) return plain
  return {
    ...plain,
    theme: assigned.theme,
    themePath: assigned.path ?? [assigned.theme],
    ...(assigned.similarity !== undefined && { themeSimilarity: assigned.similarity })
  }
}

function valuesOf(record: SentenceRecord, name: string): readonly FieldValue[] {
  if (name === 'themePath') return record.themePath ?? []
  const own = name === 'document' || name === 'title' || name === 'theme' || name === 'position'
  return [own ? record[name] : record.fields[name]].flat().filter((value) => value !== undefined)
}

function keysOf(record: SentenceRecord, by: CountBy): readonly (FieldValue | undefined)[] {
  const values = valuesOf(record, typeof by === 'string' ? by : by.field)
  if (values.length === 0) return [undefined]
  // The one interval that is asked about is the month.
  return typeof by === 'string' ? values : [`${new Date(moment(values[0])).toISOString().slice(0, 7)}-01`]
}

function matches(record: SentenceRecord, filter: Filter): boolean {
  return Object.entries(filter).every(([name, condition]) =>
    valuesOf(record, name).some((value) => {
      if (typeof condition !== 'object') return equal(value, condition)
      if ('in' in condition) return condition.in.some((wanted) => equal(value, wanted))
      const { from, until } = condition
      return (
        (from === undefined || moment(value) >= moment(from)) && (until === undefined || moment(value) < moment(until))
      )
    })
  )
}

const isDateText = (value: FieldValue): boolean => /^\d{4}(-|$)/.test(String(value)) && typeof value === 'string'

/** Of the dates that are asked about, only the bare year and day are longer than the moment that they begin with. */
function equal(value: FieldValue, wanted: FieldValue): boolean {
  if (!isDateText(wanted) || !isDateText(value)) return value === wanted
  const length = { 4: 365 * 86_400_000, 10: 86_400_000, 16: 60_000, 25: 1000 }[String(wanted).length]!
  return moment(value) >= moment(wanted) && moment(value) < moment(wanted) + length
}

/** A date in milliseconds, without a zone in UTC; numbers as they are. */
function moment(value: FieldValue): number {
  return typeof value === 'number' ? value : Date.parse(/T\d\d:\d\d$/.test(value) ? `${value}Z` : value)
}

/**
 * Robertson and Zaragoza (2009), with k1 1.2 and b 0.75, over all records: a filter does not change a word's weight.
 */
function bm25(records: readonly SentenceRecord[], query: string): Hit[] {
  const texts = records.map(({ text }) => text.split(' '))
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / texts.length
  return records.flatMap((record, index) => {
    const words = texts[index]
    let score = 0
    for (const term of query.split(' ')) {
      const frequency = words.filter((word) => word === term).length
      const having = texts.filter((words) => words.includes(term)).length
      const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
      score += (rarity * frequency * 2.2) / (frequency + 1.2 * (1 - 0.75 + (0.75 * words.length) / mean))
    }
    return score > 0 ? [{ record, score }] : []
  })
}

/**
 * The `k` best scores in order, each beside the record that has it; which of equals comes first is the store's affair.
 * Where scores are not exact, as many of the records, in the order of the scores that they have.
 */
function same(got: readonly Hit[], all: readonly Hit[], k: number, exact = true): void {
  const scores = all.map(({ score }) => score).sort((a, b) => b - a)
  const byRecord = new Map(all.map((hit) => [hit.record.id, hit]))
  expect(got).toHaveLength(Math.min(k, all.length))
  expect(new Set(got.map(({ record }) => record.id)).size).toBe(got.length)
  for (const [index, { record, score }] of got.entries()) {
    const expected = byRecord.get(record.id)
    expect(record).toEqual(expected?.record)
    if (!exact) {
      expect(score).toBeLessThanOrEqual(got[index - 1]?.score ?? Infinity)
      continue
    }
    expect(score).toBeCloseTo(expected?.score ?? NaN, 4)
    expect(score).toBeCloseTo(scores[index], 4)
  }
}
