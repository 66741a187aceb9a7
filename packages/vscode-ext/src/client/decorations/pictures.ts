import type { Pattern } from './palette.js'

/** The segments of each pattern's bar, in 60ths of a line's height. */
const PIECES: Readonly<Record<Pattern, readonly (readonly [start: number, length: number])[]>> = {
  solid: [[0, 60]],
  dashed: [[0, 36]],
  dotted: [
    [0, 12],
    [24, 12],
    [48, 12]
  ],
  gapped: [[6, 12]]
}

/** The segments of a single bar, which does not continue on the lines above and below. */
const ALONE: typeof PIECES = {
  ...PIECES,
  dashed: [
    [2, 24],
    [34, 24]
  ],
  gapped: [
    [8, 12],
    [40, 12]
  ]
}

/** Returns an SVG of 16 by 16: a dot or, with a pattern, a vertical bar. */
export function dotPicture(colour: string, pattern?: Pattern): string {
  const pieces =
    pattern === undefined
      ? [`<circle cx="30" cy="30" r="16" fill="${colour}"/>`]
      : ALONE[pattern].map(([y, height]) => `<rect x="21" y="${y}" width="18" height="${height}" fill="${colour}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="16" height="16">${pieces.join('')}</svg>`
}

/** Returns an SVG to stretch over the margin of a line: a bar at its right. */
export function barPicture(colour: string, pattern: Pattern): string {
  const pieces = PIECES[pattern].map(
    ([y, height]) => `<rect x="76" y="${y}" width="18" height="${height}" fill="${colour}"/>`
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60" width="100" height="60" preserveAspectRatio="none">${pieces.join('')}</svg>`
}

/** A share of a whole and its colour. */
export interface ColouredShare {
  readonly colour: string
  /** 0 to 1. */
  readonly share: number
}

const SIZE = 16
const WIDTH = 6

/** Returns an SVG of 16 by 16: the shares stacked as a vertical bar, the first on top. The rest of 1 is drawn faint. */
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
