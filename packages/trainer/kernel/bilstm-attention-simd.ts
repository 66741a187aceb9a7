/**
 * The parts of a training step of `bilstm-attention` between its matrix products: LSTM gates, attention, their gradients
 * and dropout. AssemblyScript for WebAssembly with SIMD. Allocates nothing: the host lays out the memory
 * (src/networks/lstm-kernel.ts). Does not use relaxed SIMD: fused multiply-add rounds differently on some machines, and
 * equal seeds must give equal bits.
 *
 * Pointers are byte offsets. Numbers are float32 unless stated otherwise, matrices row-major. Widths are in bytes, multiples
 * of 16.
 */

/** Marks a padding row, which has no word or sentence. */
const NONE: u32 = 0xffffffff

/** Constants. They are in memory because loading a splatted constant takes one instruction, and making it takes four. */
const CONSTANTS = memory.data<f32>([
  1, 2, -1.44269504, 2.88539008, 64, -64, 12582912, 1.54035122e-4, 1.33907353e-3, 9.61823761e-3, 5.55035733e-2,
  2.40226492e-1, 6.93147182e-1
])

/** Returns the first byte that the host may use. */
export function free(): usize {
  return __heap_base
}

/** Returns a vector of four copies of the constant with that index. */
// @ts-ignore: decorator
@inline
function constant(number: usize): v128 {
  return v128.load32_splat(CONSTANTS + (number << 2))
}

/** Clamps x so that 2^x, and products of a few such powers, neither overflow nor become subnormal. */
// @ts-ignore: decorator
@inline
function bounded(x: v128): v128 {
  return f32x4.pmax(f32x4.pmin(x, constant(4)), constant(5))
}

/** Returns p * x + the constant with that index. */
// @ts-ignore: decorator
@inline
function horner(p: v128, x: v128, number: usize): v128 {
  return f32x4.add(f32x4.mul(p, x), constant(number))
}

/**
 * Returns 2^x - 1 for x within ±1/2, with a relative error of 2e-8 plus rounding: x times the best polynomial of degree 5
 * for (2^x - 1) / x.
 */
// @ts-ignore: decorator
@inline
function powerLess1(x: v128): v128 {
  const square = f32x4.mul(x, x)
  const low = horner(constant(11), x, 12)
  const middle = horner(constant(9), x, 10)
  const high = horner(constant(7), x, 8)
  const p = f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(high, square), middle), square), low)
  return f32x4.mul(p, x)
}

/** Returns 1 / (1 + e^-x). Splits e^-x into 2^(integer part), set in the exponent's bits, and 2^(fraction). */
// @ts-ignore: decorator
@inline
function sigmoid(x: v128): v128 {
  const exponent = bounded(f32x4.mul(x, constant(2)))
  // Adding 1.5 * 2^23 leaves the nearest integer in the lowest bits.
  const shifted = f32x4.add(exponent, constant(6))
  const rest = powerLess1(f32x4.sub(exponent, f32x4.sub(shifted, constant(6))))
  const power = i32x4.add(f32x4.add(rest, constant(0)), i32x4.shl(shifted, 23))
  return f32x4.div(constant(0), f32x4.add(power, constant(0)))
}

/** Returns (e^2x - 1) / (e^2x + 1). Computes e^2x - 1 directly, which stays exact near zero. */
// @ts-ignore: decorator
@inline
function tanh(x: v128): v128 {
  const exponent = bounded(f32x4.mul(x, constant(3)))
  const shifted = f32x4.add(exponent, constant(6))
  const rest = powerLess1(f32x4.sub(exponent, f32x4.sub(shifted, constant(6))))
  const scale = i32x4.add(constant(0), i32x4.shl(shifted, 23))
  const less1 = f32x4.add(f32x4.mul(rest, scale), f32x4.sub(scale, constant(0)))
  return f32x4.div(less1, f32x4.add(less1, constant(1)))
}

/** Returns a (1 - a), the derivative of a sigmoid with value a. */
// @ts-ignore: decorator
@inline
function sigmoidDerivative(a: v128): v128 {
  return f32x4.sub(a, f32x4.mul(a, a))
}

/** Returns 1 - a², the derivative of a tanh with value a. */
// @ts-ignore: decorator
@inline
function tanhDerivative(a: v128): v128 {
  return f32x4.sub(f32x4.splat(1), f32x4.mul(a, a))
}

/** Returns the sum of the four lanes. */
// @ts-ignore: decorator
@inline
function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
}

/** The dropout mask of the next calls: first key, and the 32-bit threshold below which a value is dropped. */
let keyA: i32 = 0
let threshold: u32 = 0
/** Lane numbers, two multipliers (Wellons' lowbias32), second key, threshold, and the factor of the values kept. */
const MASK = memory.data<u32>([0, 1, 2, 3, 0x7feb352d, 0x846ca68b, 0, 0, 0], 16)

/** Sets the dropout mask. `below` 0 drops nothing. */
export function drop(first: i32, second: i32, below: u32, scale: f32): void {
  keyA = first
  threshold = below
  store<i32>(MASK, second, 24)
  store<u32>(MASK, below, 28)
  store<f32>(MASK, scale, 32)
}

/**
 * Masks the values numbered `index` to `index` + 3. The mask depends only on their numbers and the keys, so that the
 * backward pass applies the same mask.
 */
// @ts-ignore: decorator
@inline
function masked(values: v128, index: u32): v128 {
  if (threshold == 0) return values
  let x = i32x4.add(i32x4.splat(index + keyA), v128.load(MASK))
  x = v128.xor(x, i32x4.shr_u(x, 16))
  x = i32x4.mul(x, v128.load32_splat(MASK, 16))
  x = v128.xor(v128.xor(x, i32x4.shr_u(x, 15)), v128.load32_splat(MASK, 24))
  x = i32x4.mul(x, v128.load32_splat(MASK, 20))
  x = v128.xor(x, i32x4.shr_u(x, 16))
  const kept = i32x4.ge_u(x, v128.load32_splat(MASK, 28))
  return v128.and(kept, f32x4.mul(values, v128.load32_splat(MASK, 32)))
}

/**
 * Writes input vectors, rows of `width` bytes, to `to`: the masked word vector, a one for the bias, then zeros. The vector is
 * int8 at `table`, `dims` values in `tableWidth` bytes (a multiple of 8), times the word's scale. `words` are u32; the row of
 * a NONE is zero.
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
 * Runs one LSTM step for `rows` sentences (Hochreiter and Schmidhuber 1997, with a forget gate), states `hidden` bytes wide.
 * `gates` [rows, 4 * hidden] (input, output, forget, candidate) holds the contribution of the previous state, for the first
 * `rowsBefore` rows; adds the row of `projected` given by `inputs` (u32), and replaces them with activations. `before`:
 * previous cells. Writes cells, their tanh, masked states (row stride `statesWidth`; the first row is number `token`), and
 * the unmasked states of the first `rowsAfter` rows to `after`.
 */
export function openGates(
  gates: usize,
  rows: i32,
  hidden: usize,
  inputs: usize,
  projected: usize,
  before: usize,
  rowsBefore: i32,
  cells: usize,
  tanhs: usize,
  states: usize,
  statesWidth: usize,
  token: u32,
  after: usize,
  rowsAfter: i32
): void {
  const o = hidden
  const f = hidden << 1
  const c = f + hidden
  for (let r = 0; r < rows; r++) {
    const index = (token + r) * <u32>(hidden >> 2)
    const added = projected + (<usize>load<u32>(inputs) * hidden << 2)
    const hasBefore = r < rowsBefore
    const hasAfter = r < rowsAfter
    for (let j: usize = 0; j < hidden; j += 16) {
      const at = gates + j
      const from = added + j
      let input = v128.load(from)
      let output = v128.load(from + o)
      let forget = v128.load(from + f)
      let candidate = v128.load(from + c)
      if (hasBefore) {
        input = f32x4.add(input, v128.load(at))
        output = f32x4.add(output, v128.load(at + o))
        forget = f32x4.add(forget, v128.load(at + f))
        candidate = f32x4.add(candidate, v128.load(at + c))
      }
      input = sigmoid(input)
      output = sigmoid(output)
      forget = sigmoid(forget)
      candidate = tanh(candidate)
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
    gates += hidden << 2
    inputs += 4
    before += hidden
    cells += hidden
    tanhs += hidden
    states += statesWidth
    after += hidden
  }
}

/** Adds `value` to the four floats at `to`. */
// @ts-ignore: decorator
@inline
function addTo(to: usize, value: v128): void {
  v128.store(to, f32x4.add(v128.load(to), value))
}

/**
 * Runs one step backward: replaces `gates` with the gradients of their sums, and adds these to `projected` by `inputs`.
 * `gradients` (row stride `gradientsWidth`, first row number `token`): of the masked states. `gradientsState`: from the next
 * step. `gradientsCell`: of the cells; replaced with those of the previous cells.
 */
export function gateGradients(
  gates: usize,
  rows: i32,
  hidden: usize,
  inputs: usize,
  projected: usize,
  before: usize,
  rowsBefore: i32,
  tanhs: usize,
  gradients: usize,
  gradientsWidth: usize,
  token: u32,
  gradientsState: usize,
  gradientsCell: usize
): void {
  const o = hidden
  const f = hidden << 1
  const c = f + hidden
  for (let r = 0; r < rows; r++) {
    const index = (token + r) * <u32>(hidden >> 2)
    const sums = projected + (<usize>load<u32>(inputs) * hidden << 2)
    const hasBefore = r < rowsBefore
    for (let j: usize = 0; j < hidden; j += 16) {
      const at = gates + j
      const to = sums + j
      const input = v128.load(at)
      const output = v128.load(at + o)
      const forget = v128.load(at + f)
      const candidate = v128.load(at + c)
      const squashed = v128.load(tanhs + j)
      const gradient = f32x4.add(masked(v128.load(gradients + j), index + <u32>(j >> 2)), v128.load(gradientsState + j))
      const throughOutput = f32x4.mul(f32x4.mul(gradient, output), tanhDerivative(squashed))
      const cell = f32x4.add(v128.load(gradientsCell + j), throughOutput)
      const last = hasBefore ? v128.load(before + j) : f32x4.splat(0)
      const ofInput = f32x4.mul(f32x4.mul(cell, candidate), sigmoidDerivative(input))
      const ofOutput = f32x4.mul(f32x4.mul(gradient, squashed), sigmoidDerivative(output))
      const ofForget = f32x4.mul(f32x4.mul(cell, last), sigmoidDerivative(forget))
      const ofCandidate = f32x4.mul(f32x4.mul(cell, input), tanhDerivative(candidate))
      v128.store(at, ofInput)
      v128.store(at + o, ofOutput)
      v128.store(at + f, ofForget)
      v128.store(at + c, ofCandidate)
      addTo(to, ofInput)
      addTo(to + o, ofOutput)
      addTo(to + f, ofForget)
      addTo(to + c, ofCandidate)
      v128.store(gradientsCell + j, f32x4.mul(cell, forget))
    }
    gates += hidden << 2
    inputs += 4
    before += hidden
    tanhs += hidden
    gradients += gradientsWidth
    gradientsState += hidden
    gradientsCell += hidden
  }
}

/** Replaces `keys` [rows, units] with tanh(keys + bias), and writes their dot products with `context` to `scores` [rows]. */
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

/** Adds each state, `width` bytes, times its weight to its sentence's row in `pooled`. Skips rows whose sentence is NONE. */
export function pool(states: usize, rows: i32, width: usize, weights: usize, sentences: usize, pooled: usize): void {
  for (let r = 0; r < rows; r++, states += width) {
    const sentence = load<u32>(sentences + ((<usize>r) << 2))
    if (sentence == NONE) continue
    const weight = v128.load32_splat(weights + ((<usize>r) << 2))
    const to = pooled + <usize>sentence * width
    for (let j: usize = 0; j < width; j += 16) {
      addTo(to + j, f32x4.mul(weight, v128.load(states + j)))
    }
  }
}

/** Writes the gradient of each weight to `products` [rows]: the dot product of state and its sentence's `gradients`. */
export function weightGradients(
  states: usize,
  rows: i32,
  width: usize,
  sentences: usize,
  gradients: usize,
  products: usize
): void {
  for (let r = 0; r < rows; r++, states += width, products += 4) {
    const sentence = load<u32>(sentences + ((<usize>r) << 2))
    let total = f32x4.splat(0)
    if (sentence != NONE) {
      const from = gradients + <usize>sentence * width
      for (let j: usize = 0; j < width; j += 16) {
        total = f32x4.add(total, f32x4.mul(v128.load(states + j), v128.load(from + j)))
      }
    }
    store<f32>(products, sum(total))
  }
}

/**
 * Replaces `keys` with the gradients of their sums before tanh, from the gradients of the scores. Accumulates the gradients
 * of `context` and the bias.
 */
export function keyGradients(
  keys: usize,
  rows: i32,
  units: usize,
  gradients: usize,
  context: usize,
  gradientsContext: usize,
  gradientsBias: usize
): void {
  for (let r = 0; r < rows; r++) {
    const gradient = v128.load32_splat(gradients + ((<usize>r) << 2))
    for (let u: usize = 0; u < units; u += 16) {
      const key = v128.load(keys + u)
      const through = f32x4.mul(f32x4.mul(gradient, v128.load(context + u)), tanhDerivative(key))
      v128.store(keys + u, through)
      addTo(gradientsContext + u, f32x4.mul(gradient, key))
      addTo(gradientsBias + u, through)
    }
    keys += units
  }
}

/** Adds the gradients through the weighted sum to `states`, which hold those through the keys. */
export function stateGradients(
  states: usize,
  rows: i32,
  width: usize,
  weights: usize,
  sentences: usize,
  gradients: usize
): void {
  for (let r = 0; r < rows; r++, states += width) {
    const sentence = load<u32>(sentences + ((<usize>r) << 2))
    if (sentence == NONE) continue
    const weight = v128.load32_splat(weights + ((<usize>r) << 2))
    const from = gradients + <usize>sentence * width
    for (let j: usize = 0; j < width; j += 16) {
      addTo(states + j, f32x4.mul(weight, v128.load(from + j)))
    }
  }
}
