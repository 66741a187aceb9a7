import type { Count, CountBy, Filter, ThemeStore } from '../store/store.js'
import { BOILERPLATE } from '../themes/boilerplate.js'
import type { ListedTheme, ThemeGroup, ThemeList } from '../themes/list.js'
import { addCounts, type ClusteredCount } from './clustered-count.js'

/**
 * Rows of a table: `themes` lists each theme, `top` the topmost groups and the themes outside groups, `tree`
 * everything.
 */
export const THEME_LEVELS = ['themes', 'top', 'tree'] as const
export type ThemeLevel = (typeof THEME_LEVELS)[number]

/** A row of a table: a theme or a group of themes. */
export interface ThemeRow {
  readonly id: string
  readonly label: string
  readonly kind: 'theme' | 'group'
  /** Id and label of the group directly above; absent at the top. */
  readonly parent?: string
  readonly parentLabel?: string
}

export interface TableKey {
  readonly key: string | number | undefined
  readonly sentences: number
  readonly documents: number
}

/**
 * Sentences counted by theme and key. `cells` has a row per theme and in it a count per key, in the order of `themes`
 * and `keys`.
 */
export interface ThemeTable {
  readonly themes: readonly ThemeRow[]
  readonly keys: readonly TableKey[]
  readonly cells: readonly (readonly ClusteredCount[])[]
  /** For each key in order, the counts of sentences that belong to no listed theme. */
  readonly rest: Readonly<Record<RestKind, readonly ClusteredCount[]>>
  /** Returns the documents with their sentences of a theme, one entry for each key of a document. */
  readonly documentsOf: (theme: string) => readonly TableDocument[]
}

/** A document at one key: x of its n sentences belong to the theme. */
interface TableDocument {
  readonly document: string
  readonly key: TableKey['key']
  readonly x: number
  readonly n: number
}

/**
 * Sentences of hidden themes, boilerplate, and sentences without a theme: what shares of themes lack to the whole. Groups count the
 * hidden themes in them all the same.
 */
export const REST_KINDS = ['hidden', 'boilerplate', 'unassigned'] as const
export type RestKind = (typeof REST_KINDS)[number]

/** Returns the themes of a level that are not hidden, larger ones first. With `tree`, each follows its group. */
export function themeRows(list: ThemeList, level: ThemeLevel): ThemeRow[] {
  const nodes = [...list.groups, ...list.themes]
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => b.sentences - a.sentences || (a.id < b.id ? -1 : 1))
  const below = (parent: string | undefined): typeof nodes => nodes.filter((node) => node.parent === parent)
  const tree = (of: typeof nodes): typeof nodes => of.flatMap((node) => [node, ...tree(below(node.id))])
  const rows = (of: typeof nodes): ThemeRow[] => of.map((node) => themeRow(list, node))
  const chosen = {
    themes: () => rows(nodes).filter(({ kind }) => kind === 'theme'),
    top: () => rows(below(undefined)),
    tree: () => rows(tree(below(undefined)))
  }
  return chosen[level]()
}

/** Returns the row of a theme or group, whether hidden or not. */
export function themeRow(list: ThemeList, node: ListedTheme | ThemeGroup): ThemeRow {
  const { id, label, parent } = node
  const above = list.groups.find((group) => group.id === parent)
  return {
    ...{ id, label, kind: 'children' in node ? 'group' : 'theme' },
    ...(above === undefined ? {} : { parent: above.id, parentLabel: above.label })
  }
}

/**
 * Returns the ids under which the sentences of a theme or group are stored: its own, merged ones, and those of
 * everything below it.
 */
export function storedThemes(list: ThemeList, id: string): string[] {
  return list.themes.filter(({ path }) => path.includes(id)).flatMap((theme) => [theme.id, ...theme.merged])
}

/**
 * Counts sentences by key and theme, as sums over documents. Memory holds a number per document and theme in it.
 * Without `by` there is one key.
 */
export async function countThemes(
  store: ThemeStore,
  list: ThemeList,
  rows: readonly ThemeRow[],
  { by, filter }: { readonly by?: CountBy; readonly filter?: Filter }
): Promise<ThemeTable> {
  return tableOf(await countByDocument(store, by, filter), list, rows, (value) => value)
}

/** Returns the table with the themes in order of their sentences in it, each group before its members. */
export function inOrderOfSize(table: ThemeTable): ThemeTable {
  const { themes, cells } = table
  const sizes = cells.map((row) => addCounts(row).count)
  const ids = new Set(themes.map(({ id }) => id))
  const parentOf = (row: number): string | undefined => themes[row].parent
  const below = (group: string | undefined): number[] =>
    [...themes.keys()]
      .filter((row) => (ids.has(parentOf(row) ?? '') ? parentOf(row) : undefined) === group)
      .sort((a, b) => sizes[b] - sizes[a])
      .flatMap((row) => [row, ...below(themes[row].id)])
  const order = below(undefined)
  return { ...table, themes: order.map((row) => themes[row]), cells: order.map((row) => cells[row]) }
}

/** Counts sentences by `by`, document and theme. */
export function countByDocument(store: ThemeStore, by?: CountBy, filter?: Filter): Promise<readonly Count[]> {
  return store.count([...(by === undefined ? [] : [by]), 'document', 'theme'], filter)
}

/** Converts the counts of `countByDocument` to a table. `keyOf` returns the key for a value. */
export function tableOf(
  counts: readonly Count[],
  list: ThemeList,
  rows: readonly ThemeRow[],
  keyOf: (value: TableKey['key']) => TableKey['key']
): ThemeTable {
  const tally = createThemeTally(list, rows)
  for (const { key, sentences } of counts) {
    const [theme, document, value] = [...key].reverse()
    tally.add(keyOf(value), String(document), theme === undefined ? undefined : String(theme), sentences)
  }
  return tally.table()
}

/** Returns a builder of a table to which sentences are added one by one, or several of a document at once. */
export function createThemeTally(
  list: ThemeList,
  rows: readonly ThemeRow[]
): {
  /** Adds sentences. `theme` is the id under which they are stored. */
  add(key: TableKey['key'], document: string, theme: string | undefined, sentences: number): void
  /** Returns the table; keys are in the order in which they were added. */
  table(): ThemeTable
} {
  const rowsOf = new Map<string, number[]>()
  rows.forEach(({ id }, row) => {
    for (const stored of storedThemes(list, id)) rowsOf.set(stored, [...(rowsOf.get(stored) ?? []), row])
  })
  const shown = new Set(list.themes.flatMap(({ id, merged, hidden }) => (hidden ? [] : [id, ...merged])))
  const [hidden, boilerplate, unassigned] = [rows.length, rows.length + 1, rows.length + 2]
  const restOf = (theme: string | undefined): readonly number[] => {
    if (theme === undefined) return [unassigned]
    if (theme === BOILERPLATE) return [boilerplate]
    return shown.has(theme) ? [] : [hidden]
  }
  const keys = new Map<TableKey['key'], Map<string, { sentences: number; of: Map<number, number> }>>()
  return {
    add(key, document, theme, sentences) {
      const documents = keys.get(key) ?? new Map<string, { sentences: number; of: Map<number, number> }>()
      keys.set(key, documents)
      const counted = documents.get(document) ?? { sentences: 0, of: new Map<number, number>() }
      documents.set(document, counted)
      counted.sentences += sentences
      const of = theme === undefined ? [] : (rowsOf.get(theme) ?? [])
      const rest = restOf(theme)
      for (const row of [...of, ...rest]) counted.of.set(row, (counted.of.get(row) ?? 0) + sentences)
    },
    table() {
      const columns = [...keys].map(([key, documents]) => ({
        key,
        ...sumDocuments(documents.values(), rows.length + REST_KINDS.length)
      }))
      const countsOf = (row: number): ClusteredCount[] => columns.map(({ counts }) => counts[row])
      return {
        themes: rows,
        keys: columns.map(({ key, sentences, documents }) => ({ key, sentences, documents })),
        cells: rows.map((_, row) => countsOf(row)),
        rest: { hidden: countsOf(hidden), boilerplate: countsOf(boilerplate), unassigned: countsOf(unassigned) },
        documentsOf: (theme) => {
          const row = rows.findIndex(({ id }) => id === theme)
          return Array.from(keys).flatMap(([key, documents]) =>
            Array.from(documents, ([document, { sentences, of }]) => {
              return { document, key, x: of.get(row) ?? 0, n: sentences }
            })
          )
        }
      }
    }
  }
}

function sumDocuments(
  documents: Iterable<{ readonly sentences: number; readonly of: ReadonlyMap<number, number> }>,
  rows: number
): { sentences: number; documents: number; counts: ClusteredCount[] } {
  const whole = { of: 0, documents: 0, nn: 0 }
  const sums = Array.from({ length: rows }, () => ({ count: 0, having: 0, xx: 0, xn: 0 }))
  for (const { sentences, of } of documents) {
    whole.of += sentences
    whole.documents++
    whole.nn += sentences * sentences
    for (const [row, count] of of) {
      const sum = sums[row]
      sum.count += count
      sum.having++
      sum.xx += count * count
      sum.xn += count * sentences
    }
  }
  return {
    sentences: whole.of,
    documents: whole.documents,
    counts: sums.map((sum) => ({ ...whole, ...sum }))
  }
}
