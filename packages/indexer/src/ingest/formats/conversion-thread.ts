import { parentPort } from 'node:worker_threads'
import { Failure } from '@leitmotif/command'
import type { ConversionAnswer, ConversionTask } from './conversion.js'
import { loadReader } from './readers.js'

parentPort!.on('message', (task: ConversionTask) => {
  void answer(task).then((done) => {
    parentPort!.postMessage(done)
  })
})

async function answer({ format, content }: ConversionTask): Promise<ConversionAnswer> {
  try {
    const read = await loadReader(format)
    return { file: await read(content) }
  } catch (error) {
    if (error instanceof Failure) return { fault: error.message }
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, 200) }
  }
}
