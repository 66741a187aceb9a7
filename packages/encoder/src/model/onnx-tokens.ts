import { normalize } from '../vectors/vectors.js'
import { BundleError } from './manifest-members.js'
import { createSession, describeValues, type OnnxRuntime, type OnnxSession } from './onnx.js'
import type { PaddedTokens } from './padded-tokens.js'

/** How the states of a text's tokens become one vector: their mean, the first, or the last. */
export const POOLINGS = ['mean', 'cls', 'last'] as const
export type Pooling = (typeof POOLINGS)[number]

/**
 * A model that reads token ids, as sentence encoders are exported to ONNX. Inputs: `input_ids` and, if it has them,
 * `attention_mask` and `token_type_ids`, int64 [batch, time]. Output: one float32 vector of a text, [batch, dims], or the
 * states of its tokens, [batch, time, dims]. Can be sent to a thread.
 */
export interface TokenModel {
  /** The bytes of an ONNX model without external data. */
  readonly model: Uint8Array<ArrayBuffer>
  /** Name in error messages. */
  readonly file: string
  /** Dimensions of its vectors; undefined accepts any. */
  readonly dims?: number
  /** Undefined: the model must give vectors of texts. */
  readonly pooling?: Pooling
  /**
   * Why the pooling in the model's configuration is not supported. An error only if the model returns states of tokens.
   */
  readonly unsupported?: string
}

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
/** Names of outputs with vectors of texts. Excludes `pooler_output`, which in BERT is trained for another task. */
const VECTORS = ['encoded', 'sentence_embedding']
/** Names of outputs with states of tokens. */
const STATES = ['last_hidden_state', 'token_embeddings']

/**
 * Opens a model, to run on one thread.
 * @throws BundleError if the runtime can't open it, or its inputs and outputs are not those of a `TokenModel`; Error if
 * the runtime itself can't start.
 */
export async function openTokenSession(runtime: OnnxRuntime, model: TokenModel): Promise<OnnxSession<PaddedTokens>> {
  const { file, dims, unsupported } = model
  const fault = (found: string, expected: string): BundleError =>
    new BundleError(`${file}: ${found}; expected ${expected}: export the model again`)
  const session = await createSession(runtime, model.model, fault)
  try {
    const inputs = session.inputMetadata
    if (!inputs.every(({ name, ...value }) => INPUTS.includes(name) && value.isTensor && value.type === 'int64')) {
      throw fault(
        `its inputs are ${describeValues(inputs)}`,
        `only ${INPUTS.join(', ')}, int64, as of a sentence encoder`
      )
    }
    const output = chooseOutput(session.outputMetadata)
    if (output === undefined) {
      const names = [...VECTORS, ...STATES].join(', ')
      throw fault(`its outputs are ${describeValues(session.outputMetadata)}`, `a float32 output, one of ${names}`)
    }
    const { name, states } = output
    if (states && unsupported !== undefined) {
      throw new BundleError(
        `${file}: gives states of tokens, but ${unsupported}: export the model with its output sentence_embedding`
      )
    }
    const pooling = states ? model.pooling : undefined
    if (states && pooling === undefined) throw fault(`its output ${name} has states of tokens`, 'one vector of a text')
    const { Tensor } = runtime
    return {
      async run({ ids, lengths }) {
        const batch = lengths.length
        const time = ids.length / batch
        const made: Readonly<Record<string, () => BigInt64Array>> = {
          input_ids: () => BigInt64Array.from(ids, BigInt),
          attention_mask: () => BigInt64Array.from(ids, (_, i) => (i % time < lengths[Math.floor(i / time)] ? 1n : 0n)),
          token_type_ids: () => new BigInt64Array(ids.length)
        }
        const feeds = Object.fromEntries(
          session.inputNames.map((input) => [input, new Tensor('int64', made[input](), [batch, time])])
        )
        const results = await session.run(feeds, [name]).catch((error: unknown) => {
          throw new BundleError(
            `${file}: ONNX Runtime can't run it on [${batch}, ${time}] tokens (${String(error)}); expected a model ` +
              'for any number of texts and tokens: export it again, or state fewer tokens'
          )
        })
        const data = results[name].data as Float32Array
        const width = data.length / (states ? batch * time : batch)
        if (!Number.isInteger(width) || (dims !== undefined && width !== dims)) {
          throw fault(
            `it gives ${data.length} numbers for [${batch}, ${time}] tokens`,
            `${dims ?? 'as many'} of each text`
          )
        }
        const rows = pooling === undefined ? data : pool(data, lengths, width, pooling)
        for (let start = 0; start < rows.length; start += width) {
          const length = normalize(rows.subarray(start, start + width))
          if (!(length > 0 && length < Infinity)) throw fault(`it gives a vector of length ${length}`, 'finite numbers')
        }
        return rows
      },
      release: () => session.release()
    }
  } catch (error) {
    await session.release()
    throw error
  }
}

type Session = Awaited<ReturnType<OnnxRuntime['InferenceSession']['create']>>

/**
 * Returns the output to use: one named as vectors of texts, else states of tokens, else the only output with vectors.
 */
function chooseOutput(outputs: Session['outputMetadata']): { name: string; states: boolean } | undefined {
  const ranks = new Map(
    outputs.map((output) => [output.name, output.isTensor && output.type === 'float32' ? output.shape.length : 0])
  )
  const named = VECTORS.find((name) => ranks.get(name) === 2)
  if (named !== undefined) return { name: named, states: false }
  const states = STATES.find((name) => ranks.get(name) === 3) ?? [...ranks].find(([, rank]) => rank === 3)?.[0]
  if (states !== undefined) return { name: states, states: true }
  const [[only, rank]] = ranks
  return ranks.size === 1 && rank === 2 && only !== 'pooler_output' ? { name: only, states: false } : undefined
}

/** Pools states, [batch, time, width], to a vector for each text. */
function pool(states: Float32Array, lengths: Int32Array, width: number, pooling: Pooling): Float32Array {
  const time = states.length / (lengths.length * width)
  const pooled = new Float32Array(lengths.length * width)
  for (const [t, length] of lengths.entries()) {
    const row = pooled.subarray(t * width, (t + 1) * width)
    // The sum is enough, because rows are scaled to length 1.
    const [from, to] = pooling === 'mean' ? [0, length] : pooling === 'cls' ? [0, 1] : [length - 1, length]
    for (let token = from; token < to; token++) {
      const at = (t * time + token) * width
      for (let d = 0; d < width; d++) row[d] += states[at + d]
    }
  }
  return pooled
}
