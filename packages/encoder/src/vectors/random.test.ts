import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.js'

describe('A seeded stream of chance', () => {
  it('gives the same numbers on every machine', () => {
    const random = createRandom(42)
    expect([random.integer(1000), random.integer(1000), random.integer(1000)]).toEqual([893, 932, 662])
  })

  it('is named by its seed, however it is written', () => {
    expect(createRandom(7).next()).toBe(createRandom('7').next())
    expect(createRandom(7).next()).not.toBe(createRandom(8).next())
  })

  it('forks by label, whatever was drawn before', () => {
    const drawn = createRandom(1)
    drawn.next()
    expect(drawn.fork('a').next()).toBe(createRandom(1).fork('a').next())
    expect(drawn.fork('a').next()).not.toBe(drawn.fork('b').next())
  })

  it('is even: every tenth gets a tenth, and normal deviates have mean 0 and variance 1', () => {
    const random = createRandom('even')
    const tenths = new Array<number>(10).fill(0)
    let sum = 0
    let squares = 0
    for (let i = 0; i < 100_000; i++) {
      tenths[random.integer(10)] += 1
      const z = random.normal()
      sum += z
      squares += z * z
    }
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400)
    expect(Math.abs(sum / 100_000)).toBeLessThan(0.015)
    expect(Math.abs(squares / 100_000 - 1)).toBeLessThan(0.03)
  })

  it('shuffles without loss', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const shuffled = createRandom(seed).shuffle([...items])
        expect([...shuffled].sort()).toEqual([...items].sort())
      })
    )
  })
})
