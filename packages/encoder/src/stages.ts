/**
 * The stages that `findThemes`, `analyseDraft` and the layout of a map are made of, for programs that store results between
 * stages, process a collection in slices or yield to other work: the indexer and the extension.
 */

// Encoder
export { ENCODER_DEFAULTS } from './model/encoder.js'
export { REPRESENTATIONS } from './model/manifest.js'
export type { OnnxRuntime } from './model/onnx.js'

// Words and documents
export { decodeArticle, type Article } from './text/article.js'
export { joinNames, joinTerms, NAME_TERMS } from './text/joined-names.js'
export { terms, wordTerms } from './text/tokens.js'
export type { Unit } from './text/unit.js'
export { foreignWordsIn, isForeignWord } from './labels/foreign-words.js'
export { withoutSpeakers } from './labels/speakers.js'
export { STOP_WORDS } from './labels/stop-words.js'

// Themes of a collection
export { blendNeighbours } from './clustering/blended-neighbours.js'
export { shareContext } from './clustering/shared-context.js'
export { followParts, type Transitions } from './clustering/matching.js'
export { groupsOf, labelGroups } from './themes/theme-groups.js'
export {
  describeThemes,
  fitThemes,
  LEARNING,
  refineThemes,
  THEMES_DEFAULTS,
  type FittedThemes
} from './themes/themes.js'

// Layout of a map
export { layOutLandmarks, layOutRows, scalePositions } from './layout/landmarks.js'
export type { Positions } from './layout/umap.js'
export { nearestRows } from './layout/nearest-rows.js'

// Themes and sections of a draft
export {
  weighParagraphBoundaries,
  type BoundaryReading,
  type ParagraphBoundary
} from './segmentation/paragraph-boundaries.js'
export { countWords, findSections, type OutlineSection, type OutlineSentence } from './segmentation/sections.js'
export { OUTLINE_DEFAULTS, paragraphDirections, paragraphVectors, shares } from './outline/outline.js'
export {
  assignParagraphThemes,
  findParagraphThemes,
  fitParagraphThemes,
  LEAST_PARAGRAPHS,
  PARAGRAPH_THEMES_DEFAULTS,
  type ParagraphThemes
} from './outline/paragraph-themes.js'
export { labelParagraphThemes } from './outline/theme-names.js'
