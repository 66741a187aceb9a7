import { Refused } from '../../protocol/refusals.js'
import type { Change } from '../change.js'
import type { Arrangement } from './edits-arrangement.js'
import { scopesOf } from './edits-parts.js'

/**
 * Checks that tags, conditions and commands act on the same sections as before; on the same paragraphs, too, but for those that
 * the writer puts into another section.
 * @throws Refused where they do not
 */
export function checkScopes({ draft, sections, scopes: before }: Arrangement, change: Change): void {
  const { parts, text } = draft
  if (change.kind === 'split' || change.kind === 'merge' || change.kind === 'rename') return
  const isChosen =
    (change.kind === 'move' && change.heading === undefined) ||
    (change.kind === 'move-theme' && change.to.where === 'inside')
  const order = sections.flatMap(({ heading, parts: own }) => [
    ...(heading?.part === undefined ? [] : [heading.part]),
    ...own
  ])
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
