import { expectLinear } from '@leitmotif/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWordingReader, negations, differsInMeaning, unreadWords } from './wording.js'

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

  it('leaves unread what is not known, and figures, but no stop words, once each and in whatever order', () => {
    const knows = (word: string): boolean => ['sails', '9'].includes(word)
    expect(unreadWords('The Heron sails at 9, and the Adder at 10!', knows)).toBe('10 9 adder heron')
    expect(unreadWords('The Adder sails at 10 and the Heron, Heron at 9', knows)).toBe('10 9 adder heron')
    expect(unreadWords('The sails …', knows)).toBe('')
  })

  it('leaves unread what makes two sentences of like words say unlike things: numbers in words, and whether it is so', () => {
    const knows = (): boolean => true
    expect(unreadWords('Eight goats boarded', knows)).not.toBe(unreadWords('Seventeen goats boarded', knows))
    expect(unreadWords('Goats board on Monday', knows)).not.toBe(unreadWords('Goats board on Friday', knows))
    expect(unreadWords('Goats do not board', knows)).not.toBe(unreadWords('Goats do board', knows))
    expect(unreadWords("Goats don't board", knows)).toBe(unreadWords('Goats never board', knows))
    expect(negations("They don't, and never did")).toBe(2)
  })

  it.each([
    ['The ferry needs a larger engine here.', 'A smaller engine is what the ferry needs.', 'by opposites'],
    ['Next come the barges, in a row.', 'Next, in a row, come the goats.', 'by one word in place of another'],
    ['The old ferry to Lerwick sails at dawn.', 'At dawn the ferry that goes to Stromness leaves.', 'by names']
  ])('tells %j from %j, %s', (a, b) => {
    expect([differsInMeaning(a, b), differsInMeaning(b, a)]).toEqual([true, true])
    expect([differsInMeaning(a, a), differsInMeaning(b, b)]).toEqual([false, false])
  })

  it.each([
    ['The ferry sails at dawn.', 'The ferry will be sailing early, at dawn.'],
    ['Two ferries collided off Lerwick.', 'A collision of ferries was seen off Lerwick, in the Shetlands.'],
    ['Old Ferry Sails For Lerwick', 'Dawn Boat Leaves Towards Stromness'],
    ['"Rain" is what the young and the old said.', 'What young people said, and old ones, was “rain”.']
  ])('does not tell %j from %j', (a, b) => {
    expect([differsInMeaning(a, b), differsInMeaning(b, a)]).toEqual([false, false])
  })

  it('takes time linear in the text', async () => {
    await expectLinear(
      'reading words',
      40_000,
      (length) => 'goat 17 '.repeat(length / 8),
      (text) => createWordingReader().read(text)
    )
    await expectLinear(
      'telling sentences apart',
      40_000,
      (length) => 'Goat barge '.repeat(length / 11),
      (text) => differsInMeaning(text, `${text} 17`)
    )
  })
})
