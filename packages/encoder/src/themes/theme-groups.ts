import { groupThemes } from '../clustering/theme-grouping.js'
import { labelThemes, type LabelOptions, type ThemeLabel } from '../labels/theme-labels.js'
import { row, zeroVectors } from '../vectors/vectors.js'
import type { Theme, ThemesInput, ThemesOptions } from './themes.js'

/**
 * Returns groups of similar themes as sets of theme indices, each before the groups within it. No group has a single
 * theme, and no two have the same themes.
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

/**
 * Labels each group by what its themes have in common against the other groups of its level. Headings don't name
 * groups: among few groups, a heading that fits any text ("Motivation") may be in one of them.
 * @param theme the theme of each sentence; -1 for none.
 */
export function labelGroups(
  { sentences, vectors, passages, documents }: ThemesInput,
  theme: Int32Array,
  groups: readonly ReadonlySet<number>[],
  { ignore }: Pick<ThemesOptions, 'ignore'> = {}
): ThemeLabel[] {
  const options: LabelOptions = {
    vectors,
    ...(passages && { passages }),
    ...(documents && { documents }),
    ...(ignore && { ignore })
  }
  const depths = groups.map((group) => groups.filter((other) => [...group].every((t) => other.has(t))).length)
  const words: ThemeLabel[] = []
  for (const depth of new Set(depths)) {
    const level = groups.flatMap((_, g) => (depths[g] === depth ? [g] : []))
    const part = theme.map((t) => level.findIndex((g) => groups[g].has(t)))
    const labels = labelThemes(sentences, part, level.length, options)
    for (const [at, g] of level.entries()) words[g] = labels[at]
  }
  return words
}
