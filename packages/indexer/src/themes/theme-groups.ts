import { zeroVectors } from '@leitmotif/encoder/vectors'
import { groupThemes } from '@leitmotif/encoder/stages'
import { labelThemes, row, type Theme } from '@leitmotif/encoder'
import type { ThemesRun } from './run.js'

/**
 * Returns groups of similar themes as sets of theme indices, each before the groups within it. No group has a single theme,
 * and no two have the same themes.
 */
export function groupsOf(themes: readonly Theme[]): ReadonlySet<number>[] {
  const known = themes.filter(({ size }) => size > 0)
  const sums = zeroVectors(known.length, known.at(0)?.centroid.length ?? 0)
  for (const [t, { centroid, size, cohesion }] of known.entries()) {
    row(sums, t).set(centroid.map((value) => value * size * cohesion))
  }
  const found = new Map<string, ReadonlySet<number>>()
  for (const level of groupThemes(sums)) {
    const groups = new Map<number, number[]>()
    for (const [t, g] of level.entries()) groups.set(g, [...(groups.get(g) ?? []), t])
    for (const members of groups.values()) if (members.length > 1) found.set(members.join(), new Set(members))
  }
  return [...found.values()]
}

/** Returns the groups of a run as sets of theme indices. */
export function groupsOfRun({ themes, groups }: ThemesRun): ReadonlySet<number>[] {
  const parents = new Map([...groups, ...themes].map(({ id, parent }) => [id, parent]))
  const isBelow = (id: string, group: string): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === group || isBelow(parent, group))
  }
  return groups.map(({ id }) => new Set(themes.flatMap((theme, t) => (isBelow(theme.id, id) ? [t] : []))))
}

/** Labels each group by words that distinguish it from the other groups of its level. */
export function labelGroups(
  {
    sentences,
    passages,
    documents
  }: { readonly sentences: readonly string[]; readonly passages: Int32Array; readonly documents: Int32Array },
  theme: Int32Array,
  groups: readonly ReadonlySet<number>[]
): ReturnType<typeof labelThemes> {
  const depths = groups.map((group) => groups.filter((other) => [...group].every((t) => other.has(t))).length)
  const words: ReturnType<typeof labelThemes> = []
  for (const depth of new Set(depths)) {
    const level = groups.flatMap((_, g) => (depths[g] === depth ? [g] : []))
    const labels = labelThemes(
      sentences,
      theme.map((t) => level.findIndex((g) => groups[g].has(t))),
      level.length,
      { passages, documents }
    )
    for (const [at, g] of level.entries()) words[g] = labels[at]
  }
  return words
}
