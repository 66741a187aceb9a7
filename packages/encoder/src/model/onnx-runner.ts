import { loadRuntime, openSession, type OnnxNetwork, type OnnxRuntime, type OnnxSession } from './onnx.js'
import type { PaddedSentences } from './padded-sentences.js'

/** The ONNX networks of a bundle, by name, with what must be known to open them; may be sent to a thread. */
export interface OnnxModels {
  readonly networks: Readonly<Record<string, OnnxNetwork & { readonly file: string }>>
  /** Dimensions of the word vectors. */
  readonly inputs: number
}

/** Runs networks on batches. */
export interface OnnxRunner {
  /** Batches that are worth giving it at the same time. */
  readonly width: number
  /** Unit rows, [batch, dims], of the network of that name. What is given may be gone afterwards. */
  readonly run: (name: string, sentences: PaddedSentences) => Promise<Float32Array>
  /** Lets go of everything, after the batches that it has. */
  readonly dispose: () => Promise<void>
}

/** Runs networks in the calling thread, one batch after another. Each network is opened when it is first used. */
export function createRunner(
  { networks, inputs }: OnnxModels,
  runtime: () => Promise<OnnxRuntime> = loadRuntime
): OnnxRunner {
  const sessions = new Map<string, Promise<OnnxSession>>()
  let last: Promise<unknown> = Promise.resolve()
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const open = async (name: string): Promise<OnnxSession> =>
    openSession(await runtime(), networks[name], inputs, networks[name].file)
  return {
    width: 1,
    run: (name, sentences) =>
      after(async () => {
        const session = sessions.get(name) ?? open(name)
        sessions.set(name, session)
        return (await session).run(sentences)
      }),
    dispose: () =>
      after(async () => {
        const opened = await Promise.allSettled(sessions.values())
        sessions.clear()
        for (const session of opened) if (session.status === 'fulfilled') await session.value.release()
      })
  }
}
