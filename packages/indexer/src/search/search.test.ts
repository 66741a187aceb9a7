import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normalize, row, type EncodeOptions, type Encoder } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backgroundOf, keepBackground, percentileOf, RANDOM_PAIRS } from './random-pair-cosines.js'
import { clusterHits } from './cluster-hits.js'
import { contrastParts } from '../analytics/contrast.js'
import type { Divide } from './sentence-division.js'
import { createDivider } from './sentence-division.js'
import { searchCollection } from './search.js'
import { contrastText, searchText } from '../terminal/search-text.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { DocumentRecord, FieldValue, ThemeStore } from '../store/store.js'

const DIMS = 24

/** Words that stand together in sentences on one thing. */
const SUBJECTS = {
  sea: ['tide', 'harbour', 'sail', 'anchor', 'gull', 'pilot', 'mooring', 'swell'],
  bread: ['flour', 'yeast', 'oven', 'crust', 'dough', 'miller', 'sourdough', 'loaf'],
  bees: ['hive', 'queen', 'nectar', 'comb', 'swarm', 'drone', 'honey', 'smoker']
}
type Subject = keyof typeof SUBJECTS

/** A sentence's vector is the sum of its words'; those of one subject's words lie near one another, and all have a part in common. */
const encoder: Encoder = {
  name: 'subjects',
  fingerprints: { static: 's'.repeat(64) },
  dims: { static: DIMS },
  representation: 'static',
  learned: {},
  encode(sentences) {
    const vectors = zeroVectors(sentences.length, DIMS)
    for (const [index, sentence] of sentences.entries()) {
      for (const word of sentence.toLowerCase().match(/\p{L}+/gu) ?? []) {
        const subject = Object.entries(SUBJECTS).find(([, words]) => words.includes(word))?.[0]
        if (subject === undefined) continue
        const [common, own, single] = ['common', subject, word].map(createRandom)
        for (let d = 0; d < DIMS; d++)
          row(vectors, index)[d] += common.normal() + 1.5 * own.normal() + 0.5 * single.normal()
      }
      normalize(row(vectors, index))
    }
    return Promise.resolve(vectors)
  },
  dispose() {}
}

/** Documents of one subject each, but for every tenth sentence, which is on the next subject. */
async function documentOf(subject: Subject, number: number): Promise<DocumentRecord> {
  const subjects = Object.keys(SUBJECTS) as Subject[]
  const random = createRandom(`${subject} ${number}`)
  const document = `${subject}/${number}.md`
  const texts = Array.from({ length: 20 }, (_, position) => {
    const own = position % 10 === 9 ? subjects[(subjects.indexOf(subject) + 1) % subjects.length] : subject
    const words = random.shuffle([...SUBJECTS[own]]).slice(0, 4)
    return `The ${words[0]} and the ${words[1]}, then ${words[2]} with ${words[3]} ${position}.`
  })
  const fields: Record<string, FieldValue> = { subject, year: 2000 + number }
  return {
    document,
    hash: document,
    source: document,
    vectors: await encoder.encode(texts),
    sentences: texts.map((text, position) => ({
      id: `${subject}-${number}-${position}`,
      document,
      title: `On ${subject}, ${number}`,
      path: [],
      position,
      paragraph: position >> 2,
      text,
      fields
    }))
  }
}

const root = await mkdtemp(join(tmpdir(), 'leitmotif-search-'))
let store: ThemeStore
beforeAll(async () => {
  store = await openEmbeddedStore(join(root, 'shelf'), {
    access: 'write',
    encoder,
    fields: { subject: 'keyword', year: 'number' }
  })
  for (const subject of Object.keys(SUBJECTS) as Subject[])
    await store.write(await Promise.all(Array.from({ length: 6 }, (_, number) => documentOf(subject, number))))
  await store.settle()
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

const subjectsOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.replace(/-.*/, '')))].sort()

/** The subject of most of the documents that sentences are of. */
function subjectOf(ids: readonly string[]): string {
  const count = (subject: string): number => ids.filter((id) => id.startsWith(subject)).length
  return Object.keys(SUBJECTS).sort((a, b) => count(b) - count(a))[0]
}

describe('A search', () => {
  it('by several texts finds what they have in common', async () => {
    const { hits } = await searchCollection(store, encoder, { texts: ['flour and yeast', 'an oven'], k: 20 })
    expect(hits.every(({ record }) => /flour|yeast|oven|crust|dough|miller|sourdough|loaf/.test(record.text))).toBe(
      true
    )
    const both = await searchCollection(store, encoder, { texts: ['flour', 'nectar'], k: 360 })
    const ids = both.hits.map(({ record }) => record.id)
    expect(subjectsOf(ids.slice(0, 150))).toEqual(expect.arrayContaining(['bees', 'bread']))
    expect(ids.slice(-60).every((id) => id.startsWith('sea') || id.endsWith('9'))).toBe(true)
  })

  it('has its texts encoded as queries', async () => {
    const asked: EncodeOptions[] = []
    const watched: Encoder = {
      ...encoder,
      encode(texts, options = {}) {
        asked.push(options)
        return encoder.encode(texts, options)
      }
    }
    await searchCollection(store, watched, { texts: ['flour and yeast'], k: 1 })
    expect(asked).toEqual([{ representation: 'static', as: 'query' }])
  })

  it('for more like some sentences and less like others leaves these themselves out, and goes away from the others', async () => {
    const more = ['sea-0-0', 'bees-0-0']
    const mixed = await searchCollection(store, encoder, { more, k: 100 })
    expect(mixed.hits.map(({ record }) => record.id)).not.toEqual(expect.arrayContaining(more))
    expect(subjectsOf(mixed.hits.map(({ record }) => record.id))).toEqual(expect.arrayContaining(['bees', 'sea']))
    const { hits } = await searchCollection(store, encoder, { more, less: ['bees-1-1', 'bees-2-2'], k: 50 })
    expect(hits.every(({ record }) => /tide|harbour|sail|anchor|gull|pilot|mooring|swell/.test(record.text))).toBe(true)
    await expect(searchCollection(store, encoder, { more: ['gone'] })).rejects.toThrow('no sentence has the id "gone"')
  })

  it('by a document finds what is on its themes in others', async () => {
    const { hits } = await searchCollection(store, encoder, { document: 'bread/3.md', k: 40 })
    const documents = new Set(hits.map(({ record }) => record.document))
    expect(documents).not.toContain('bread/3.md')
    expect(hits.filter(({ record }) => record.document.startsWith('bread/')).length).toBeGreaterThan(35)
    await expect(searchCollection(store, encoder, { document: 'x' })).rejects.toThrow('no document has the id "x"')
  })

  it('gives one hit a document, however deep the others lie', async () => {
    const { hits } = await searchCollection(store, encoder, { texts: ['honey comb'], k: 18, perDocument: true })
    const documents = hits.map(({ record }) => record.document)
    expect(documents).toHaveLength(18)
    expect(new Set(documents).size).toBe(18)
    const all = await searchCollection(store, encoder, { texts: ['honey comb'], k: 360 })
    for (const document of documents) {
      const best = all.hits.find(({ record }) => record.document === document)
      expect(hits.find(({ record }) => record.document === document)?.record).toEqual(best?.record)
    }
  })

  it('gives a sentence once, and says where else it is', async () => {
    const own = await openEmbeddedStore(join(root, 'minutes'), { access: 'write', encoder })
    const texts = (d: number): string[] => [
      'The tide and the gull were seen.',
      ...(d < 2 ? ['The TIDE, and the gull: were seen!'] : []),
      `The harbour has a mooring ${d}.`
    ]
    const documents = Array.from({ length: 7 }, async (_, d): Promise<DocumentRecord> => {
      const document = `minutes/${d}.md`
      const common = { document, title: `Day ${d}`, path: [], paragraph: 0, fields: {} }
      const sentences = texts(d).map((text, position) => ({ ...common, id: `${d}/${position}`, position, text }))
      return { document, hash: document, source: document, sentences, vectors: await encoder.encode(texts(d)) }
    })
    await own.write(await Promise.all(documents))
    await own.settle()
    for (const mode of ['thematic', 'keyword', 'hybrid'] as const) {
      const found = await searchCollection(own, encoder, { texts: ['tide gull'], k: 1, mode })
      expect(found.hits).toHaveLength(1)
      expect(found.hits[0].copies).toMatchObject({ sentences: 8, documents: 6 })
      expect(new Set(found.hits[0].copies?.in.map(({ document }) => document)).size).toBe(6)
      expect(searchText('tide gull', found)).toContain('and 6 more documents')
    }
    const { hits } = await searchCollection(own, encoder, { more: ['0/0'], k: 3 })
    expect(hits.map(({ record }) => record.text)).not.toContain('The tide and the gull were seen.')
    expect(hits.map(({ copies }) => copies)).toEqual([undefined, undefined, undefined])
    await own.close()
  })

  it('gives the sentences around each hit, as far as its document goes, whatever it was filtered by', async () => {
    const filter = { document: 'sea/2.md', position: { in: [0, 10, 19] } }
    const { hits } = await searchCollection(store, encoder, { texts: ['tide and anchor'], filter, around: 2 })
    const around = hits
      .map(({ record, before = [], after = [] }) =>
        [before, [record], after].map((some) => some.map((one) => one.position))
      )
      .sort((a, b) => a[1][0] - b[1][0])
    expect(around).toEqual([
      [[], [0], [1, 2]],
      [[8, 9], [10], [11, 12]],
      [[17, 18], [19], []]
    ])
    // Hits of many documents, by turns: each has its own.
    const many = await searchCollection(store, encoder, { texts: ['tide and anchor'], k: 100, around: 1 })
    for (const { record, before = [], after = [] } of many.hits) {
      const places = [...before, ...after].map(({ document, position }) => [document, position])
      const beside = [record.position - 1, record.position + 1].filter((position) => position >= 0 && position < 20)
      expect(places).toEqual(beside.map((position) => [record.document, position]))
    }
    const plain = await searchCollection(store, encoder, { texts: ['tide'], k: 1 })
    expect(plain.hits[0]).not.toHaveProperty('before')
  })

  it('says of thematic hits how many random pairs they are above, and of no others', async () => {
    const { hits } = await searchCollection(store, encoder, { texts: ['swell and mooring, tide and sail'], k: 360 })
    const percentiles = hits.map(({ percentile }) => percentile!)
    expect(percentiles[0]).toBeGreaterThan(95)
    expect(percentiles.at(-1)).toBeLessThan(20)
    expect(percentiles).toEqual([...percentiles].sort((a, b) => b - a))
    for (const mode of ['keyword', 'hybrid'] as const) {
      const others = await searchCollection(store, encoder, { texts: ['the tide'], mode })
      expect(others.hits.some((hit) => 'percentile' in hit)).toBe(false)
    }
  })

  it('refuses what it cannot look for, and says what it expected', async () => {
    const search = (request: object): Promise<unknown> => searchCollection(store, encoder, request)
    await expect(search({})).rejects.toThrow('expected a text, sentences to find more like, or a document')
    await expect(search({ less: ['sea-0-0'] })).rejects.toThrow('nothing to look for')
    await expect(search({ texts: ['tide', ' '] })).rejects.toThrow('expected at least a word')
    await expect(search({ more: ['sea-0-0'], mode: 'hybrid' })).rejects.toThrow(
      'searches for words, but the query has no text'
    )
    await expect(search({ texts: ['tide'], k: 0 })).rejects.toThrow('from 1 to 10000')
    await expect(search({ texts: ['tide'], around: 11 })).rejects.toThrow(
      'around is 11; expected a whole number from 0 to 10'
    )
    await expect(search({ texts: ['tide'], k: 201, around: 10 })).rejects.toThrow(
      'k is 201 and around is 10; k × around must be at most 2,000'
    )
    expect(await search({ texts: ['qzx'] })).toMatchObject({ known: false, hits: [] })
  })
})

describe('The background of a collection', () => {
  it('is kept with it, and measured anew only when the collection has grown by far', async () => {
    const fingerprint = encoder.fingerprints.static
    const measured = await backgroundOf(store, fingerprint)
    expect(measured).toHaveLength(RANDOM_PAIRS)
    await keepBackground(store)
    const kept = await backgroundOf(store, fingerprint)
    expect(kept[5000]).toBeCloseTo(measured[5000], 6)
    expect(percentileOf(kept[5000], kept)).toBeCloseTo(50, 0)
    const mark = { ...((await store.storedValue('background')) as object), cosines: [0.5] }
    await store.storeValue('background', mark)
    await keepBackground(store)
    expect(await store.storedValue('background')).toEqual(mark)
    await store.storeValue('background', { ...mark, sentences: 100 })
    await keepBackground(store)
    expect(await backgroundOf(store, fingerprint)).toEqual(kept)
    // Of another encoder's vectors it says nothing.
    await store.storeValue('background', { ...mark, fingerprint: 'other' })
    expect(await backgroundOf(store, fingerprint)).toEqual(measured)
    await store.storeValue('background', undefined)
  })

  it('is measured once for all searches that come meanwhile', async () => {
    const reader = await openEmbeddedStore(join(root, 'shelf'), { access: 'read', encoder })
    const scan = vi.spyOn(reader, 'scan')
    const fingerprint = encoder.fingerprints.static
    const [first, second] = await Promise.all([backgroundOf(reader, fingerprint), backgroundOf(reader, fingerprint)])
    expect(first).toHaveLength(RANDOM_PAIRS)
    expect(second).toBe(first)
    expect(scan).toHaveBeenCalledTimes(1)
    await reader.close()
  })

  it('takes no copies of a sentence for random pairs', async () => {
    const shelf = await openEmbeddedStore(join(root, 'copies'), {
      access: 'write',
      encoder,
      fields: { subject: 'keyword', year: 'number' }
    })
    const subjects = Object.keys(SUBJECTS) as Subject[]
    await shelf.write(await Promise.all(subjects.map((subject) => documentOf(subject, 0))))
    const one = await documentOf('sea', 1)
    const text = one.sentences[0].text
    const copies = Array.from({ length: 30 }, (_, number) => {
      const document = `copy-${number}.md`
      const vectors = { ...one.vectors, data: new Float32Array(one.vectors.data.length) }
      for (let r = 0; r < vectors.count; r++) vectors.data.set(one.vectors.data.subarray(0, DIMS), r * DIMS)
      const sentences = one.sentences.map((sentence) => ({
        ...{ ...sentence, text, document },
        id: `${number}-${sentence.id}`
      }))
      return { ...one, document, hash: document, source: document, vectors, sentences }
    })
    await shelf.write(copies)
    const background = await backgroundOf(shelf, encoder.fingerprints.static)
    await shelf.close()
    expect(background.length).toBeGreaterThan(0)
    expect(percentileOf(0.9999, background)).toBeGreaterThan(99)
  })

  it('is not given for fewer than 200 sentences, whose few pairs say nothing', async () => {
    const small = await openEmbeddedStore(join(root, 'small'), {
      access: 'write',
      encoder,
      fields: { subject: 'keyword', year: 'number' }
    })
    const percentiles = async (): Promise<(number | undefined)[]> => {
      const { hits } = await searchCollection(small, encoder, { texts: ['flour and yeast'], k: 2 })
      return hits.map(({ percentile }) => percentile)
    }
    await small.write(await Promise.all(Array.from({ length: 9 }, (_, number) => documentOf('bread', number))))
    await keepBackground(small)
    expect(await percentiles()).toEqual([undefined, undefined])
    await small.write(await Promise.all(Array.from({ length: 3 }, (_, number) => documentOf('bees', number))))
    await keepBackground(small)
    expect((await percentiles()).every((percentile) => percentile! > 50)).toBe(true)
    await small.close()
  })

  it('is measured again when it is damaged, which is reported once', async () => {
    const folder = join(root, 'damaged')
    const warnings: string[] = []
    const fields = { subject: 'keyword', year: 'number' } as const
    const writer = await openEmbeddedStore(folder, { access: 'write', encoder, fields })
    await writer.write(await Promise.all(Array.from({ length: 10 }, (_, number) => documentOf('sea', number))))
    await keepBackground(writer)
    const kept = await backgroundOf(writer, encoder.fingerprints.static)
    await writer.close()
    for (const damage of ['{"fingerpr', '[]']) {
      await writeFile(join(folder, 'kept-background.json'), damage)
      const reader = await openEmbeddedStore(folder, { access: 'read', warn: (line) => warnings.push(line) })
      for (let time = 0; time < 2; time++) {
        const measured = await backgroundOf(reader, encoder.fingerprints.static)
        expect(measured[5000]).toBeCloseTo(kept[5000], 6)
      }
      await reader.close()
    }
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toMatch(/"background" is damaged.* computed again \(.*kept-background.json: cannot be read/)
    const mending = await openEmbeddedStore(folder, { access: 'write', encoder, warn: () => undefined })
    await keepBackground(mending)
    expect(await mending.storedValue('background')).toMatchObject({ sentences: 200 })
    await mending.close()
  })
})

describe('Clustering', () => {
  it('divides the hits of a search into themes whose sentences stand in the order of the hits', async () => {
    const search = { texts: ['tide, loaf and hive'] }
    const answer = await clusterHits(store, encoder, { search, limit: 300 })
    const { hits } = await searchCollection(store, encoder, { ...search, k: 300 })
    const rank = new Map(hits.map(({ record }, index) => [record.id, index]))
    expect(answer.sentences).toBe(300)
    expect([...answer.themes.flatMap(({ ids }) => ids), ...answer.unassigned].sort()).toEqual([...rank.keys()].sort())
    for (const { ids, sentences, share, exemplars } of answer.themes) {
      expect(ids).toHaveLength(sentences)
      expect(share).toBeCloseTo(sentences / 300)
      expect(ids.map((id) => rank.get(id)!)).toEqual(ids.map((id) => rank.get(id)!).sort((a, b) => a - b))
      for (const { id } of exemplars) expect(ids).toContain(id)
    }
    expect(await clusterHits(store, encoder, { search, limit: 300 })).toEqual(answer)
    expect(answer.drawnFrom).toBeUndefined()
  })

  it('says of how many sentences it looked at some, where nothing is looked for', async () => {
    const { sentences } = await store.describe()
    expect(await clusterHits(store, encoder, { search: {}, limit: 50 })).toMatchObject({
      ...{ sentences: 50, drawnFrom: sentences }
    })
  })

  it('finds the subjects of documents or of all that meets a filter, names them by their words, and drills into one', async () => {
    const documents = ['sea/0.md', 'bread/0.md', 'bees/0.md', 'sea/1.md', 'bread/1.md', 'bees/1.md']
    for (const request of [{ documents }, { search: { filter: { document: { in: documents } } } }]) {
      const { themes, sentences } = await clusterHits(store, encoder, { ...request, count: 3 })
      expect(sentences).toBe(120)
      for (const { ids } of themes) {
        const own = ids.filter((id) => id.startsWith(subjectOf(ids)))
        expect(own.length / ids.length).toBeGreaterThan(0.85)
      }
      expect(new Set(themes.map(({ ids }) => subjectOf(ids))).size).toBe(3)
      const words = themes.map(({ terms }) => terms[0].term)
      expect(
        new Set(words.map((word) => Object.values(SUBJECTS).findIndex((own) => own.some((w) => word.includes(w))))).size
      ).toBe(3)
      const inner = await clusterHits(store, encoder, { ids: themes[0].ids, count: 2 })
      expect(inner.sentences).toBe(themes[0].sentences)
      expect(inner.themes).toHaveLength(2)
    }
  })

  it('is divided in a thread as it is here, while this one goes on, and says what is wrong there', async () => {
    const inThread = createDivider()
    const request = { search: { filter: {} }, limit: 300, count: 3 }
    // Whatever divides here answers before this thread's next turn; a thread cannot.
    const turns: boolean[] = []
    const divide: Divide = async (work) => {
      let turned = false
      setImmediate(() => (turned = true))
      const themes = await inThread(work)
      turns.push(turned)
      return themes
    }
    const divided = await Promise.all([request, request].map((same) => clusterHits(store, encoder, same, divide)))
    const here = await clusterHits(store, encoder, request)
    expect(divided).toEqual([here, here])
    expect(turns).toEqual([true, true])
    const vectors = { count: 1, dims: 2, data: Float32Array.of(1, 0) }
    const fault = (await inThread({ sentences: [], vectors, into: 2 }).catch((error: unknown) => error)) as Error
    expect(fault.message).toMatch(/sentences/)
    expect(fault.stack).toContain('division-thread.js')
    const uncopied = { sentences: [(() => {}) as unknown as string], vectors, into: 2 }
    await expect(inThread(uncopied)).rejects.toThrow(/could not be cloned/)
    expect(await clusterHits(store, encoder, request, divide)).toEqual(here)
  })

  it('gives no fewer themes the finer it is asked to divide', async () => {
    const counts: number[] = []
    for (const granularity of ['coarse', 'medium', 'fine'] as const)
      counts.push((await clusterHits(store, encoder, { search: { filter: {} }, granularity })).themes.length)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(counts[2]).toBeGreaterThan(counts[0])
  })

  it('takes one way to name sentences, within limits, and gives nothing of none', async () => {
    const cluster = (request: object): Promise<unknown> => clusterHits(store, encoder, request)
    await expect(cluster({})).rejects.toThrow('0 of search, ids and documents are given; expected one')
    await expect(cluster({ ids: ['x'], documents: ['y'] })).rejects.toThrow('2 of search, ids and documents')
    await expect(cluster({ ids: ['x'], count: 101 })).rejects.toThrow(
      'count is 101; expected a whole number from 1 to 100'
    )
    await expect(cluster({ ids: ['x'], limit: 10_001 })).rejects.toThrow('limit is 10001')
    await expect(cluster({ search: { less: ['sea-0-0'] } })).rejects.toThrow('nothing to look for')
    expect(await cluster({ ids: ['gone'] })).toEqual({ sentences: 0, themes: [], unassigned: [] })
    expect(await cluster({ search: { texts: ['qzx'] } })).toEqual({ sentences: 0, themes: [], unassigned: [] })
    expect(await cluster({ ids: ['sea-0-0'] })).toMatchObject({ sentences: 1 })
  })
})

describe('What separates two parts', () => {
  it('is the subject that only one is on, in words', async () => {
    const read: number[][] = []
    const parts = { a: { subject: 'sea' }, b: { subject: 'bees' } }
    const { a, b, words } = await contrastParts(store, parts, (...progress) => read.push(progress))
    expect([a.sentences, a.documents, b.sentences]).toEqual([120, 6, 120])
    expect([read[0], read.at(-1)]).toEqual([
      [0, 240],
      [240, 240]
    ])
    const told = (side: 'a' | 'b'): string[] =>
      words
        .filter(({ larger, certain, term }) => larger === side && certain && !term.includes(' '))
        .map(({ term }) => term)
    expect(told('a')).toEqual(expect.arrayContaining(SUBJECTS.sea))
    expect(told('b').sort()).toEqual([...SUBJECTS.bees].sort())
  })

  it('is nothing beyond chance between parts told apart by chance, and the largest differences are shown', async () => {
    const contrast = await contrastParts(store, { a: { year: { until: 2003 } }, b: { year: { from: 2003 } } })
    const { words } = contrast
    expect(words.filter(({ certain }) => certain)).toEqual([])
    for (const { low, high } of words) expect(low < 1 && high > 1).toBe(true)
    for (const side of ['a', 'b']) expect(words.some(({ larger }) => larger === side)).toBe(true)
    const text = contrastText(contrast, { a: 'early', b: 'late' })
    expect(text).toContain('words, perhaps by chance: ')
    expect(text).toContain('no themes were built')
  })

  it('is refused of a part without sentences, and of one part against itself', async () => {
    await expect(contrastParts(store, { a: { subject: 'sky' }, b: {} })).rejects.toThrow(
      'no sentence meets the conditions of a, on subject'
    )
    await expect(contrastParts(store, { a: { year: 2001 }, b: { year: 2001 } })).rejects.toThrow('the same conditions')
    await expect(contrastParts(store, { a: { year: 2001 }, b: { colour: 'red' } })).rejects.toThrow('no field "colour"')
  })

  it('is counted over all sentences of a large part', async () => {
    const fields = { subject: 'keyword', year: 'number' } as const
    const large = await openEmbeddedStore(join(root, 'large'), { access: 'write', encoder, fields })
    const one = await documentOf('sea', 0)
    const many = Array.from({ length: 300 }, (_, number) => {
      const document = `${number}.md`
      const sentences = one.sentences.map((sentence) => ({ ...sentence, id: `${number}-${sentence.id}`, document }))
      return { ...one, document, hash: document, source: document, sentences }
    })
    await large.write(many)
    const contrast = await contrastParts(large, { a: { document: '7.md' }, b: {} })
    await large.close()
    expect(contrast.a).toEqual({ filter: { document: '7.md' }, sentences: 20, documents: 1 })
    expect(contrast.b).toEqual({ filter: {}, sentences: 6000, documents: 300 })
    const text = contrastText(contrast, { a: 'one', b: 'all' })
    expect(text).toContain('a: one  20 sentences of 1 document\n')
    expect(text).toContain('b: all  6,000 sentences of 300 documents\n')
  })
})
