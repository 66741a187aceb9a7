import { Refused } from '../refusals.js'
import type { Arrangement } from './edits-arrangement.js'
import type { Change } from './change.js'
import type { Part } from './edits-parts.js'

/** What acts on a part from elsewhere, each as the part that it stands in; -1 where there is none. */
interface Scope {
  /** The innermost pair that holds it. */
  readonly pair: number
  /** The last before it that acts on all that follows. */
  readonly turn: number
}

/**
 * Checks that tags, conditions and commands act on the same sections as before; on the same paragraphs, too, but for those that
 * the writer puts into another section.
 * @throws Refused where they do not
 */
export function checkScopes({ draft, sections }: Arrangement, change: Change): void {
  const { parts, text } = draft
  if (change.kind === 'split' || change.kind === 'merge' || change.kind === 'rename') return
  const isChosen =
    (change.kind === 'move' && change.heading === undefined) ||
    (change.kind === 'move-theme' && change.to.where === 'inside')
  const order = sections.flatMap(({ heading, parts: own }) => [
    ...(heading?.part === undefined ? [] : [heading.part]),
    ...own
  ])
  const before = scopesOf(parts, parts.keys())
  for (const [index, scope] of scopesOf(parts, order)) {
    const { kind, ends, turns } = parts[index]
    if (isChosen && kind === 'body' && ends.length === 0 && !turns) continue
    const today = before.get(index)!
    const moved = [
      [today.pair, scope.pair],
      [today.turn, scope.turn]
    ].find(([old, now]) => old !== now)
    if (moved === undefined) continue
    const { start, end } = parts[Math.max(...moved)]
    const mark = text
      .slice(start, end)
      .split(/[\r\n]/, 1)[0]
      .slice(0, 60)
    throw new Refused(({ actsOtherwise }) => actsOtherwise(mark))
  }
}

/** The scope of each part, in the order given. */
function scopesOf(parts: readonly Part[], order: Iterable<number>): Map<number, Scope> {
  const scopes = new Map<number, Scope>()
  const open: { pair: number; part: number }[] = []
  let turn = -1
  for (const part of order) {
    scopes.set(part, { pair: open.at(-1)?.part ?? -1, turn })
    const { ends, turns } = parts[part]
    for (const { pair, opens } of ends) {
      if (opens) open.push({ pair, part })
      else if (open.at(-1)?.pair === pair) open.pop()
      else turn = part // what it closes stands before all parts
    }
    if (turns) turn = part
  }
  return scopes
}
