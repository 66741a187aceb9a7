import { describe, expect, it } from 'vitest'
import { createThemeMemory } from './theme-memory.js'

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
