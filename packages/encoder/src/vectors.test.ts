import { describe, expect, it } from 'vitest'
import { centerRows, dot, meanVector, normalize, row, selectRows, zeroVectors, type Vectors } from './vectors.js'

const matrix = (...rows: number[][]): Vectors => ({
  count: rows.length,
  dims: rows[0]?.length ?? 0,
  data: Float32Array.from(rows.flat())
})

describe('Matrices of vectors', () => {
  it('give rows as views and selections as copies', () => {
    const vectors = matrix([1, 2], [3, 4], [5, 6])
    const selected = selectRows(vectors, [2, 0])
    row(vectors, 2)[0] = 9
    expect([...selected.data]).toEqual([5, 6, 1, 2])
    expect([...row(vectors, 2)]).toEqual([9, 6])
  })

  it('scale to length 1, and leave zero alone', () => {
    const vector = Float32Array.of(3, 4)
    expect(normalize(vector)).toBe(5)
    expect(dot(vector, vector)).toBeCloseTo(1, 6)
    const zero = new Float32Array(2)
    expect(normalize(zero)).toBe(0)
    expect([...zero]).toEqual([0, 0])
  })

  it('have a mean, zero where there are no rows', () => {
    expect([...meanVector(matrix([1, 2], [3, 6]))]).toEqual([2, 4])
    expect([...meanVector(zeroVectors(0, 3))]).toEqual([0, 0, 0])
  })

  it('are centred to unit rows; a sentence of unknown words stays zero', () => {
    const centered = centerRows(matrix([1, 0], [0, 1], [0, 0]), Float32Array.of(0.5, 0.5))
    expect(row(centered, 0)[0]).toBeCloseTo(Math.SQRT1_2, 6)
    expect(row(centered, 0)[1]).toBeCloseTo(-Math.SQRT1_2, 6)
    expect([...row(centered, 2)]).toEqual([0, 0])
  })

  it.each([1, 2, 3, 7])(
    'are zero, to the bit, where all %d are the same: nothing tells them from their text',
    (count) => {
      const unit = [0.1, 0.7, Math.sqrt(0.5)]
      const centered = centerRows(matrix(...Array.from({ length: count }, () => unit)))
      expect(centered).toEqual(zeroVectors(count, 3))
    }
  )
})
