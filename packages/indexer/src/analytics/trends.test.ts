import { describe, expect, it } from 'vitest'
import { trendsText } from '../terminal/analytics-themes-text.js'
import { countDocuments } from './clustered-count.js'
import type { TimeTable } from './shares.js'
import { timeIndex } from './timeline.js'
import { changeNotes } from './trend-order.js'
import { partsOf, trendsOfTimes, type Trends } from './trends.js'

/** One document of a hundred sentences a year, with the number of sentences that the theme has in it. */
function trendsOf(sentences: readonly number[]): Trends {
  const years = sentences.map((_, y) => `${1790 + y}-01-01`)
  const none = years.map(() => countDocuments([]))
  const times: TimeTable = {
    table: {
      themes: [{ id: 'a', label: 'trade', kind: 'theme' }],
      keys: years.map((key) => ({ key, sentences: 100, documents: 1 })),
      cells: [sentences.map((x) => countDocuments([[x, 100]]))],
      rest: { hidden: none, boilerplate: none, unassigned: none },
      documentsOf: () => []
    },
    field: 'date',
    scale: { interval: 'year' },
    placeOf: ({ key }) => timeIndex(String(key), 'year')
  }
  return trendsOfTimes(times)
}

const years = Array.from({ length: 100 }, (_, y) => y)

describe('The shares of a change', () => {
  it('are counted in the first and the last tenth of the documents, not read from a fitted line', () => {
    // Nothing at first, then a quarter, then slowly less: a fitted line begins far above zero.
    const { first, last, trends } = trendsOf(years.map((y) => (y < 10 ? 0 : 25 - Math.floor(y / 10))))
    expect([first, last]).toEqual([
      { from: '1790-01-01', to: '1799-01-01' },
      { from: '1880-01-01', to: '1889-01-01' }
    ])
    expect([trends[0].first, trends[0].last]).toEqual([0, 0.16])
  })

  it('name the part between them in which a theme has its peak, if it is far above both', () => {
    const peak = trendsOf(years.map((y) => (y >= 40 && y < 50 ? 20 + (y % 3) : 2 + (y % 3))))
    expect(peak.trends[0].peak).toMatchObject({ from: '1830-01-01', to: '1839-01-01' })
    expect(trendsText(peak).replaceAll(/\s+/g, ' ')).toContain('trade: peak in 1830–1839: 21 %')
    const steady = trendsOf(years.map((y) => 2 + (y % 7)))
    expect(steady.trends[0].peak).toBeUndefined()
  })

  it('are of two parts that do not overlap, also if most documents have one time', () => {
    expect(partsOf([1, 99])).toEqual([
      [0, 1],
      [1, 2]
    ])
    expect(partsOf([99, 1])).toEqual([
      [0, 1],
      [1, 2]
    ])
    expect(partsOf([1, 50, 48, 1])).toEqual([
      [0, 2],
      [2, 4]
    ])
    // The last part reaches no further back than it must.
    expect(partsOf([20, 20, 20, 20, 12, 6, 2])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 7]
    ])
    expect(partsOf([5])).toEqual([[0, 1]])
    expect(partsOf([])).toEqual([])
  })
})

it('A change that goes against its ends, with no peak, says so', () => {
  const note = changeNotes({ direction: 'rising', first: 0.02, last: 0.01 }, String, String)
  expect(note).toEqual(['rising over all times, though not from the first part to the last'])
  expect(changeNotes({ direction: 'rising', first: 0.01, last: 0.02 }, String, String)).toEqual([])
})

it('Trends say by how many per cent the odds change, however slow the change is', () => {
  const text = trendsText(trendsOf(years.map((y) => 1 + Math.floor(y / 8))))
  expect(text).toMatch(/odds a year/)
  expect(text).toMatch(/1790–1799 +1880–1889/)
  expect(text).toMatch(/\+2\.1 % +\+1\.8 % to \+2\.4 %/)
})
