/**
 * A network that a runtime of ONNX runs: word vectors in, sentence vectors out. Inputs: `vectors`, float32
 * [batch, time, inputs], a sentence's word vectors and zeros behind them; `lengths`, int32 [batch], how many words each
 * has, 1 or more. Output: `encoded`, float32 [batch, dims], rows of length 1. What stands behind a sentence changes nothing.
 */
export interface OnnxNetwork {
  /** The model's file. */
  readonly model: Uint8Array<ArrayBuffer>
  readonly dims: number
}
