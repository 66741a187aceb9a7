import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDrafts } from './draft-files.js'
import { measureDrafts } from './drafts.js'

const path = (relative: string): string => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url))

/** Paragraphs of a sample, without its headings. */
function passage(name: string): string[] {
  return readFileSync(path(`samples/${name}.md`), 'utf8')
    .split(/\n\s*\n/)
    .filter((part) => /^[A-Z]/.test(part) && part.length > 100)
    .slice(0, 6)
}

/** A draft whose sections have nothing in common, so that damage is plain. */
const PLAIN = ['bread', 'bridges', 'stargazing'].flatMap((name) => [`## ${name}`, ...passage(name)]).join('\n\n')

describe('The benchmark of drafts', () => {
  let encoder: Encoder
  beforeAll(async () => {
    encoder = await loadEncoder(path('models/leitmotif-en'))
  })
  afterAll(() => {
    encoder.dispose()
  })

  it('finds plain damage, and counts by kind and by source', async () => {
    const drafts = [{ name: 'river--plain.md', text: PLAIN, format: 'markdown' as const }]
    const measured = (await measureDrafts(encoder, drafts))!
    expect(measured.moved.count).toBe(3)
    expect(measured.moved.found).toBeGreaterThan(0)
    expect(measured.moved.home).toBeGreaterThan(0.9)
    expect(measured.exchanged.found).toBeGreaterThan(0)
    expect(measured.undamaged).toMatchObject({ count: 1 })
    expect(measured.falseAlarms).toBe(0)
    expect(measured.sources.river.moved.count).toBe(3)
    expect(measured.foreign.count).toBe(0)
  })

  it('puts paragraphs of other sources into drafts, and finds some', async () => {
    const other = ['## Trams', ...passage('trams'), '## Chess', ...passage('chess')].join('\n\n')
    const drafts = [
      { name: 'river--plain.md', text: PLAIN, format: 'markdown' as const },
      { name: 'town--plain.md', text: other, format: 'markdown' as const }
    ]
    const { foreign } = (await measureDrafts(encoder, drafts))!
    expect(foreign.count).toBe(6)
    expect(foreign.found).toBeGreaterThan(0)
  })

  it('measures nothing without drafts', async () => {
    expect(await measureDrafts(encoder, [])).toBeUndefined()
  })
})

describe('A folder of drafts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-drafts-'))
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  it('is read in every format, and a third of it is held out', async () => {
    mkdirSync(join(folder, 'notes'))
    for (let i = 0; i < 30; i++) writeFileSync(join(folder, `draft-${i}.md`), `# Draft ${i}`)
    for (const end of ['tex', 'rst', 'adoc', 'png']) writeFileSync(join(folder, 'notes', `other.${end}`), 'Text.')
    const all = await readDrafts(folder, 'all')
    expect(new Set(all.map(({ format }) => format))).toEqual(
      new Set(['markdown', 'latex', 'restructuredtext', 'asciidoc'])
    )
    expect(all.map(({ name }) => name)).toContain('notes/other.tex')
    const [tuning, heldOut] = [await readDrafts(folder, 'tuning'), await readDrafts(folder, 'held-out')]
    expect([...tuning, ...heldOut].map(({ name }) => name).sort()).toEqual(all.map(({ name }) => name).sort())
    expect(heldOut.length).toBeGreaterThan(5)
    expect(heldOut.length).toBeLessThan(18)
  })

  it('is refused where it has no drafts, or is missing', async () => {
    mkdirSync(join(folder, 'empty'))
    await expect(readDrafts(join(folder, 'empty'), 'all')).rejects.toThrow(
      'has no drafts; expected files that end in .md'
    )
    await expect(readDrafts(join(folder, 'missing'), 'all')).rejects.toThrow('no such file')
  })
})
