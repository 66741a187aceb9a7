import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.js'

/** Larger than all answers together. */
const MOST = 1000

/** What counts how often it worked. */
function counter(size = 1): { readonly work: () => Promise<string>; times: number } {
  const counted = {
    times: 0,
    work: () => Promise.resolve(`${++counted.times}`.padEnd(size, '.'))
  }
  return counted
}

describe('Answers that are kept', () => {
  it('are counted once for all who ask the same, also at once, and anew when the collection changed', async () => {
    const kept = new AnswerCache(MOST)
    const counted = counter()
    expect(await Promise.all([kept.give('a', 'q', counted.work), kept.give('a', 'q', counted.work)])).toEqual([
      '1',
      '1'
    ])
    expect(await kept.give('a', 'q', counted.work)).toBe('1')
    expect(await kept.give('a', 'other', counted.work)).toBe('2')
    expect(await kept.give('b', 'q', counted.work)).toBe('3')
  })

  it('are none of a state that is not known, nor such as failed', async () => {
    const kept = new AnswerCache(MOST)
    const counted = counter()
    await kept.give(undefined, 'q', counted.work)
    expect(await kept.give(undefined, 'q', counted.work)).toBe('2')
    await expect(kept.give('a', 'q', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await kept.give('a', 'q', counted.work)).toBe('3')
  })

  it('are none of what cannot be written, which is still given to who asked', async () => {
    const kept = new AnswerCache(MOST)
    const endless: Record<string, unknown> = {}
    endless.self = endless
    expect(await kept.give('a', 'q', () => Promise.resolve(endless))).toBe(endless)
    await setImmediate()
    expect(await kept.give('a', 'q', () => Promise.resolve('anew'))).toBe('anew')
  })

  it('take no more room than they may, the oldest going first', async () => {
    const kept = new AnswerCache(250)
    const counted = counter(98)
    for (const question of ['p', 'q', 'r']) await kept.give('a', question, counted.work)
    expect((await kept.give('a', 'r', counted.work)).startsWith('3.')).toBe(true)
    expect((await kept.give('a', 'q', counted.work)).startsWith('2.')).toBe(true)
    expect((await kept.give('a', 'p', counted.work)).startsWith('4.')).toBe(true)
    const large = counter(1000)
    await kept.give('a', 'large', large.work)
    await kept.give('a', 'large', large.work)
    expect(large.times).toBe(2)
  })
})
