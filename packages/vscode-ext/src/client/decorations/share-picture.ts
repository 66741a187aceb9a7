/** A part of a whole, with the colour it is drawn in. */
export interface ColouredShare {
  readonly colour: string
  /** 0 to 1. */
  readonly share: number
}

const SIZE = 16
const WIDTH = 6

/** An SVG of 16 by 16: the shares as one upright bar, the first on top; what is left of 1 is faint. */
export function sharePicture(shares: readonly ColouredShare[]): string {
  let top = 0
  const parts = shares.map(({ colour, share }) => {
    const height = share * SIZE
    const part = rectangle(top, height, colour)
    top += height
    return part
  })
  const rest = top < SIZE - 0.5 ? rectangle(top, SIZE - top, '#80808066') : ''
  const clip = `<clipPath id="c"><rect x="${(SIZE - WIDTH) / 2}" width="${WIDTH}" height="${SIZE}" rx="2"/></clipPath>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${clip}<g clip-path="url(#c)">${parts.join('')}${rest}</g></svg>`
}

function rectangle(y: number, height: number, colour: string): string {
  return `<rect y="${y.toFixed(2)}" width="${SIZE}" height="${height.toFixed(2)}" fill="${colour}"/>`
}
