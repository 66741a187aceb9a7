import type { Filter, ThemeStore } from '../store/store.js'
import { listThemes } from '../themes/list.js'
import { discoveries, twoSidedP } from './p-values.js'
import { countPairs } from './pair-counts.js'
import { storedThemes, themeRows } from './theme-table.js'

/** Two themes that share documents. */
interface ThemePair {
  readonly a: { readonly id: string; readonly label: string }
  readonly b: { readonly id: string; readonly label: string }
  /** Number of documents with both, and the number expected by chance given how many themes each document has. */
  readonly documents: number
  readonly expected: number
  /** `documents` divided by `expected`: above 1, the themes attract each other. */
  readonly lift: number
  /** Number of documents with both themes divided by the number with either. */
  readonly jaccard: number
  /** `documents` less `expected`, in standard deviations. */
  readonly z: number
  /** Whether the pair is beyond chance, at a false discovery rate of 5%. */
  readonly certain: boolean
  /** Fewer than 5 documents have both themes, or are expected to. */
  readonly few: boolean
}

export interface Cooccurrence {
  readonly documents: number
  /** The furthest above chance first. */
  readonly pairs: readonly ThemePair[]
}

/** Below this number of documents, a pair is flagged as `few`. */
const FEW_PAIRS = 5

/**
 * Returns the pairs of themes that share more documents than chance explains. A document has a theme if it has one
 * sentence of it.
 * @throws Failure if no themes were built.
 * @example
 * const { pairs } = await themesTogether(store, { most: 5 })
 * pairs.length <= 5 // => true
 */
export async function themesTogether(
  store: ThemeStore,
  { most = 50, filter }: { readonly most?: number; readonly filter?: Filter } = {}
): Promise<Cooccurrence> {
  const list = await listThemes(store)
  const themes = themeRows(list, 'themes')
  const rowOf = new Map(themes.flatMap(({ id }, row) => storedThemes(list, id).map((stored) => [stored, row])))
  const held = new Map<string, Set<number>>()
  for (const { key } of await store.count(['document', 'theme'], filter)) {
    const [document, theme] = key.map(String)
    const of = held.get(document) ?? new Set<number>()
    held.set(document, of)
    const row = rowOf.get(theme)
    if (row !== undefined) of.add(row)
  }
  const sizes = new Array<number>(themes.length).fill(0)
  const rows = [...held.values()].map((of) => [...of].sort((a, b) => a - b))
  for (const row of rows) for (const theme of row) sizes[theme]++
  const pairs = countPairs(rows, themes.length).map(({ a, b, both, expected, deviation }) => ({
    a: themes[a],
    b: themes[b],
    documents: both,
    expected,
    lift: expected > 0 ? both / expected : 1,
    jaccard: both > 0 ? both / (sizes[a] + sizes[b] - both) : 0,
    z: deviation > 0 ? (both - expected) / deviation : 0
  }))
  const certain = discoveries(pairs.map(({ z }) => twoSidedP(z)))
  return {
    documents: held.size,
    pairs: pairs
      .map((pair, i) => ({
        ...pair,
        a: { id: pair.a.id, label: pair.a.label },
        b: { id: pair.b.id, label: pair.b.label },
        certain: certain[i],
        few: Math.min(pair.documents, pair.expected) < FEW_PAIRS
      }))
      .filter(({ z }) => z > 0)
      .sort((p, q) => q.z - p.z)
      .slice(0, most)
  }
}
