import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { MAX_RUNNING, MAX_WAITING, WorkGate } from './work-gate.js'

describe('The gate of work', () => {
  it('lets so many work at once, the others in order of coming, and more than can wait not at all', async () => {
    const gate = new WorkGate()
    let running = 0
    let most = 0
    const order: number[] = []
    const all = Array.from({ length: MAX_RUNNING + MAX_WAITING }, (_, n) =>
      gate.run(async () => {
        most = Math.max(most, ++running)
        order.push(n)
        await sleep(1)
        running--
      })
    )
    await expect(gate.run(() => Promise.resolve())).rejects.toThrow(/wait already; try again/)
    await Promise.all(all)
    expect(most).toBe(MAX_RUNNING)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('gives the place of work that failed to the next', async () => {
    const gate = new WorkGate()
    const failing = Array.from({ length: 3 * MAX_RUNNING }, () => gate.run(() => Promise.reject(new Error('broken'))))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await gate.run(() => Promise.resolve('done'))).toBe('done')
  })
})
