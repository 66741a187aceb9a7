import { expect, it } from 'vitest'
import { beginning } from './outline-command.js'

it('The beginning of a paragraph has one ellipsis if it was cut, and none if it is whole', () => {
  const text = 'Marine reserves usually hold more and larger fish…'
  expect(beginning(text, 60)).toBe(text)
  expect(beginning(text, 40)).toBe('Marine reserves usually hold more and…')
  expect(beginning('He waited… and then he left.', 12)).toBe('He waited…')
  expect(beginning('The tide turns.', 60)).toBe('The tide turns.')
})
