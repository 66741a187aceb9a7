import { counted } from '@leitmotif/command/counted'

/** Formats a share from 0 to 1 as a percentage: `31 %`, `3.1 %`, `< 0.1 %`. */
export function percent(share: number): string {
  return `${figure(share)} %`
}

/** Formats a confidence interval of a share: `1.2 – 17 %`. */
export function percentRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${figure(low)} – ${percent(high)}`
}

function figure(share: number): string {
  const value = share * 100
  if (value === 0) return '0'
  if (value < 0.1) return '< 0.1'
  return value.toFixed(value < 9.95 ? 1 : 0)
}

/** Formats a percentile of a similarity among random pairs, without a unit: `63`, `99.4`, `over 99.9`. */
export function percentileText(percentile: number): string {
  return percentile >= 99.95 ? 'over 99.9' : percentile.toFixed(percentile >= 99 ? 1 : 0)
}

/** Formats a score with `digits` decimals: `0.71`, `-0.05`. A score that rounds to 0 has no sign. */
export function fixed(score: number, digits = 2): string {
  const text = score.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** Formats a count with thousands separators: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Returns a count with its verb: `1 sentence has`, `1,234 sentences have`. */
export function having(count: number, noun: string): string {
  return `${counted(count, noun)} ${count === 1 ? 'has' : 'have'}`
}

/** Largest odds ratio shown. Larger ones depend on single sentences. */
const MAX_ODDS_RATIO = 1_000_000

/** Formats a difference of log-odds as an odds ratio: `× 1.30`, `× 1,200`. */
export function oddsRatio(logOdds: number): string {
  const factor = Math.exp(logOdds)
  if (factor < 100) return `× ${factor.toFixed(factor < 0.1 ? 3 : 2)}`
  if (factor > MAX_ODDS_RATIO) return `> × ${formatCount(MAX_ODDS_RATIO)}`
  return `× ${factor.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`
}

/** Formats a change of the log odds as a change of the odds in per cent: `+52 %`, `−8.1 %`. */
export function changeOf(logOdds: number): string {
  const change = Math.expm1(logOdds) * 100
  if (change > MAX_ODDS_RATIO) return `> +${formatCount(MAX_ODDS_RATIO)} %`
  const size = Math.abs(change)
  return `${change < 0 ? '−' : '+'}${size < 9.95 ? size.toFixed(1) : formatCount(Math.round(size))} %`
}

/** Largest ratio shown. Larger ones depend on single sentences. */
const MAX_RATIO = 1000

/** How often something is in two parts of a collection. */
interface CountedTwice extends Readonly<Record<'ratio' | 'low' | 'high', number>> {
  readonly a: { readonly count: number }
  readonly b: { readonly count: number }
}

/** Formats a ratio of shares with its interval: `2.6 times (1.4 to 4.8)`; undefined if only one part has any. */
export function timesText({ a, b, ratio, low, high }: CountedTwice): string | undefined {
  if (a.count === 0 || b.count === 0) return undefined
  return `${ratioText(ratio)} times (${ratioText(low)} to ${ratioText(high)})`
}

function ratioText(ratio: number): string {
  if (ratio > MAX_RATIO) return `> ${formatCount(MAX_RATIO)}`
  return ratio.toFixed(ratio < 0.095 ? 2 : ratio < 9.95 ? 1 : 0)
}
