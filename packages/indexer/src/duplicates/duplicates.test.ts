import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { createPairScorer, packPairScorer, readPairBundle, type PairScorer } from '@leitmotif/pairs'
import { normalize, row } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import { quantizeRows } from '@leitmotif/encoder/training'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flatDuplicates } from '../analytics/flat-table.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { DocumentRecord, ThemeStore } from '../store/store.js'
import { duplicatesText } from '../terminal/duplicates-text.js'
import { MAX_LINKED } from './linked-groups.js'
import type { Comparison } from './sentence-comparison.js'
import { findDuplicates, type DuplicateGroup, type Duplicates } from './duplicates.js'

/** Words of one concept a line: what a scorer that knows them takes for the same. */
const CONCEPTS = [
  ['keeper', 'warden'],
  ['feeds', 'nourishes'],
  ['goats', 'kids'],
  ['before', 'ere'],
  ['dawn', 'sunrise'],
  ['miller', 'grinder'],
  ['mends', 'repairs'],
  ['wheel'],
  ['river', 'stream'],
  ['floods', 'drowns'],
  ['meadow', 'pasture'],
  ['spring']
]
const DIMS = CONCEPTS.length

/** A network that counts concepts, whatever their order: it keeps what it read, and adds each word in full. */
async function conceptScorer(): Promise<PairScorer> {
  const words = CONCEPTS.flat()
  const vectors = zeroVectors(words.length, DIMS)
  for (const [i, word] of words.entries()) row(vectors, i)[CONCEPTS.findIndex((of) => of.includes(word))] = 1
  const input = new Float32Array(DIMS * 4 * DIMS)
  for (let d = 0; d < DIMS; d++) input[d * 4 * DIMS + 3 * DIMS + d] = 0.5
  const bias = new Float32Array(4 * DIMS).fill(9).fill(0, 3 * DIMS)
  const files = await packPairScorer(
    { name: 'concepts', language: 'en', license: 'CC0-1.0', trained: {}, measured: [] },
    {
      words,
      vectors: quantizeRows(vectors),
      networks: [{ input, recurrent: new Float32Array(DIMS * 4 * DIMS), bias }],
      calibration: { similarity: [0, 1], score: [1, 5] },
      scale: [1, 5],
      maxTokens: 50
    }
  )
  const read = (name: string) => Promise.resolve(files.get(name)!)
  return createPairScorer(await readPairBundle(read, () => read))
}

const encoder = { fingerprints: { static: 's'.repeat(64) }, dims: { static: DIMS }, representation: 'static' } as const

function documentOf(document: string, sentences: readonly string[]): DocumentRecord {
  const vectors = zeroVectors(sentences.length, DIMS)
  for (const [i, text] of sentences.entries()) {
    for (const term of terms(text)) {
      const concept = CONCEPTS.findIndex((words) => words.includes(term))
      if (concept >= 0) row(vectors, i)[concept]++
    }
    normalize(row(vectors, i))
  }
  return {
    document,
    hash: sentences.join(),
    source: document,
    vectors,
    sentences: sentences.map((text, position) => ({
      id: `${document}-${position}`,
      document,
      title: `On ${document}`,
      path: ['Chores'],
      position,
      paragraph: 0,
      text,
      fields: {}
    }))
  }
}

const FEEDING = 'The keeper feeds the goats before dawn.'
const MENDING = 'The miller mends the wheel in spring.'
const documents = [
  documentOf('a', [
    FEEDING,
    'Keeper, miller.',
    MENDING,
    'The river floods the meadow in spring.',
    'Nobody ever reckoned with such hail.'
  ]),
  documentOf('b', [
    'the keeper feeds the goats – before DAWN',
    'The warden nourishes the kids ere sunrise.',
    'Nothing whatever was heard of them.',
    'Keeper, miller.'
  ]),
  documentOf('c', [
    'In spring the stream drowns a pasture.',
    'The river floods the meadow in spring!',
    'The miller mends the wheel in spring 1907.',
    'Some strange unheard words stand here.'
  ])
]

const root = await mkdtemp(join(tmpdir(), 'leitmotif-duplicates-'))
let store: ThemeStore
let scorer: PairScorer
beforeAll(async () => {
  scorer = await conceptScorer()
  store = await openEmbeddedStore(join(root, 'shelf'), { access: 'write', encoder })
  await store.write(documents)
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

const idsOf = ({ members }: DuplicateGroup): string => members.map(({ id }) => id).join(' ')
const listed = ({ found }: Duplicates): string[] => found.map((group) => `${group.kind}: ${idsOf(group)}`).sort()

describe('What a collection says more than once', () => {
  it('is found by its words without a scorer: the same, and nearly the same, whatever the figures', async () => {
    const near = await findDuplicates(store, undefined, { shared: 0.85 })
    expect(listed(near)).toEqual(['near: a-2 c-2', 'same: a-0 b-0', 'same: a-3 c-1'])
    expect(near).toMatchObject({ sentences: 11, duplicated: 6, groups: { same: 2, near: 1, paraphrase: 0 } })
    expect(near.scorer).toBeUndefined()
    expect(near.found.every(({ relatedness }) => relatedness === undefined)).toBe(true)
    expect(listed(await findDuplicates(store, scorer, { upTo: 'same' }))).toEqual(['same: a-0 b-0', 'same: a-3 c-1'])
  })

  it('is found in other words by a scorer, and nothing is said of sentences it knows no word of', async () => {
    const all = await findDuplicates(store, scorer, { shared: 0.85, threshold: 4.9 })
    expect(listed(all)).toEqual(['near: a-2 c-2', 'paraphrase: a-0 b-0 b-1', 'paraphrase: a-3 c-0 c-1'])
    expect(all).toMatchObject({ duplicated: 8, scorer: { name: 'concepts', scale: [1, 5], threshold: 4.9 } })
    expect(all.found.map(({ sentences, documents: of }) => [sentences, of])).toEqual([[3, 2], [3, 2], [2, 2]]) // prettier-ignore
    for (const { relatedness } of all.found) expect(relatedness).toBeGreaterThanOrEqual(4.9)
  })

  it('is not found where names or figures differ that the scorer does not read', async () => {
    const place = await openEmbeddedStore(join(root, 'names'), { access: 'write', encoder })
    const written = [
      'Ada feeds goats before dawn.',
      'Ada nourishes kids ere sunrise.',
      'Bo nourishes kids ere sunrise.',
      'Ada feeds 9 kids before sunrise.'
    ]
    await place.write(written.map((text, at) => documentOf(`${at}`, [text])))
    const found = await findDuplicates(place, scorer, { threshold: 4.9, shared: 1 })
    await place.close()
    expect(listed(found)).toEqual(['paraphrase: 0-0 1-0'])
  })

  it('is the less, the higher the threshold; and the same whenever it is asked, or of what was compared for another', async () => {
    let compared: Comparison | undefined
    const onCompared = (comparison: Comparison): void => {
      compared = comparison
    }
    await findDuplicates(store, scorer, { threshold: 3, onCompared })
    const groups = async (threshold: number): Promise<number> => {
      const found = await findDuplicates(store, scorer, { threshold })
      expect(await findDuplicates(store, scorer, { threshold })).toEqual(found)
      expect(await findDuplicates(store, scorer, { threshold, compared })).toEqual(found)
      return found.duplicated
    }
    expect(await groups(1)).toBeGreaterThan(await groups(4.9))
  })

  it('is told for another threshold without rating again what lies below it', async () => {
    const firsts = CONCEPTS.map(([word]) => word)
    const unlike = firsts.flatMap((one, at) =>
      firsts.slice(at + 1).map((other) => `${one} ${other} ${one} ${other} yet`)
    )
    const place = await openEmbeddedStore(join(root, 'unlike'), { access: 'write', encoder })
    await place.write([documentOf('u', unlike)])
    let rated = 0
    const counting: PairScorer = {
      ...scorer,
      similarity: (...pair) => {
        rated++
        return scorer.similarity(...pair)
      }
    }
    let compared: Comparison | undefined
    const onCompared = (comparison: Comparison): void => {
      compared = comparison
    }
    await findDuplicates(place, counting, { threshold: 5, onCompared })
    expect(rated).toBeGreaterThan(unlike.length)
    rated = 0
    await findDuplicates(place, counting, { threshold: 4.9, compared })
    await place.close()
    expect(rated).toBe(0)
  })

  it('may be asked of some documents alone, of short sentences too, and of what several documents share', async () => {
    const short = await findDuplicates(store, undefined, { leastWords: 2, filter: { document: { in: ['a', 'b'] } } })
    expect(listed(short)).toEqual(['same: a-0 b-0', 'same: a-1 b-3'])
    const own = await findDuplicates(store, scorer, { filter: { document: 'b' }, threshold: 4.9 })
    expect(listed(own)).toEqual(['paraphrase: b-0 b-1'])
    const shared = await findDuplicates(store, scorer, {
      ...{ filter: { document: 'b' }, threshold: 4.9, acrossDocuments: true }
    })
    expect(shared).toMatchObject({ sentences: 3, duplicated: 0, found: [] })
  })

  it('tells the groups of most sentences first, as many as asked for, with the count of all', async () => {
    const some = await findDuplicates(store, scorer, { threshold: 4.9, shared: 0.85, limit: 1 })
    expect(some.found).toHaveLength(1)
    expect(some.found[0].sentences).toBe(3)
    expect(some.groups).toEqual({ same: 0, near: 1, paraphrase: 2 })
    const text = duplicatesText(some, 1)
    expect(text).toContain('8 sentences of 11 in 3 groups: 1 nearly the same words, 2 the same in other words')
    expect(text).toContain('2 more groups')
    const flat = flatDuplicates(await findDuplicates(store, scorer, { threshold: 4.9, shared: 0.85 }))
    expect(flat.rows).toHaveLength(8)
    expect(new Set(flat.rows.map(([group]) => group))).toEqual(new Set([1, 2, 3]))
  })

  it('says how far it is, from nothing to all', async () => {
    const told = new Map<string, [number, number][]>()
    await findDuplicates(store, scorer, {
      onProgress: (step, done, of) => told.set(step, [...(told.get(step) ?? []), [done, of]])
    })
    expect(told.get('reading')!.at(-1)).toEqual([13, 13])
    expect(told.get('scoring')!.at(-1)).toEqual([9, 9])
    expect(told.get('comparing')![0]).toEqual([0, 9])
    expect(told.get('comparing')!.at(-1)).toEqual([9, 9])
  })

  it('is one group of what is said with other figures again and again, whether or not a word is known', async () => {
    const place = await openEmbeddedStore(join(root, 'templates'), { access: 'write', encoder })
    const count = 600
    const lines = (line: (number: number) => string): string[] => Array.from({ length: count }, (_, at) => line(at))
    await place.write([
      documentOf(
        'known',
        lines((number) => `The miller mends wheel ${number} in spring.`)
      ),
      documentOf(
        'unknown',
        lines((number) => `Ferry number ${number} never left for Ulm.`)
      )
    ])
    const { found, groups } = await findDuplicates(place, scorer, { threshold: 4.9 })
    const listed = async (members?: number): Promise<number[]> => {
      const near = await findDuplicates(place, undefined, { ...(members !== undefined && { members }) })
      return near.found.map((group) => new Set(group.members.map(({ id }) => id)).size)
    }
    expect(await listed()).toEqual([100, 100])
    expect(await listed(Infinity)).toEqual([count, count])
    await place.close()
    expect(groups).toEqual({ same: 0, near: 2, paraphrase: 0 })
    expect(found.map(({ sentences, shared, cut }) => [sentences, shared, cut])).toEqual([
      [count, 1, undefined],
      [count, 1, undefined]
    ])
    // Every two of so many are not rated.
    expect(found.map(({ relatedness }) => relatedness)).toEqual([undefined, undefined])
  })

  it('is said to be cut where it is more than a group may hold', async () => {
    const place = await openEmbeddedStore(join(root, 'cut'), { access: 'write', encoder })
    const names = Array.from({ length: MAX_LINKED + 5 }, (_, at) =>
      [26 * 26, 26, 1].map((of) => String.fromCharCode(97 + (Math.floor(at / of) % 26))).join('')
    )
    await place.write([documentOf('long', names.map((name) => `The miller ${name} mends the wheel in spring.`))]) // prettier-ignore
    const cut = await findDuplicates(place, undefined, { shared: 0.1 })
    await place.close()
    expect(Math.max(...cut.found.map(({ sentences }) => sentences))).toBeLessThanOrEqual(MAX_LINKED)
    expect(cut.found.some((group) => group.cut)).toBe(true)
    expect(duplicatesText(cut, 20)).toContain('other groups may continue it')
  })

  it('is no longer looked for once it is not wanted any more, at whatever step', async () => {
    for (const at of ['reading 13', 'scoring 9', 'comparing 0', 'comparing 9']) {
      const wanted = new AbortController()
      const onProgress = (step: string, some: number): void => {
        if (`${step} ${some}` === at) wanted.abort(new Error(`given up at ${at}`))
      }
      const asked = findDuplicates(store, scorer, { onProgress, signal: wanted.signal })
      await expect(asked).rejects.toThrow(`given up at ${at}`)
    }
  })

  it('is refused where it cannot be told', async () => {
    const refused = (request: Parameters<typeof findDuplicates>[2], message: RegExp, by?: PairScorer) => {
      const asked = expect(findDuplicates(store, by, request)).rejects
      return Promise.all([asked.toThrow(message), asked.toThrow(Failure)])
    }
    await refused({ upTo: 'paraphrase' }, /found by a pair scorer, and there is none/)
    await refused({ threshold: 6 }, /threshold is 6; expected a number from 1 to 5, the scale of concepts/, scorer)
    const modest = { ...scorer, relatedness: (similarity: number) => 1 + 3 * similarity }
    await refused({ threshold: 4.5 }, /threshold is 4.5, and concepts gives equal sentences 4.00; lower it/, modest)
    await refused({ shared: 0 }, /shared is 0/)
    await refused({ leastWords: 0 }, /leastWords is 0/)
    await refused({ limit: 10_001 }, /limit is 10001; expected a whole number from 1 to 10000/)
  })
})
