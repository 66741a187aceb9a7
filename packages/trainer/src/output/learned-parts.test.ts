import { writeBundle } from './bundle-files.js'
import {
  BOUNDARY_SHAPES,
  packBoundaryWeights,
  packBundle,
  packHeadings,
  quantizeRows,
  readFrom
} from '@leitmotif/encoder/training'
import { loadEncoder, readBundle } from '@leitmotif/encoder'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { learnedAfter, prepareLearned, missingPartsText, writeLearned } from './learned-parts.js'

const headings = packHeadings([{ heading: 'Overview', articles: 3, generic: true }])
const weights = new Map(Array.from(BOUNDARY_SHAPES, ([name, [rows, width]]) => [name, new Float32Array(rows * width)]))
const boundaries = packBoundaryWeights(weights)

describe('A learned part of a bundle', () => {
  let parent = ''
  let bundle = ''
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'leitmotif-learned-'))
  })
  beforeEach(async () => {
    bundle = await mkdtemp(join(parent, 'bundle-'))
    const values = new Float32Array(4).fill(1)
    const networks = { static: { weights: values.subarray(0, 2), projection: values, dims: 2 } }
    const about = {
      name: 'tiny',
      language: 'en',
      license: 'CC0-1.0',
      mined: {},
      trained: {},
      corpora: [],
      measured: []
    }
    const words = { words: ['a', 'b'], vectors: quantizeRows({ count: 2, dims: 2, data: values }) }
    await writeBundle(bundle, await packBundle({ ...about, seed: 1 }, { ...words, networks }, 9))
  })
  afterAll(() => rm(parent, { recursive: true }))

  const filesOf = async (): Promise<Map<string, string>> => {
    const names = (await readdir(bundle)).sort()
    const texts = await Promise.all(names.map((name) => readFile(join(bundle, name), 'latin1')))
    return new Map(names.map((name, i) => [name, texts[i]]))
  }

  it('is written beside what the bundle has, which stays byte for byte', async () => {
    const before = await filesOf()
    await writeLearned(bundle, 'headings', headings)
    await writeLearned(bundle, 'boundaries', boundaries)
    const after = await filesOf()
    const member = / {2}"learned": \{[^]*?\n {2}\},\n/
    expect(after.get('encoder.json')).toMatch(member)
    expect(after.get('encoder.json')!.replace(member, '')).toBe(before.get('encoder.json'))
    for (const [name, text] of before) if (name !== 'encoder.json') expect(after.get(name), name).toBe(text)
    expect([...after.keys()].filter((name) => !before.has(name))).toEqual(['boundaries.bin', 'headings.json'])
    const { manifest, learnedFiles } = await readBundle(readFrom(bundle))
    expect(Object.keys(manifest.learned!)).toEqual(['boundaries', 'headings'])
    expect(learnedFiles).toEqual({ boundaries, headings })
  })

  it('is not written when it can’t be read, or was learned from another `static`', async () => {
    const before = await filesOf()
    await expect(writeLearned(bundle, 'boundaries', boundaries.subarray(1))).rejects.toThrow(
      `boundaries.bin: has ${boundaries.length - 1} bytes; expected ${boundaries.length}`
    )
    await expect(writeLearned(bundle, 'boundaries', boundaries, 'f'.repeat(64))).rejects.toThrow(
      'static was trained again while boundaries.bin was learned from it'
    )
    expect(await filesOf()).toEqual(before)
  })

  it('can be learned again where the one before is of another version', async () => {
    await writeLearned(bundle, 'headings', headings)
    await writeLearned(bundle, 'boundaries', boundaries)
    await writeFile(join(bundle, 'headings.json'), '{}')
    await expect(readBundle(readFrom(bundle))).rejects.toThrow('headings.json was altered')
    const { learned } = await prepareLearned(bundle, 'headings', [])
    expect(Object.keys(learned)).toEqual(['boundaries'])
    await writeLearned(bundle, 'headings', headings)
    expect((await readBundle(readFrom(bundle))).learnedFiles).toEqual({ boundaries, headings })
  })

  it('stays when another network is trained; of a new `static` only the headings stay', () => {
    const learnedFiles = { boundaries, headings }
    expect(learnedAfter('sentences', { learnedFiles })).toEqual(learnedFiles)
    expect(learnedAfter('static', { learnedFiles })).toEqual({ headings })
    expect(learnedAfter('static', { learnedFiles: {} })).toEqual({})
  })

  it('is told of with its command while it is missing', async () => {
    await writeLearned(bundle, 'headings', headings)
    const { learned } = await loadEncoder(bundle)
    const told = missingPartsText('my model', { learned })
    expect(told).toContain("boundaries.bin: leitmotif-train boundary-network CORPUS… --model 'my model'\n")
    expect(told).toContain('sentence-boundaries.bin: leitmotif-train sentence-boundaries CORPUS…')
    expect(told).not.toContain('headings.json')
  })
})
