import { BOUNDARY_NETWORK, BOUNDARY_SHAPES, type BoundaryWeights } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { Scalar, Tensor2D, Tensor3D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { BoundaryArticle } from './boundary-articles.js'

/** Consecutive paragraphs [start, end) of an article. */
export interface Stretch {
  readonly article: BoundaryArticle
  readonly start: number
  readonly end: number
}

/** Maximum number of paragraphs of a stretch. */
export const STRETCH = 64

/** The network of encoder/src/segmentation/boundary-network.ts with trainable weights. */
export interface TrainableBoundaries {
  readonly variables: ReadonlyMap<string, Variable>
  /**
   * Returns the loss: the mean cross-entropy over the paragraphs of the stretches. `draw` chooses the dropped inputs.
   */
  loss(stretches: readonly Stretch[], draw: Random): Scalar
  /** Returns a copy of the current matrices, for inference. */
  weights(): BoundaryWeights
  dispose(): void
}

const BOUNDARY_TRAINING = {
  /** Fraction of the inputs of the first and the last layers that is dropped in each step. */
  dropped: 0.2,
  /** Weight of the loss for subsections (`HEADED_SHAPES`), which give more examples to learn from. */
  headedShare: 0.3
} as const
type BoundaryTraining = Record<keyof typeof BOUNDARY_TRAINING, number>

/** Factor for the initial weights of the row projections, because the values of rows are small. */
const FIRST_ROWS = 3
/** Factor for the initial weights of the residual layers, so that they add little at first. */
const FIRST_LAYER = 0.7
/**
 * Initial weights of the first figures, the log odds of divisions, and the initial constant. Training starts from
 * these.
 */
const FIRST_DIRECT = [4, 2]
const FIRST_CONSTANT = -1

/** An auxiliary output used only in training: the log odds that a section or a subsection begins. */
const HEADED_SHAPES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['headedOdds', [BOUNDARY_NETWORK.joined, 1]],
  ['headedDirect', [BOUNDARY_NETWORK.figures, 1]],
  ['headedConstant', [1, 1]]
])

/** Creates the untrained network. Its first output is based on the log odds of divisions only. */
export function createBoundaries(
  tf: TensorFlow,
  seed: number,
  training: BoundaryTraining = BOUNDARY_TRAINING
): TrainableBoundaries {
  const variables = new Map(
    [...BOUNDARY_SHAPES, ...HEADED_SHAPES].map(([name, shape]): [string, Variable] => [
      name,
      tf.tidy(() => tf.variable(tf.tensor2d(firstValues(name, shape, seed), [...shape])))
    ])
  )
  return {
    variables,
    loss: (stretches, draw) => tf.tidy(() => lossOf(tf, variables, stretches, training, draw)),
    weights: () => new Map(Array.from(variables, ([name, variable]) => [name, variable.dataSync<'float32'>().slice()])),
    dispose() {
      tf.dispose([...variables.values()])
    }
  }
}

function firstValues(name: string, [inputs, width]: readonly [number, number], seed: number): Float32Array {
  const random = createRandom(seed).fork(name)
  const size = name.startsWith('rows') ? FIRST_ROWS : name.startsWith('layer') ? FIRST_LAYER : 1
  return Float32Array.from({ length: inputs * width }, (_, i) => {
    if (name === 'constant') return FIRST_CONSTANT
    if (name === 'direct') return FIRST_DIRECT[i] ?? 0
    return inputs === 1 ? 0 : (size * random.normal()) / Math.sqrt(inputs)
  })
}

function lossOf(
  tf: TensorFlow,
  variables: ReadonlyMap<string, Variable>,
  stretches: readonly Stretch[],
  { dropped, headedShare }: BoundaryTraining,
  draw: Random
): Scalar {
  const { dims, figures, hidden, reaches } = BOUNDARY_NETWORK
  const matrix = (name: string): Tensor2D => variables.get(name) as Variable as unknown as Tensor2D
  const { steps, kinds, given, known, asked, begins, headed } = layOut(stretches)
  const [count, all] = [stretches.length, steps * stretches.length]
  const drop = (tensor: Tensor2D): Tensor2D => {
    const kept = Float32Array.from({ length: tensor.size }, () => (draw.next() < dropped ? 0 : 1 / (1 - dropped)))
    return tensor.mul(tf.tensor2d(kept, tensor.shape))
  }
  /** Returns, for each row, the row `by` positions later in its stretch; zeros past the ends. */
  const shifted = (tensor: Tensor2D, by: number): Tensor2D => {
    const left = Math.max(0, steps - Math.abs(by))
    const [from, pad]: [number, [number, number]] = by > 0 ? [by, [0, steps - left]] : [0, [steps - left, 0]]
    const cube: Tensor3D = tensor.reshape([count, steps, hidden])
    return left === 0
      ? tf.zerosLike(tensor)
      : cube
          .slice([0, from, 0], [count, left, hidden])
          .pad([[0, 0], pad, [0, 0]])
          .reshape([all, hidden])
  }
  const own = tf.tensor2d(given, [all, figures])
  const mask = tf.tensor2d(known, [all, 1])
  const embedded = kinds.map((rows, k) => tf.matMul(tf.tensor2d(rows, [all, dims]), matrix(`rows${k}`)).tanh())
  let states = tf.matMul(drop(tf.concat([...embedded, own], 1) as Tensor2D), matrix('input')).mul<Tensor2D>(mask)
  for (const [layer, reach] of reaches.entries()) {
    const seen = tf.concat([shifted(states, -reach), states, shifted(states, reach)], 1)
    const added = tf
      .matMul(seen, matrix(`layer${layer}`))
      .add(matrix(`bias${layer}`))
      .relu()
    states = states.add(added).mul(mask)
  }
  const seen = drop(tf.concat([states, shifted(states, -1), own], 1))
  const joined = tf.matMul(seen, matrix('joined')).add(matrix('joinedBias')).relu<Tensor2D>()
  const places = tf.tensor1d(asked)
  /** Returns the mean cross-entropy of one output. */
  const mean = (weights: string, direct: string, constant: string, truth: Float32Array): Scalar => {
    const odds = tf
      .matMul(joined, matrix(weights))
      .add(tf.matMul(own, matrix(direct)))
      .add(matrix(constant))
      .reshape([all])
    // -ln p = softplus(odds) - truth · odds
    const losses = odds.softplus().sub(odds.mul(tf.tensor1d(truth)))
    return losses.mul(places).sum().div(tf.maximum(1, places.sum()))
  }
  const beside = mean('headedOdds', 'headedDirect', 'headedConstant', headed)
  return mean('odds', 'direct', 'constant', begins).add(beside.mul(headedShare))
}

/** Stretches stacked in one matrix, each padded to the number of paragraphs of the longest. */
interface LaidOut {
  /** Rows of each stretch. */
  readonly steps: number
  /** [stretches * steps, dims] each */
  readonly kinds: readonly Float32Array[]
  /** [stretches * steps, figures] */
  readonly given: Float32Array
  /**
   * 1 or 0 for each row. `known`: it is a paragraph. `asked`: a section may begin there. `begins`: a section begins
   * there. `headed`: a section or subsection begins there.
   */
  readonly known: Float32Array
  readonly asked: Float32Array
  readonly begins: Float32Array
  readonly headed: Float32Array
}

function layOut(stretches: readonly Stretch[]): LaidOut {
  const { dims, figures } = BOUNDARY_NETWORK
  const steps = Math.max(...stretches.map(({ start, end }) => end - start))
  const all = steps * stretches.length
  const kinds = Array.from({ length: BOUNDARY_NETWORK.kinds }, () => new Float32Array(all * dims))
  const given = new Float32Array(all * figures)
  const [known, asked, begins, headed] = Array.from({ length: 4 }, () => new Float32Array(all))
  stretches.forEach(({ article, start, end }, s) => {
    const first = s * steps
    article.kinds.forEach(({ data }, k) => {
      kinds[k].set(data.subarray(start * dims, end * dims), first * dims)
    })
    for (let p = start; p < end; p++) given.set(article.figures[p], (first + p - start) * figures)
    known.fill(1, first, first + end - start)
    asked.fill(1, first + 1, first + end - start)
    const mark = (places: readonly number[], to: Float32Array): void => {
      for (const place of places) if (place >= start && place < end) to[first + place - start] = 1
    }
    mark(article.boundaries, begins)
    mark(article.headed, headed)
  })
  return { steps, kinds, given, known, asked, begins, headed }
}

/** Returns articles as stretches. Articles longer than STRETCH are cut at random places. */
export function cutStretches(articles: readonly BoundaryArticle[], draw: Random): Stretch[] {
  return articles.flatMap((article) => {
    const count = article.figures.length
    if (count <= STRETCH) return [{ article, start: 0, end: count }]
    const starts: number[] = [0]
    for (let cut = STRETCH - draw.integer(STRETCH / 2); cut < count; cut += STRETCH) starts.push(cut)
    return starts.map((start, c) => ({ article, start, end: starts[c + 1] ?? count }))
  })
}
