import type { DraftAnalysis, Suggestion } from '../draft/analysis.js'
import type { Change } from '../draft/change.js'
import type { Texts } from './text-catalogue.js'

/** What following a suggestion does, in a few words. */
export function suggestionTitle(texts: Texts, analysis: DraftAnalysis, suggestion: Suggestion): string {
  const { sections } = analysis
  switch (suggestion.kind) {
    case 'split':
      return texts.newSection(firstHeading(suggestion))
    case 'move':
      return texts.moveParagraphs(1, sectionName(texts, analysis, suggestion.to))
    case 'apart':
      return texts.ownSection(suggestion.end - suggestion.paragraph, firstHeading(suggestion))
    case 'merge':
      return texts.mergeSection(sectionName(texts, analysis, suggestion.section - 1))
    case 'mixed':
      return texts.groupSection(sections[suggestion.section].heading || texts.opening)
    case 'heading':
      return texts.rename(firstHeading(suggestion))
  }
}

/** What a change does, in a few words. */
export function changeTitle(texts: Texts, analysis: DraftAnalysis, change: Change): string {
  const named = (section: number): string => sectionName(texts, analysis, section)
  switch (change.kind) {
    case 'split':
      return texts.newSection(change.heading)
    case 'move':
      return change.heading === undefined
        ? texts.moveParagraphs(change.paragraphs.length, named(change.to))
        : texts.moveToNewSection(change.paragraphs.length, change.heading)
    case 'move-section':
      return texts.moveSection(named(change.section), change.to.where, named(change.to.section))
    case 'move-theme':
      return texts.moveTheme(analysis.themes[change.theme].name)
    case 'merge':
      return texts.mergeSection(named(change.section - 1))
    case 'rename':
      return texts.rename(change.heading)
    case 'group':
      return change.section === undefined ? texts.groupDraft : texts.groupSection(named(change.section))
    case 'outline':
      return change.sections === undefined ? texts.applyOutline : texts.applySomeOfOutline
  }
}

/** A section's heading, or the word for text without one. */
export function sectionName(texts: Texts, { sections }: DraftAnalysis, section: number): string {
  return sections.at(section)?.heading || texts.opening
}

function firstHeading({ headings }: { readonly headings: readonly string[] }): string {
  return headings.at(0) ?? '…'
}
