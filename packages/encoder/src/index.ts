/** Encodes sentences and finds themes, sections, outlines and headings in them. */

// Encoding
export { createEncoder, loadEncoder, type EncodeOptions, type Encoder, type EncoderOptions } from './model/encoder.js'
export { readBundle } from './model/bundle.js'
export { BundleError } from './model/manifest-members.js'
export { RuntimeError, runtimeKind } from './model/onnx.js'
export type { Representation } from './model/manifest.js'
export type { ReadFile } from './model/stored-files.js'

// Rows of vectors
export { centerRows, dot, normalize, row, type Vectors } from './vectors/vectors.js'

// Documents and sentences
export {
  DOCUMENT_FORMATS,
  parseDocument,
  type DocumentBlock,
  type DocumentFormat,
  type ParsedDocument
} from './text/document.js'
export { splitSentences } from './text/sentence-splitter.js'
export { slice, type Span } from './text/span.js'

// Themes and their labels
export {
  assignThemes,
  findThemes,
  type Assignment,
  type Theme,
  type ThemeModel,
  type Themes,
  type ThemesInput,
  type ThemesOptions
} from './themes/themes.js'
export { chooseThemeCount, type ThemeCount } from './clustering/theme-count.js'
export { sphericalKMeans, type Clustering, type KmeansOptions } from './clustering/kmeans.js'
export { labelThemes, type LabelOptions, type Term, type ThemeLabel } from './labels/theme-labels.js'

// Section boundaries
export { findBoundaries, type BoundaryOptions } from './segmentation/boundaries.js'
export { findParagraphBoundaries, type ParagraphBoundaryOptions } from './segmentation/paragraph-boundaries.js'

// Outline and headings
export { analyseDraft } from './draft/analyser.js'
export { suggestChanges, type OutlineOptions, type OutlineSuggestions } from './outline/outline.js'
export type { OutlineInput } from './segmentation/sections.js'
export { suggestHeadings, type SuggestHeadingsOptions } from './outline/heading-candidates.js'
export { findMisfits, type Misfit, type MisfitOptions } from './outline/heading-fit.js'
export type { EncodeTexts, HeadedSection, HeadedText } from './outline/headed-text.js'
