import { loadRuntime, openSession, type OnnxModel, type OnnxRuntime, type OnnxSession } from './onnx.js'
import { openTokenSession, type TokenModel } from './onnx-tokens.js'
import type { PaddedSentences } from './padded-sentences.js'
import type { PaddedTokens } from './padded-tokens.js'

/** An ONNX network. Can be sent to a thread. */
export type NetworkModel = OnnxModel | TokenModel

/** What a network reads: word vectors, or the ids of tokens for a `TokenModel`. */
export type OnnxBatch = PaddedSentences | PaddedTokens

/** Runs networks on batches. */
export interface OnnxRunner {
  /** Number of batches to pass at the same time; more are no faster. */
  readonly width: number
  /**
   * Returns unit rows, [batch, dims], of a network. May transfer the buffers of `batch`: do not use them after.
   */
  readonly run: (model: NetworkModel, batch: OnnxBatch) => Promise<Float32Array>
  /** Finishes the current batches and releases all resources. Never throws. */
  readonly dispose: () => Promise<void>
}

/** Creates a runner in the calling thread, one batch after another. Each network is opened when it is first used. */
export function createRunner(runtime: () => Promise<OnnxRuntime> = loadRuntime): OnnxRunner {
  /** Opened sessions, by the network's file. A network that failed to open is tried again with the next batch. */
  const sessions = new Map<string, OnnxSession<OnnxBatch>>()
  let last: Promise<unknown> = Promise.resolve()
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const open = async (model: NetworkModel): Promise<OnnxSession<OnnxBatch>> => {
    const opened = 'inputs' in model ? openSession(await runtime(), model) : openTokenSession(await runtime(), model)
    return (await opened) as OnnxSession<OnnxBatch> // batches are of the model's kind
  }
  return {
    width: 1,
    run: (model, batch) =>
      after(async () => {
        const session = sessions.get(model.file) ?? (await open(model))
        sessions.set(model.file, session)
        return session.run(batch)
      }),
    dispose: () =>
      after(async () => {
        // A failed release is ignored, because the caller could do nothing about it.
        await Promise.allSettled([...sessions.values()].map(async (session) => session.release()))
        sessions.clear()
      })
  }
}
