import { slice } from '@leitmotif/encoder'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { ShownAnalysis } from '../protocol/protocol.js'
import { sectionLine, type AnalysedDraft } from './analysed.js'
import { rangeOf } from './positions.js'

/** Returns an analysis in the form that the client shows. */
export function shownAnalysis(draft: AnalysedDraft): ShownAnalysis {
  const { document, analysis, done } = draft
  const { title, language, paragraphs, sections, themes, suggestions, proposed, distance } = analysis
  const text = document.getText()
  const words = (start: number, end: number): number =>
    paragraphs.slice(start, end).reduce((sum, paragraph) => sum + paragraph.words, 0)
  return {
    uri: document.uri,
    version: document.version,
    state: done ? 'done' : 'themes',
    title,
    ...(language !== undefined && { language }),
    words: words(0, paragraphs.length),
    paragraphs: paragraphs.map(({ span, opening, section, theme, words }) => ({
      range: rangeOf(document, { start: span.start, end: span.start + slice(text, span).trimEnd().length }),
      section,
      theme,
      words,
      opening
    })),
    sections: sections.map((section) => ({
      heading: section.heading,
      level: section.level,
      parent: section.parent,
      start: section.start,
      end: section.end,
      range: rangeOf(document, sectionLine(draft, section)),
      words: words(section.start, section.end),
      themes: section.themes
    })),
    themes,
    suggestions,
    proposed,
    distance
  }
}

/** Returns an empty analysis for a draft that is not analysed. Without a message, analysis is turned off. */
export function refusedAnalysis({ uri, version }: TextDocument, message: string | undefined): ShownAnalysis {
  return {
    uri,
    version,
    state: 'refused',
    ...(message !== undefined && { message }),
    title: '',
    words: 0,
    paragraphs: [],
    sections: [],
    themes: [],
    suggestions: [],
    proposed: [],
    distance: 0
  }
}
