import { openEmbeddedStore } from '@leitmotif/indexer'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder, type Ran } from './command-line.js'
import { randomNetwork, writeRandomBundle } from './random-bundle.js'

const folder = temporaryFolder()
const [bundle, docs, shelf] = ['bundle', 'docs', 'shelf'].map((name) => join(folder, name))
const encode = (command: string, ...args: string[]): Ran => run('leitmotif', command, ...args, '--encoder', bundle)

interface Report {
  read: number
  indexed: number
  collection: { representation: string }
}
interface Found {
  representation: string
  hits: { record: { text: string }; score: number }[]
}
interface Themes {
  sentences: number
  unassigned: number
  themes: { sentences: number }[]
}
const index = (...args: string[]): Report => JSON.parse(encode('index', docs, '--json', ...args).out) as Report
const search = (text: string): Found => JSON.parse(encode('search', text, '--in', shelf, '--json').out) as Found

/** Returns the vectors of a collection in reading order. */
async function vectorsOf(collection: string): Promise<Float32Array[]> {
  const store = await openEmbeddedStore(collection, { access: 'read' })
  const slices: Float32Array[] = []
  for await (const { vectors } of store.scan({ vectors: true })) slices.push(vectors.data)
  await store.close()
  return slices
}

beforeAll(async () => {
  await writeRandomBundle(bundle, { sentences: randomNetwork('sentences', 20), titles: randomNetwork('titles', 14) })
  cpSync(samples, docs, { recursive: true })
  expect(index('--to', shelf, '--representation', 'both')).toMatchObject({
    read: 14,
    indexed: 14,
    collection: { representation: 'both' }
  })
})

describe('A collection of another representation than the encoder’s own', () => {
  it('is searched and extended with it by default', async () => {
    const text = 'The lamp of the harbour turns all night.'
    writeFileSync(join(docs, 'lamp.md'), text)
    expect(index('--to', shelf)).toMatchObject({ read: 15, indexed: 1, collection: { representation: 'both' } })
    const { representation, hits } = search(text)
    expect(representation).toBe('both')
    expect(hits[0]).toMatchObject({ record: { text } })
    expect(hits[0].score).toBeCloseTo(1, 3)
    const store = await openEmbeddedStore(shelf, { access: 'read' })
    expect(await store.describe()).toMatchObject({ representation: 'both', dims: 2 * 20 + 2 * 14 })
    await store.close()
  })

  it('refuses vectors of any other', () => {
    const ran = encode('index', docs, '--to', shelf, '--representation', 'sentences')
    expect(ran.status).toBe(2)
    expect(ran.err).toMatch(
      /shelf: holds vectors of the representation both, and sentences was asked for; .*leave --representation out/
    )
  })

  it('has themes, every sentence accounted for', () => {
    const { out } = run('leitmotif', 'themes', 'build', '--in', shelf, '--json')
    const built = JSON.parse(out) as Themes
    expect(built).toMatchObject({ representation: 'both', documents: 15 })
    expect(built.themes.length).toBeGreaterThan(0)
    expect(built.themes.reduce((sum, theme) => sum + theme.sentences, built.unassigned)).toBe(built.sentences)
  })

  it('has the same bytes for any number of encoding threads', async () => {
    const vectors = await Promise.all(
      ['1', '3'].map((threads) => {
        const collection = join(folder, `threads-${threads}`)
        index('--to', collection, '--representation', 'titles', '--threads', threads)
        return vectorsOf(collection)
      })
    )
    expect(vectors[0]).toEqual(vectors[1])
  })
})

it('A collection of static vectors takes more documents after its encoder gained a network', async () => {
  const [before, plain] = ['before', 'plain'].map((name) => join(folder, name))
  await writeRandomBundle(before, {})
  const page = join(docs, 'bread.md')
  expect(run('leitmotif', 'index', page, '--to', plain, '--encoder', before).status).toBe(0)
  const ran = encode('index', docs, '--to', plain)
  expect(ran.err).not.toContain('cannot be compared')
  expect(ran.status).toBe(0)
})

it('A network that is not what its bundle says is refused with the reason', async () => {
  const wrong = join(folder, 'wrong')
  await writeRandomBundle(wrong, { titles: { ...randomNetwork('titles', 14), dims: 30 } })
  const ran = run(
    'leitmotif',
    'index',
    docs,
    '--to',
    join(folder, 'none'),
    '--encoder',
    wrong,
    '--representation',
    'titles'
  )
  expect(ran.status).toBe(2)
  expect(ran.err).toMatch(/titles\.onnx: .* export the bundle again$/m)
  expect(ran.err).not.toContain('    at ')
})
