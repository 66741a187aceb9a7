import { Worker } from 'node:worker_threads'
import { Failure } from '@leitmotif/command'
import type { FileContent } from './file-content.js'
import type { FileFormat } from './readers.js'

/** Maximum size of a file of these formats, in bytes. Most of it is usually pictures. */
export const MAX_FILE_SIZE = 64 * 1024 * 1024

/** Time limit for one file, in seconds: enough for a PDF of 5,000 pages on a busy machine. */
const MAX_SECONDS = 300

/** Memory limit of the conversion thread, in MB. */
const MAX_MEMORY = 2048

export interface ConversionTask {
  readonly format: FileFormat
  readonly content: Uint8Array
}

/** `fault`: why the file cannot be read. `error`: an unexpected error of the reader. */
export type ConversionAnswer = { readonly file: FileContent } | { readonly fault: string } | { readonly error: string }

let thread: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a file in a separate thread, which is terminated if it takes too long or too much memory. Files are read one
 * after another. An idle thread does not keep the process alive.
 * @throws Failure if the file cannot be read: the reason, without the file's name.
 */
export function convert(task: ConversionTask, seconds: number = MAX_SECONDS): Promise<FileContent> {
  const next = last.then(() => convertNow(task, seconds))
  last = next.catch(() => undefined)
  return next
}

async function convertNow(task: ConversionTask, seconds: number): Promise<FileContent> {
  const answer = await ask(task, seconds)
  if ('file' in answer) return answer.file
  throw new Failure(
    'fault' in answer ? answer.fault : `is damaged, or not what its name says (${answer.error}); open and save it again`
  )
}

function ask(task: ConversionTask, seconds: number): Promise<ConversionAnswer> {
  const worker = (thread ??= startThread())
  return new Promise((resolve) => {
    const end = (answer: ConversionAnswer): void => {
      clearTimeout(timer)
      worker.off('message', end).off('error', fail).off('exit', exit)
      worker.unref()
      resolve(answer)
    }
    const stop = (fault: string): void => {
      if (thread === worker) thread = undefined
      end({ fault })
      worker.on('error', () => undefined)
      void worker.terminate()
    }
    const fail = (error: NodeJS.ErrnoException): void => {
      stop(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `takes more than ${MAX_MEMORY} MB of memory to read; split it, or save it in a simpler format`
          : `cannot be read (${error.message}); open and save it again`
      )
    }
    const exit = (): void => {
      stop('ended the thread that reads files; open and save it again')
    }
    const timer = setTimeout(() => {
      stop(`takes more than ${seconds} seconds to read; split it, or save it in a simpler format`)
    }, seconds * 1000)
    worker.on('message', end).on('error', fail).on('exit', exit)
    worker.ref()
    worker.postMessage(task)
  })
}

function startThread(): Worker {
  return new Worker(new URL('../../../dist/ingest/formats/conversion-thread.js', import.meta.url), {
    execArgv: [],
    // Libraries write warnings to both streams; errors are returned as answers.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY }
  })
}
