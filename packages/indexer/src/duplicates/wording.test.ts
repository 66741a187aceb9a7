import { expectLinear } from '@leitmotif/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWordingReader } from './wording.js'

/** How much the first two sentences share, of a collection of all. */
function shared(...texts: string[]): number {
  const reader = createWordingReader()
  const words = texts.map((text) => reader.read(text).words)
  return reader.sharer(words)(words[0], words[1])
}

describe('The wording of sentences', () => {
  it('is the same whatever their case, punctuation and spacing, and another in another order', () => {
    const { read } = createWordingReader()
    const key = read('The tide turns – at nine.').key
    expect(read('the  TIDE turns, at nine').key).toBe(key)
    expect(read('At nine the tide turns.').key).not.toBe(key)
    expect(read('The tide turns at ten.').key).not.toBe(key)
  })

  it('is shared wholly by sentences that differ in figures alone', () => {
    expect(shared('The ferry carried 40 goats in 1907.', 'The ferry carried 52 goats in 1931.')).toBe(1)
    expect(shared('Quiet rain fell.', 'Loud thunder rolled.')).toBe(0)
  })

  it('is shared less where what differs is rare', () => {
    const others = Array.from({ length: 30 }, (_, i) => `the miller and the sieve and number ${i}`)
    const common = shared('the miller mends a sieve', 'and miller mends a sieve', ...others)
    const rare = shared('the miller mends a sieve', 'the miller mends a wheel', ...others)
    expect(common).toBeGreaterThan(0.8)
    expect(rare).toBeLessThan(common)
  })

  const sentence = fc
    .array(fc.constantFrom('tide', 'turns', 'tide', 'at', '9', '10', 'nine', '…'), { maxLength: 9 })
    .map((words) => words.join(' '))
  it('is shared alike both ways round, wholly with itself, and by the words that the obvious count finds', () => {
    fc.assert(
      fc.property(sentence, sentence, (a, b) => {
        expect(shared(a, b)).toBeCloseTo(shared(b, a), 12)
        const { read } = createWordingReader()
        const [one, other] = [read(a).words, read(b).words]
        if (one.length > 0) expect(shared(a, a)).toBe(1)
        const left = [...other]
        const common = [...one].filter((word) => left.includes(word) && left.splice(left.indexOf(word), 1).length > 0)
        expect(shared(a, b) > 0).toBe(common.length > 0)
        expect(shared(a, b) === 1).toBe(
          common.length > 0 && one.length === other.length && common.length === one.length
        )
      })
    )
  })

  it('takes time linear in the text', async () => {
    await expectLinear(
      'reading words',
      40_000,
      (length) => 'goat 17 '.repeat(length / 8),
      (text) => createWordingReader().read(text)
    )
  })
})
