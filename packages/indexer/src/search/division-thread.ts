import { parentPort } from 'node:worker_threads'
import { divideNow } from './sentence-division.js'
import type { DivisionAnswer, DivisionTask } from './sentence-division.js'

parentPort!.on('message', ({ id, work }: DivisionTask) => {
  let answer: DivisionAnswer
  try {
    answer = { id, themes: divideNow(work) }
  } catch (error) {
    answer = { id, fault: error instanceof Error ? error : new Error(String(error)) }
  }
  parentPort!.postMessage(answer)
})
