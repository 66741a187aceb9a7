import { findParagraphBoundaries } from '../segmentation/paragraph-boundaries.js'
import type { ProposedSection, Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import type { FoundThemes } from './draft-themes.js'

/** Adds headings to suggestions: `Suggester.addHeadings`. */
type AddHeadings = (draft: DraftText, suggestions: readonly Suggestion[]) => Promise<readonly Suggestion[]>

/**
 * Returns the draft in reading order as `count` sections, or as many as its paragraphs allow, divided at the most likely boundaries.
 * Each section keeps the heading of the current section that most of it comes from. If another section has more of that one, or if
 * it has no heading, the section gets the heading that fits best. Text before the first heading stays without one if it remains a section.
 */
export async function proposeSections(
  draft: DraftText,
  { rows, network, themes, theme }: Pick<FoundThemes, 'rows' | 'network' | 'themes' | 'theme'>,
  count: number,
  addHeadings: AddHeadings
): Promise<ProposedSection[]> {
  const { paragraphs, sections } = draft
  if (paragraphs.length === 0) return []
  const texts = paragraphs.map(({ text }) => text)
  const starts = count === 1 ? [0] : [0, ...findParagraphBoundaries(rows, texts, { sections: count, network })]
  const spans = starts.map((start, i) => ({ start, end: starts[i + 1] ?? paragraphs.length }))
  const owners = ownersOf(draft, spans)
  const isOpening = ({ start, end }: Span): boolean =>
    start === 0 && sections[0].heading === '' && end === sections[0].end
  const headings = owners.map((owner) => (owner < 0 ? '' : sections[owner].heading))
  const divided = spans.map(({ start, end }, i) => ({ ...sections[0], heading: headings[i], parent: -1, start, end }))
  const unnamed = [...spans.keys()].filter((i) => headings[i] === '' && !isOpening(spans[i]))
  const wanted = unnamed.map((section): Suggestion => {
    return { kind: 'heading', id: String(section), score: 0, reason: '', section, headings: [] }
  })
  for (const one of await addHeadings({ ...draft, sections: divided }, wanted)) {
    if (one.kind !== 'heading') continue
    const { start } = spans[one.section]
    headings[one.section] = one.headings.at(0) ?? themes.at(theme[start])?.name ?? paragraphs[start].opening
  }
  return spans.map((span, i) => {
    const from = isOpening(span) ? 0 : owners[i]
    const section = { heading: headings[i], level: headings[i] === '' ? 0 : 1, ...span }
    const isKept = FIELDS.every((field) => sections.at(from)?.[field] === section[field])
    const own = Array.from({ length: span.end - span.start }, (_, p) => span.start + p)
    return { paragraphs: own, heading: section.heading, level: section.level, from, changed: from < 0 || !isKept }
  })
}

/** The fields that are equal if a section does not change. */
const FIELDS = ['heading', 'level', 'start', 'end'] as const

type Span = Pick<DraftText['sections'][number], 'start' | 'end'>

/** Returns, for each span, the section with a heading that most of it belongs to, unless another span has more of that section; else -1. */
function ownersOf({ paragraphs, sections }: DraftText, spans: readonly Span[]): number[] {
  const parts = spans.map(({ start, end }) => {
    const counts = new Map<number, number>()
    for (const { section } of paragraphs.slice(start, end)) counts.set(section, (counts.get(section) ?? 0) + 1)
    const [section, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))
    return { section, count }
  })
  const most = new Map<number, number>()
  parts.forEach(({ section, count }, i) => {
    const best = most.get(section)
    if (best === undefined || count > parts[best].count) most.set(section, i)
  })
  return parts.map(({ section }, i) => (most.get(section) === i && sections[section].heading !== '' ? section : -1))
}
