import { expectLinear } from '@leitmotif/testing'
import { expect, it } from 'vitest'
import { chronology } from './paragraph-boundaries.js'

it('Texts stand where their years are among those of all, and a step from the text before', () => {
  const [first, without, second, back] = chronology([
    'Founded in 1900.',
    'Room 204 of 12345 and 999.',
    'From 1940 to 1950 (1945).',
    'Before 1905.'
  ])
  expect(first).toEqual([1, -0.5, 0, 0])
  expect(without).toEqual([0, 0, 0, 0])
  expect(second[1]).toBeCloseTo(0.4)
  expect(second[2]).toBeGreaterThan(0.9)
  expect(second[3]).toBe(1)
  expect(back[1]).toBeCloseTo(-0.4)
  expect(back[2]).toBeLessThan(-0.9)
})

it('Texts without years, and no texts, have no chronology', () => {
  expect(chronology(['', 'None.'])).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0]
  ])
  expect(chronology([])).toEqual([])
})

it('Years are found in time linear in the text', async () => {
  const make = (n: number): string[] => ['1'.repeat(n), '1999 '.repeat(n), '20'.repeat(n)]
  await expectLinear('chronology', 20_000, make, chronology)
})
