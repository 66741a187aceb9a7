/** A bar for a share of `of`. The number is beside it as text, so screen readers skip the bar. */
export function Bar({
  share,
  of = 1,
  colour = ''
}: {
  readonly share: number
  readonly of?: number
  readonly colour?: string
}) {
  const width = of === 0 ? 0 : Math.min(1, share / of)
  return (
    <span class={`bar ${colour}`} aria-hidden="true">
      <span style={{ width: `${(width * 100).toFixed(2)}%` }} />
    </span>
  )
}
