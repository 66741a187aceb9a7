import { spawnSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { yieldToHost } from './host.js'

it('A turn lets timers of the host go off, and waits for none: those of a hidden tab are slow', async () => {
  const goesOff = vi.fn()
  setTimeout(goesOff)
  const until = performance.now() + 2000
  while (goesOff.mock.calls.length === 0 && performance.now() < until) await yieldToHost()
  expect(goesOff).toHaveBeenCalledOnce()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
  try {
    await yieldToHost()
  } finally {
    vi.useRealTimers()
  }
})

it('A turn keeps no program from ending', () => {
  const program = `${yieldToHost.toString()}\nfor (let i = 0; i < 100; i++) await yieldToHost()\nprocess.stdout.write('done')`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 20_000
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'done' })
})
