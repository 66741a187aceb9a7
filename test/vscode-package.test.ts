import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { createDraftAnalyser } from '@leitmotif/encoder/draft'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, samples } from './command-line.js'

/** The most bytes that the VSIX may have. */
const MOST_BYTES = 40e6

/** Where sections are suggested in a draft, and how sure each is. */
async function splitsOf(encoder: Encoder, text: string): Promise<readonly [paragraph: number, score: number][]> {
  let splits: [number, number][] = []
  for await (const result of createDraftAnalyser(encoder).analyse(text, 'markdown')) {
    if (result.state === 'refused') throw new Error(`refused: ${JSON.stringify(result.why)}`)
    const { suggestions } = result.analysis
    splits = suggestions.flatMap((one) => (one.kind === 'split' ? [[one.paragraph, one.score]] : []))
  }
  return splits
}

describe('The packed extension', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-package-'))
  const vsix = join(folder, 'leitmotif.vsix')
  const encoders: Encoder[] = []
  beforeAll(async () => {
    const bundle = join(root, 'packages', 'vscode-ext', 'bundle.mjs')
    const { status, stderr } = spawnSync(process.execPath, [bundle, '--pack', '--to', folder], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    for (const parent of [root, join(folder, 'extension')])
      encoders.push(await loadEncoder(join(parent, 'models', 'leitmotif-en')))
  })
  afterAll(() => {
    for (const encoder of encoders) encoder.dispose()
    rmSync(folder, { recursive: true })
  })

  it('has all that the encoder has learned beside its networks, and is no larger than it may be', () => {
    const [own, packed] = encoders
    expect(packed.learned).toEqual(own.learned)
    const archive = readFileSync(vsix)
    for (const name of ['boundaries.bin', 'headings.json'])
      expect(archive.includes(`extension/models/leitmotif-en/${name}`), name).toBe(true)
    expect(statSync(vsix).size).toBeLessThan(MOST_BYTES)
  })

  it('has a page whose pictures and links open in a gallery', () => {
    const page = readFileSync(join(folder, 'extension', 'README.md'), 'utf8')
    const address = 'https://github.com/leitmotif/leitmotif/raw/HEAD/'
    const links = [...page.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link)
    expect(links.filter((link) => link.endsWith('.png')).length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toContain(address)
      expect(existsSync(join(root, link.replace(address, ''))), link).toBe(true)
    }
  })

  it('divides a draft without headings by the network of boundaries, as the repository’s encoder does', async () => {
    const draft = readFileSync(join(samples, 'chess.md'), 'utf8').replace(/^#+ .*$/gm, '')
    const [own, packed] = encoders
    const found = await splitsOf(packed, draft)
    expect(found.map(([paragraph]) => paragraph)).toEqual([1, 5, 9, 11, 13, 15])
    const expected = await splitsOf(own, draft)
    expect(expected).toEqual(found.map(([paragraph, score]) => [paragraph, expect.closeTo(score, 1) as number]))
    expect(await splitsOf({ ...packed, learned: {} }, draft)).not.toEqual(found)
  })
})
