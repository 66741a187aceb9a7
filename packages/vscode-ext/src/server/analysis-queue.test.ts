import { expect, it } from 'vitest'
import { createAnalysisQueue } from './analysis-queue.js'

/** Work that is known to have begun, and ends when it is told to. */
function work(): { begun: boolean; end: () => void; do: () => Promise<void> } {
  const one = {
    begun: false,
    end: (): void => undefined,
    do: () => {
      one.begun = true
      return new Promise<void>((resolve) => (one.end = resolve))
    }
  }
  return one
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

it('Drafts that are only opened are analysed one behind another, the one that the writer is at at once', async () => {
  const queue = createAnalysisQueue()
  const { signal } = new AbortController()
  const [first, second, third] = [work(), work(), work()]
  void queue.run('first', first.do, signal)
  void queue.run('second', second.do, signal)
  void queue.run('third', third.do, signal)
  await settle()
  expect([first.begun, second.begun, third.begun]).toEqual([true, false, false])
  queue.attend('third')
  await settle()
  expect([second.begun, third.begun]).toEqual([false, true])
  first.end()
  await settle()
  expect(second.begun).toBe(false)
  third.end()
  await settle()
  expect(second.begun).toBe(true)
})

it('A draft that is closed while it waits gives its place to the next', async () => {
  const queue = createAnalysisQueue()
  const closing = new AbortController()
  const { signal } = new AbortController()
  const [first, closed, last] = [work(), work(), work()]
  void queue.run('first', first.do, signal)
  const waited = queue.run('closed', closed.do, closing.signal)
  void queue.run('last', last.do, signal)
  closing.abort()
  await waited
  expect(last.begun).toBe(false)
  first.end()
  await settle()
  expect([closed.begun, last.begun]).toEqual([false, true])
})

it('Work that fails gives its place to the next', async () => {
  const queue = createAnalysisQueue()
  const { signal } = new AbortController()
  const failed = queue.run('first', () => Promise.reject(new Error('no')), signal)
  const next = work()
  void queue.run('second', next.do, signal)
  await expect(failed).rejects.toThrow('no')
  await settle()
  expect(next.begun).toBe(true)
})
