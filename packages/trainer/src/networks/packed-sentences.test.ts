import { describe, expect, it } from 'vitest'
import { inParts, NONE, packSentences } from './packed-sentences.js'

describe('Packed sentences', () => {
  it('stand longest first, step by step, each word once, steps and words filled up to four', () => {
    const packed = packSentences([[7, 8], [], [7, 9, 7], [5, 7]])
    expect([...packed.order]).toEqual([2, 0, 3, 1])
    expect([...packed.active]).toEqual([3, 3, 1])
    expect([...packed.starts]).toEqual([0, 4, 8])
    expect([...packed.words]).toEqual([7, 5, 9, 8])
    expect([...packed.sentences]).toEqual([2, 0, 3, NONE, 2, 0, 3, NONE, 2, NONE, NONE, NONE])
    expect([...packed.inputs]).toEqual([0, 0, 1, 0, 2, 3, 0, 0, 0, 0, 0, 0])
  })

  it('have a word for each of its places when they are kept apart', () => {
    const { words, inputs } = packSentences([[7, 7], [7]], true)
    expect([...words]).toEqual([7, 7, 7, NONE])
    expect([...inputs]).toEqual([0, 1, 0, 0, 2, 0, 0, 0])
  })

  it('of no words have no steps', () => {
    expect(packSentences([[], []])).toMatchObject({ active: new Uint32Array(0), words: new Uint32Array(0) })
  })

  it('are divided into parts of so many words at most, or of one sentence', () => {
    expect(inParts(['aa', 'b', '', 'cc', 'dddddd', 'e'], 3)).toEqual([['aa', 'b', ''], ['cc'], ['dddddd'], ['e']])
    expect(inParts([], 3)).toEqual([[]])
  })
})
