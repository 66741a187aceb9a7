import { BundleError } from './manifest-members.js'
import type { OnnxModels, OnnxRunner } from './onnx-runner.js'
import type { PaddedSentences } from './padded-sentences.js'

/** The file of a thread's code; by a name that bundlers do not follow. */
const THREAD = '../../dist/model/onnx-thread.js'

/** A batch for a thread; `undefined` ends the thread. */
export interface OnnxWork {
  readonly id: number
  readonly name: string
  readonly sentences: PaddedSentences
}

/** A thread's answer: the rows, or the error. */
export type OnnxAnswer =
  | { readonly id: number; readonly encoded: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly fault: { readonly message: string; readonly ofBundle: boolean } }

interface Waiting {
  readonly resolve: (encoded: Float32Array) => void
  readonly reject: (error: Error) => void
}

/** @throws Error where the file is not, as in what a bundler has made of this package. */
function threadCode(): URL {
  const place: string | undefined = import.meta.url // none in what bundlers make for `require`
  const file = URL.canParse(THREAD, place) ? new URL(THREAD, place) : undefined
  if (file?.protocol === 'file:' && process.getBuiltinModule('node:fs').existsSync(file)) return file
  throw new Error(
    `the code of threads that encode is not at ${file?.href ?? THREAD}; build the package, leave it out of what is ` +
      'bundled (as an external one), or encode with threads: 0'
  )
}

/** Runs networks on up to `count` worker threads of Node, each with its own sessions, which start as there is work. */
export function createThreadRunner(models: OnnxModels, count: number): OnnxRunner {
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
  /** Threads, and the batches that each has, by their ids. */
  const threads = new Map<InstanceType<typeof Thread>, Map<number, Waiting>>()
  let batches = 0

  function start(): InstanceType<typeof Thread> {
    const thread = new Thread(threadCode(), { workerData: models, execArgv: [] })
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
    return thread
  }

  /** A thread without work, else a new one where there may be more, else the one with the least work. */
  function choose(): InstanceType<typeof Thread> {
    const [thread, waiting] = [...threads].sort(([, a], [, b]) => a.size - b.size).at(0) ?? []
    return thread === undefined || (waiting!.size > 0 && threads.size < count) ? start() : thread
  }

  return {
    width: 2 * count, // one that a thread works on, and its next
    run: (name, sentences) =>
      new Promise((resolve, reject) => {
        const thread = choose()
        const work: OnnxWork = { id: batches++, name, sentences }
        threads.get(thread)!.set(work.id, { resolve, reject })
        thread.ref()
        thread.postMessage(work, [sentences.vectors.buffer])
      }),
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
