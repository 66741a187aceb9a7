import type { Random } from '@leitmotif/encoder/vectors'

/** Draws [inputs, outputs] uniformly within ±√(6 / (inputs + outputs)) (Glorot and Bengio 2010, equation 16). */
export function drawGlorot(random: Random, inputs: number, outputs: number): Float32Array {
  const bound = Math.sqrt(6 / (inputs + outputs))
  return Float32Array.from({ length: inputs * outputs }, () => (2 * random.next() - 1) * bound)
}

/** Draws a random orthogonal matrix [size, size] (Saxe et al. 2014): Gram-Schmidt on normal deviates. */
export function drawOrthogonal(random: Random, size: number): Float32Array {
  const rows: Float64Array[] = []
  while (rows.length < size) {
    const drawn = Float64Array.from({ length: size }, () => random.normal())
    // Twice: a single pass leaves large relative rounding errors in the last rows.
    for (let pass = 0; pass < 2; pass++) {
      for (const row of rows) {
        const along = innerProduct(row, drawn)
        for (let i = 0; i < size; i++) drawn[i] -= along * row[i]
      }
    }
    const length = Math.sqrt(innerProduct(drawn, drawn))
    rows.push(drawn.map((value) => value / length))
  }
  return Float32Array.from(rows.flatMap((row) => [...row]))
}

/** Concatenates matrices of `rows` rows by columns. */
export function joinColumns(matrices: readonly Float32Array[], rows: number): Float32Array {
  const widths = matrices.map(({ length }) => length / rows)
  const width = widths.reduce((sum, each) => sum + each, 0)
  const joined = new Float32Array(rows * width)
  let column = 0
  matrices.forEach((matrix, m) => {
    for (let r = 0; r < rows; r++) joined.set(matrix.subarray(r * widths[m], (r + 1) * widths[m]), r * width + column)
    column += widths[m]
  })
  return joined
}

function innerProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
