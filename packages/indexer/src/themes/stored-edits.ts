import { Failure } from '@leitmotif/command'
import { z } from 'zod'
import { schemaFault } from '../store/schema-fault.js'
import type { ThemeStore } from '../store/store.js'
import type { RunGroup, RunTheme, ThemesRun } from './run.js'

/** Name among the collection's stored values. */
const NAME = 'theme-edits'

const decoder = z.object({
  /** Names, by id of the theme or group. */
  names: z.partialRecord(z.string(), z.string()).default({}),
  /** For each merged theme, the id of the theme that it is part of. */
  merged: z.partialRecord(z.string(), z.string()).default({}),
  pinned: z.array(z.string()).default([]),
  hidden: z.array(z.string()).default([])
})

/** Edits of themes by the user, valid for all runs. Ids are never reused, so edits stay with their themes. */
export type ThemeEdits = z.infer<typeof decoder>

/** Reads the edits of a collection. @throws Failure for edits that cannot be read. */
export async function readEdits(store: ThemeStore): Promise<ThemeEdits> {
  const decoded = decoder.safeParse((await store.storedValue(NAME)) ?? {})
  if (decoded.success) return decoded.data
  throw new Failure(
    `names and merges of the themes cannot be read (${schemaFault(decoded.error)}); leitmotif themes reset --all removes them`
  )
}

/** Stores edits with the collection, and replaces the previous ones. */
export async function keepEdits(store: ThemeStore, edits: ThemeEdits): Promise<void> {
  await store.storeValue(NAME, edits)
}

export const NO_EDITS: ThemeEdits = { names: {}, merged: {}, pinned: [], hidden: [] }

/** A theme or group of a run as the user wants to see it. */
export interface Arranged {
  readonly label: string
  readonly heading: string
  /** Ids of the groups above it, outermost first, and its own id last. */
  readonly path: readonly string[]
  readonly renamed: boolean
  /** Whether it or a group above it is hidden. */
  readonly hidden: boolean
}

export interface ArrangedTheme extends Arranged {
  readonly theme: RunTheme
  readonly pinned: boolean
  /** Ids of the themes merged into it. */
  readonly merged: readonly string[]
}

interface ArrangedGroup extends Arranged {
  readonly group: RunGroup
  /** Ids of its themes and groups; at least two. */
  readonly children: readonly string[]
}

export interface ArrangedThemes {
  readonly themes: readonly ArrangedTheme[]
  /** Each group comes before those inside it. */
  readonly groups: readonly ArrangedGroup[]
  /** For each theme of the run, in order, the theme that its sentences get. */
  readonly given: readonly ArrangedTheme[]
}

/**
 * Applies the user's edits to the themes of a run. A merged theme becomes part of another, and a group with one
 * remaining part is replaced by it.
 */
export function arrangeThemes(run: ThemesRun, edits: ThemeEdits): ArrangedThemes {
  const byId = new Map(run.themes.map((theme) => [theme.id, theme]))
  const target = (id: string): string => {
    let found = id
    const seen = new Set([id])
    for (let next = edits.merged[id]; next !== undefined && !seen.has(next); next = edits.merged[next]) {
      seen.add(next)
      if (byId.has(next)) found = next
    }
    return found
  }
  const targets = run.themes.map(({ id }) => target(id))
  const shown = run.themes.filter(({ id }, t) => targets[t] === id)
  const { parents, children } = dissolveSingles(shown, run.groups)
  const pathOf = (id: string): string[] => {
    const parent = parents.get(id)
    return parent === undefined ? [id] : [...pathOf(parent), id]
  }
  const arrange = ({ id, label, heading }: RunGroup): Arranged => {
    const name = edits.names[id]
    const path = pathOf(id)
    return {
      label: name ?? label,
      heading: name ?? heading,
      path,
      renamed: name !== undefined,
      hidden: path.some((own) => edits.hidden.includes(own))
    }
  }
  const themes = shown.map((theme) => ({
    ...arrange(theme),
    theme,
    pinned: edits.pinned.includes(theme.id),
    merged: run.themes.flatMap(({ id }, t) => (id !== theme.id && targets[t] === theme.id ? [id] : []))
  }))
  const themeOf = new Map(themes.map((theme) => [theme.theme.id, theme]))
  return {
    themes,
    groups: run.groups.flatMap((group) =>
      children.has(group.id) ? [{ ...arrange(group), group, children: children.get(group.id)! }] : []
    ),
    given: targets.map((id) => themeOf.get(id)!)
  }
}

/** Returns parents and children after removing groups of fewer than two parts. */
function dissolveSingles(
  themes: readonly RunTheme[],
  groups: readonly RunGroup[]
): { readonly parents: ReadonlyMap<string, string | undefined>; readonly children: ReadonlyMap<string, string[]> } {
  const parents = new Map([...groups, ...themes].map(({ id, parent }) => [id, parent]))
  const children = new Map<string, string[]>()
  // Innermost first, because a group must be dissolved before its parent counts its parts.
  for (const { id, parent } of [...groups].reverse()) {
    const below = [...parents].filter(([, above]) => above === id).map(([child]) => child)
    if (below.length > 1) children.set(id, below)
    else {
      for (const child of below) parents.set(child, parent)
      parents.delete(id)
    }
  }
  return { parents, children }
}
