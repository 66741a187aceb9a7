import { describe, expect, it } from 'vitest'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { fitSections, MOST_FITTED_PAIRS } from './section-fit.js'
import { asWritten, sharedWords, subjectWords } from '../labels/subject-words.js'

const rowsOf = (...rows: number[][]): Vectors => {
  const vectors = zeroVectors(rows.length, rows[0].length)
  rows.forEach((values, i) => {
    row(vectors, i).set(values)
    normalize(row(vectors, i))
  })
  return vectors
}
const words = (text: string): ReadonlyMap<string, number> => subjectWords(text)
const nothing = words('')
const sections = [
  { start: 0, end: 2 },
  { start: 2, end: 4 }
]

describe('How well paragraphs fit with sections', () => {
  it('is the better the nearer the other paragraphs of a section are in theme', () => {
    const rows = rowsOf([1, 0, 0], [1, 0.1, 0], [0, 1, 0], [0.1, 1, 0])
    const fit = fitSections({ rows, words: [nothing, nothing, nothing, nothing], sections })
    for (const p of [0, 1]) expect(fit[p * 2]).toBeGreaterThan(fit[p * 2 + 1])
    for (const p of [2, 3]) expect(fit[p * 2 + 1]).toBeGreaterThan(fit[p * 2])
  })

  it('leaves the paragraph itself out: alone in its section, it has none to fit with', () => {
    const rows = rowsOf([1, 0], [0, 1], [0.1, 1])
    const alone = [
      { start: 0, end: 1 },
      { start: 1, end: 3 }
    ]
    const own = [words('bows'), words('tides'), words('tides')]
    const fit = fitSections({ rows, words: own, sections: alone })
    expect(fit[0]).toBe(-Infinity)
    expect(fit[1]).toBeGreaterThan(-Infinity)
  })

  it('is the better the more words are shared that the rest of the document lacks', () => {
    const rows = rowsOf([1, 0], [1, 0], [1, 0], [1, 0])
    const texts = [
      'Varnish dries on the violin.',
      'A violin wants varnish.',
      'Tides turn the harbour.',
      'The harbour floods.'
    ]
    const fit = fitSections({ rows, words: texts.map(words), sections })
    expect(fit[0]).toBeGreaterThan(fit[1])
    expect(fit[7]).toBeGreaterThan(fit[6])
    const everywhere = texts.map((text) => words(`${text} Boats. Boats.`))
    const more = fitSections({ rows, words: everywhere, sections })
    expect(more[0] - more[1]).toBeLessThan(fit[0] - fit[1])
  })

  it('knows nothing of a paragraph without a known word, and of no paragraphs', () => {
    const rows = rowsOf([0, 0], [1, 0], [0, 1], [0, 1])
    const fit = fitSections({ rows, words: [nothing, nothing, nothing, nothing], sections })
    expect([...fit.slice(0, 2)]).toEqual([-Infinity, -Infinity])
    expect(fitSections({ rows: zeroVectors(0, 4), words: [], sections: [] })).toHaveLength(0)
  })

  it('is not looked for where paragraphs and sections are too many together', () => {
    const among = (count: number): number => {
      const sections = Array.from({ length: 400 }, (_, s) => ({ start: 5 * s, end: s < 399 ? 5 * s + 5 : count }))
      return fitSections({ rows: zeroVectors(count, 4), words: Array<typeof nothing>(count).fill(nothing), sections })
        .length
    }
    expect(among(MOST_FITTED_PAIRS / 400)).toBe(MOST_FITTED_PAIRS)
    expect(among(MOST_FITTED_PAIRS / 400 + 1)).toBe(0)
  })
})

describe('Words that tell a subject', () => {
  it('are counted in one form, without those that stand anywhere', () => {
    expect([...words('The Tides, and a tide: however, 1912!')]).toEqual([
      ['tide', 2],
      ['1912', 1]
    ])
  })

  it('are shown as they are written, those first that tell most', () => {
    const text = 'Harbours of Genoa, and harbours alone.'
    const shared = sharedWords(words(text), words('A harbour, a harbour, a boat in Genoa'), words('The boats'))
    expect(asWritten(text, shared)).toEqual(['Harbours', 'Genoa'])
    expect(sharedWords(words(text), nothing, nothing)).toEqual([])
  })
})
