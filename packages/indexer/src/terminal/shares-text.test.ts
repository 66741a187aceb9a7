import { expect, it } from 'vitest'
import type { Shares } from '../analytics/shares.js'
import { overTimeText } from './shares-text.js'

it('Hundreds of years are drawn in a line that fits a terminal, and those of few sentences are counted', () => {
  const years = Array.from({ length: 230 }, (_, y) => `${1790 + y}-01-01`)
  const shares: Shares = {
    ...{ by: 'date', interval: 'year', without: 0, rarer: 0, rest: [] },
    keys: years.map((key) => ({ key, sentences: 20, documents: 1, few: true })),
    themes: [{ id: 'a', label: 'trade', kind: 'theme' }],
    cells: years.map((key, y) => ({
      ...{ theme: 'a', key, sentences: y < 115 ? 0 : 10, documents: 1 },
      ...{ share: y < 115 ? 0 : 0.5, low: 0, high: 1, few: true }
    }))
  }
  const lines = overTimeText(shares).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines).toContain('each character of a line is 6 years')
  expect(lines.find((line) => line.startsWith('trade'))).toMatch(/▁{19}▇█{19}/)
  expect(lines.at(-2)).toBe('230 of 230 years: fewer than 30 sentences or 5 documents: not reliable')
  expect(lines.length).toBeLessThan(12)
})
