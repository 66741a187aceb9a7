/** Round numbers at equal distances that take in both ends; about `count` of them. */
export function ticks(least: number, most: number, count: number): number[] {
  const span = most > least ? most - least : Math.abs(most) || 1
  const rough = span / (count - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const distance = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10)
  const first = Math.floor(least / distance + 1e-9)
  const last = Math.max(first + 1, Math.ceil(most / distance - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * distance)
}
