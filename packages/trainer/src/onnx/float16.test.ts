import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toFloat16 } from './float16.js'

const half = (value: number): number => toFloat16(Float32Array.of(value))[0]

it.each([
  [0, 0x0000],
  [-0, 0x8000],
  [1, 0x3c00],
  [-2, 0xc000],
  [65_504, 0x7bff],
  [65_519.99, 0x7bff],
  [-65_504, 0xfbff],
  [2 ** -14, 0x0400],
  [1023 * 2 ** -24, 0x03ff],
  [1023.5 * 2 ** -24, 0x0400],
  [2 ** -24, 0x0001],
  [2 ** -25, 0x0000],
  [1 + 2 ** -11, 0x3c00],
  [1 + 3 * 2 ** -11, 0x3c02],
  [2 - 2 ** -12, 0x4000]
])('%d is kept as its nearest number of 16 bits, of two the even one', (value, bits) => {
  expect(half(value)).toBe(bits)
})

it.each([NaN, 65_520, -Infinity])('A weight of %d is refused, and which it is', (value) => {
  expect(() => toFloat16(Float32Array.of(0, 1, value))).toThrow(
    `weight 2 of 3 is ${value}; expected one from -65,504 to 65,504`
  )
})

it('Weights lose less than one part in two thousand', () => {
  fc.assert(
    fc.property(fc.float({ min: Math.fround(2 ** -14), max: 65_504, noNaN: true }), (value) => {
      const bits = half(value)
      const back = 2 ** ((bits >>> 10) - 15) * (1 + (bits & 1023) / 1024)
      expect(Math.abs(back - value)).toBeLessThanOrEqual(value * 2 ** -11)
    })
  )
})
