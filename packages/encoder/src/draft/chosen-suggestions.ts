import { paragraphsOf, type DraftParagraph, type DraftSection, type Suggestion } from './analysis.js'

/**
 * The minimum score of each kind of suggestion. Scores of splits, moves, separate sections and headings are learned from damaged guides,
 * essays and manuals (`leitmotif-train draft-weights`), the others from encyclopedia articles. Documentation in Markdown has short sections
 * with similar subjects, so that merges are more often wrong there (bench/RESULTS.md, Moves).
 */
export const PRECISION = {
  few: { split: 0.2, move: 0.5, separate: 0.8, merge: 0.9, mixed: 0.5, heading: 0.8 },
  more: { split: 0.12, move: 0.25, separate: 0.5, merge: 0.7, mixed: 0.3, heading: 0.6 }
} as const

/**
 * Maximum number of suggestions for a section, plus one for each PARAGRAPHS_EACH of its paragraphs: writers read only a
 * few. Text without a heading has no such limit, because the splits of a whole draft belong together.
 */
export const PER_SECTION = 3
const PARAGRAPHS_EACH = 10

/** The parts of a draft that suggestions refer to. */
export interface Suggestible {
  readonly paragraphs: readonly Pick<DraftParagraph, 'section'>[]
  readonly sections: readonly (Pick<DraftSection, 'start' | 'end'> & Partial<Pick<DraftSection, 'heading'>>)[]
}

/**
 * Returns the suggestions with the highest scores that do not contradict each other, in reading order. For example, a section is
 * not both merged and changed, and not both renamed and divided. `taken` suggestions are always included and take precedence.
 */
export function chooseSuggestions(
  draft: Suggestible,
  suggestions: readonly Suggestion[],
  taken: readonly Suggestion[] = []
): Suggestion[] {
  const touching = new Map<number, Suggestion[]>()
  const chosen: Suggestion[] = []
  const place = (suggestion: Suggestion): number =>
    'paragraph' in suggestion ? suggestion.paragraph : draft.sections[suggestion.section].start
  const order = (a: Suggestion, b: Suggestion): number =>
    place(a) - place(b) || a.kind.localeCompare(b.kind, 'en') || (a.id < b.id ? -1 : 1)
  const surest = suggestions
    .filter(({ id }) => !taken.some((one) => one.id === id))
    .sort((a, b) => b.score - a.score || order(a, b))
  for (const suggestion of [...taken, ...surest]) {
    const touched = touchedSections(draft, suggestion)
    const others = touched.map((section) => touching.get(section) ?? [])
    const full = touched.some((section, i) => others[i].length >= mostIn(draft.sections[section]))
    if (full || others.some((list) => list.some((other) => contradict(suggestion, other)))) continue
    chosen.push(suggestion)
    touched.forEach((section, i) => touching.set(section, [...others[i], suggestion]))
  }
  return chosen.sort(order)
}

function mostIn({ heading, start, end }: Suggestible['sections'][number]): number {
  if (heading === '') return end - start
  return PER_SECTION + Math.floor((end - start) / PARAGRAPHS_EACH)
}

/** Returns the sections that a suggestion changes. */
function touchedSections({ paragraphs }: Suggestible, suggestion: Suggestion): number[] {
  switch (suggestion.kind) {
    case 'split':
    case 'separate':
      return [paragraphs[suggestion.paragraph].section]
    case 'move':
      return [paragraphs[suggestion.paragraph].section, suggestion.to]
    case 'merge':
      return [suggestion.section - 1, suggestion.section]
    case 'mixed':
    case 'heading':
      return [suggestion.section]
  }
}

/** Returns whether two suggestions for one section exclude each other or say the same. */
function contradict(a: Suggestion, b: Suggestion): boolean {
  const kinds = [a.kind, b.kind]
  if (kinds.includes('merge')) return true
  if (kinds.includes('split') && (kinds.includes('mixed') || kinds.includes('heading'))) return true
  if (kinds.includes('mixed') && kinds.includes('heading')) return true
  // A moved paragraph cannot begin a section or be the last before a split, and no split leaves a single moved paragraph.
  if ('paragraph' in a && 'paragraph' in b) {
    const [first, second] = [paragraphsOf(a), paragraphsOf(b)].sort(([p], [q]) => p - q)
    const distance = second[0] - first[first.length - 1]
    return distance <= 0 || (distance === 1 && kinds.includes('split'))
  }
  return false
}
