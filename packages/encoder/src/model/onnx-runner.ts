import { loadRuntime, openSession, type OnnxModel, type OnnxRuntime, type OnnxSession } from './onnx.js'
import type { PaddedSentences } from './padded-sentences.js'

/** The ONNX networks of a bundle, by name; may be sent to a thread. */
export type OnnxModels = Readonly<Record<string, OnnxModel>>

/** Runs networks on batches. */
export interface OnnxRunner {
  /** Batches that are worth giving it at the same time. */
  readonly width: number
  /** Unit rows, [batch, dims], of the network of that name. What is given may be gone afterwards. */
  readonly run: (name: string, sentences: PaddedSentences) => Promise<Float32Array>
  /** Lets go of everything, after the batches that it has; never fails. */
  readonly dispose: () => Promise<void>
}

/** Runs networks in the calling thread, one batch after another. Each network is opened when it is first used. */
export function createRunner(models: OnnxModels, runtime: () => Promise<OnnxRuntime> = loadRuntime): OnnxRunner {
  /** Those that could be opened: what failed is tried again with the next batch. */
  const sessions = new Map<string, OnnxSession>()
  let last: Promise<unknown> = Promise.resolve()
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const open = async (name: string): Promise<OnnxSession> => openSession(await runtime(), models[name])
  return {
    width: 1,
    run: (name, sentences) =>
      after(async () => {
        const session = sessions.get(name) ?? (await open(name))
        sessions.set(name, session)
        return session.run(sentences)
      }),
    dispose: () =>
      after(async () => {
        // Nobody waits for a session that can't be released, nor could do anything about it.
        await Promise.allSettled([...sessions.values()].map(async (session) => session.release()))
        sessions.clear()
      })
  }
}
