/** Rounds up to 1, 2, 2.5 or 5 times a power of ten, for the end of an axis. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((end) => end >= value * 0.999)!
}

/** Returns at most `most` of the indices 0 to count - 1, evenly spaced, including the first. */
export function someOf(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}
