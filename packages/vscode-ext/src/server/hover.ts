import type { Span } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import { MarkupKind, type Hover, type Position } from 'vscode-languageserver'
import { sectionLine, suggestionLine, type AnalysedDraft } from './analysed.js'
import { likelihood } from './explanations.js'
import { isHinted } from './hints.js'
import { rangeOf } from './positions.js'
import type { Session } from './session.js'
import { sectionName, suggestionTitle } from './titles.js'

/**
 * Number of characters that VS Code underlines for a hint. On these, VS Code shows the hint's message beside the hover.
 */
const HINT_WIDTH = 2

/**
 * Returns a hover: on a heading, its section's themes; on the line of a suggestion, its title and reason. Otherwise
 * null.
 */
export async function hoverAt(session: Session, uri: string, position: Position): Promise<Hover | null> {
  const draft = await session.drafts.current(uri)
  if (draft === undefined) return null
  const { document, analysis } = draft
  const settings = await session.settingsOf(uri)
  const offset = document.offsetAt(position)
  const at = ({ start, end }: Span): boolean => start <= offset && offset <= end
  const parts: string[] = []
  const section = analysis.sections.findIndex((each) => each.headingSpan && at(each.headingSpan))
  if (section >= 0) parts.push(describeSection(draft, section, session.locale))
  const suggestions = analysis.suggestions.filter((suggestion) => at(suggestionLine(draft, suggestion)))
  for (const suggestion of suggestions) {
    const theme = 'paragraph' in suggestion ? analysis.paragraphs[suggestion.paragraph].theme : -1
    const about = theme >= 0 ? ` · ${escapeMarkdown(l10n.t('Theme: {0}', analysis.themes[theme].name))}` : ''
    const hasHint =
      isHinted(suggestion.kind, settings) && offset <= suggestionLine(draft, suggestion).start + HINT_WIDTH
    const reason = hasHint ? '' : `${escapeMarkdown(suggestion.reason)}  \n`
    parts.push(
      `**${escapeMarkdown(suggestionTitle(analysis, suggestion))}**  \n` +
        `${reason}*${likelihood(suggestion.score)}*${about}`
    )
  }
  if (parts.length === 0) return null
  const line = section >= 0 ? sectionLine(draft, analysis.sections[section]) : suggestionLine(draft, suggestions[0])
  return { contents: { kind: MarkupKind.Markdown, value: parts.join('\n\n---\n\n') }, range: rangeOf(document, line) }
}

/** Returns a section's word count, including subsections, and the themes of the paragraphs directly in it. */
function describeSection({ analysis }: AnalysedDraft, section: number, locale: string): string {
  const { whole, themes } = analysis.sections[section]
  const words = analysis.paragraphs
    .filter(({ span }) => span.start >= whole.start && span.end <= whole.end)
    .reduce((sum, paragraph) => sum + paragraph.words, 0)
  const count = words === 1 ? l10n.t('1 word') : l10n.t('{0} words', words.toLocaleString(locale))
  const title = `**${escapeMarkdown(sectionName(analysis, section))}** · ${count}`
  const shares = themes.map(({ theme, share }) => {
    return `- ${escapeMarkdown(analysis.themes[theme].name)}: ${share.toLocaleString(locale, { style: 'percent' })}`
  })
  return shares.length === 0 ? title : `${title}\n\n${shares.join('\n')}`
}

/** Returns a draft's text escaped, so that Markdown does not turn it into links, images or code. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~&-]/gu, '\\$&').replace(/\s+/gu, ' ')
}
