/** A share as a bar; `of` is what fills it. The number stands beside it in words, so that the bar is not read out. */
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
