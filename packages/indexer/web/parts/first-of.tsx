import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { countOf } from '../figures.js'

interface Props<T> {
  readonly of: readonly T[]
  readonly first: number
  /** What they are, many of them. */
  readonly what: string
  readonly children: (shown: readonly T[]) => ComponentChildren
}

/** The first of a long list, and a button that shows all of it. */
export function FirstOf<T>({ of, first, what, children }: Props<T>) {
  const [all, setAll] = useState(false)
  return (
    <>
      {children(all ? of : of.slice(0, first))}
      {all || of.length <= first ? null : (
        <button
          type="button"
          class="button wide"
          onClick={() => {
            setAll(true)
          }}
        >
          Show all {countOf(of.length)} {what}
        </button>
      )}
    </>
  )
}
