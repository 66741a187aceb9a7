import { createRandom } from '@leitmotif/encoder'
import { makeGrid, writeLine, writePoint } from '@leitmotif/plot'
import { describe, expect, it } from 'vitest'
import type { MapPoints } from './points.js'
import { readSelected, THEME } from './selected.js'

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

/** A line drawn by hand around a place: of many corners, none of them quite on the circle. */
function drawn(x: number, y: number, radius: number): number[] {
  return Array.from({ length: 900 }, (_, i) => (2 * Math.PI * i) / 900).flatMap((turn) => {
    const far = radius * (1 + 0.2 * Math.sin(5 * turn) + 0.004 * random.next())
    return [x + far * Math.cos(turn), y + far * Math.sin(turn)]
  })
}

describe('What is selected on the map', () => {
  it('is in the address as a short line, which selects what was drawn around', () => {
    for (const radius of [0.8, 0.2, 0.08]) {
      const line = drawn(0.1, -0.1, radius)
      const value = writeLine(map, line)
      expect(value.length).toBeLessThan(1500)
      const selected = read(value)
      if (typeof selected !== 'object') throw new Error(`selects ${selected}`)
      expect(selected.line!.length).toBeLessThanOrEqual(120)
      const among = new Set(selected.points)
      for (let i = 0; i < COUNT; i++) {
        const [across, up] = [places[2 * i] - 0.1, places[2 * i + 1] + 0.1]
        const [distance, turn] = [Math.hypot(across, up), Math.atan2(up, across)]
        const edge = radius * (1 + 0.2 * Math.sin(5 * turn))
        // Nearer to the line than a hundredth of its size, either may be.
        if (Math.abs(distance - edge) > 0.02 * radius) expect(among.has(i), `point ${i}`).toBe(distance < edge)
      }
    }
  })

  it('is a point, found again by its place', () => {
    for (const point of [0, 17, COUNT - 1]) expect(read(writePoint(map, point))).toMatchObject({ points: [point] })
  })

  it('is of the chosen theme alone, all of it or what is inside of a line', () => {
    const within = read(writeLine(map, drawn(0, 0, 0.5)), 2)
    if (typeof within !== 'object') throw new Error(`selects ${within}`)
    expect(within.points.every((i) => themes[i] === 2)).toBe(true)
    expect(read(THEME, 2)).toMatchObject({ points: Array.from(themes.keys()).filter((i) => themes[i] === 2) })
    expect(read(THEME)).toBeUndefined()
  })

  it('is nothing where an address makes no sense, or no point is there', () => {
    const senseless = [
      ...[null, '', '_', map.mark, `${map.mark}_`, `${map.mark}_1`, `${map.mark}_0_0_1_1`, `${map.mark}_0_0_1_0_1`],
      ...[`${map.mark}_a_b`, `${map.mark}_NaN_NaN`, `${map.mark}_1e9_0_0_1_1_1`, `${map.mark}_Infinity_0_0_1_1_1`],
      ...[`${map.mark}_0x1_0_0_1_1_1`, `${map.mark}_0_0_0_0_0_0`, `${map.mark}_7_7_7_8_8_8`, `${map.mark}_0.5_7`],
      ...[`<b>_0_0_0_1_1_1`, `${map.mark}${'_0'.repeat(122)}`, `${map.mark}${'_0.123456789'.repeat(10_000)}`]
    ]
    for (const value of senseless) expect(read(value), String(value)).toBeUndefined()
  })

  it('is told apart from a selection of another map, whose points lie elsewhere', () => {
    expect(read('zz9_-1_-1_1_-1_1_1_-1_1')).toBe('other')
  })
})
