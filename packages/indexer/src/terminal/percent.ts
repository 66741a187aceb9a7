/** A share from 0 to 1 in per cent, with as many digits as tell it from nothing: `31 %`, `3.1 %`, `< 0.1 %`. */
export function percent(share: number): string {
  return `${figure(share)} %`
}

/** An interval of a share: `1.2 – 17 %`. */
export function percentRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${figure(low)} – ${percent(high)}`
}

function figure(share: number): string {
  const value = share * 100
  if (value === 0) return '0'
  if (value < 0.1) return '< 0.1'
  return value.toFixed(value < 9.95 ? 1 : 0)
}

/** A score with so many digits after the point: `0.71`, `-0.05`; what rounds to nothing has no sign. */
export function fixed(score: number, digits = 2): string {
  const text = score.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : text
}
