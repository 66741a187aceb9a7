import type { ComponentChildren } from 'preact'
import { countHere, keepCount } from '../data/address.js'
import { countOf } from '../data/figures.js'

interface Props<T> {
  readonly of: readonly T[]
  readonly first: number
  /** Plural name of the items; one list of each per page. */
  readonly what: string
  readonly children: (shown: readonly T[]) => ComponentChildren
}

/** The first items of a long list, with a button that shows all. Going back restores the number shown. */
export function FirstOf<T>({ of, first, what, children }: Props<T>) {
  const count = countHere(what, first)
  return (
    <>
      {children(of.slice(0, count))}
      {of.length <= count ? null : (
        <button
          type="button"
          class="button wide"
          onClick={() => {
            keepCount(what, of.length)
          }}
        >
          Show all {countOf(of.length)} {what}
        </button>
      )}
    </>
  )
}
