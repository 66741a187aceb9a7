import { openEmbeddedStore } from '@leitmotif/indexer'
import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commandFile, run, samples, temporaryFolder, type Ran } from './command-line.js'
import { randomNetwork, writeRandomBundle } from './random-bundle.js'

const folder = temporaryFolder()
const [bundle, docs, shelf, quick] = ['bundle', 'docs', 'shelf', 'quick'].map((name) => join(folder, name))
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
const search = (text: string, place: string): Found =>
  JSON.parse(encode('search', text, '--in', place, '--json').out) as Found

/** Returns the vectors of a collection in reading order. */
async function vectorsOf(collection: string): Promise<Float32Array[]> {
  const store = await openEmbeddedStore(collection, { access: 'read' })
  const slices: Float32Array[] = []
  for await (const { vectors } of store.scan({ vectors: true })) slices.push(vectors.data)
  await store.close()
  return slices
}

beforeAll(async () => {
  await writeRandomBundle(bundle, { sentences: randomNetwork('sentences', 20) })
  cpSync(samples, docs, { recursive: true })
  const all = { read: 14, indexed: 14 }
  expect(index('--to', shelf)).toMatchObject({ ...all, collection: { representation: 'sentences' } })
  expect(index('--to', quick, '--fast')).toMatchObject({ ...all, collection: { representation: 'static' } })
})

describe('A collection', () => {
  it.each([
    { place: shelf, representation: 'sentences', dims: 2 * 20, text: 'The lamp of the harbour turns all night.' },
    {
      place: quick,
      representation: 'static',
      dims: 12,
      text: 'Bread and tea are sold by day, water and bees at night.'
    }
  ])('of the vectors $representation is searched and extended with them', async (given) => {
    const { place, representation, dims, text } = given
    writeFileSync(join(docs, `${representation}.md`), text)
    expect(index('--to', place)).toMatchObject({ collection: { representation } })
    const found = search(text, place)
    expect(found.representation).toBe(representation)
    expect(found.hits[0]).toMatchObject({ record: { text } })
    expect(found.hits[0].score).toBeCloseTo(1, 3)
    const store = await openEmbeddedStore(place, { access: 'read' })
    expect(await store.describe()).toMatchObject({ representation, dims })
    await store.close()
  })

  it('of the better vectors refuses the fast ones, and says how to change to them', () => {
    const ran = encode('index', docs, '--to', shelf, '--fast')
    expect(ran.status).toBe(2)
    expect(ran.err).toMatch(
      /shelf: holds vectors of the representation sentences, and static was asked for; .*leave --fast out.*reindex --fast/
    )
  })

  it('has themes, every sentence accounted for', () => {
    const { out } = run('leitmotif', 'themes', 'build', '--in', shelf, '--json')
    const built = JSON.parse(out) as Themes
    expect(built).toMatchObject({ representation: 'sentences' })
    expect(built.themes.length).toBeGreaterThan(0)
    expect(built.themes.reduce((sum, theme) => sum + theme.sentences, built.unassigned)).toBe(built.sentences)
  })

  it('has the same bytes for any number of encoding threads', async () => {
    const vectors = await Promise.all(
      ['1', '3'].map((threads) => {
        const collection = join(folder, `threads-${threads}`)
        index('--to', collection, '--threads', threads)
        return vectorsOf(collection)
      })
    )
    expect(vectors[0]).toEqual(vectors[1])
  })
})

it('A collection of fast vectors takes more documents after its encoder gained a network', async () => {
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
  await writeRandomBundle(wrong, { sentences: { ...randomNetwork('sentences', 14), dims: 30 } })
  const ran = run('leitmotif', 'index', docs, '--to', join(folder, 'none'), '--encoder', wrong)
  expect(ran.status).toBe(2)
  expect(ran.err).toMatch(/sentences\.onnx: .* export the bundle again$/m)
  expect(ran.err).not.toContain('    at ')
})

describe('Without ONNX Runtime', () => {
  // As on a system that it is not built for.
  const broken = join(folder, 'broken.mjs')
  writeFileSync(
    broken,
    `import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (/^#onnxruntime$|onnxruntime-(?!common)/.test(name)) throw new Error('libonnxruntime.so.1: cannot open shared object file')
        return next(name, context)
      }
    })`
  )
  const withoutRuntime = (command: string, ...args: string[]): Ran => {
    const cli = commandFile('leitmotif')
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, command, ...args, '--encoder', bundle], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: `--import ${broken}` }
    })
    return { status, out: stdout, err: stderr }
  }

  it('a new collection gets the fast vectors, with a warning that says what to do', () => {
    const place = join(folder, 'fallback')
    const ran = withoutRuntime('index', docs, '--to', place, '--json')
    expect(ran.status, ran.err).toBe(0)
    expect((JSON.parse(ran.out) as Report).collection.representation).toBe('static')
    expect(ran.err).toMatch(
      /^warning: ONNX Runtime can't be loaded \(.*libonnxruntime.*searches find less.*leitmotif reindex --in .*fallback$/m
    )
    expect(search('what things cost', place).representation).toBe('static')
  })

  it('a collection of the better vectors keeps them, and a search of it says what to do', () => {
    for (const [command, ...args] of [
      ['search', 'what things cost', '--in', shelf],
      ['index', docs, '--to', shelf]
    ]) {
      writeFileSync(join(docs, 'more.md'), `One more document, for ${command}.`)
      const ran = withoutRuntime(command, ...args)
      expect(ran.status).toBe(2)
      expect(ran.err).toMatch(
        /^error: ONNX Runtime can't be loaded .*install onnxruntime-node.*leitmotif reindex --fast/m
      )
    }
    expect(search('what things cost', shelf).representation).toBe('sentences')
  })
})
