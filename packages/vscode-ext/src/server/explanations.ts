import { BundleError } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import type { DraftAnalysis, Suggestion, DraftRefusal } from '@leitmotif/encoder/draft'
import { sectionName } from './titles.js'

/** Returns the reason of a suggestion in English, as a sentence. */
export function englishReason({ reason }: Suggestion): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`
}

/** Returns the reason of a suggestion in the editor's language. */
export function localizedReason(suggestion: Suggestion, analysis: DraftAnalysis): string {
  const { paragraphs, sections, themes } = analysis
  const name = (section: number): string => sectionName(analysis, section)
  switch (suggestion.kind) {
    case 'split': {
      const { heading } = sections[paragraphs[suggestion.paragraph].section]
      return heading === ''
        ? l10n.t('A new subject begins here.')
        : l10n.t('A new subject begins here, within “{0}”.', heading)
    }
    case 'move':
      return l10n.t(
        'This paragraph is more similar to “{0}” than to the rest of “{1}”.',
        name(suggestion.to),
        name(paragraphs[suggestion.paragraph].section)
      )
    case 'separate': {
      const section = name(paragraphs[suggestion.paragraph].section)
      return suggestion.end - suggestion.paragraph === 1
        ? l10n.t('This paragraph has little in common with the rest of “{0}” or with any other section.', section)
        : l10n.t('These paragraphs have little in common with the rest of “{0}” or with any other section.', section)
    }
    case 'merge':
      return l10n.t('“{0}” has the same subject as “{1}”.', name(suggestion.section), name(suggestion.section - 1))
    case 'mixed': {
      const [first, second] = suggestion.themes.map((theme) => themes[theme].name)
      return l10n.t('“{0}” has two subjects: “{1}” and “{2}”.', name(suggestion.section), first, second)
    }
    case 'heading':
      return l10n.t('“{0}” says little about the text below it.', name(suggestion.section))
  }
}

/** Returns a score from 0 to 1 in words. */
export function likelihood(score: number): string {
  if (score >= 0.8) return l10n.t('Very likely')
  if (score >= 0.6) return l10n.t('Likely')
  return score >= 0.4 ? l10n.t('Possible') : l10n.t('A guess')
}

/** Returns why a draft is not analysed, and what to do. Numbers are formatted for `locale`. */
export function refusalMessage(refusal: DraftRefusal, locale: string): string {
  if (refusal.of === 'bytes') {
    return l10n.t(
      'Not analysed: the file is not text in UTF-8. Save it as UTF-8, or open the text that it was made from.'
    )
  }
  const [count, most] = [refusal.count, refusal.most].map((number) => number.toLocaleString(locale))
  switch (refusal.of) {
    case 'line':
      return l10n.t(
        'Not analysed: line {0} has {1} characters; the maximum is {2}. Break it into paragraphs.',
        refusal.line,
        count,
        most
      )
    case 'characters':
      return l10n.t(
        'Not analysed: the file has {0} characters; the maximum is {1}. Split it into several files.',
        count,
        most
      )
    case 'headings':
      return l10n.t(
        'Not analysed: the file has {0} headings; the maximum is {1}. Split it into several files.',
        count,
        most
      )
    case 'paragraphs':
      return l10n.t(
        'Not analysed: the file has {0} paragraphs; the maximum is {1}. Split it into several files.',
        count,
        most
      )
  }
}

/** Returns what failed in an analysis, and what to do if that is known. */
export function failureMessage(error: Error): string {
  return error instanceof BundleError
    ? l10n.t('Not analysed: the text encoder is missing or damaged. Install the extension again. ({0})', error.message)
    : l10n.t('The draft could not be analysed: {0}', error.message)
}
