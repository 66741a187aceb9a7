import type { Block } from '../block.js'
import { LISTS, QUOTES, VERBATIM } from './commands.js'

/** The environments that are open where a LaTeX text is read. */
export interface LatexEnvironments {
  readonly enter: (name: string) => void
  /** Leaves the latest of a name, with what was opened since; without one, nothing. */
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
 * Finds where environments end that are passed over whole, with those of the same name within where these can nest.
 * @returns for an environment's name and the place behind its beginning, the place behind its end; undefined without one
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
