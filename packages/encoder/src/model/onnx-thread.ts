import { BundleError } from './manifest-members.js'
import { RuntimeError } from './onnx.js'
import { createRunner, type NetworkModel } from './onnx-runner.js'
import type { OnnxAnswer, OnnxFault, OnnxWork } from './onnx-threads.js'

const port = process.getBuiltinModule('node:worker_threads').parentPort!
const runner = createRunner()
/** The networks that were sent, by file. */
const models = new Map<string, NetworkModel>()

port.on('message', (work: OnnxWork | undefined) => {
  if (work === undefined) {
    void runner.dispose().then(() => {
      port.close()
    })
    return
  }
  const { id, file, model, batch } = work
  if (model !== undefined) models.set(file, model)
  runner.run(models.get(file)!, batch).then(
    (rows) => {
      const encoded = new Float32Array(rows)
      port.postMessage({ id, encoded } satisfies OnnxAnswer, [encoded.buffer])
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      port.postMessage({ id, fault: { message, kind: kindOf(error) } } satisfies OnnxAnswer)
    }
  )
})

function kindOf(error: unknown): OnnxFault['kind'] {
  if (error instanceof BundleError) return 'bundle'
  return error instanceof RuntimeError ? 'runtime' : 'other'
}
