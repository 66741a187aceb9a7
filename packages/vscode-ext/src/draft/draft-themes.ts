import {
  BOUNDARY_FINGERPRINT,
  findParagraphThemes,
  labelParagraphThemes,
  paragraphDirections,
  paragraphVectors,
  shares,
  type Encoder,
  type OutlineInput,
  type ParagraphThemes,
  type Vectors
} from '@leitmotif/encoder'
import type { DraftSection, DraftTheme } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { createSentenceRows } from './sentence-rows.js'
import { createThemeMemory } from './theme-memory.js'
import { createThemeOrder } from './theme-memory.js'

/** The themes of a draft; those of the time before go on in them. */
export interface FoundThemes {
  /** The largest first, but for small changes since the time before: `createThemeOrder`. One that goes on has the name of the time before, which is not worth the wait. */
  readonly themes: readonly DraftTheme[]
  /** The same with names in the words of this text, which are remembered for the next time. */
  readonly named: () => readonly DraftTheme[]
  /** Of each paragraph; -1 without one. */
  readonly theme: readonly number[]
  /** Of each paragraph, by `static`: `paragraphVectors`. */
  readonly rows: Vectors
  /** Likewise: `paragraphDirections`, where the network of boundaries knows that `static`. */
  readonly directions: Vectors | undefined
  /** Of each section. */
  readonly sections: readonly DraftSection['themes'][]
}

/**
 * Part of the sentences that must be others than when the number of themes was chosen before it is chosen anew: choosing takes
 * many clusterings, and a number that changes with every edit would take all calm from the colours.
 */
const CHANGED = 0.1

/** Finds the themes of one draft, again and again. The number of themes, their centres, ids and colours go on from the last time. */
export function createThemeFinder(
  encoder: Encoder
): (
  draft: DraftText,
  input: Omit<OutlineInput, 'vectors'>,
  most: number,
  signal?: AbortSignal
) => Promise<FoundThemes> {
  const encoded = createSentenceRows(encoder, 'static')
  const memory = createThemeMemory()
  const orderThemes = createThemeOrder()
  let last: { readonly centroids: ParagraphThemes['centroids']; readonly most: number } = { centroids: [], most: 0 }
  /** Sentences of the draft whose number of themes was chosen. */
  let judged: ReadonlySet<string> = new Set()
  let names: ReadonlyMap<string, Pick<DraftTheme, 'name' | 'terms'>> = new Map()
  return async (draft, input, most, signal) => {
    const { paragraphs, sections } = draft
    const sentences = input.sentences.map(({ text }) => text)
    const vectors = await encoded.of(sentences, signal)
    const keepsCount = last.most === most && last.centroids.length > 0 && changedPart(judged, sentences) < CHANGED
    const rows = paragraphVectors({ ...input, vectors })
    const { theme, centroids } = findParagraphThemes(
      rows,
      paragraphs.map(({ section }) => section),
      // Of fewer themes than may be now, each would only grow.
      { most, from: most > last.most ? [] : last.centroids, ...(keepsCount ? { count: last.centroids.length } : {}) }
    )
    if (!keepsCount) judged = new Set(sentences)
    last = { centroids, most }
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
      directions:
        encoder.fingerprints.static === BOUNDARY_FINGERPRINT ? paragraphDirections({ ...input, vectors }) : undefined,
      themes: kept.every(({ id }) => names.has(id)) ? withNames() : named(),
      named,
      sections: sections.map(({ start, end }) =>
        shares(Int32Array.from(renumbered.slice(start, end)), words.slice(start, end), order.length)
      )
    }
  }
}

/** The theme of each paragraph as a number in `order`; -1 without one. */
function numbered(theme: Int32Array, order: readonly { readonly theme: number }[]): number[] {
  const number = new Map(order.map(({ theme: own }, n) => [own, n]))
  return Array.from(theme, (own) => number.get(own) ?? -1)
}

/** Of the sentences of both together, the part that only one of them has. */
function changedPart(before: ReadonlySet<string>, sentences: readonly string[]): number {
  const now = new Set(sentences)
  let both = 0
  for (const text of now) if (before.has(text)) both++
  const all = before.size + now.size - both
  return all === 0 ? 0 : 1 - both / all
}
