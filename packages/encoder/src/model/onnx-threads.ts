import { BundleError } from './manifest.js'
import type { OnnxModels, OnnxRunner } from './onnx-runner.js'
import type { PaddedSentences } from './padded-sentences.js'

/** The file of a thread's code; by a name that bundlers do not follow. */
const THREAD = '../../dist/model/onnx-thread.js'

/** A batch for a thread; in place of one, `undefined` bids it end. */
export interface OnnxWork {
  readonly id: number
  readonly name: string
  readonly sentences: PaddedSentences
}

/** What a thread answers: the rows, or what went wrong. */
export type OnnxAnswer =
  | { readonly id: number; readonly encoded: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly fault: { readonly message: string; readonly ofBundle: boolean } }

interface Waiting {
  readonly resolve: (encoded: Float32Array) => void
  readonly reject: (error: Error) => void
}

/** Whether the host has Node's worker threads. */
export function hasThreads(): boolean {
  return typeof process !== 'undefined' && 'getBuiltinModule' in process
}

/** Runs networks on `count` worker threads of Node, which start with the first batch, each with its own sessions. */
export function createThreadRunner(networks: OnnxModels, count: number): OnnxRunner {
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
  const threads = new Map<InstanceType<typeof Thread>, Map<number, Waiting>>()
  let batches = 0

  function start(): void {
    const thread = new Thread(new URL(THREAD, import.meta.url), { workerData: networks })
    const waiting = new Map<number, Waiting>()
    threads.set(thread, waiting)
    const end = (error: Error): void => {
      threads.delete(thread)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('message', (answer: OnnxAnswer) => {
      const { resolve, reject } = waiting.get(answer.id)!
      waiting.delete(answer.id)
      if (waiting.size === 0) thread.unref() // a thread without work keeps no program from ending
      if ('encoded' in answer) resolve(answer.encoded)
      else reject(new (answer.fault.ofBundle ? BundleError : Error)(answer.fault.message))
    })
    thread.on('error', end)
    thread.on('exit', (code) => {
      end(new Error(`a thread that encodes ended with code ${code}; encode again, or with fewer threads`))
    })
  }

  return {
    width: 2 * count, // one that a thread works on, and the next
    run: (name, sentences) => {
      while (threads.size < count) start()
      const [thread, waiting] = [...threads].reduce((a, b) => (b[1].size < a[1].size ? b : a))
      return new Promise((resolve, reject) => {
        const id = batches++
        waiting.set(id, { resolve, reject })
        thread.ref()
        const work: OnnxWork = { id, name, sentences }
        thread.postMessage(work, [sentences.vectors.buffer])
      })
    },
    async dispose() {
      await Promise.all(
        [...threads.keys()].map(async (thread) => {
          const ended = new Promise((resolve) => thread.once('exit', resolve))
          thread.postMessage(undefined)
          await ended
        })
      )
    }
  }
}
