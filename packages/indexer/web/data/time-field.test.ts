import { expect, it } from 'vitest'
import { timeAxesOf, timeFieldOf } from './time-field.js'

it('shows time along the field date first, as the service does', () => {
  const fields = { words: 'number', updated: 'date', year: 'number', date: 'date', tags: 'keyword' } as const
  expect(timeFieldOf(fields)).toBe('date')
  expect(timeAxesOf(fields)).toEqual(['date', 'updated', 'year', 'words'])
  expect(timeFieldOf({ words: 'number' })).toBeUndefined()
  expect(timeFieldOf(undefined)).toBeUndefined()
})
