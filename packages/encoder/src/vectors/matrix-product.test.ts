import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.js'
import { createMultiply, prepareProduct } from './matrix-product.js'

describe('The matrix product', () => {
  it('gives what a plain triple loop gives, for any sizes', () => {
    const size = fc.integer({ min: 1, max: 21 })
    fc.assert(
      fc.property(size, size, size, fc.nat(), fc.boolean(), (rows, inputs, outputs, seed, turned) => {
        const random = createRandom(seed)
        const matrix = Float32Array.from({ length: inputs * outputs }, () => random.normal())
        const { left, width, multiply } = prepareProduct(matrix, inputs, outputs, rows, turned)
        for (let i = 0; i < rows * inputs; i++) left[i] = random.normal()
        const result = multiply(rows)
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < outputs; c++) {
            let sum = 0
            for (let k = 0; k < inputs; k++)
              sum += left[r * inputs + k] * matrix[turned ? c * inputs + k : k * outputs + c]
            expect(result[r * width + c]).toBeCloseTo(sum, 4)
          }
        }
      })
    )
  })

  it('of any two matrices, turned or not, is what a plain triple loop gives', () => {
    const size = fc.integer({ min: 1, max: 40 })
    const multiply = createMultiply()
    fc.assert(
      fc.property(size, size, size, fc.boolean(), fc.boolean(), (rows, inputs, columns, turnLeft, turnRight) => {
        const random = createRandom(`${rows} ${inputs} ${columns}`)
        const floats = (length: number): Float32Array => Float32Array.from({ length }, () => random.normal())
        const left = { values: floats(rows * inputs), turned: turnLeft }
        const right = { values: floats(inputs * columns), turned: turnRight }
        const product = multiply(left, right, rows, inputs, columns)
        expect(product.length).toBe(rows * columns)
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < columns; c++) {
            let sum = 0
            for (let k = 0; k < inputs; k++) {
              const a = left.values[turnLeft ? k * rows + r : r * inputs + k]
              sum += a * right.values[turnRight ? c * inputs + k : k * columns + c]
            }
            expect(product[r * columns + c]).toBeCloseTo(sum, 4)
          }
        }
      })
    )
  })
})
