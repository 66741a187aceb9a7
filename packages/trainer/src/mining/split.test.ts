import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPart, splitOf, type Split } from './split.js'

describe('The part that an article belongs to', () => {
  it('is the same on every machine', () => {
    // printf %s ID | sha256sum | cut -c1-8, taken modulo 10
    const parts = ['a', 'glacier', 'monastery', '灯台', 'lighthouse', 'quarry', 'beech', 'Åland'].map(splitOf)
    expect(parts).toEqual(['train', 'train', 'train', 'train', 'validation', 'validation', 'test', 'test'])
  })

  it('shares many articles out as 80, 10 and 10 %', () => {
    const counts = { train: 0, validation: 0, test: 0 }
    for (let i = 0; i < 10_000; i++) counts[splitOf(`article ${i}`)]++
    expect(Math.abs(counts.train - 8000)).toBeLessThan(150)
    expect(Math.abs(counts.validation - 1000)).toBeLessThan(120)
    expect(Math.abs(counts.test - 1000)).toBeLessThan(120)
  })

  it('is the most held-out of all its near-duplicates', async () => {
    const text = 'The keeper lights the lamp at dusk, whatever the weather brings.'
    const ids = ['glacier', 'quarry', 'beech'] // train, validation, test
    const lines = ids.map((id) =>
      JSON.stringify({
        id,
        title: id,
        sections: [{ heading: '', level: 0, paragraphs: [id === 'quarry' ? `${text} ${id}` : text] }]
      })
    )
    const folder = await mkdtemp(join(tmpdir(), 'split-'))
    const path = join(folder, 'articles.jsonl')
    await writeFile(path, lines.join('\n'))
    const read = async (part: Split): Promise<string[]> => {
      const ids: string[] = []
      for await (const { id } of readPart([path], part)) ids.push(id)
      return ids
    }
    expect(await Promise.all((['train', 'validation', 'test'] as const).map(read))).toEqual([
      [],
      ['quarry'],
      ['glacier', 'beech']
    ])
    await rm(folder, { recursive: true })
  })
})
