import { expect, it } from 'vitest'
import { countsOf } from './organise-command.js'

it('Sentences that fit no section are counted apart from the sections of an organised text', () => {
  const section = (count: number, heading?: string): Parameters<typeof countsOf>[0][number] => ({
    ...(heading !== undefined && { heading }),
    sentences: Array.from({ length: count }, () => ({ text: 'The tide turns.' }))
  })
  expect(countsOf([section(90, 'Tides'), section(48, 'Bread'), section(12)])).toBe(
    '138 sentences in 2 sections, and 12 other sentences'
  )
  expect(countsOf([section(5, 'Tides'), section(1)])).toBe('5 sentences in 1 section, and 1 other sentence')
  expect(countsOf([section(5, 'Tides')])).toBe('5 sentences in 1 section')
})
