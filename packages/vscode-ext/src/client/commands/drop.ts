import type { Change, Place } from '../../draft/change.js'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { DraftNode } from '../state/draft-node.js'

/**
 * Returns the change for dropping rows on a target row, or on the empty space below all rows if there is no target. A section
 * moves after a target below it and before a target above it. Paragraphs move to the end of the target's section. A theme moves
 * next to a target theme or into a target section. Returns undefined if the rows cannot be dropped there.
 */
export function droppedChange(dragged: readonly DraftNode[], target: DraftNode | undefined): Change | undefined {
  const first = dragged.at(0)
  if (!first) return undefined
  const { draft, kind, index } = first
  if (kind === 'section') {
    const to = sectionPlace(draft, index, target)
    return to && { kind: 'move-section', section: index, to }
  }
  if (kind === 'theme') {
    const to = themePlace(draft, index, target)
    return to && { kind: 'move-theme', theme: index, to }
  }
  const paragraphs = dragged.filter((node) => node.kind === 'paragraph').map((node) => node.index)
  if (paragraphs.length === 0) return undefined
  const inOrder = [...new Set(paragraphs)].sort((a, b) => a - b)
  if (target) {
    const to = sectionOf(target)
    return to < 0 ? undefined : { kind: 'move', paragraphs: inOrder, to }
  }
  const { theme, opening } = draft.paragraphs[inOrder[0]]
  const heading = theme < 0 ? opening : draft.themes[theme].name
  return { kind: 'move', paragraphs: inOrder, to: lastAtTop(draft), heading }
}

function sectionPlace(draft: ShownAnalysis, section: number, target: DraftNode | undefined): Place | undefined {
  if (!target) return { section: lastAtTop(draft), where: 'after' }
  if (target.kind !== 'section' || isWithin(draft, target.index, section)) return undefined
  return { section: target.index, where: target.index > section ? 'after' : 'before' }
}

function themePlace(
  draft: ShownAnalysis,
  theme: number,
  target: DraftNode | undefined
): Extract<Change, { kind: 'move-theme' }>['to'] | undefined {
  if (!target) return { section: lastAtTop(draft), where: 'after' }
  if (target.kind === 'theme') {
    if (target.index === theme) return undefined
    const isBelow = draft.themes[target.index].paragraphs[0] > draft.themes[theme].paragraphs[0]
    return { theme: target.index, where: isBelow ? 'after' : 'before' }
  }
  const section = sectionOf(target)
  return section < 0 ? undefined : { section, where: 'inside' }
}

/** Returns the section that a row shows or belongs to; for a theme, the section with most of its words. -1 if none. */
function sectionOf({ kind, draft, index }: DraftNode): number {
  if (kind === 'section') return index
  if (kind === 'paragraph') return draft.paragraphs[index].section
  if (kind !== 'theme') return -1
  const words = new Map<number, number>()
  for (const paragraph of draft.themes[index].paragraphs) {
    const { section, words: count } = draft.paragraphs[paragraph]
    words.set(section, (words.get(section) ?? 0) + count)
  }
  return [...words].reduce((most, next) => (next[1] > most[1] ? next : most), [-1, 0])[0]
}

function lastAtTop({ sections }: ShownAnalysis): number {
  return sections.findLastIndex(({ parent }) => parent < 0)
}

function isWithin({ sections }: ShownAnalysis, section: number, outer: number): boolean {
  for (let at = section; at >= 0; at = sections[at].parent) if (at === outer) return true
  return false
}
