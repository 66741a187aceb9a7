import type { Filter, ThemeStore } from '../store/store.js'
import { listThemes } from '../themes/list.js'
import { believable, farAs } from './normal.js'
import { countPairs } from './pair-counts.js'
import { storedThemes, themeRows } from './theme-table.js'

/** Two themes that share documents. */
interface ThemePair {
  readonly a: { readonly id: string; readonly label: string }
  readonly b: { readonly id: string; readonly label: string }
  /** Number of documents with both, and the number expected by chance given how many themes each document has. */
  readonly documents: number
  readonly expected: number
  /** The one over the other: above 1, they seek each other. */
  readonly lift: number
  /** Documents that have both, of those that have either. */
  readonly jaccard: number
  /** The difference in standard deviations. */
  readonly z: number
  /** Whether it is hardly chance: of all pairs that are, one in twenty is expected to be chance. */
  readonly certain: boolean
  /** Fewer than 5 documents have both, or are expected to. */
  readonly few: boolean
}

export interface Together {
  readonly documents: number
  /** Those furthest above chance first. */
  readonly pairs: readonly ThemePair[]
}

/** Fewer documents than these say nothing of a pair. */
const FEW_PAIRS = 5

/**
 * Which themes go together in documents more than chance would have it; a document has a theme from one sentence on.
 * @throws Failure where no themes were built.
 */
export async function themesTogether(
  store: ThemeStore,
  { most = 50, filter }: { readonly most?: number; readonly filter?: Filter } = {}
): Promise<Together> {
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
  const certain = believable(pairs.map(({ z }) => farAs(z)))
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
