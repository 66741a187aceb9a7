import { expect, it } from 'vitest'
import { createThemeOrder } from './theme-order.js'

/** The ids in their order, of the shares given. */
function inTurn(...drafts: Readonly<Record<string, number>>[]): string[] {
  const order = createThemeOrder()
  return drafts.map((draft) => {
    const themes = Object.entries(draft).map(([id, share]) => ({ id, share }))
    return order(themes)
      .map((index) => themes[index].id)
      .join('')
  })
}

it('Themes of nearly one size keep their order while a few words come and go', () => {
  expect(inTurn({ a: 0.31, b: 0.3, c: 0.39 }, { a: 0.3, b: 0.31, c: 0.39 }, { b: 0.305, a: 0.305, c: 0.39 })).toEqual([
    'cab',
    'cab',
    'cab'
  ])
})

it('A theme that grows goes up, however slowly', () => {
  const steps = [0.3, 0.32, 0.34, 0.36].map((b) => ({ a: 0.33, b }))
  expect(inTurn(...steps)).toEqual(['ab', 'ab', 'ba', 'ba'])
})

it('A new theme stands where its size puts it, and an old one that went away leaves no trace', () => {
  expect(inTurn({ a: 0.6, b: 0.4 }, { a: 0.5, b: 0.2, c: 0.3 }, { c: 0.3, d: 0.3 })).toEqual(['ab', 'acb', 'cd'])
  expect(inTurn({ a: 0.5, b: 0.5 }, {}, { a: 0, b: 1 })).toEqual(['ab', '', 'ba'])
})
