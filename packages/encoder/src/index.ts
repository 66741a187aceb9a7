export { createRandom, type Random } from './random.js'
export { centerRows, dot, meanVector, normalize, row, selectRows, zeroVectors, type Vectors } from './vectors.js'
export { splitSentences } from './text/sentences.js'
export { slice, type Span } from './text/span.js'
export { terms, tokenize } from './text/tokens.js'
export { decodeArticle, type Article, type Section } from './text/article.js'
export type { Block } from './text/block.js'
export {
  articleFrom,
  MAX_DOCUMENT_LENGTH,
  parseDocument,
  type DocumentBlock,
  type DocumentFormat,
  type ParsedDocument
} from './text/document.js'
export { originalSpan, type Prose } from './text/prose.js'
export { packBundle, readBundle, type Bundle, type BundleNetworks, type ReadFile } from './model/bundle.js'
export {
  createEncoder,
  ENCODER_DEFAULTS,
  loadEncoder,
  type EncodeOptions,
  type Encoder,
  type EncoderOptions
} from './model/encoder.js'
export { readFrom } from './model/folder.js'
export {
  BundleError,
  REPRESENTATIONS,
  type BundleManifest,
  type BundleOrigin,
  type Measurement,
  type Representation
} from './model/manifest.js'
export { createMultiply, type Multiply } from './model/matrix-product.js'
export type { OnnxNetwork, OnnxRuntime } from './model/onnx.js'
export { prepareStatic, type StaticNetwork } from './model/static.js'
export { createVocabulary, knownRows, type Vocabulary } from './model/vocabulary.js'
export { addWeightedRows, quantizeRows, type WordTable } from './model/word-table.js'
export { averageLink, cutTree, MAX_LINKED_ROWS, type Cut, type Merge } from './themes/agglomerative.js'
export { BOUNDARY_DEFAULTS, findBoundaries, type BoundaryOptions } from './themes/boundaries.js'
export { blendNeighbours } from './themes/context.js'
export { STOP_WORDS } from './themes/stop-words.js'
export { KMEANS_DEFAULTS, sphericalKMeans, type Clustering, type KmeansOptions } from './themes/kmeans.js'
export { LABEL_DEFAULTS, labelThemes, type LabelOptions, type Term, type ThemeLabel } from './themes/labels.js'
export type { Exemplar } from './themes/exemplars.js'
export type { MissingHeading } from './themes/missing-headings.js'
export type { Move } from './themes/moves.js'
export {
  OUTLINE_DEFAULTS,
  outlineOf,
  type Outline,
  type OutlineOptions,
  type SuggestedSection
} from './themes/outline.js'
export type { OutlineInput, OutlineParagraph, OutlineSection, OutlineSentence } from './themes/sections.js'
export {
  chooseThemeCount,
  THEME_COUNT_DEFAULTS,
  type ThemeCount,
  type ThemeCountOptions
} from './themes/theme-count.js'
export {
  assignThemes,
  findThemes,
  THEMES_DEFAULTS,
  type Assignment,
  type Theme,
  type ThemeModel,
  type Themes,
  type ThemesInput,
  type ThemesOptions
} from './themes/themes.js'
