import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normalize, row } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { markPlaces } from '@leitmotif/plot/selected'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { colourPoints } from '../analytics/point-colours.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import { MAP_AREA } from '../store/filter-names.js'
import type { Fields, ThemeStore } from '../store/store.js'
import { withMapAreas } from './map-area.js'
import type { SentenceMap } from './sentence-map.js'
import { keepMap } from './stored-map.js'

const DIMS = 8
const encoder = { fingerprints: { static: 's'.repeat(64) }, dims: { static: DIMS }, representation: 'static' as const }
const random = createRandom('area')
const AUTHORS = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo']

/** Sentence n is at (n / 10, 0) on the map. */
const ids = Array.from({ length: 10 }, (_, n) => `sentence-${n}`)
const positions = Float32Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? i / 20 : 0))
const map: SentenceMap = {
  ...{ run: 'run', built: 'run', sentences: 10, positions, ids, themes: [] },
  theme: new Uint16Array(10).fill(0xffff)
}
const area = (left: number, right: number): string =>
  [markPlaces(positions), left, -1, right, -1, right, 1, left, 1].join('_')

const folder = await mkdtemp(join(tmpdir(), 'leitmotif-area-'))
let store: ThemeStore

beforeAll(async () => {
  const fields = { author: 'keyword', published: 'date', pages: 'number', plain: 'number' } as const
  const plain = await openEmbeddedStore(join(folder, 'shelf'), { access: 'write', encoder, fields })
  await plain.write(
    ids.map((id, n) => {
      const vectors = zeroVectors(1, DIMS)
      for (let d = 0; d < DIMS; d++) row(vectors, 0)[d] = random.normal()
      normalize(row(vectors, 0))
      const own: Fields = {
        author: n < 4 ? 'Ada' : AUTHORS[n],
        published: `${2010 + 2 * n}-05-01`,
        ...(n < 9 && { pages: 100 * n, plain: n % 2 })
      }
      const sentence = {
        id,
        document: id,
        title: id,
        path: [],
        position: 0,
        paragraph: 0,
        text: 'A river.',
        fields: own
      }
      return { document: id, hash: id, source: id, vectors, sentences: [sentence] }
    })
  )
  await plain.settle()
  store = withMapAreas(plain)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

describe('A filter by an area of the map', () => {
  const found = async (filter: Record<string, string>): Promise<string[]> => {
    const seen: string[] = []
    for await (const { records } of store.scan({ filter })) seen.push(...records.map(({ id }) => id))
    return seen
  }

  it('says what to do while there is no map', async () => {
    await expect(store.count([], { [MAP_AREA]: area(0, 1) })).rejects.toThrow('has no map yet; open')
  })

  it('finds, counts and searches the sentences inside the line, with other conditions too', async () => {
    await keepMap(store, map)
    expect(await found({ [MAP_AREA]: area(0.15, 0.55) })).toEqual(ids.slice(2, 6))
    expect(await found({ [MAP_AREA]: area(0.15, 0.55), author: 'Ada' })).toEqual(ids.slice(2, 4))
    expect(await found({ [MAP_AREA]: area(2, 3) })).toEqual([])
    const hits = await store.search({ words: 'river', k: 10, filter: { [MAP_AREA]: area(0.75, 2) } })
    expect(hits.map(({ record }) => record.id).sort()).toEqual(ids.slice(8))
    expect((await store.count([], { [MAP_AREA]: area(0.15, 0.55) })).map(({ sentences }) => sentences)).toEqual([4])
    expect(await found({ author: 'Jo' })).toEqual(['sentence-9'])
  })

  it('is refused if it was drawn on a map of other positions', async () => {
    await keepMap(store, map)
    const earlier = area(0, 1).replace(/^[^_]+/, 'zzz')
    await expect(found({ [MAP_AREA]: earlier })).rejects.toThrow('of an earlier map')
    await keepMap(store, { ...map, positions: positions.map((value) => value / 2) })
    await expect(found({ [MAP_AREA]: area(0, 1) })).rejects.toThrow('of an earlier map')
  })
})

describe('Colours of the map by a field', () => {
  it('are the most frequent keywords, and one for the rest', async () => {
    const { keys, others, without, kinds } = await colourPoints(store, map, 'author')
    expect(keys[0]).toEqual({ key: 'Ada', points: 4 })
    expect([keys.length, others, without]).toEqual([7, 0, 0])
    expect([...kinds.subarray(0, 4)]).toEqual([0, 0, 0, 0])
  })

  it('are spans of dates and of numbers, in order, and tell points without a value', async () => {
    const dates = await colourPoints(store, map, 'published')
    expect(dates.interval).toBe('year')
    expect(dates.keys[0]).toEqual({ key: '2010-01-01', last: '2012-01-01', points: 2 })
    expect(dates.keys.at(-1)).toEqual({ key: '2028-01-01', points: 1 })
    expect(dates.keys.length).toBeLessThanOrEqual(8)
    expect([...dates.kinds]).toEqual([...dates.kinds].sort((a, b) => a - b))
    const pages = await colourPoints(store, map, 'pages')
    expect(pages).toMatchObject({ step: 200, without: 1 })
    expect(pages.keys.map(({ key, points }) => [key, points])).toEqual([
      ['0', 2],
      ['200', 2],
      ['400', 2],
      ['600', 2],
      ['800', 1]
    ])
    // Few numbers are colours of their own.
    expect((await colourPoints(store, map, 'plain')).keys.map(({ key }) => key)).toEqual(['0', '1'])
  })

  it('are refused for a field that there is not', async () => {
    await expect(colourPoints(store, map, 'colour')).rejects.toThrow('no field "colour"; expected one of author')
  })
})
