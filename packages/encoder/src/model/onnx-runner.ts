import { loadRuntime, openSession, type OnnxModel, type OnnxRuntime, type OnnxSession } from './onnx.js'
import type { PaddedSentences } from './padded-sentences.js'

/** Runs networks on batches. */
export interface OnnxRunner {
  /** Number of batches to pass at the same time; more are no faster. */
  readonly width: number
  /**
   * Returns unit rows, [batch, dims], of a network. May transfer the buffers of `sentences`: do not use them
   * after.
   */
  readonly run: (model: OnnxModel, sentences: PaddedSentences) => Promise<Float32Array>
  /** Finishes the current batches and releases all resources. Never throws. */
  readonly dispose: () => Promise<void>
}

/** Creates a runner in the calling thread, one batch after another. Each network is opened when it is first used. */
export function createRunner(runtime: () => Promise<OnnxRuntime> = loadRuntime): OnnxRunner {
  /** Opened sessions, by the network's file. A network that failed to open is tried again with the next batch. */
  const sessions = new Map<string, OnnxSession>()
  let last: Promise<unknown> = Promise.resolve()
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    width: 1,
    run: (model, sentences) =>
      after(async () => {
        const session = sessions.get(model.file) ?? (await openSession(await runtime(), model))
        sessions.set(model.file, session)
        return session.run(sentences)
      }),
    dispose: () =>
      after(async () => {
        // A failed release is ignored, because the caller could do nothing about it.
        await Promise.allSettled([...sessions.values()].map(async (session) => session.release()))
        sessions.clear()
      })
  }
}
