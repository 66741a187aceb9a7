import { describe, expect, it } from 'vitest'
import { numbersOf } from './section-headings.js'

/** The number that the heading suggested for the first of some sections has. */
function numberOf(...headings: readonly string[]): string {
  const sections = headings.map((heading) => {
    const span = { start: 0, end: 0 }
    return { heading, level: 1, parent: -1, start: 0, end: 1, span, whole: span, path: [heading] }
  })
  const suggestion = { kind: 'heading', id: 'x', score: 1, reason: '', section: 0, headings: [] } as const
  return numbersOf({ sections }, [suggestion]).get('x') ?? ''
}

describe('A heading that is suggested in place of another', () => {
  it.each([
    ['2. Tea', '2. '],
    ['2.1 Tea', '2.1 '],
    ['2.1. Tea', '2.1. '],
    ['3) Tea', '3) '],
    ['Chapter IV: Tea', 'Chapter IV: ']
  ])('has the number of %j', (heading, number) => {
    expect(numberOf(heading)).toBe(number)
  })

  it.each(['Tea', '2.', '1984 in Ceylon', 'Part of the leaf'])('has none of %j', (heading) => {
    expect(numberOf(heading)).toBe('')
  })

  it('has a number without a full stop where others have one, too', () => {
    expect(numberOf('2 Tea')).toBe('')
    expect(numberOf('2 Tea', '3 Trams')).toBe('2 ')
  })
})
