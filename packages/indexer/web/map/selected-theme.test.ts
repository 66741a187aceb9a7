import { createRandom } from '@leitmotif/encoder/vectors'
import { makeGrid, writeLine } from '@leitmotif/plot'
import { describe, expect, it } from 'vitest'
import type { MapPoints } from './points.js'
import { readSelected, THEME } from './selected-theme.js'

const random = createRandom('selected')
const COUNT = 4000
const places = Float32Array.from({ length: 2 * COUNT }, () => random.next() * 2 - 1)
const themes = Uint16Array.from({ length: COUNT }, (_, i) => i % 3)
const header = {
  run: 'a',
  count: COUNT,
  sentences: COUNT,
  bounds: { left: -1, right: 1, bottom: -1, top: 1 },
  themes: []
}
const map: MapPoints = { header, places, themes, mark: '1f4k2m' }
const grid = makeGrid(places)
const read = (value: string | null, theme?: number) => readSelected(value, map, grid, theme)

describe('What is selected on the map', () => {
  it('is of the chosen theme alone, all of it or what is inside of a line', () => {
    const within = read(writeLine(map, [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]), 2)
    if (typeof within !== 'object') throw new Error(`selects ${within}`)
    expect(within.points.every((i) => themes[i] === 2)).toBe(true)
    expect(read(THEME, 2)).toMatchObject({ points: Array.from(themes.keys()).filter((i) => themes[i] === 2) })
    expect(read(THEME)).toBeUndefined()
  })
})
