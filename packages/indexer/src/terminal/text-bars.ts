const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** A bar of a share from 0 to 1 of `width` columns, to an eighth of a column; padded to the width. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(Math.max(share, 0), 1) * width * 8)
  return `${'█'.repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`.padEnd(width)
}

/** A column for each value, the greatest in full height, from 0; a blank where nothing is known. */
export function sparkline(values: readonly (number | undefined)[]): string {
  const most = Math.max(0, ...values.filter((value) => value !== undefined))
  return values
    .map((value) =>
      value === undefined ? ' ' : HEIGHTS[most === 0 ? 0 : Math.min(7, Math.floor((value / most) * 7.999))]
    )
    .join('')
}
