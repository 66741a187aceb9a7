import type { Assignment } from '@leitmotif/encoder'
import { followParts, type Transitions } from '@leitmotif/encoder/stages'

/** A theme of this run or the previous one. */
export interface NamedTheme {
  readonly id: string
  readonly label: string
}

/** Changes since the previous run. */
export interface ThemeChanges {
  /** Name of the previous run. */
  readonly since: string
  readonly kept: readonly NamedTheme[]
  readonly born: readonly NamedTheme[]
  readonly died: readonly NamedTheme[]
  /** Several previous themes (`from`) that are now one. */
  readonly merged: readonly { readonly from: readonly NamedTheme[]; readonly into: NamedTheme }[]
  /** One previous theme that is now several. */
  readonly split: readonly { readonly from: NamedTheme; readonly into: readonly NamedTheme[] }[]
}

/** Returns the id of a number: `theme-07`, `group-03`. */
export function themeId(kind: 'theme' | 'group', number: number): string {
  return `${kind}-${String(number).padStart(2, '0')}`
}

/** The same sentences assigned to the previous themes and to the current ones. */
export interface Followed {
  readonly before: Assignment
  readonly now: Assignment
}

/**
 * Matches earlier groups of themes to current ones; each group is given as the indices of its themes. A sentence's
 * weight is the square of its cosine to its earlier centre, which is the part of it that the centre explains. Sentences
 * on a new subject were assigned to the least distant earlier theme; the small weight keeps them from hiding that this
 * theme continues.
 */
export function followThemes(
  { before, now }: Followed,
  groupsBefore: readonly ReadonlySet<number>[],
  groupsNow: readonly ReadonlySet<number>[]
): Transitions {
  const sizes = [new Float64Array(groupsBefore.length), new Float64Array(groupsNow.length)]
  const shared = groupsBefore.map(() => new Float64Array(groupsNow.length))
  const [ofBefore, ofNow] = [indexThemes(groupsBefore), indexThemes(groupsNow)]
  for (let i = 0; i < now.theme.length; i++) {
    const first = ofBefore.get(before.theme[i]) ?? []
    const second = ofNow.get(now.theme[i]) ?? []
    const told = before.similarity[i] ** 2
    for (const a of first) sizes[0][a] += told
    for (const b of second) sizes[1][b] += told
    for (const a of first) for (const b of second) shared[a][b] += told
  }
  return followParts(shared, sizes[0], sizes[1])
}

/** Returns groups of one theme each. */
export function singletonGroups(count: number): ReadonlySet<number>[] {
  return Array.from({ length: count }, (_, theme) => new Set([theme]))
}

/** Returns the groups that contain each theme. */
function indexThemes(groups: readonly ReadonlySet<number>[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const [g, themes] of groups.entries()) {
    for (const theme of themes) found.set(theme, [...(found.get(theme) ?? []), g])
  }
  return found
}

/** Describes how the themes changed since the previous run. */
export function describeChanges(
  since: string,
  before: readonly NamedTheme[],
  now: readonly NamedTheme[],
  { from, into, outOf }: Transitions
): ThemeChanges {
  const name = ({ id, label }: NamedTheme): NamedTheme => ({ id, label })
  const goesOn = new Set(from)
  const fresh = now.filter((_, b) => from[b] < 0).map(name)
  const gone = before.filter((_, a) => !goesOn.has(a)).map(name)
  return {
    since,
    kept: now.filter((_, b) => from[b] >= 0).map(name),
    born: fresh,
    died: gone,
    merged: now.flatMap((theme, b) => {
      const parts = before.filter((_, a) => from[b] === a || (!goesOn.has(a) && into[a] === b))
      return parts.length > 1 ? [{ from: parts.map(name), into: name(theme) }] : []
    }),
    split: before.flatMap((theme, a) => {
      const parts = now.filter((_, b) => from[b] === a || (from[b] < 0 && outOf[b] === a))
      return parts.length > 1 ? [{ from: name(theme), into: parts.map(name) }] : []
    })
  }
}
