import * as l10n from '@vscode/l10n'
import type { DraftAnalysis, Suggestion } from '@leitmotif/encoder/draft'
import type { Change, Place } from '../draft/change.js'

/** Returns a title for the action that applies a suggestion. */
export function suggestionTitle(analysis: DraftAnalysis, suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'split':
      return splitTitle(firstHeading(suggestion))
    case 'move':
      return moveTitle(1, sectionName(analysis, suggestion.to))
    case 'separate': {
      const heading = firstHeading(suggestion)
      const count = suggestion.end - suggestion.paragraph
      return count === 1
        ? l10n.t('Give this paragraph its own section: “{0}”', heading)
        : l10n.t('Give these {0} paragraphs their own section: “{1}”', count, heading)
    }
    case 'merge':
      return mergeTitle(analysis, suggestion.section)
    case 'mixed':
      return groupTitle(analysis, suggestion.section)
    case 'heading':
      return renameTitle(firstHeading(suggestion))
  }
}

/** Returns a title for a change of the draft. */
export function changeTitle(analysis: DraftAnalysis, change: Change): string {
  switch (change.kind) {
    case 'split':
      return splitTitle(change.heading)
    case 'move': {
      const { paragraphs, to, heading } = change
      if (heading === undefined) return moveTitle(paragraphs.length, sectionName(analysis, to))
      return paragraphs.length === 1
        ? l10n.t('Move paragraph to a new section “{0}”', heading)
        : l10n.t('Move {0} paragraphs to a new section “{1}”', paragraphs.length, heading)
    }
    case 'move-section':
      return moveSectionTitle(
        sectionName(analysis, change.section),
        change.to.where,
        sectionName(analysis, change.to.section)
      )
    case 'move-theme':
      return l10n.t('Move the paragraphs on “{0}”', analysis.themes[change.theme].name)
    case 'merge':
      return mergeTitle(analysis, change.section)
    case 'level': {
      const name = sectionName(analysis, change.section)
      return change.by < 0 ? l10n.t('Promote “{0}”', name) : l10n.t('Demote “{0}”', name)
    }
    case 'rename':
      return renameTitle(change.heading)
    case 'group':
      return groupTitle(analysis, change.section)
    case 'outline':
      return change.sections === undefined
        ? l10n.t('Apply the proposed outline')
        : l10n.t('Apply part of the proposed outline')
  }
}

/** Returns a section's heading, or a name for text without one. */
export function sectionName({ sections }: DraftAnalysis, section: number): string {
  return sections.at(section)?.heading || l10n.t('Opening')
}

/** Returns a title for moving `count` paragraphs to the section of this name. */
export function moveTitle(count: number, section: string): string {
  return count === 1
    ? l10n.t('Move paragraph to “{0}”', section)
    : l10n.t('Move {0} paragraphs to “{1}”', count, section)
}

/** Returns a title for merging a section into the one before it. */
export function mergeTitle(analysis: DraftAnalysis, section: number): string {
  return l10n.t('Merge this section into “{0}”', sectionName(analysis, section - 1))
}

/** Returns a title for grouping the paragraphs of a section, or of the whole draft, by theme. */
export function groupTitle(analysis: DraftAnalysis, section?: number): string {
  return section === undefined
    ? l10n.t('Group all paragraphs of the draft by theme')
    : l10n.t('Group the paragraphs of “{0}” by theme', sectionName(analysis, section))
}

/** Returns a title for turning off the hints of a kind. */
export function turnOffTitle(kind: Suggestion['kind']): string {
  switch (kind) {
    case 'split':
      return l10n.t('Turn off hints about sections to split')
    case 'move':
      return l10n.t('Turn off hints about paragraphs to move')
    case 'separate':
      return l10n.t('Turn off hints about paragraphs that need their own section')
    case 'merge':
      return l10n.t('Turn off hints about sections to merge')
    case 'mixed':
      return l10n.t('Turn off hints about sections with two themes')
    case 'heading':
      return l10n.t('Turn off hints about headings that do not fit')
  }
}

function splitTitle(heading: string): string {
  return l10n.t('Start a section here: “{0}”', heading)
}

function renameTitle(heading: string): string {
  return l10n.t('Change this heading to “{0}”', heading)
}

function moveSectionTitle(section: string, where: Place['where'], target: string): string {
  if (where === 'inside') return l10n.t('Move “{0}” into “{1}”', section, target)
  return where === 'before'
    ? l10n.t('Move “{0}” before “{1}”', section, target)
    : l10n.t('Move “{0}” after “{1}”', section, target)
}

function firstHeading({ headings }: { readonly headings: readonly string[] }): string {
  return headings.at(0) ?? '…'
}
