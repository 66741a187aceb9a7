import type { Encoder } from '../model/encoder.js'
import type { Representation } from '../model/manifest.js'
import type { OutlineInput } from '../segmentation/sections.js'
import { centerRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { withoutForeignWords } from '../labels/foreign-words.js'
import { wordRows } from '../segmentation/word-rows.js'
import { paragraphDirections, paragraphVectors, shares } from '../outline/outline.js'
import { findParagraphThemes, type ParagraphThemes } from '../outline/paragraph-themes.js'
import { labelParagraphThemes } from '../outline/theme-names.js'
import type { BoundaryReading } from '../segmentation/paragraph-boundaries.js'
import type { DraftSection, DraftTheme } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { createSentenceRows } from './sentence-rows.js'
import { createThemeMemory, createThemeOrder } from './theme-memory.js'

/** The themes of a draft, which continue those of the previous analysis. */
export interface FoundThemes {
  /** In the order of `createThemeOrder`. A continued theme keeps its previous name here, because naming takes time. */
  readonly themes: readonly DraftTheme[]
  /** Returns the same themes with names from this text, which the next analysis reuses. */
  readonly named: () => readonly DraftTheme[]
  /** The theme of each paragraph; -1 without one. */
  readonly theme: readonly number[]
  /** The vector of each paragraph (`paragraphVectors`) by the network `static`. */
  readonly rows: Vectors
  /** The boundary network with what it reads of each paragraph, if the bundle has one. */
  readonly network: BoundaryReading | undefined
  /** The theme shares of each section. */
  readonly sections: readonly DraftSection['themes'][]
}

/**
 * The share of sentences that must change before the number of themes is chosen again. Choosing takes many clusterings, and colours
 * would change too often.
 */
const CHANGED = 0.1

/** Returns the representation of a draft's themes: the one that is computed while a writer types, if the encoder has it. */
export function draftRepresentation({
  dims,
  representation
}: Pick<Encoder, 'dims' | 'representation'>): Representation {
  return dims.static === undefined ? representation : 'static'
}

/** Returns a function that finds the themes of one draft while it is edited. Number, centroids, ids and colours of themes carry over. */
export function createThemeFinder(
  encoder: Encoder
): (
  draft: DraftText,
  input: Omit<OutlineInput, 'vectors'>,
  most: number,
  signal?: AbortSignal
) => Promise<FoundThemes> {
  const encoded = createSentenceRows(encoder, draftRepresentation(encoder))
  const weights = encoder.learned.boundaries
  const memory = createThemeMemory()
  const orderThemes = createThemeOrder()
  let last = { centroids: [] as ParagraphThemes['centroids'], most: 0, isForeign: false }
  /** The sentences when the number of themes was last chosen. */
  let judged: ReadonlySet<string> = new Set()
  let names: ReadonlyMap<string, Pick<DraftTheme, 'name' | 'terms'>> = new Map()
  return async (draft, input, most, signal) => {
    const { paragraphs, sections } = draft
    const sentences = input.sentences.map(({ text }) => text)
    const isForeign = draft.language !== undefined
    const vectors = isForeign ? zeroVectors(sentences.length, 1) : await encoded.of(sentences, signal)
    if (isForeign !== last.isForeign) last = { centroids: [], most: 0, isForeign }
    const keepsCount = last.most === most && last.centroids.length > 0 && changedPart(judged, sentences) < CHANGED
    const rows = isForeign ? rowsOfWords(draft) : paragraphVectors({ ...input, vectors })
    const { theme, centroids } = findParagraphThemes(
      rows,
      paragraphs.map(({ section }) => section),
      // Starting from fewer themes than are now allowed would only grow these.
      { most, from: most > last.most ? [] : last.centroids, ...(keepsCount ? { count: last.centroids.length } : {}) }
    )
    if (!keepsCount) judged = new Set(sentences)
    last = { centroids, most, isForeign }
    const words = paragraphs.map((paragraph) => paragraph.words)
    const bySize = shares(theme, words, centroids.length)
    const sizes = numbered(theme, bySize)
    const remembered = memory.keep(
      sentences,
      input.sentences.map(({ paragraph }) => sizes[paragraph]),
      bySize.length
    )
    const places = orderThemes(bySize.map(({ share }, n) => ({ id: remembered[n].id, share })))
    const order = places.map((n) => bySize[n])
    const kept = places.map((n) => remembered[n])
    const renumbered = numbered(theme, order)
    const own = order.map((): number[] => [])
    for (const [p, n] of renumbered.entries()) if (n >= 0) own[n].push(p)
    const withNames = (): DraftTheme[] =>
      order.map(({ share }, n) => ({ ...kept[n], ...names.get(kept[n].id)!, paragraphs: own[n], share }))
    const named = (): DraftTheme[] => {
      const labels = labelParagraphThemes(
        { ...input, title: draft.title },
        renumbered,
        order.length,
        kept.map(({ id }) => names.get(id)?.name)
      )
      names = new Map(
        labels.map(({ heading, terms }, n) => [kept[n].id, { name: heading, terms: terms.map(({ term }) => term) }])
      )
      return withNames()
    }
    return {
      theme: renumbered,
      rows,
      network: isForeign ? undefined : weights && { weights, directions: paragraphDirections({ ...input, vectors }) },
      themes: kept.every(({ id }) => names.has(id)) ? withNames() : named(),
      named,
      sections: sections.map(({ start, end }) =>
        shares(Int32Array.from(renumbered.slice(start, end)), words.slice(start, end), order.length)
      )
    }
  }
}

/** Returns the paragraphs' rows by the words that they share, for a draft that the encoder's networks can't read. */
function rowsOfWords({ paragraphs }: DraftText): Vectors {
  const rows = centerRows(wordRows(paragraphs.map(({ text }) => withoutForeignWords(text))))
  for (let p = 0; p < rows.count; p++) normalize(row(rows, p))
  return rows
}

/** Returns the theme of each paragraph as an index in `order`; -1 without one. */
function numbered(theme: Int32Array, order: readonly { readonly theme: number }[]): number[] {
  const number = new Map(order.map(({ theme: own }, n) => [own, n]))
  return Array.from(theme, (own) => number.get(own) ?? -1)
}

/** Returns the Jaccard distance between two sets of sentences. */
function changedPart(before: ReadonlySet<string>, sentences: readonly string[]): number {
  const now = new Set(sentences)
  let both = 0
  for (const text of now) if (before.has(text)) both++
  const all = before.size + now.size - both
  return all === 0 ? 0 : 1 - both / all
}
