/**
 * What a training step of the network `bilstm-attention` does between its matrix products, in AssemblyScript, for
 * WebAssembly with SIMD: gates of the LSTM, attention, their slopes, values dropped by chance. It allocates nothing: the
 * host lays the memory out (src/networks/kernel.ts). Relaxed SIMD is left out: fused multiply-add would round otherwise on
 * some machines, and equal seeds must give equal bits.
 *
 * Pointers are byte offsets, all numbers float32 unless named; matrices are row-major. Widths are in bytes, and multiples
 * of 16.
 */

/** A row of words, or of sentences, where there is none. */
const NONE: u32 = 0xffffffff

/** e^x, to 2 units in the last place (Cephes, expf): 2^n by the exponent's bits, the rest by a polynomial. */
// @ts-ignore: decorator
@inline
function exp(x: v128): v128 {
  const bounded = f32x4.pmin(f32x4.pmax(x, f32x4.splat(-80)), f32x4.splat(80))
  // Adding 1.5 * 2^23 leaves the nearest whole number in the lowest bits.
  const shifted = f32x4.add(f32x4.mul(bounded, f32x4.splat(1.44269504)), f32x4.splat(12582912))
  const whole = f32x4.sub(shifted, f32x4.splat(12582912))
  const high = f32x4.sub(bounded, f32x4.mul(whole, f32x4.splat(0.693359375)))
  const r = f32x4.sub(high, f32x4.mul(whole, f32x4.splat(-2.12194440e-4)))
  let p = f32x4.splat(1.9875691500e-4)
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.3981999507e-3))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1))
  p = f32x4.add(f32x4.add(f32x4.mul(p, f32x4.mul(r, r)), r), f32x4.splat(1))
  return i32x4.add(p, i32x4.shl(shifted, 23))
}

// @ts-ignore: decorator
@inline
function sigmoid(x: v128): v128 {
  const one = f32x4.splat(1)
  return f32x4.div(one, f32x4.add(one, exp(f32x4.neg(x))))
}

/** tanh, to 4e-7 of its value, as the ratio of two polynomials (Eigen, generic_fast_tanh_float). */
// @ts-ignore: decorator
@inline
function tanh(x: v128): v128 {
  const bounded = f32x4.pmin(f32x4.pmax(x, f32x4.splat(-7.90531111)), f32x4.splat(7.90531111))
  const s = f32x4.mul(bounded, bounded)
  let p = f32x4.splat(-2.76076847742355e-16)
  p = f32x4.add(f32x4.mul(p, s), f32x4.splat(2.00018790482477e-13))
  p = f32x4.add(f32x4.mul(p, s), f32x4.splat(-8.60467152213735e-11))
  p = f32x4.add(f32x4.mul(p, s), f32x4.splat(5.12229709037114e-8))
  p = f32x4.add(f32x4.mul(p, s), f32x4.splat(1.48572235717979e-5))
  p = f32x4.add(f32x4.mul(p, s), f32x4.splat(6.37261928875436e-4))
  p = f32x4.add(f32x4.mul(p, s), f32x4.splat(4.89352455891786e-3))
  let q = f32x4.splat(1.19825839466702e-6)
  q = f32x4.add(f32x4.mul(q, s), f32x4.splat(1.18534705686654e-4))
  q = f32x4.add(f32x4.mul(q, s), f32x4.splat(2.268434632439e-3))
  q = f32x4.add(f32x4.mul(q, s), f32x4.splat(4.89352518554385e-3))
  return f32x4.div(f32x4.mul(bounded, p), q)
}

/** a (1 - a): the slope of a sigmoid by its value. */
// @ts-ignore: decorator
@inline
function sigmoidSlope(a: v128): v128 {
  return f32x4.sub(a, f32x4.mul(a, a))
}

/** 1 - a²: the slope of a tanh by its value. */
// @ts-ignore: decorator
@inline
function tanhSlope(a: v128): v128 {
  return f32x4.sub(f32x4.splat(1), f32x4.mul(a, a))
}

/** The sum of four lanes. */
// @ts-ignore: decorator
@inline
function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
}

/** Chance for the mask of the next calls: two keys, the 32 bits below which a value is dropped, what the others are times. */
let keyA: i32 = 0
let keyB: i32 = 0
let threshold: u32 = 0
let scale: f32 = 1

/** `below_` 0 drops nothing. */
export function drop(keyA_: i32, keyB_: i32, below_: u32, scale_: f32): void {
  keyA = keyA_
  keyB = keyB_
  threshold = below_
  scale = scale_
}

/**
 * `values` masked: the values numbered `index` to `index` + 3 are dropped or kept by chance that depends on their number
 * and the keys alone, so that slopes meet the same mask again. The mixing of bits is Wellons' lowbias32.
 */
// @ts-ignore: decorator
@inline
function masked(values: v128, index: u32): v128 {
  if (threshold == 0) return values
  let x = i32x4.add(i32x4.splat(index + keyA), i32x4(0, 1, 2, 3))
  x = v128.xor(x, i32x4.shr_u(x, 16))
  x = i32x4.mul(x, i32x4.splat(0x7feb352d))
  x = v128.xor(v128.xor(x, i32x4.shr_u(x, 15)), i32x4.splat(keyB))
  x = i32x4.mul(x, i32x4.splat(<i32>0x846ca68b))
  x = v128.xor(x, i32x4.shr_u(x, 16))
  return v128.and(i32x4.ge_u(x, i32x4.splat(threshold)), f32x4.mul(values, f32x4.splat(scale)))
}

/**
 * The inputs of `rows` tokens, rows of `width` bytes at `to`: the word's vector (int8 at `table`, `dims` values a row in
 * `tableWidth` bytes, a multiple of 8, times the word's scale), masked; a one, by which the bias comes in; zeros for the
 * state. `words` are u32; where it is NONE the whole row is zero.
 */
export function gather(
  words: usize,
  rows: i32,
  table: usize,
  scales: usize,
  dims: i32,
  tableWidth: i32,
  to: usize,
  width: i32
): void {
  for (let r = 0; r < rows; r++, to += width) {
    memory.fill(to, 0, width)
    const word = load<u32>(words + ((<usize>r) << 2))
    if (word == NONE) continue
    const by = v128.load32_splat(scales + ((<usize>word) << 2))
    const from = table + <usize>word * tableWidth
    for (let d = 0; d < tableWidth; d += 8) {
      const eight = v128.load_ext<i8>(from + d)
      const low = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), by)
      const high = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), by)
      const index = r * tableWidth + d
      v128.store(to + (<usize>d << 2), masked(low, index))
      v128.store(to + (<usize>d << 2), masked(high, index + 4), 16)
    }
    store<f32>(to + (<usize>dims << 2), 1)
  }
}

/**
 * One step of an LSTM for `rows` sentences (Hochreiter and Schmidhuber 1997, with a forget gate), states `hidden` bytes
 * wide. `gates` [rows, 4 * hidden] (input, output, forget, candidate) are sums and become activations. `before` are the
 * last cells, of `rowsBefore` rows, zero behind. Writes cells, their tanh, states masked (rows `statesWidth` apart; the
 * first row is number `token`), and the plain states of the first `rowsAfter` rows at `after` (rows `afterWidth` apart).
 */
export function openGates(
  gates: usize,
  rows: i32,
  hidden: usize,
  before: usize,
  rowsBefore: i32,
  cells: usize,
  tanhs: usize,
  states: usize,
  statesWidth: usize,
  token: u32,
  after: usize,
  rowsAfter: i32,
  afterWidth: usize
): void {
  const o = hidden
  const f = hidden << 1
  const c = f + hidden
  for (let r = 0; r < rows; r++) {
    const index = (token + r) * <u32>(hidden >> 2)
    const hasBefore = r < rowsBefore
    const hasAfter = r < rowsAfter
    for (let j: usize = 0; j < hidden; j += 16) {
      const at = gates + j
      const input = sigmoid(v128.load(at))
      const output = sigmoid(v128.load(at + o))
      const forget = sigmoid(v128.load(at + f))
      const candidate = tanh(v128.load(at + c))
      let cell = f32x4.mul(input, candidate)
      if (hasBefore) cell = f32x4.add(cell, f32x4.mul(forget, v128.load(before + j)))
      const squashed = tanh(cell)
      const state = f32x4.mul(output, squashed)
      v128.store(at, input)
      v128.store(at + o, output)
      v128.store(at + f, forget)
      v128.store(at + c, candidate)
      v128.store(cells + j, cell)
      v128.store(tanhs + j, squashed)
      v128.store(states + j, masked(state, index + <u32>(j >> 2)))
      if (hasAfter) v128.store(after + j, state)
    }
    gates += 4 * hidden
    before += hidden
    cells += hidden
    tanhs += hidden
    states += statesWidth
    after += afterWidth
  }
}

/**
 * The slopes of one step: `gates` become the slopes of their sums. `slopes` (rows `slopesWidth` apart, the first number
 * `token`) are those of the masked states, `slopesState` those that came through the next step, `slopesCell` those of
 * the cells, which it turns into those of the cells before.
 */
export function gateSlopes(
  gates: usize,
  rows: i32,
  hidden: usize,
  before: usize,
  rowsBefore: i32,
  tanhs: usize,
  slopes: usize,
  slopesWidth: usize,
  token: u32,
  slopesState: usize,
  slopesCell: usize
): void {
  const o = hidden
  const f = hidden << 1
  const c = f + hidden
  for (let r = 0; r < rows; r++) {
    const index = (token + r) * <u32>(hidden >> 2)
    const hasBefore = r < rowsBefore
    for (let j: usize = 0; j < hidden; j += 16) {
      const at = gates + j
      const input = v128.load(at)
      const output = v128.load(at + o)
      const forget = v128.load(at + f)
      const candidate = v128.load(at + c)
      const squashed = v128.load(tanhs + j)
      const slope = f32x4.add(masked(v128.load(slopes + j), index + <u32>(j >> 2)), v128.load(slopesState + j))
      const throughOutput = f32x4.mul(f32x4.mul(slope, output), tanhSlope(squashed))
      const cell = f32x4.add(v128.load(slopesCell + j), throughOutput)
      v128.store(at, f32x4.mul(f32x4.mul(cell, candidate), sigmoidSlope(input)))
      v128.store(at + o, f32x4.mul(f32x4.mul(slope, squashed), sigmoidSlope(output)))
      const last = hasBefore ? v128.load(before + j) : f32x4.splat(0)
      v128.store(at + f, f32x4.mul(f32x4.mul(cell, last), sigmoidSlope(forget)))
      v128.store(at + c, f32x4.mul(f32x4.mul(cell, input), tanhSlope(candidate)))
      v128.store(slopesCell + j, f32x4.mul(cell, forget))
    }
    gates += 4 * hidden
    before += hidden
    tanhs += hidden
    slopes += slopesWidth
    slopesState += hidden
    slopesCell += hidden
  }
}

/** `keys` [rows, units] become tanh(keys + bias); `scores` [rows] are their products with `context`. */
export function score(keys: usize, rows: i32, units: usize, bias: usize, context: usize, scores: usize): void {
  for (let r = 0; r < rows; r++) {
    let total = f32x4.splat(0)
    for (let u: usize = 0; u < units; u += 16) {
      const key = tanh(f32x4.add(v128.load(keys + u), v128.load(bias + u)))
      v128.store(keys + u, key)
      total = f32x4.add(total, f32x4.mul(key, v128.load(context + u)))
    }
    store<f32>(scores, sum(total))
    keys += units
    scores += 4
  }
}

/** Adds each state, `width` bytes, times its weight, to the row of its sentence (u32; NONE is left out) in `pooled`. */
export function pool(states: usize, rows: i32, width: usize, weights: usize, sentences: usize, pooled: usize): void {
  for (let r = 0; r < rows; r++, states += width) {
    const sentence = load<u32>(sentences + ((<usize>r) << 2))
    if (sentence == NONE) continue
    const weight = v128.load32_splat(weights + ((<usize>r) << 2))
    const to = pooled + <usize>sentence * width
    for (let j: usize = 0; j < width; j += 16) {
      v128.store(to + j, f32x4.add(v128.load(to + j), f32x4.mul(weight, v128.load(states + j))))
    }
  }
}

/** The product of each state with its sentence's row of `slopes`: the slope of its weight, into `products` [rows]. */
export function weightSlopes(
  states: usize,
  rows: i32,
  width: usize,
  sentences: usize,
  slopes: usize,
  products: usize
): void {
  for (let r = 0; r < rows; r++, states += width, products += 4) {
    const sentence = load<u32>(sentences + ((<usize>r) << 2))
    let total = f32x4.splat(0)
    if (sentence != NONE) {
      const from = slopes + <usize>sentence * width
      for (let j: usize = 0; j < width; j += 16) {
        total = f32x4.add(total, f32x4.mul(v128.load(states + j), v128.load(from + j)))
      }
    }
    store<f32>(products, sum(total))
  }
}

/**
 * `keys` become the slopes of the sums that they are the tanh of, by the slopes of their scores; adds up the slopes of
 * `context` and of the bias.
 */
export function keySlopes(
  keys: usize,
  rows: i32,
  units: usize,
  slopes: usize,
  context: usize,
  slopesContext: usize,
  slopesBias: usize
): void {
  for (let r = 0; r < rows; r++) {
    const slope = v128.load32_splat(slopes + ((<usize>r) << 2))
    for (let u: usize = 0; u < units; u += 16) {
      const key = v128.load(keys + u)
      const through = f32x4.mul(f32x4.mul(slope, v128.load(context + u)), tanhSlope(key))
      v128.store(keys + u, through)
      v128.store(slopesContext + u, f32x4.add(v128.load(slopesContext + u), f32x4.mul(slope, key)))
      v128.store(slopesBias + u, f32x4.add(v128.load(slopesBias + u), through))
    }
    keys += units
  }
}

/** `states` hold the slopes that come through the keys; adds those through the weighted sum. */
export function stateSlopes(
  states: usize,
  rows: i32,
  width: usize,
  weights: usize,
  sentences: usize,
  slopes: usize
): void {
  for (let r = 0; r < rows; r++, states += width) {
    const sentence = load<u32>(sentences + ((<usize>r) << 2))
    if (sentence == NONE) continue
    const weight = v128.load32_splat(weights + ((<usize>r) << 2))
    const from = slopes + <usize>sentence * width
    for (let j: usize = 0; j < width; j += 16) {
      v128.store(states + j, f32x4.add(v128.load(states + j), f32x4.mul(weight, v128.load(from + j))))
    }
  }
}
