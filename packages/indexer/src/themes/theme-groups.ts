import type { ThemesRun } from './run.js'

/** Returns the groups of a run as sets of theme indices. */
export function groupsOfRun({ themes, groups }: ThemesRun): ReadonlySet<number>[] {
  const parents = new Map([...groups, ...themes].map(({ id, parent }) => [id, parent]))
  const isBelow = (id: string, group: string): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === group || isBelow(parent, group))
  }
  return groups.map(({ id }) => new Set(themes.flatMap((theme, t) => (isBelow(theme.id, id) ? [t] : []))))
}
