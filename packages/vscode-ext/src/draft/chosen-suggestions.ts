import { paragraphsOf, type DraftParagraph, type DraftSection, type Suggestion } from './analysis.js'

/**
 * The score that a suggestion of each kind has at least. Scores promise what holds for encyclopedic articles; the sections of
 * documentation in Markdown are short and of like subjects, where merges are more often wrong (bench/RESULTS.md, Moves).
 */
export const PRECISION = {
  few: { split: 0.4, move: 0.5, apart: 0.5, merge: 0.9, mixed: 0.5, heading: 0.8 },
  more: { split: 0.3, move: 0.3, apart: 0.3, merge: 0.7, mixed: 0.3, heading: 0.5 }
} as const

/** Suggestions that touch one section, at most, and one more for so many of its paragraphs: a writer reads few. */
export const PER_SECTION = 3
const PARAGRAPHS_EACH = 10

/** Where suggestions stand. */
export interface Suggestible {
  readonly paragraphs: readonly Pick<DraftParagraph, 'section'>[]
  readonly sections: readonly Pick<DraftSection, 'start' | 'end'>[]
}

/**
 * Of the suggestions the surest that can all be followed, in reading order: what touches a section that is to be merged, or
 * names anew a section that is to be divided, gives way to the surer one, and whatever is surer to `taken`, which are chosen.
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

function mostIn({ start, end }: Suggestible['sections'][number]): number {
  return PER_SECTION + Math.floor((end - start) / PARAGRAPHS_EACH)
}

/** The sections that are others once a suggestion is followed. */
function touchedSections({ paragraphs }: Suggestible, suggestion: Suggestion): number[] {
  switch (suggestion.kind) {
    case 'split':
    case 'apart':
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

/** Whether of two suggestions for one section only one can be followed, or one says what the other does. */
function contradict(a: Suggestion, b: Suggestion): boolean {
  const kinds = [a.kind, b.kind]
  if (kinds.includes('merge')) return true
  if (kinds.includes('split') && (kinds.includes('mixed') || kinds.includes('heading'))) return true
  if (kinds.includes('mixed') && kinds.includes('heading')) return true
  // A paragraph that goes neither begins a section nor ends the one before it, and none is a section by itself.
  if ('paragraph' in a && 'paragraph' in b) {
    const [first, second] = [paragraphsOf(a), paragraphsOf(b)].sort(([p], [q]) => p - q)
    const apart = second[0] - first[first.length - 1]
    return apart <= 0 || (apart === 1 && kinds.includes('split'))
  }
  return false
}
