import {
  centerRows,
  chooseThemeCount,
  findThemes,
  type Themes,
  type ThemesInput,
  type Vectors
} from '@leitmotif/encoder'
import { blendNeighbours, shareContext } from '@leitmotif/encoder/stages'
import { passagesOf } from '../store/slices.js'
import type { RecordSlice } from '../store/store.js'
import { Worker } from 'node:worker_threads'

/**
 * Number of themes: `medium` is the number that separates the sentences best, `coarse` half of it, `fine` twice as
 * many.
 */
export const GRANULARITIES = ['coarse', 'medium', 'fine'] as const
export type Granularity = (typeof GRANULARITIES)[number]

export interface Division {
  /** The number of themes, or a granularity that derives it from the vectors. */
  readonly into: number | Granularity
  /** Whether to read sentences with their neighbours: for sentences of whole documents, in reading order. */
  readonly passages?: boolean
  readonly exemplars?: number
}

/** Sentences to divide, and options: plain data that can be sent to another thread. */
export interface DivisionWork extends ThemesInput {
  readonly into: number | Granularity
  readonly exemplars?: number
}

/** Divides sentences into themes, in this thread or another. */
export type Divide = (work: DivisionWork) => Promise<Themes>

/** Sample size for choosing the number of themes, and the maximum number: these determine the time. */
const CHOICE = { sample: 300, most: 16 }

/**
 * A fast division: fewer restarts than for corpus themes, and a sample to fit on. The other sentences are assigned to
 * it.
 */
const DIVISION = { restarts: 2, sample: 2000 }

const FACTORS: Record<Granularity, number> = { coarse: 1 / 2, medium: 1, fine: 2 }

export function divisionOf(
  { records, vectors }: RecordSlice,
  { into, passages = false, exemplars }: Division
): DivisionWork {
  return {
    sentences: records.map(({ text }) => text),
    vectors,
    into,
    ...(passages && { passages: passagesOf(records) }),
    ...(exemplars !== undefined && { exemplars })
  }
}

/**
 * Finds themes of sentences by k-means; blocks the thread until it is done. Scattered sentences are taken relative to
 * one another (`shareContext`), those of whole documents are blended with their neighbours. The number of themes is
 * chosen before `shareContext`, because that moves vectors into groups even if there are no themes.
 */
export function divideNow({ into, exemplars, ...input }: DivisionWork): Themes {
  const { sentences, vectors, passages } = input
  const rows = passages === undefined ? vectors : blendNeighbours(vectors, passages)
  const count = typeof into === 'number' ? into : countBy(rows, into)
  const shared = passages === undefined && count > 1 && { vectors: shareContext(vectors, sentences) }
  return findThemes({ ...input, ...shared }, { ...DIVISION, count, ...(exemplars !== undefined && { exemplars }) })
}

/** Divides in this thread, for commands where nothing else waits. */
export const divideHere: Divide = (work) => Promise.resolve(divideNow(work))

/**
 * Returns the number of themes that separates the rows best, half of it or twice as many; one if no number separates
 * them.
 */
function countBy(vectors: Vectors, granularity: Granularity): number {
  const { count } = chooseThemeCount(centerRows(vectors), CHOICE)
  return count === 1 ? 1 : Math.max(2, Math.round(count * FACTORS[granularity]))
}

/** A task for the thread, and its answer: themes or an error. */
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
 * Divides sentences in a separate thread, one task after another, so that this thread stays responsive. The thread
 * starts at once, so no request waits for it, and restarts after an error. An idle thread does not keep the process
 * alive.
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
    // Last, because listening for messages would undo it.
    started.unref()
    return started
  }

  return (work) =>
    new Promise((resolve, reject) => {
      thread ??= start()
      const id = tasks++
      // Throws for data that cannot be sent to a thread, and then nothing waits for a reply.
      thread.postMessage({ id, work } satisfies DivisionTask)
      waiting.set(id, { resolve, reject })
      thread.ref()
    })
}
