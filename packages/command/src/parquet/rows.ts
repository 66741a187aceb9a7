import { Worker } from 'node:worker_threads'
import { Failure } from '../run/failure.js'
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
   * @throws Failure for a damaged file: the reason, without the file's name.
   */
  readonly rows: (columns?: readonly string[], onBytes?: (read: number) => void) => AsyncGenerator<ParquetRow>
  readonly close: () => Promise<void>
}

/**
 * Opens a Parquet file in a separate thread. The thread ends if it takes too long or needs too much memory.
 * @throws Failure if it is none: the reason, without the file's name.
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
    if ('fault' in answer) throw new Failure(answer.fault)
    if ('code' in answer) throw withoutName(path, answer)
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

function withoutName(path: string, error: { readonly code: string; readonly message: string }): Failure {
  return new Failure(readFailure(path, Object.assign(new Error(error.message), error)).message.replace(`${path}: `, ''))
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
