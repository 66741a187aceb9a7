import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../run/failure.js'
import { openPages, type ParquetPages, type ParquetRows } from './row-pages.js'

/** `open` comes first, then `next` once for each answer. */
export type Question = { readonly ask: 'open' } | { readonly ask: 'next'; readonly columns?: readonly string[] }

/** `fault`: why the file cannot be read, without its name; `code` of an error of the file system. */
export type Answer =
  | Pick<ParquetPages, 'names' | 'count'>
  | ParquetRows
  | { readonly end: true }
  | { readonly fault: string }
  | { readonly code: string; readonly message: string }

let pages: ParquetPages | undefined
let rows: AsyncGenerator<ParquetRows> | undefined

parentPort!.on('message', (question: Question) => {
  void answer(question).then((found) => {
    parentPort!.postMessage(found)
  })
})

async function answer(question: Question): Promise<Answer> {
  try {
    if (question.ask === 'open') {
      pages = await openPages(workerData as string)
      return { names: pages.names, count: pages.count }
    }
    rows ??= pages!.rows(question.columns)
    const next = await rows.next()
    return next.done === true ? { end: true } : next.value
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof Failure || code === undefined) return { fault: message }
    return { code, message }
  }
}
