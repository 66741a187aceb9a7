/**
 * The inner loop of skip-gram and of CBOW (Mikolov et al. 2013, "Efficient Estimation of Word Representations in Vector
 * Space", section 3) with negative sampling (the same, "Distributed Representations of Words and Phrases and their
 * Compositionality", sections 2.2 and 2.3), in AssemblyScript, for WebAssembly with SIMD and a memory
 * shared by all threads. It allocates nothing: the host lays out the memory (src/vectors/skip-gram-kernel.ts) and passes the
 * offsets to each thread's instance. Does not use relaxed SIMD: fused multiply-add rounds differently on some machines, and
 * equal seeds must give equal bits.
 *
 * Negatives are drawn once for each word and shared by its context words (Ji et al. 2016, "Parallelizing Word2Vec in Shared
 * and Distributed Memory"): the vectors are as good as with a draw for each pair, and the rows stay in the cache.
 *
 * Pointers are byte offsets. Rows have `stride` floats, a multiple of 16; those beyond `dims` are zero.
 */

/** Sigmoids of the midpoints of SIGMOID_STEPS equal intervals of [-SIGMOID_LIMIT, SIGMOID_LIMIT]. */
const SIGMOID_STEPS: i32 = 4096
const SIGMOID_LIMIT: f32 = 6
const SENTENCE_END: i32 = -1

/** Input vectors, one for each word: the result of the training. */
let inputs: usize = 0
/** Output vectors, one for each word. An input is moved towards its word's output and away from those of negatives. */
let outputs: usize = 0
let sigmoids: usize = 0
/** A u32 for each word: an occurrence is kept if 32 random bits are at most this (subsampling of frequent words). */
let keep: usize = 0
/** The alias table (Walker 1977) of unigram^0.75: u32 thresholds, and u32 aliases for draws above them. */
let thresholds: usize = 0
let aliases: usize = 0
let words: u32 = 0
let rowBytes: usize = 0
let window: u32 = 5
let negatives: i32 = 5
/** Whether the mean of a word's context is trained, instead of each context word. */
let cbow: bool = false
/**
 * This thread's scratch memory: the gradient of one input row, the mean of a context, a dummy row for padding, and addresses of
 * output rows.
 */
let gradient: usize = 0
let mean: usize = 0
let idle: usize = 0
let targets: usize = 0

export function configure(
  inputs_: usize,
  outputs_: usize,
  sigmoids_: usize,
  keep_: usize,
  thresholds_: usize,
  aliases_: usize,
  words_: u32,
  stride: u32,
  window_: u32,
  negatives_: i32,
  cbow_: bool,
  gradient_: usize,
  mean_: usize,
  idle_: usize,
  targets_: usize
): void {
  inputs = inputs_
  outputs = outputs_
  sigmoids = sigmoids_
  keep = keep_
  thresholds = thresholds_
  aliases = aliases_
  words = words_
  rowBytes = (<usize>stride) << 2
  window = window_
  negatives = negatives_
  cbow = cbow_
  gradient = gradient_
  mean = mean_
  idle = idle_
  targets = targets_
}

let state: u64 = 1

/** Returns 64 random bits: xorshift64* (Vigna 2016). */
function randomBits(): u64 {
  state ^= state >> 12
  state ^= state << 25
  state ^= state >> 27
  return state * 0x2545f4914f6cdd1d
}

/** Draws a word from unigram^0.75. */
function drawWord(): u32 {
  const bits = randomBits()
  const slot = <u32>(((bits >> 32) * <u64>words) >> 32)
  const at = (<usize>slot) << 2
  return <u32>bits <= load<u32>(thresholds + at) ? slot : load<u32>(aliases + at)
}

function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
}

function sigmoid(x: f32): f32 {
  if (x >= SIGMOID_LIMIT) return 1
  if (x <= -SIGMOID_LIMIT) return 0
  const step = <usize>((x + SIGMOID_LIMIT) * (<f32>SIGMOID_STEPS / (2 * SIGMOID_LIMIT)))
  return load<f32>(sigmoids + (min(step, SIGMOID_STEPS - 1) << 2))
}

/** Returns the factor of the input by which the output at `row` moves. */
function factorOf(row: usize, product: v128, label: f32, alpha: f32): v128 {
  return f32x4.splat(row == idle ? 0 : (label - sigmoid(sum(product))) * alpha)
}

/** Returns sum + a * b for four floats. */
function plus(sum: v128, a: v128, b: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b))
}

/** Moves four floats of an output by `factor` times the input, and returns `error` plus their gradient of the input. */
function move(error: v128, x: v128, factor: v128, output: usize): v128 {
  const weight = v128.load(output)
  v128.store(output, plus(weight, factor, x))
  return plus(error, factor, weight)
}

/**
 * Trains six outputs at once against one input, so that the input's floats are loaded once and the gradient stays in
 * registers. `label` is that of the first output; the others are negatives. Rows move one after the other, so a row that
 * occurs twice moves twice.
 */
function trainSix(input: usize, list: usize, label: f32, alpha: f32): void {
  const r0: usize = load<u32>(list, 0)
  const r1: usize = load<u32>(list, 4)
  const r2: usize = load<u32>(list, 8)
  const r3: usize = load<u32>(list, 12)
  const r4: usize = load<u32>(list, 16)
  const r5: usize = load<u32>(list, 20)
  let s0 = f32x4.splat(0)
  let s1 = f32x4.splat(0)
  let s2 = f32x4.splat(0)
  let s3 = f32x4.splat(0)
  let s4 = f32x4.splat(0)
  let s5 = f32x4.splat(0)
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const x = v128.load(input + at)
    s0 = plus(s0, x, v128.load(r0 + at))
    s1 = plus(s1, x, v128.load(r1 + at))
    s2 = plus(s2, x, v128.load(r2 + at))
    s3 = plus(s3, x, v128.load(r3 + at))
    s4 = plus(s4, x, v128.load(r4 + at))
    s5 = plus(s5, x, v128.load(r5 + at))
  }
  const f0 = factorOf(r0, s0, label, alpha)
  const f1 = factorOf(r1, s1, 0, alpha)
  const f2 = factorOf(r2, s2, 0, alpha)
  const f3 = factorOf(r3, s3, 0, alpha)
  const f4 = factorOf(r4, s4, 0, alpha)
  const f5 = factorOf(r5, s5, 0, alpha)
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const x = v128.load(input + at)
    let error = v128.load(gradient + at)
    error = move(error, x, f0, r0 + at)
    error = move(error, x, f1, r1 + at)
    error = move(error, x, f2, r2 + at)
    error = move(error, x, f3, r3 + at)
    error = move(error, x, f4, r4 + at)
    error = move(error, x, f5, r5 + at)
    v128.store(gradient + at, error)
  }
}

/**
 * Trains on `count` word ids at `tokens` (i32, SENTENCE_END between sentences), which it overwrites. `seed` seeds the block's
 * random numbers. Returns the number of words left after subsampling.
 */
export function trainBlock(tokens: usize, count: i32, alpha: f32, seed: u64): i32 {
  state = seed | 1
  let kept = tokens
  let left = 0
  const end = tokens + ((<usize>count) << 2)
  for (let at = tokens; at < end; at += 4) {
    const word = load<i32>(at)
    if (word != SENTENCE_END) {
      if (<u32>(randomBits() >> 32) > load<u32>(keep + ((<usize>word) << 2))) continue
      left++
    }
    store<i32>(kept, word)
    kept += 4
  }

  for (let at = tokens; at < kept; at += 4) {
    const word = load<i32>(at)
    if (word == SENTENCE_END) continue
    const reach = (<usize>(1 + <u32>(((randomBits() >> 32) * <u64>window) >> 32))) << 2
    drawTargets(word)
    const first = reach > at - tokens ? tokens : at - reach
    const last = min(at + reach + 4, kept)
    if (cbow) {
      trainContext(at, first, last, alpha)
      continue
    }
    for (let near = at; near > first;) {
      near -= 4
      const context = load<i32>(near)
      if (context == SENTENCE_END) break
      trainPair(inputs + <usize>context * rowBytes, alpha)
    }
    for (let near = at + 4; near < last; near += 4) {
      const context = load<i32>(near)
      if (context == SENTENCE_END) break
      trainPair(inputs + <usize>context * rowBytes, alpha)
    }
  }
  return left
}

/**
 * Trains the mean of the inputs of the context of the word at `at` against the targets, and moves each of them by the whole
 * gradient, as word2vec.c does. The context is within [first, last), up to the ends of the sentence.
 */
function trainContext(at: usize, first: usize, last: usize, alpha: f32): void {
  let begin = at
  while (begin > first && load<i32>(begin - 4) != SENTENCE_END) begin -= 4
  let end = at + 4
  while (end < last && load<i32>(end) != SENTENCE_END) end += 4
  const count = <i32>((end - begin) >> 2) - 1
  if (count == 0) return
  memory.fill(mean, 0, rowBytes)
  for (let near = begin; near < end; near += 4) {
    if (near != at) add(mean, inputs + <usize>load<i32>(near) * rowBytes)
  }
  const share = f32x4.splat(1 / <f32>count)
  for (let d: usize = 0; d < rowBytes; d += 16) v128.store(mean + d, f32x4.mul(v128.load(mean + d), share))
  trainTargets(mean, alpha)
  for (let near = begin; near < end; near += 4) {
    if (near != at) add(inputs + <usize>load<i32>(near) * rowBytes, gradient)
  }
}

/** Adds the row at `values` to the row at `sums`. */
function add(sums: usize, values: usize): void {
  for (let at: usize = 0; at < rowBytes; at += 16) {
    v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(values + at)))
  }
}

let targetsEnd: usize = 0

/** Lists the outputs to train: the word's, the negatives', and dummy rows up to a multiple of six. */
function drawTargets(word: i32): void {
  store<u32>(targets, <u32>(outputs + <usize>word * rowBytes))
  targetsEnd = targets + 4
  for (let i = 0; i < negatives; i++) {
    const other = drawWord()
    // A word is never its own negative.
    if (other == <u32>word) continue
    store<u32>(targetsEnd, <u32>(outputs + <usize>other * rowBytes))
    targetsEnd += 4
  }
  while ((targetsEnd - targets) % 24 != 0) {
    store<u32>(targetsEnd, <u32>idle)
    targetsEnd += 4
  }
}

/** Trains the targets against an input, and leaves its gradient. */
function trainTargets(input: usize, alpha: f32): void {
  memory.fill(gradient, 0, rowBytes)
  trainSix(input, targets, 1, alpha)
  for (let at = targets + 24; at < targetsEnd; at += 24) trainSix(input, at, 0, alpha)
}

/** Trains a context word's input against the targets. */
function trainPair(input: usize, alpha: f32): void {
  trainTargets(input, alpha)
  add(input, gradient)
}
