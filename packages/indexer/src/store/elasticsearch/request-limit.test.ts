import { describe, expect, it } from 'vitest'
import { Congestion, MOST_REQUESTS } from './request-limit.js'

describe('Congestion', () => {
  it('allows more with success, never more than eight', async () => {
    const congestion = new Congestion()
    const limits = [congestion.limit]
    for (let i = 0; i < 100; i++) {
      congestion.leave(await congestion.enter(), false)
      limits.push(congestion.limit)
    }
    expect(limits[0]).toBe(2)
    expect(limits).toEqual([...limits].sort((a, b) => a - b))
    expect(limits.at(-1)).toBe(MOST_REQUESTS)
  })

  it('halves once for all requests that were under way together, and always lets one through', async () => {
    const congestion = new Congestion()
    for (let i = 0; i < 100; i++) congestion.leave(await congestion.enter(), false)
    const together = await Promise.all(Array.from({ length: MOST_REQUESTS }, () => congestion.enter()))
    for (const turn of together) congestion.leave(turn, true)
    expect(congestion.limit).toBe(4)
    for (let i = 0; i < 10; i++) congestion.leave(await congestion.enter(), true)
    expect(congestion.limit).toBe(1)
  })

  it('lets those wait that are too many', async () => {
    const congestion = new Congestion()
    const first = await congestion.enter()
    await congestion.enter()
    let entered = false
    const third = congestion.enter().then(() => (entered = true))
    await Promise.resolve()
    expect(entered).toBe(false)
    congestion.leave(first, false)
    await third
    expect(entered).toBe(true)
  })
})
