import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { wordSimilarity } from './word-similarity.js'
import type { WordVectors } from '../vectors/word-vectors.js'

const words: WordVectors = {
  terms: ['river', 'stream', 'tea', 'brick'],
  vectors: { count: 4, dims: 2, data: Float32Array.of(1, 0, 0.9, 0.1, 0.5, 0.5, 0, 1) }
}

const root = await mkdtemp(join(tmpdir(), 'leitmotif-similarity-'))
afterAll(() => rm(root, { recursive: true }))

async function fileOf(text: string): Promise<string> {
  const path = join(await mkdtemp(join(root, 'pairs-')), 'pairs.txt')
  await writeFile(path, text)
  return path
}

describe('Word similarity', () => {
  it('compares cosines with judgements and says how many pairs it could', async () => {
    const path = await fileOf('river\tstream\t9.1\nRiver\ttea\t2\nriver\tbrick\t1.5\nriver\tzeppelin\t3\n')
    expect(await wordSimilarity(words, path)).toEqual({ spearman: 1, covered: 3, pairs: 4 })
  })

  it('names the line that is none', async () => {
    const path = await fileOf('river\tstream\t9.1\nriver stream 9.1\n')
    await expect(wordSimilarity(words, path)).rejects.toThrow(/line 2 is "river stream 9.1"; expected word, word and/)
    await expect(wordSimilarity(words, `${path}.gone`)).rejects.toThrow(/no such file/)
  })

  const data = process.env.LEITMOTIF_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
  const folder = join(data, 'wordsim')
  if (!existsSync(folder)) {
    console.log(`Published judgements are not read: there is no folder ${folder}; LEITMOTIF_DATA names another.`)
    return
  }
  it('reads the published judgements', async () => {
    const read = await Promise.all(
      ['MEN-TR-3k', 'WS-353-REL', 'WS-353-SIM', 'SIMLEX-999', 'RW-STANFORD'].map((name) =>
        wordSimilarity(words, join(folder, `EN-${name}.txt`))
      )
    )
    expect(read.map(({ pairs }) => pairs)).toEqual([3000, 252, 203, 999, 2034])
  })
})
