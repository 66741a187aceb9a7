import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { BLOCK_LENGTH, createKernel } from './skip-gram-kernel.js'
import { createSchedule } from './schedule.js'
import { CONTROL, type SkipGramWork } from './skip-gram-work.js'

const { code, memory, shape, thread, tokens, schedule: options, control: shared } = workerData as SkipGramWork
const control = new Int32Array(shared)
const schedule = createSchedule(tokens.length, options)
const kernel = await createKernel(code, memory, shape, thread)
const block = new Int32Array(BLOCK_LENGTH)

/** Takes steps until the limit or a request to stop. Then all steps below the next one are done. */
function takeSteps(): void {
  const file = openSync(tokens.path, 'r')
  while (Atomics.load(control, CONTROL.stop) === 0) {
    const index = Atomics.load(control, CONTROL.nextStep)
    if (index >= Atomics.load(control, CONTROL.limit)) break
    if (Atomics.compareExchange(control, CONTROL.nextStep, index, index + 1) !== index) continue
    const { start, length, alpha, seed } = schedule.step(index)
    const bytes = readSync(file, block, 0, 4 * length, 4 * start)
    if (bytes !== 4 * length) throw new Error(`${tokens.path}: ends at ${4 * start + bytes} bytes while being read`)
    kernel.tokens.set(block)
    kernel.trainBlock(length, alpha, seed)
  }
  closeSync(file)
}

parentPort!.on('message', () => {
  takeSteps()
  parentPort!.postMessage('stopped')
})
