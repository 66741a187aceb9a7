import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { differsInMeaning, negations, unreadWords } from './meaning-differences.js'

describe('The comparison of meanings', () => {
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
      'telling sentences apart',
      40_000,
      (length) => 'Goat barge '.repeat(length / 11),
      (text) => differsInMeaning(text, `${text} 17`)
    )
  })
})
