import { BundleError } from './manifest-members.js'
import { RuntimeError } from './onnx.js'
import type { NetworkModel, OnnxBatch, OnnxRunner } from './onnx-runner.js'

/** The file of a thread's code. In a variable, so that bundlers do not follow it. */
const THREAD = '../../dist/model/onnx-thread.js'

/** A batch for a thread; `undefined` ends the thread. */
export interface OnnxWork {
  readonly id: number
  /** The network's file. */
  readonly file: string
  /** The network, with its first batch for the thread. */
  readonly model?: NetworkModel
  readonly batch: OnnxBatch
}

export interface OnnxFault {
  readonly message: string
  readonly kind: 'bundle' | 'runtime' | 'other'
}

/** A thread's answer: the rows, or the error. */
export type OnnxAnswer =
  | { readonly id: number; readonly encoded: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly fault: OnnxFault }

const ERRORS = { bundle: BundleError, runtime: RuntimeError, other: Error } as const

interface Waiting {
  readonly resolve: (encoded: Float32Array) => void
  readonly reject: (error: Error) => void
}

/** Returns the address of the thread's code. @throws Error if the file is missing, for instance in bundled code. */
function threadCode(): URL {
  const place: string | undefined = import.meta.url // undefined in bundles for `require`
  const file = URL.canParse(THREAD, place) ? new URL(THREAD, place) : undefined
  if (file?.protocol === 'file:' && process.getBuiltinModule('node:fs').existsSync(file)) return file
  throw new Error(
    `the code of threads that encode is not at ${file?.href ?? THREAD}; build the package, leave it out of what is ` +
      'bundled (as an external one), or encode with threads: 0'
  )
}

/** Creates a runner on up to `count` worker threads of Node, each with separate sessions. Threads start when needed. */
export function createThreadRunner(count: number): OnnxRunner {
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
  /** For each thread, its unfinished batches by id. */
  const threads = new Map<InstanceType<typeof Thread>, Map<number, Waiting>>()
  /** For each thread, the files of the networks that it has. */
  const sent = new WeakMap<InstanceType<typeof Thread>, Set<string>>()
  let batches = 0

  function start(): InstanceType<typeof Thread> {
    const thread = new Thread(threadCode(), { execArgv: [] })
    const waiting = new Map<number, Waiting>()
    threads.set(thread, waiting)
    sent.set(thread, new Set())
    const end = (error: Error): void => {
      threads.delete(thread)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('message', (answer: OnnxAnswer) => {
      const { resolve, reject } = waiting.get(answer.id)!
      waiting.delete(answer.id)
      if (waiting.size === 0) thread.unref() // an idle thread must not keep the program running
      if ('encoded' in answer) resolve(answer.encoded)
      else reject(new ERRORS[answer.fault.kind](answer.fault.message))
    })
    thread.on('error', end)
    thread.on('exit', (code) => {
      end(new Error(`a thread that encodes ended with code ${code}; encode again, or with fewer threads`))
    })
    return thread
  }

  /**
   * Returns an idle thread; without one a new thread, if the limit allows; otherwise the thread with the fewest
   * batches.
   */
  function choose(): InstanceType<typeof Thread> {
    const [thread, waiting] = [...threads].sort(([, a], [, b]) => a.size - b.size).at(0) ?? []
    return thread === undefined || (waiting!.size > 0 && threads.size < count) ? start() : thread
  }

  return {
    width: 2 * count, // for each thread, the current batch and the next
    run: (model, batch) =>
      new Promise((resolve, reject) => {
        const thread = choose()
        const { file } = model
        const known = sent.get(thread)!
        const work: OnnxWork = { id: batches++, file, ...(!known.has(file) && { model }), batch }
        known.add(file)
        threads.get(thread)!.set(work.id, { resolve, reject })
        thread.ref()
        thread.postMessage(work, ['ids' in batch ? batch.ids.buffer : batch.vectors.buffer])
      }),
    async dispose() {
      await Promise.all(
        [...threads.keys()].map(async (thread) => {
          const ended = new Promise((resolve) => thread.once('exit', resolve))
          // A program that ends while native code releases its sessions may be aborted.
          thread.ref()
          thread.postMessage(undefined)
          await ended
        })
      )
    }
  }
}
