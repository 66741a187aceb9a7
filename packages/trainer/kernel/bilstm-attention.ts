/**
 * What a training step of the network `bilstm-attention` does between its matrix products, in AssemblyScript, for
 * WebAssembly with SIMD: gates of the LSTM, attention, their slopes, values dropped by chance. It allocates nothing: the
 * host lays the memory out (src/networks/lstm-kernel.ts). Relaxed SIMD is left out: fused multiply-add would round otherwise on
 * some machines, and equal seeds must give equal bits.
 *
 * Pointers are byte offsets, all numbers float32 unless named; matrices are row-major. Widths are in bytes, and multiples
 * of 16.
 */

/** A row of words, or of sentences, where there is none. */
const NONE: u32 = 0xffffffff

/** Constants, in memory because a vector of one takes four instructions to make and one to load. */
const CONSTANTS = memory.data<f32>([
  1, 2, -1.44269504, 2.88539008, 64, -64, 12582912, 1.54035122e-4, 1.33907353e-3, 9.61823761e-3, 5.55035733e-2,
  2.40226492e-1, 6.93147182e-1
])

/** Where the host may lay out the memory from. */
export function free(): usize {
  return __heap_base
}

/** Four times the constant of that number. */
// @ts-ignore: decorator
@inline
function constant(number: usize): v128 {
  return v128.load32_splat(CONSTANTS + (number << 2))
}

/** x within bounds where its power of two, and products of a few of those, are neither too large nor subnormal. */
// @ts-ignore: decorator
@inline
function bounded(x: v128): v128 {
  return f32x4.pmax(f32x4.pmin(x, constant(4)), constant(5))
}

/** p * x + the constant of that number. */
// @ts-ignore: decorator
@inline
function horner(p: v128, x: v128, number: usize): v128 {
  return f32x4.add(f32x4.mul(p, x), constant(number))
}

/**
 * 2^x - 1 for x within ±1/2, to 2e-8 of its value beside rounding: x times the polynomial of degree 5 that is nearest to
 * (2^x - 1) / x.
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

/** 1 / (1 + e^-x), where e^-x is 2^(whole part) by the exponent's bits times 2^(what remains). */
// @ts-ignore: decorator
@inline
function sigmoid(x: v128): v128 {
  const exponent = bounded(f32x4.mul(x, constant(2)))
  // Adding 1.5 * 2^23 leaves the nearest whole number in the lowest bits.
  const shifted = f32x4.add(exponent, constant(6))
  const rest = powerLess1(f32x4.sub(exponent, f32x4.sub(shifted, constant(6))))
  const power = i32x4.add(f32x4.add(rest, constant(0)), i32x4.shl(shifted, 23))
  return f32x4.div(constant(0), f32x4.add(power, constant(0)))
}

/** (e^2x - 1) / (e^2x + 1), from e^2x - 1, which is exact to its last places near zero too. */
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

/** Chance of the masks of the next calls: two keys, 32 bits below which a value is dropped, what the others are times. */
let keyA: i32 = 0
let threshold: u32 = 0
/** Four numbers in a row, two multipliers (Wellons' lowbias32), and the second key, the threshold and the factor. */
const MASK = memory.data<u32>([0, 1, 2, 3, 0x7feb352d, 0x846ca68b, 0, 0, 0], 16)

/** `below` 0 drops nothing. */
export function drop(first: i32, second: i32, below: u32, scale: f32): void {
  keyA = first
  threshold = below
  store<i32>(MASK, second, 24)
  store<u32>(MASK, below, 28)
  store<f32>(MASK, scale, 32)
}

/**
 * `values` masked: the values numbered `index` to `index` + 3 are dropped or kept by chance that depends on their number
 * and the keys alone, so that slopes meet the same mask again.
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
 * Input vectors, rows of `width` bytes at `to`: the word's vector (int8 at `table`, `dims` values a row in `tableWidth`
 * bytes, a multiple of 8, times the word's scale), masked; a one, by which the bias comes in; zeros. `words` are u32;
 * where it is NONE the whole row is zero.
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
 * wide. A row's gates (input, output, forget, candidate; [rows, 4 * hidden] at `gates`) begin as what the last state
 * adds to them, nothing behind `rowsBefore`; the row of `projected` that `inputs` (u32) names comes in, and they become
 * activations. `before` are the last cells. Writes cells, their tanh, states masked (rows `statesWidth` apart; the first
 * row is number `token`), and the plain states of the first `rowsAfter` rows at `after`.
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
 * The slopes of one step: `gates` become the slopes of their sums, and are added up in `projected` by `inputs`. `slopes`
 * (rows `slopesWidth` apart, the first number `token`) are those of the masked states, `slopesState` those that came
 * through the next step, `slopesCell` those of the cells, which it turns into those of the cells before.
 */
export function gateSlopes(
  gates: usize,
  rows: i32,
  hidden: usize,
  inputs: usize,
  projected: usize,
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
      const slope = f32x4.add(masked(v128.load(slopes + j), index + <u32>(j >> 2)), v128.load(slopesState + j))
      const throughOutput = f32x4.mul(f32x4.mul(slope, output), tanhSlope(squashed))
      const cell = f32x4.add(v128.load(slopesCell + j), throughOutput)
      const last = hasBefore ? v128.load(before + j) : f32x4.splat(0)
      const ofInput = f32x4.mul(f32x4.mul(cell, candidate), sigmoidSlope(input))
      const ofOutput = f32x4.mul(f32x4.mul(slope, squashed), sigmoidSlope(output))
      const ofForget = f32x4.mul(f32x4.mul(cell, last), sigmoidSlope(forget))
      const ofCandidate = f32x4.mul(f32x4.mul(cell, input), tanhSlope(candidate))
      v128.store(at, ofInput)
      v128.store(at + o, ofOutput)
      v128.store(at + f, ofForget)
      v128.store(at + c, ofCandidate)
      addTo(to, ofInput)
      addTo(to + o, ofOutput)
      addTo(to + f, ofForget)
      addTo(to + c, ofCandidate)
      v128.store(slopesCell + j, f32x4.mul(cell, forget))
    }
    gates += hidden << 2
    inputs += 4
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
      addTo(to + j, f32x4.mul(weight, v128.load(states + j)))
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
      addTo(slopesContext + u, f32x4.mul(slope, key))
      addTo(slopesBias + u, through)
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
      addTo(states + j, f32x4.mul(weight, v128.load(from + j)))
    }
  }
}
