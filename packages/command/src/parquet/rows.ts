import { Worker } from 'node:worker_threads'
import { FileFailure } from '../run/failure.js'
import { readFailure } from '../run/file-lines.js'
import type { ParquetPages, ParquetRow, ParquetRows } from './row-pages.js'
import type { Answer, Question } from './row-thread.js'

/** Time limit for the next rows, in seconds. A page is unpacked in less than one. */
const MAX_SECONDS = 60

/** Memory limit of the thread that reads, in MB. */
const MAX_MEMORY = 2048

/** A Parquet file that is open. */
export interface ParquetFile {
  /** Names of columns, and of members of structures with dots: `author.name`. */
  readonly names: readonly string[]
  /** Number of rows that the file states. */
  readonly count: number
  /**
   * Yields the rows in order. Memory holds a page of each column. Call it once.
   * @param columns names of the columns to read; default: all but vectors, which are lists of floating-point numbers
   * @param onBytes called with the number of bytes of pages read so far
   * @throws FileFailure for a damaged file.
   */
  readonly rows: (columns?: readonly string[], onBytes?: (read: number) => void) => AsyncGenerator<ParquetRow>
  readonly close: () => Promise<void>
}

/**
 * Opens a Parquet file in a separate thread. The thread ends if it takes too long or needs too much memory.
 * @throws FileFailure if it is none, or cannot be read.
 */
export async function openParquet(path: string): Promise<ParquetFile> {
  const thread = new Worker(new URL('../../dist/parquet/row-thread.js', import.meta.url), {
    workerData: path,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY }
  })
  const close = async (): Promise<void> => {
    await thread.terminate()
  }
  const ask = async <T extends Answer>(question: Question): Promise<T> => {
    const answer = await answerOf(thread, question)
    if ('fault' in answer) throw new FileFailure(path, answer.fault)
    if ('code' in answer) {
      const failure = readFailure(path, Object.assign(new Error(answer.message), answer))
      throw failure instanceof FileFailure ? failure : new FileFailure(path, answer.message)
    }
    return answer as T
  }
  try {
    const { names, count } = await ask<Pick<ParquetPages, 'names' | 'count'>>({ ask: 'open' })
    return {
      ...{ names, count, close },
      async *rows(columns, onBytes) {
        for (;;) {
          const found = await ask<ParquetRows | { end: true }>({
            ask: 'next',
            ...(columns !== undefined && { columns })
          })
          if ('end' in found) return
          onBytes?.(found.bytes)
          yield* found.rows
        }
      }
    }
  } catch (error) {
    await close()
    throw error
  }
}

function answerOf(thread: Worker, question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer)
      thread.off('message', end).off('error', fail).off('exit', exit)
      resolve(answer)
    }
    const fail = (error: NodeJS.ErrnoException): void => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      end({
        fault: isFull
          ? `takes more than ${MAX_MEMORY} MB of memory to read; write it with smaller pages`
          : `is damaged (${error.message}); fetch or write it again`
      })
      thread.on('error', () => undefined)
    }
    const exit = (): void => {
      end({ fault: 'ended the thread that reads it; fetch or write it again' })
    }
    const timer = setTimeout(() => {
      end({ fault: `takes more than ${MAX_SECONDS} seconds for a few rows; write it with smaller pages` })
    }, MAX_SECONDS * 1000)
    thread.on('message', end).on('error', fail).on('exit', exit)
    thread.postMessage(question)
  })
}
