/** The analysis of a draft while it is edited, for editors and command lines. */

export {
  createDraftAnalyser,
  DRAFT_DEFAULTS,
  type DraftAnalyser,
  type DraftOptions,
  type DraftResult
} from './analyser.js'
export {
  furtherTerms,
  paragraphsOf,
  SUGGESTION_KINDS,
  type DraftAnalysis,
  type DraftParagraph,
  type DraftSection,
  type DraftTheme,
  type ProposedSection,
  type Suggestion
} from './analysis.js'
export { readDraftText, type DraftText } from './draft-text.js'
export { draftRepresentation } from './draft-themes.js'
export { refuseDraft, refuseText, type DraftRefusal } from './limits.js'
export { createSentenceRows } from './sentence-rows.js'
