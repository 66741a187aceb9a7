import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { SENTENCE_END } from './skip-gram-kernel.js'
import { readTokenFile, writeTokenFile } from './token-file.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-tokens-'))
afterAll(() => rm(root, { recursive: true }))
const folderOf = (): Promise<string> => mkdtemp(join(root, 'corpus-'))

async function* streamOf(sentences: readonly string[][]): AsyncGenerator<string[]> {
  for (const sentence of sentences) yield await Promise.resolve(sentence)
}

async function idsOf(path: string): Promise<number[]> {
  const bytes = await readFile(path)
  return [...new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)]
}

describe('A token file', () => {
  it('holds every sentence in order, without the rare words', async () => {
    const word = fc.constantFrom('moor', 'peat', 'heather', 'curlew', 'a', 'the')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (sentences, minCount) => {
          const all = sentences.flat()
          const count = (term: string): number => all.filter((other) => other === term).length
          const expected = sentences.map((sentence) => sentence.filter((term) => count(term) >= minCount))
          const left = expected.filter((sentence) => sentence.length > 0)
          fc.pre(left.length > 0)
          const tokens = await writeTokenFile(await folderOf(), 'x', streamOf(sentences), minCount)
          const ids = await idsOf(tokens.path)
          const read = ids.map((id) => (id === SENTENCE_END ? '\n' : tokens.terms[id])).join(' ')
          expect(read).toBe(left.map((sentence) => `${sentence.join(' ')} \n`).join(' '))
          expect(tokens.counts).toEqual(tokens.terms.map(count))
          expect(tokens.counts).toEqual(tokens.counts.toSorted((a, b) => b - a))
          expect([tokens.length, tokens.words, tokens.sentences]).toEqual([ids.length, left.flat().length, left.length])
        }
      ),
      { numRuns: 40 }
    )
  })

  it('is read again by a run over the same corpora, and by no other', async () => {
    const folder = await folderOf()
    const written = await writeTokenFile(folder, 'one corpus', streamOf([['snow', 'melts'], ['snow']]), 1)
    expect(await readTokenFile(folder, 'one corpus')).toEqual(written)
    expect(await readTokenFile(folder, 'another corpus')).toBeUndefined()
    expect(await readTokenFile(join(folder, 'nowhere'), 'one corpus')).toBeUndefined()
    await truncate(written.path, 8)
    expect(await readTokenFile(folder, 'one corpus')).toBeUndefined()
  })

  it('leaves no ids behind when its sentences end in a fault, and none of a run before', async () => {
    const folder = await folderOf()
    await writeTokenFile(folder, 'one corpus', streamOf([['snow', 'melts']]), 1)
    async function* cutOff(): AsyncGenerator<string[]> {
      yield* streamOf([['ice', 'holds']])
      throw new Error('the corpus ended early')
    }
    await expect(writeTokenFile(folder, 'another corpus', cutOff(), 1)).rejects.toThrow('the corpus ended early')
    expect(await readdir(folder)).toEqual(['vocabulary.txt'])
  })

  it('says so when no word is frequent enough', async () => {
    const writing = writeTokenFile(await folderOf(), 'x', streamOf([['once', 'only']]), 2)
    await expect(writing).rejects.toThrow('no word occurs 2 times or more; give more text or lower the minimum count')
  })
})
