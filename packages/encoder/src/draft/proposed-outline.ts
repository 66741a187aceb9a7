import {
  paragraphsOf,
  type DraftParagraph,
  type DraftSection,
  type ProposedSection,
  type Suggestion
} from './analysis.js'

interface Outlined {
  readonly paragraphs: readonly Pick<DraftParagraph, 'section'>[]
  readonly sections: readonly Pick<DraftSection, 'heading' | 'level' | 'start' | 'end'>[]
}

type Part = { paragraphs: number[]; heading: string; readonly level: number; readonly from: number }

/** Returns the outline after applying suggestions that do not contradict each other (`chooseSuggestions`). */
export function proposeOutline(
  { sections }: Pick<Outlined, 'sections'>,
  suggestions: readonly Suggestion[]
): ProposedSection[] {
  const of = <K extends Suggestion['kind']>(kind: K): Extract<Suggestion, { kind: K }>[] =>
    suggestions.filter((one): one is Extract<Suggestion, { kind: K }> => one.kind === kind)
  const splits = new Map(of('split').map(({ paragraph, headings }) => [paragraph, headings[0] ?? '']))
  const moves = of('move')
  const separate = of('separate').sort((a, b) => a.paragraph - b.paragraph)
  const moved = new Set([...moves, ...separate].flatMap(paragraphsOf))
  const merged = new Set(of('merge').map(({ section }) => section))
  const named = new Map(
    of('heading').flatMap(({ section, headings }) => headings.slice(0, 1).map((best) => [section, best]))
  )
  const coming = new Map<number, number[]>()
  for (const { paragraph, to, before = sections[to].end } of moves) {
    const key = before < sections[to].end ? before : -1 - to
    coming.set(key, [...(coming.get(key) ?? []), paragraph])
  }

  const parts: Part[] = []
  /** New sections that are placed at the end of the section that they come from. */
  let waiting: Part[] = []
  let next = 0
  const place = (level: number): void => {
    parts.push(...waiting.filter((part) => part.level >= level).sort((a, b) => b.level - a.level))
    waiting = waiting.filter((part) => part.level < level)
  }
  sections.forEach(({ heading, level, start, end }, section) => {
    const own: Part =
      merged.has(section) && parts.length > 0
        ? parts[parts.length - 1]
        : { paragraphs: [], heading: named.get(section) ?? heading, level, from: section }
    if (own.from === section) {
      place(level)
      parts.push(own)
    }
    let part = own
    for (let p = start; p < end; p++) {
      const split = splits.get(p)
      if (split !== undefined) {
        part = { paragraphs: [], heading: split, level: Math.max(1, level), from: -1 }
        parts.push(part)
      }
      part.paragraphs.push(...(coming.get(p) ?? []))
      if (!moved.has(p)) part.paragraphs.push(p)
    }
    own.paragraphs.push(...(coming.get(-1 - section) ?? []))
    // They are in reading order.
    for (; next < separate.length && separate[next].paragraph < end; next++) {
      const one = separate[next]
      const [best = ''] = one.headings
      waiting.push({ paragraphs: paragraphsOf(one), heading: best, level: Math.max(1, level), from: -1 })
    }
  })
  place(0)
  return parts.map((part) => {
    const today = part.from < 0 ? undefined : sections[part.from]
    const kept =
      today !== undefined &&
      part.heading === today.heading &&
      part.paragraphs.length === today.end - today.start &&
      part.paragraphs.every((p, i) => p === today.start + i)
    return { ...part, changed: !kept }
  })
}

/**
 * Returns the distance between two outlines of the same paragraphs, 0 (same groups of paragraphs) to 1 (no more agreement than by
 * chance): 1 minus the adjusted Rand index (Hubert and Arabie 1985), at least 0. Headings and the order of sections do not count.
 */
export function outlineDistance({ paragraphs }: Outlined, proposed: readonly ProposedSection[]): number {
  const today = paragraphs.map(({ section }) => section)
  const then = new Int32Array(paragraphs.length)
  proposed.forEach((part, section) => {
    for (const p of part.paragraphs) then[p] = section
  })
  const both = today.map((section, p) => section * (proposed.length + 1) + then[p])
  const [a, b, shared, all] = [pairs(today), pairs(then), pairs(both), (today.length * (today.length - 1)) / 2]
  const most = (a + b) / 2
  const chance = all === 0 ? 0 : (a * b) / all
  if (shared === most) return 0
  return Math.min(1, Math.max(0, 1 - (shared - chance) / (most - chance)))
}

/** Returns the number of pairs of items in the same group. */
function pairs(groups: ArrayLike<number>): number {
  const sizes = new Map<number, number>()
  for (const group of Array.from(groups)) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  let sum = 0
  for (const size of sizes.values()) sum += (size * (size - 1)) / 2
  return sum
}
