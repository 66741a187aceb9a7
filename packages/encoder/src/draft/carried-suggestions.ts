import type { DraftTheme, Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { textsOf } from './outline-suggestions.js'

/** The suggestions for an earlier version of a draft. */
export interface SuggestedBefore {
  readonly draft: DraftText
  readonly themes: readonly Pick<DraftTheme, 'id'>[]
  readonly suggestions: readonly Suggestion[]
}

/**
 * Returns the earlier suggestions whose text has not changed, with their indices in the current draft, to show until new ones are
 * computed. It omits suggestions that have been applied or whose text occurs twice.
 */
export function carriedSuggestions(
  draft: DraftText,
  themes: readonly Pick<DraftTheme, 'id'>[],
  before: SuggestedBefore
): Suggestion[] {
  const { paragraphs, sections } = draft
  const paragraphOf = places(paragraphs.map(({ text }) => text))
  const sectionOf = places(sections.map((_, section) => textsOf(draft, section).join('\n')))
  const headed = places(sections.map(({ heading }) => heading))
  const themeOf = places(themes.map(({ id }) => id))
  const old = before.draft
  const sectionNow = (section: number): number => sectionOf(textsOf(old, section).join('\n'))
  const whole = ({ paragraphs, sections }: DraftText, section: number): string[] =>
    paragraphs.slice(sections[section].start, sections[section].end).map(({ text }) => text)

  return before.suggestions.flatMap((suggestion): Suggestion[] => {
    if ('paragraph' in suggestion) {
      const paragraph = paragraphOf(old.paragraphs[suggestion.paragraph].text)
      if (paragraph < 0) return []
      const section = paragraphs[paragraph].section
      if (suggestion.kind === 'split') {
        const begins = sections[section].level > 0 && sections[section].start === paragraph
        return begins ? [] : [{ ...suggestion, paragraph }]
      }
      if (suggestion.kind === 'separate') {
        const run = old.paragraphs.slice(suggestion.paragraph, suggestion.end)
        const isSame = run.every(
          ({ text }, i) => paragraphOf(text) === paragraph + i && paragraphs[paragraph + i].section === section
        )
        const { start, end } = sections[section]
        return isSame && run.length < end - start ? [{ ...suggestion, paragraph, end: paragraph + run.length }] : []
      }
      const to = headed(old.sections[suggestion.to].heading)
      const { before: next, ...move } = suggestion
      const before = next === undefined ? -1 : paragraphOf(old.paragraphs[next].text)
      const inside = before >= 0 && paragraphs[before].section === to
      return to < 0 || to === section ? [] : [{ ...move, paragraph, to, ...(inside && { before }) }]
    }
    const section = sectionNow(suggestion.section)
    if (section < 0) return []
    switch (suggestion.kind) {
      case 'heading':
        return [{ ...suggestion, section }]
      case 'merge':
        return sections.at(section - 1)?.heading === old.sections[suggestion.section - 1].heading && section > 0
          ? [{ ...suggestion, section }]
          : []
      case 'mixed': {
        const [first, second] = suggestion.themes.map((theme) => themeOf(before.themes[theme].id))
        const texts = whole(draft, section)
        const isSame = whole(old, suggestion.section).every((text, p) => text === texts[p])
        return first < 0 || second < 0 || !isSame ? [] : [{ ...suggestion, section, themes: [first, second] }]
      }
    }
  })
}

/** Returns a function that gives the index of a text that occurs once; -1 for all others. */
function places(texts: readonly string[]): (text: string) => number {
  const place = new Map<string, number>()
  texts.forEach((text, index) => place.set(text, place.has(text) ? -1 : index))
  return (text) => place.get(text) ?? -1
}
