import { Worker } from 'node:worker_threads'
import type { Themes } from '@leitmotif/encoder'
import type { Divide, DivisionWork } from './division.js'

/** What the thread is given, and what it answers: themes, or what went wrong. */
export interface DivisionTask {
  readonly id: number
  readonly work: DivisionWork
}
export type DivisionAnswer =
  { readonly id: number; readonly themes: Themes } | { readonly id: number; readonly fault: Error }

interface Waiting {
  readonly resolve: (themes: Themes) => void
  readonly reject: (error: Error) => void
}

/**
 * Divides sentences in a thread of its own, one task after another, so that this one has its hands free. The thread starts
 * at once, so that no request waits for that, and anew after a fault; without a task it keeps no program from ending.
 */
export function createDivider(): Divide {
  let waiting = new Map<number, Waiting>()
  let tasks = 0
  let thread: Worker | undefined = start()

  function start(): Worker {
    const started = new Worker(new URL('../../dist/search/division-thread.js', import.meta.url), { execArgv: [] })
    const own = (waiting = new Map<number, Waiting>())
    const end = (error: Error): void => {
      if (thread === started) thread = undefined
      for (const { reject } of own.values()) reject(error)
      own.clear()
    }
    started.on('message', (answer: DivisionAnswer) => {
      const { resolve, reject } = own.get(answer.id)!
      own.delete(answer.id)
      if (own.size === 0) started.unref()
      if ('themes' in answer) resolve(answer.themes)
      else reject(answer.fault)
    })
    started.on('error', end)
    started.on('exit', (code) => {
      end(new Error(`the thread that divides sentences ended with code ${code}; ask again`))
    })
    // Last: to listen for messages takes it back.
    started.unref()
    return started
  }

  return (work) =>
    new Promise((resolve, reject) => {
      thread ??= start()
      const id = tasks++
      // Throws for what cannot be copied to a thread: such work is not waited for.
      thread.postMessage({ id, work } satisfies DivisionTask)
      waiting.set(id, { resolve, reject })
      thread.ref()
    })
}
