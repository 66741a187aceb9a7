import type { Block } from '../block.js'
import { LISTS, QUOTES, VERBATIM } from './latex-commands.js'

/** The open environments at a position of a LaTeX text. */
export interface LatexEnvironments {
  readonly enter: (name: string) => void
  /** Closes the latest of a name and all opened after it; does nothing without one. */
  readonly leave: (name: string) => void
  readonly container: () => Block['container']
}

export function createLatexEnvironments(): LatexEnvironments {
  const open: string[] = []
  const counts = new Map<string, number>()
  const count = (name: string, change: number): void => {
    counts.set(name, (counts.get(name) ?? 0) + change)
  }
  return {
    enter(name) {
      open.push(name)
      count(name, 1)
    },
    leave(name) {
      for (let last = ''; last !== name && (counts.get(name) ?? 0) > 0;) {
        last = open.pop()!
        count(last, -1)
      }
    },
    container() {
      const last = open.at(-1) ?? ''
      return LISTS.has(last) ? 'list' : QUOTES.has(last) ? 'quote' : 'none'
    }
  }
}

/**
 * Returns a function that finds the end of a skipped environment, including nested ones of the same name.
 * @returns for a name and the position after its beginning, the position after its end; undefined without one
 */
export function createEnvironmentEnds(text: string): (name: string, from: number) => number | undefined {
  const endless = new Set<string>()
  return (name, from) => {
    if (endless.has(name)) return undefined
    const edge = new RegExp(`\\\\(begin|end)[ \\t]{0,9}\\{${name.replace('*', '\\*')}\\}`, 'g')
    edge.lastIndex = from
    const inner = VERBATIM.has(name.replace(/\*$/, '')) ? 0 : 1
    for (let depth = 1, found = edge.exec(text); found !== null; found = edge.exec(text)) {
      depth += found[1] === 'begin' ? inner : -1
      if (depth === 0) return edge.lastIndex
    }
    endless.add(name)
    return undefined
  }
}
