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

  it('leaves out who has gone while waiting, and makes room for another to wait', async () => {
    const gate = new WorkGate()
    const gone = new AbortController()
    let asked = 0
    const ask = (signal?: AbortSignal): Promise<unknown> => gate.run(() => Promise.resolve(++asked), signal)
    const working = Array.from({ length: MAX_RUNNING }, () => gate.run(() => sleep(20)))
    const left = Array.from({ length: MAX_WAITING }, () => ask(gone.signal))
    gone.abort()
    expect(new Set(await Promise.all(left))).toEqual(new Set([undefined]))
    const others = Array.from({ length: MAX_WAITING }, () => ask())
    await Promise.all([...working, ...others])
    expect(asked).toBe(MAX_WAITING)
    expect(await ask(gone.signal)).toBeUndefined()
    expect(await ask()).toBe(MAX_WAITING + 1)
  })

  it('gives the place of work that failed to the next', async () => {
    const gate = new WorkGate()
    const failing = Array.from({ length: 3 * MAX_RUNNING }, () => gate.run(() => Promise.reject(new Error('broken'))))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await gate.run(() => Promise.resolve('done'))).toBe('done')
  })
})
