/** How good a network is. */
export interface Judgement {
  /** Higher is better; decides what is kept. */
  readonly score: number
  /** What else is to be known of it, always as many. */
  readonly figures?: readonly number[]
}

/** A judgement during training. */
export interface Measured {
  /** After so many steps. */
  readonly step: number
  /** The running mean of the loss. */
  readonly loss: number
  /** The plain mean of the loss since the measurement before. */
  readonly mean: number
  readonly score: number
  readonly figures: readonly number[]
}

/** [most, 4 + figures], a row of step, loss, its mean, score and figures for each measurement; the rest zeros. */
export function packHistory(history: readonly Measured[], figures: number, most: number): Float32Array {
  const packed = new Float32Array((4 + figures) * most)
  packed.set(history.flatMap(({ step, loss, mean, score, figures }) => [step, loss, mean, score, ...figures]))
  return packed
}

/** The measurements of the first `done` steps. */
export function unpackHistory(packed: Float32Array, figures: number, done: number): Measured[] {
  const history: Measured[] = []
  const width = 4 + figures
  for (let i = 0; i < packed.length && packed[i] > 0 && packed[i] <= done; i += width) {
    const [step, loss, mean, score, ...rest] = packed.subarray(i, i + width)
    history.push({ step, loss, mean, score, figures: rest })
  }
  return history
}
