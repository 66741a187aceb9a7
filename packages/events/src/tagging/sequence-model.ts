/**
 * Labels a sequence by the weights of its items' features and of neighbouring labels, as an averaged perceptron does
 * (Collins 2002). A feature is the 32-bit hash of an observation. Features without weights are ignored.
 */
export interface SequenceModel {
  readonly labels: readonly string[]
  /** The row of each known feature. */
  readonly rows: ReadonlyMap<number, number>
  /** Start of each row's weights, and the end of the last: [rows + 1]. */
  readonly starts: Uint32Array
  /** Label of each weight, as an index of `labels`. */
  readonly cells: Uint8Array
  /** The weights in steps of `scale`. */
  readonly weights: Int8Array
  readonly scale: number
  /**
   * Score of each label after each label, row-major: [labels + 1, labels]. The last row is for the start of a sequence.
   */
  readonly transitions: Float32Array
}

/** The hashes of the features of each item of a sequence. */
export type Features = readonly (readonly number[])[]

const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Returns a feature: FNV-1a over the number of its kind and the UTF-16 units of the observations, separated by zeros.
 */
export function feature(kind: number, ...seen: readonly string[]): number {
  let hash = Math.imul(OFFSET ^ kind, PRIME)
  for (const text of seen) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
    hash = Math.imul(hash, PRIME)
  }
  return hash >>> 0
}

/** Returns the score of each label for each item by its features alone, [items, labels]. */
export function labelScores(
  { labels, rows, starts, cells, weights, scale }: SequenceModel,
  features: Features
): Float32Array {
  const scores = new Float32Array(features.length * labels.length)
  for (const [item, hashes] of features.entries()) {
    const at = item * labels.length
    for (const hash of hashes) {
      const row = rows.get(hash)
      if (row === undefined) continue
      for (let i = starts[row]; i < starts[row + 1]; i++) scores[at + cells[i]] += scale * weights[i]
    }
  }
  return scores
}

/** Returns the best sequence of labels for `labelScores` and the transitions. */
export function bestLabels({ labels, transitions }: SequenceModel, scores: Float32Array): string[] {
  return Array.from(bestPath(scores, transitions, labels.length), (label) => labels[label])
}

/**
 * Returns the best path (Viterbi), one label for each item. Ties go to the lowest label.
 * @param scores of each label at each item: [items, labels]
 * @param transitions as in `SequenceModel`
 */
export function bestPath(scores: Float32Array, transitions: Float32Array, labels: number): Uint8Array {
  const items = scores.length / labels
  const path = new Uint8Array(items)
  if (items === 0) return path
  const from = new Uint8Array(scores.length)
  let best = new Float32Array(labels)
  let next = new Float32Array(labels)
  for (let label = 0; label < labels; label++) best[label] = scores[label] + transitions[labels * labels + label]
  for (let item = 1; item < items; item++) {
    for (let label = 0; label < labels; label++) {
      let most = -Infinity
      let source = 0
      for (let before = 0; before < labels; before++) {
        const score = best[before] + transitions[before * labels + label]
        if (score > most) {
          most = score
          source = before
        }
      }
      next[label] = most + scores[item * labels + label]
      from[item * labels + label] = source
    }
    ;[best, next] = [next, best]
  }
  let last = 0
  for (let label = 1; label < labels; label++) if (best[label] > best[last]) last = label
  for (let item = items - 1; item >= 0; item--) {
    path[item] = last
    last = from[item * labels + last]
  }
  return path
}
