import { Failure } from '@leitmotif/command'
import { assignThemes } from '@leitmotif/encoder'
import { blendNeighbours } from '@leitmotif/encoder/stages'
import { passagesOf } from '../store/slices.js'
import type { CollectionDescription, ThemeStore } from '../store/store.js'
import { wholePassages } from '../themes/assignment.js'
import { listThemes } from '../themes/list.js'
import { currentRun, modelOf } from '../themes/run.js'
import { designEffect, isFew, shareOf, type ClusteredCount, type Share } from './clustered-count.js'
import { discoveries } from './p-values.js'
import { countThemes, createThemeTally, themeRows } from './theme-table.js'
import { trendLine } from './trend-line.js'

/** A theme's share of one collection. */
interface ComparedShare extends Share {
  readonly sentences: number
  readonly documents: number
}

/** A theme of one collection, with its share of both. */
interface ComparedTheme {
  readonly theme: string
  readonly label: string
  readonly a: ComparedShare
  readonly b: ComparedShare
  /** Log of the odds ratio, b to a, with its 95% interval. */
  readonly logOdds: number
  readonly low: number
  readonly high: number
  /** The collection with the larger share; `neither` if the difference may be chance. */
  readonly larger: 'a' | 'b' | 'neither'
  /** Fewer than 30 sentences or 5 documents of both collections have it. */
  readonly few: boolean
}

/** The themes of one collection, and their shares of both. */
export interface ThemesInBoth {
  /** The collection that the themes were built from. */
  readonly of: 'a' | 'b'
  /** Sorted by difference of shares: those of which b has more come first. */
  readonly themes: readonly ComparedTheme[]
  /** Number of sentences near none of these themes. */
  readonly without: { readonly a: number; readonly b: number }
}

export interface ComparedSide {
  readonly collection: string
  readonly sentences: number
  readonly documents: number
}

export interface CollectionComparison {
  readonly a: ComparedSide
  readonly b: ComparedSide
  /** The themes of a, then those of b if it has any. */
  readonly themes: readonly ThemesInBoth[]
}

/**
 * Compares two collections: assigns the sentences of each to the themes of the other. Reads all vectors of both.
 * @throws Failure if their encoders differ, if one of them is empty, or if a has no themes.
 * @example
 * const { themes } = await compareCollections(store, store)
 * themes.length // => 2
 */
export async function compareCollections(a: ThemeStore, b: ThemeStore): Promise<CollectionComparison> {
  const [ofA, ofB] = [await a.describe(), await b.describe()]
  if (ofA.encoder !== ofB.encoder || ofA.representation !== ofB.representation) {
    const [kindA, kindB] = [ofA, ofB].map(({ representation }) => representation)
    const differ =
      kindA === kindB
        ? `${ofA.collection} and ${ofB.collection} have vectors of different encoders`
        : `${ofA.collection} has vectors '${kindA}', ${ofB.collection} '${kindB}'`
    throw new Failure(
      `${differ}, so their themes cannot be compared; index one of them with the encoder of the other, or change its ` +
        'vectors: leitmotif reindex'
    )
  }
  for (const { collection, sentences } of [ofA, ofB]) {
    if (sentences === 0)
      throw new Failure(
        `${collection} holds no sentence, so there is nothing to compare; index documents into it first`
      )
  }
  const themes = [themesInBoth('a', await applyThemes(a, b))]
  if ((await b.themes()) !== undefined) themes.push(themesInBoth('b', await applyThemes(b, a)))
  return { a: sideOf(ofA), b: sideOf(ofB), themes }
}

interface Applied {
  readonly themes: readonly { readonly id: string; readonly label: string }[]
  readonly own: readonly ClusteredCount[]
  readonly other: readonly ClusteredCount[]
  readonly without: { readonly own: number; readonly other: number }
}

/** Counts the themes of one collection in itself and in the other. */
async function applyThemes(own: ThemeStore, other: ThemeStore): Promise<Applied> {
  const list = await listThemes(own)
  const rows = themeRows(list, 'themes')
  const { themes: run } = await currentRun(own)
  const model = modelOf(run)
  const tally = createThemeTally(list, rows)
  let without = 0
  for await (const { records, vectors } of wholePassages(other.scan({ vectors: true }))) {
    const { theme } = assignThemes(blendNeighbours(vectors, passagesOf(records)), model)
    for (const [i, { document }] of records.entries()) {
      const id = theme[i] < 0 ? undefined : run.themes[theme[i]].id
      if (id === undefined) without++
      tally.add(undefined, document, id, 1)
    }
  }
  const table = await countThemes(own, list, rows, {})
  return {
    themes: rows,
    own: table.cells.map(([cell]) => cell),
    other: tally.table().cells.map(([cell]) => cell),
    without: { own: list.unassigned, other: without }
  }
}

function themesInBoth(of: 'a' | 'b', { themes, own, other, without }: Applied): ThemesInBoth {
  const [left, right] = of === 'a' ? [own, other] : [other, own]
  const lines = themes.flatMap(({ id, label }, row) => {
    const [a, b] = [left[row], right[row]]
    // With two groups at 0 and 1, the slope is the log odds ratio.
    const line = trendLine([
      { at: 0, counted: a },
      { at: 1, counted: b }
    ])
    if (line === undefined) return []
    const least = designEffect([a, b])
    // The smaller collection decides: of one document, no share can be told apart from another.
    const few =
      isFew({ sentences: a.count + b.count, documents: a.having + b.having }) ||
      [a, b].some(({ of, documents }) => isFew({ sentences: of, documents }))
    return [{ theme: id, label, a: comparedShare(a, least), b: comparedShare(b, least), few, line }]
  })
  const certain = discoveries(lines.flatMap(({ few, line: { p } }) => (few ? [] : [p])))
  let judged = 0
  return {
    of,
    themes: lines
      .map(({ line: { slope, low, high }, ...theme }): ComparedTheme => {
        const sure = !theme.few && certain[judged++]
        return { ...theme, logOdds: slope, low, high, larger: !sure ? 'neither' : slope > 0 ? 'b' : 'a' }
      })
      .sort((one, two) => two.b.share - two.a.share - (one.b.share - one.a.share)),
    without: of === 'a' ? { a: without.own, b: without.other } : { a: without.other, b: without.own }
  }
}

function comparedShare(counted: ClusteredCount, least: number): ComparedShare {
  return { sentences: counted.count, documents: counted.having, ...shareOf(counted, least) }
}

function sideOf({ collection, sentences, documents }: CollectionDescription): ComparedSide {
  return { collection, sentences, documents }
}
