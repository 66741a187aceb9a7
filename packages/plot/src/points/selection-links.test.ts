import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { makeGrid } from './grid.js'
import { markPlaces, readSelected, writeLine, writePoint } from './selection-links.js'

const random = createRandom('selected')
const COUNT = 4000
const places = Float32Array.from({ length: 2 * COUNT }, () => random.next() * 2 - 1)
const map = { places, mark: '1f4k2m' }
const grid = makeGrid(places)
const read = (value: string | null) => readSelected(value, map, grid)

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

  it('is marked by the places of all points: the same for the same alone', () => {
    const moved = places.slice()
    moved[17] += 1e-6
    expect(markPlaces(places)).toMatch(/^[0-9a-z]{1,7}$/)
    expect(markPlaces(places.slice())).toBe(markPlaces(places))
    expect(markPlaces(moved)).not.toBe(markPlaces(places))
  })
})
