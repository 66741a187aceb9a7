import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { between, fit, inSight, toPlane, toScreen, zoom } from './camera.js'
import { boundsOfMost, makeGrid, nearestPoint, pointsInside, pointsWithin } from './grid.js'
import { densityContours } from './contours.js'
import { keepInside, placeCard, placeLabels } from './point-labels.js'
import { simplifyLine } from './line.js'
import { nextShare } from './pace.js'
import { spreadOrder } from './renderer.js'

const random = createRandom('map')
const COUNT = 3000
const places = Float32Array.from({ length: 2 * COUNT }, () => random.next() * 20 - 10)
const grid = makeGrid(places)
const all = Array.from({ length: COUNT }, (_, i) => i)

describe('The camera of the map', () => {
  const size = { width: 800, height: 500 }

  it('has all of the map in sight at first', () => {
    const { left, right, bottom, top } = inSight(fit({ left: -3, right: 5, bottom: 1, top: 2 }, size), size)
    expect(left).toBeLessThan(-3)
    expect(right).toBeGreaterThan(5)
    expect(bottom).toBeLessThan(1)
    expect(top).toBeGreaterThan(2)
  })

  it('has all of the map beside what covers its left', () => {
    const camera = fit({ left: -3, right: 5, bottom: 1, top: 2 }, size, 40, 260)
    expect(toScreen(camera, size, -3, 1)[0]).toBeCloseTo(300)
    expect(toScreen(camera, size, 5, 1)[0]).toBeCloseTo(760)
  })

  it('zooms about the pointer: what lies there stays there', () => {
    const before = { x: 2, y: -1, scale: 30 }
    const [x, y] = toPlane(before, size, 130, 420)
    const after = zoom(before, size, 3.7, 130, 420, 1, 1e6)
    const [left, top] = toScreen(after, size, x, y)
    expect(left).toBeCloseTo(130)
    expect(top).toBeCloseTo(420)
  })

  it('zooms no farther than its limits', () => {
    expect(zoom({ x: 0, y: 0, scale: 5 }, size, 100, 0, 0, 2, 50).scale).toBe(50)
    expect(zoom({ x: 0, y: 0, scale: 5 }, size, 0.01, 0, 0, 2, 50).scale).toBe(2)
  })

  it('flies from the one place to the other', () => {
    const [from, to] = [
      { x: 0, y: 0, scale: 10 },
      { x: 8, y: 4, scale: 400 }
    ]
    expect(between(from, to, 0)).toEqual(from)
    expect(between(from, to, 1)).toEqual(to)
  })
})

describe('The points of the map', () => {
  it('are found within bounds as by looking at each', () => {
    const bounds = { left: -2, right: 3.3, bottom: 4, top: 9 }
    const found = pointsWithin(grid, bounds).sort((a, b) => a - b)
    expect(found).toEqual(all.filter((i) => within(i, bounds)))
    expect(found.length).toBeGreaterThan(100)
  })

  const within = (i: number, b: { left: number; right: number; bottom: number; top: number }): boolean =>
    places[2 * i] >= b.left && places[2 * i] <= b.right && places[2 * i + 1] >= b.bottom && places[2 * i + 1] <= b.top

  it('are found by the nearest, unless that is too far or passed over', () => {
    const distance = (i: number): number => Math.hypot(places[2 * i] - 1, places[2 * i + 1] - 2)
    const [first, second] = all.toSorted((a, b) => distance(a) - distance(b))
    expect(nearestPoint(grid, 1, 2, 5)).toBe(first)
    expect(nearestPoint(grid, 1, 2, 5, (i) => i === first)).toBe(second)
    expect(nearestPoint(grid, 1, 2, distance(first) / 2)).toBeUndefined()
  })

  it('are those inside of a line drawn around them, hollows left out', () => {
    // A square with a notch cut from its top down to its middle.
    const line = [-5, -5, 5, -5, 5, 5, 1, 5, 0, 0, -1, 5, -5, 5]
    const found = new Set(pointsInside(grid, line))
    for (const i of all) {
      const [x, y] = [places[2 * i], places[2 * i + 1]]
      const inside = Math.abs(x) < 5 && Math.abs(y) < 5 && !(y > 0 && Math.abs(x) < y / 5)
      expect(found.has(i), `${x}, ${y}`).toBe(inside)
    }
  })

  it('in bounds can be told to be more than so many, without all of them', () => {
    const bounds = { left: -10, right: 10, bottom: -10, top: 10 }
    expect(pointsWithin(grid, bounds, 61)).toHaveLength(61)
    expect(pointsWithin(grid, bounds, COUNT + 1)).toHaveLength(COUNT)
  })

  it('may be none', () => {
    const none = makeGrid(new Float32Array(0))
    expect(pointsWithin(none, { left: -1, right: 1, bottom: -1, top: 1 })).toEqual([])
  })
})

describe('The view of the map at first', () => {
  it('shows all points where none is far from the others', () => {
    expect(boundsOfMost(grid)).toEqual(grid.bounds)
    expect(boundsOfMost(makeGrid(new Float32Array(0)))).toEqual(makeGrid(new Float32Array(0)).bounds)
  })

  it('is not made small by a few points far away', () => {
    const far = [400, 0, 410, 3, 5, -900]
    const some = makeGrid(Float32Array.from([...far, ...places]))
    const { left, right, bottom, top } = boundsOfMost(some)
    expect(right - left).toBeLessThan(30)
    expect(top - bottom).toBeLessThan(30)
    const inView = pointsWithin(some, boundsOfMost(some))
    expect(inView).toHaveLength(COUNT)
    // The lines of density are as fine as without the far points, which are in none of them.
    expect(densityContours(some, boundsOfMost(some))).toHaveLength(3)
    expect(densityContours(some, grid.bounds)).toEqual(densityContours(grid))
  })
})

describe('A line of few corners', () => {
  it('has the corners of the line that turn, and leaves out what lies on the way', () => {
    const square = [0, 0, 1, 0, 2, 0.01, 4, 0, 4, 1, 4, 4, 3, 4, 0, 4, 0, 2]
    expect(simplifyLine(square, 60, 0.1)).toEqual([0, 0, 4, 0, 4, 4, 0, 4])
  })

  it('has no more corners than it may, those that matter most', () => {
    const star = Array.from({ length: 40 }, (_, i) => [i, i % 2 === 0 ? 0 : i === 21 ? 9 : 0.5]).flat()
    const few = simplifyLine(star, 6, 0)
    expect(few).toHaveLength(12)
    expect(few).toContain(9)
  })

  it('is the same where it has hardly any corners', () => {
    expect(simplifyLine([1, 2, 3, 4], 60, 0.1)).toEqual([1, 2, 3, 4])
    expect(simplifyLine([], 60, 0.1)).toEqual([])
  })
})

describe('The names on the map', () => {
  const at = (id: string, left: number, weight: number) => ({ id, text: 'a theme of water', left, top: 100, weight })

  it('give way to weightier ones that they would touch', () => {
    const placed = placeLabels(
      [at('small', 190, 1), at('large', 200, 9), at('far', 500, 1)],
      { width: 800, height: 200 },
      9
    )
    expect(placed.map(({ id }) => id)).toEqual(['large', 'far'])
  })

  it('do not lie under what covers the map', () => {
    const legend = { left: 16, right: 270, top: 16, bottom: 320 }
    const names = [at('under', 150, 9), at('cut', 290, 8), at('free', 400, 1)]
    expect(placeLabels(names, { width: 800, height: 500 }, 9, [legend]).map(({ id }) => id)).toEqual(['free'])
  })

  it('do not stand over the edge', () => {
    const size = { width: 800, height: 200 }
    expect(placeLabels([at('edge', 10, 1)], size, 9)).toEqual([])
    for (const left of [10, 795]) expect(placeLabels([keepInside(at('moved', left, 1), size)], size, 9)).toHaveLength(1)
  })
})

describe('The card of a point', () => {
  it('is beside its point and inside the plot, on a phone too', () => {
    const card = { width: 290, height: 150 }
    for (const screen of [
      { width: 1200, height: 700 },
      { width: 390, height: 330 }
    ]) {
      for (const x of [0, 0.3, 0.5, 0.7, 1]) {
        for (const y of [0, 0.5, 1]) {
          const [left, top] = placeCard([x * screen.width, y * screen.height], card, screen)
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(8)
          expect(left + card.width).toBeLessThanOrEqual(screen.width - 8)
          expect(top + card.height).toBeLessThanOrEqual(screen.height - 8)
        }
      }
    }
    expect(placeCard([100, 100], card, { width: 1200, height: 700 })).toEqual([114, 114])
    expect(placeCard([1100, 600], card, { width: 1200, height: 700 })).toEqual([796, 436])
  })
})

describe('Lines of density', () => {
  it('enclose most points, with fewer in the inner lines, and none are drawn for few points', () => {
    const heaps = Float32Array.from({ length: 2 * 4000 }, (_, i) => random.normal() + (Math.floor(i / 4000) % 2) * 12)
    const grid = makeGrid(heaps)
    const shares = densityContours(grid).map((path) => shareInside(path, heaps))
    for (const [level, share] of [0.9, 0.6, 0.3].entries()) expect(Math.abs(shares[level] - share)).toBeLessThan(0.05)
    expect(densityContours(makeGrid(heaps.subarray(0, 200)))).toEqual([])
    expect(densityContours(makeGrid(new Float32Array(2000)))).toEqual([])
  })

  /** The share of points from which a ray to the right crosses a path of segments an odd number of times. */
  function shareInside(path: string, points: Float32Array): number {
    const lines = [...path.matchAll(/M(\S+) ([^L]+)L(\S+) ([^M]+)/g)].map((found) => found.slice(1).map(Number))
    let inside = 0
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i], points[i + 1]]
      const crossed = lines.filter(
        ([ax, ay, bx, by]) => ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)
      )
      inside += crossed.length % 2
    }
    return inside / (points.length / 2)
  }
})

describe('Frames of the map', () => {
  it('have fewer points after slow ones, and more again after quick ones', () => {
    expect(nextShare(1, 90)).toBe(1 / 2)
    expect(nextShare(1, 1000)).toBe(1 / 8)
    expect(nextShare(1 / 2, 30)).toBe(1 / 2)
    expect(nextShare(1 / 2, 1000 / 60)).toBe(1)
    expect(nextShare(1, 10)).toBe(1)
  })

  it('never have so few points that the map is gone', () => {
    let share = 1
    for (let i = 0; i < 20; i++) share = nextShare(share, 500)
    expect(share).toBeGreaterThan(0.05)
  })

  it('of few points have them from all over the map, and in the end every point once', () => {
    for (const count of [0, 1, 2, 100, 22_397, 110_434]) {
      const order = spreadOrder(count)
      expect(new Set(order).size).toBe(count)
      expect(order.every((i) => i < count)).toBe(true)
    }
    const tenths = new Set([...spreadOrder(110_434).subarray(0, 20)].map((i) => Math.floor((10 * i) / 110_434)))
    expect(tenths.size).toBe(10)
  })
})
