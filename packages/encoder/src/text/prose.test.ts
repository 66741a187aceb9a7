import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildProse, originalSpan, type Piece, type Prose } from './prose.js'
import { slice } from './span.js'

test('white space around what was left out becomes one space, and none at the ends', () => {
  const text = ' One [x] two [y]'
  expect(
    buildProse(text, [
      { start: 0, end: 5 },
      { start: 8, end: 13 }
    ])
  ).toEqual({ text: 'One two', runs: [0, 1, 5, 4, 9, 12] })
})

test('white space within a piece stays, and so do spaces between touching pieces', () => {
  expect(
    buildProse('a  b  c', [
      { start: 0, end: 3 },
      { start: 3, end: 5 },
      { start: 5, end: 7 }
    ])
  ).toEqual({
    text: 'a  b  c',
    runs: [0, 0, 7]
  })
})

test('prose of nothing maps everything to the start', () => {
  const prose = buildProse('***', [])
  expect(prose).toEqual({ text: '', runs: [] })
  expect(originalSpan(prose, { start: 0, end: 0 })).toEqual({ start: 0, end: 0 })
})

test('a part of a decoded entity maps to all of it', () => {
  const prose = buildProse('a &ngE; b', [
    { start: 0, end: 2 },
    { start: 2, end: 7, text: '≧̸' },
    { start: 7, end: 9 }
  ])
  expect(prose.text).toBe('a ≧̸ b')
  expect(originalSpan(prose, { start: 3, end: 4 })).toEqual({ start: 2, end: 7 })
  expect(originalSpan(prose, { start: 0, end: 3 })).toEqual({ start: 0, end: 7 })
  expect(originalSpan(prose, { start: 3, end: 6 })).toEqual({ start: 2, end: 9 })
})

/** Pieces in order, some left out, some read as another text. */
const pieces = fc
  .array(fc.tuple(fc.nat(6), fc.constantFrom('keep', 'skip', ' ', 'é', 'xyz')), { maxLength: 20 })
  .map((parts) => {
    const found: Piece[] = []
    let start = 0
    for (const [length, what] of parts) {
      const end = start + length
      if (what === 'keep') found.push({ start, end })
      else if (what !== 'skip' && length > 0) found.push({ start, end, text: what })
      start = end
    }
    return found
  })
const original = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '&'), minLength: 120, maxLength: 120 })

/** For each unit of the prose, the span of the original that it came from, written out. */
function unitSpans({ text, runs }: Prose): { start: number; end: number }[] {
  return [...Array(text.length).keys()].map((position) => {
    let run = 0
    while (run + 3 < runs.length && runs[run + 3] <= position) run += 3
    const [at, start, end] = runs.slice(run, run + 3)
    const length = (runs[run + 3] ?? text.length) - at
    return length === end - start ? { start: start + position - at, end: start + position - at + 1 } : { start, end }
  })
}

describe('of any pieces', () => {
  test('a span of prose maps to just the pieces that it was made from', () => {
    fc.assert(
      fc.property(original, pieces, fc.nat(), fc.nat(), (text, parts, a, b) => {
        const prose = buildProse(text, parts)
        const units = unitSpans(prose)
        const [start, end] = [a % (prose.text.length + 1), b % (prose.text.length + 1)].sort((x, y) => x - y)
        const found = originalSpan(prose, { start, end })
        if (start < end) expect(found).toEqual({ start: units[start].start, end: units[end - 1].end })
        else expect(found.start).toBe(found.end)
        expect(found.start).toBeGreaterThanOrEqual(0)
        expect(found.end).toBeLessThanOrEqual(text.length)
      })
    )
  })

  test('kept words are the original’s, in order', () => {
    fc.assert(
      fc.property(original, pieces, (text, parts) => {
        const prose = buildProse(text, parts)
        const all = parts.map((part) => part.text ?? slice(text, part)).join('')
        expect(prose.text.replace(/\s/g, '')).toBe(all.replace(/\s/g, ''))
        for (let run = 0; run < prose.runs.length; run += 3) {
          const [at, start, end] = prose.runs.slice(run, run + 3)
          const words = prose.text.slice(at, prose.runs[run + 3])
          if (words.length === end - start && !/[ éxyz]/.test(words)) expect(text.slice(start, end)).toBe(words)
        }
      })
    )
  })
})
