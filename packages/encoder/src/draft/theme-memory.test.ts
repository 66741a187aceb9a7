import { describe, expect, it } from 'vitest'
import { createThemeMemory, createThemeOrder } from './theme-memory.js'

const texts = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix} ${i}`)
const filled = (...sizes: number[]): number[] =>
  sizes.flatMap((size, theme) => Array.from({ length: size }, () => theme))

describe('Themes while a draft is edited', () => {
  it('keep id and colour when they come in another order, and when sentences come and go', () => {
    const memory = createThemeMemory()
    const [rain, soil] = [texts('rain', 6), texts('soil', 4)]
    const [first, second] = memory.keep([...rain, ...soil], filled(6, 4), 2)
    expect([first.colour, second.colour]).toEqual([0, 1])
    const grown = [...soil.slice(1), ...texts('more soil', 9), ...rain.slice(2)]
    expect(memory.keep(grown, filled(12, 4), 2)).toEqual([second, first])
  })

  it('give a new theme a colour that nobody has, one that was freed last of all', () => {
    const memory = createThemeMemory()
    const [rain, soil, wind] = [texts('rain', 6), texts('soil', 4), texts('wind', 4)]
    const [, second] = memory.keep([...rain, ...soil], filled(6, 4), 2)
    const [, third] = memory.keep([...rain, ...wind], filled(6, 4), 2)
    expect(third.colour).toBe(2)
    expect(third.id).not.toBe(second.id)
    const many = Array.from({ length: 6 }, (_, n) => texts(`new ${n}`, 4))
    const all = memory.keep([...rain, ...wind, ...many.flat()], filled(6, 4, 4, 4, 4, 4, 4, 4), 8)
    expect(all.map(({ colour }) => colour)).toEqual([0, 2, 3, 4, 5, 6, 7, 1])
  })

  it('are new in a text that is another', () => {
    const memory = createThemeMemory()
    const [before] = memory.keep(texts('rain', 6), filled(6), 1)
    const [after] = memory.keep(texts('soil', 6), filled(6), 1)
    expect(after.id).not.toBe(before.id)
    expect(memory.keep([], [], 0)).toEqual([])
  })
})

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
