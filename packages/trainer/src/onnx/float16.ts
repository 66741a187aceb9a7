const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/**
 * Rounds numbers to 16 bits (IEEE 754 binary16), to the nearest, ties to even.
 * @throws Error for NaN, and for a number beyond ±65,504, the largest of 16 bits.
 */
export function toFloat16(values: Float32Array): Uint16Array {
  return Uint16Array.from(values, (value, index) => {
    float[0] = value
    const sign = (bits[0] >>> 16) & 0x8000
    const size = Math.abs(value)
    // Not `>=`, which NaN would pass. Numbers below 65,520 round to 65,504.
    if (!(size < 65_520)) {
      throw new Error(
        `weight ${index} of ${values.length} is ${value}; expected one from -65,504 to 65,504, as 16 bits hold: ` +
          'train the network again, with a lower learning rate'
      )
    }
    // Below 2^-14 numbers are multiples of 2^-24.
    if (size < 2 ** -14) return sign | roundEven(size * 2 ** 24)
    const exponent = (bits[0] >>> 23) & 0xff
    const fraction = bits[0] & 0x7fffff
    // A fraction that rounds up to 1 carries into the exponent, which is right.
    return sign | (((exponent - 112) << 10) + roundEven(fraction / 2 ** 13))
  })
}

/** Returns numbers of 16 bits as float32. */
export function fromFloat16(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (half) => {
    const sign = half & 0x8000 ? -1 : 1
    const exponent = (half >>> 10) & 0x1f
    const fraction = half & 0x3ff
    if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25)
  })
}

function roundEven(value: number): number {
  const low = Math.floor(value)
  const rest = value - low
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low
}
