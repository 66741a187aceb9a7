import { BundleError } from './manifest-members.js'
import { createRunner, type OnnxModels } from './onnx-runner.js'
import type { OnnxAnswer, OnnxWork } from './onnx-threads.js'

const threads = process.getBuiltinModule('node:worker_threads')
const port = threads.parentPort!
const runner = createRunner(threads.workerData as OnnxModels)

port.on('message', (work: OnnxWork | undefined) => {
  if (work === undefined) {
    void runner.dispose().then(() => {
      port.close()
    })
    return
  }
  const { id, name, batch } = work
  runner.run(name, batch).then(
    (rows) => {
      const encoded = new Float32Array(rows)
      port.postMessage({ id, encoded } satisfies OnnxAnswer, [encoded.buffer])
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      port.postMessage({ id, fault: { message, ofBundle: error instanceof BundleError } } satisfies OnnxAnswer)
    }
  )
})
