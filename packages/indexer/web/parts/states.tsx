import type { ComponentChildren } from 'preact'
import type { Loaded } from '../data/loaded.js'

/** A message for a view without content: why it is empty, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <section class="state">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </section>
  )
}

/** A message that the filter excludes everything. `what` describes the excluded sentences. */
export function NothingPasses({ what = '' }: { readonly what?: string }) {
  return (
    <div class="state">
      <h2>Nothing to show</h2>
      <p>No sentences {what === '' ? '' : `${what} `}pass this filter; take a condition out, or widen it.</p>
    </div>
  )
}

/** An error in the service's words, with a retry button. */
export function Failed({ of, what }: { readonly of: Loaded<unknown>; readonly what: string }) {
  if (of.failure === undefined) return null
  return (
    <div class="failed" role="alert">
      <p>
        <strong>{what}</strong> {of.failure.message}
      </p>
      <button type="button" class="button" onClick={of.again}>
        Try again
      </button>
    </div>
  )
}

/** Placeholder lines for text that is loading, so that the layout does not move. */
export function Waiting({ lines = 6, what = 'Loading' }: { readonly lines?: number; readonly what?: string }) {
  return (
    <div class="waiting" role="status" aria-label={`${what} …`}>
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} class={`bone bone-${i % 4}`} />
      ))}
    </div>
  )
}

/**
 * Shows an answer once loaded, a placeholder before that, and an error if it failed. While the next answer loads, the
 * previous one stays, faded.
 */
export function Shown<T>({
  of,
  what,
  waiting,
  children
}: {
  readonly of: Loaded<T>
  readonly what: string
  readonly waiting?: ComponentChildren
  readonly children: (data: T) => ComponentChildren
}) {
  if (of.failure !== undefined && !of.loading) return <Failed of={of} what={what} />
  if (of.data === undefined) return <>{waiting ?? <Waiting />}</>
  return (
    <div class={of.loading ? 'shown stale' : 'shown'} aria-busy={of.loading}>
      {children(of.data)}
    </div>
  )
}
