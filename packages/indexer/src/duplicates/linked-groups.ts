/** Maximum number of members of a group. Further ones form another group. */
export const MAX_LINKED = 500

/** A group of at least two members. */
export interface LinkedGroup {
  readonly members: readonly number[]
  /** Whether merging it with another group that it has a pair with would have exceeded MAX_LINKED. */
  readonly cut: boolean
}

/**
 * Builds groups in which every two members are alike (complete link). Each pair, in order, merges the groups of its two
 * members if all members of one are alike with all of the other. So a chain of similar pairs cannot connect dissimilar
 * members. Members without a partner are in no group. `takeTurns` is awaited after each pair to let other work run.
 */
export async function linkGroups(
  pairs: Iterable<readonly [number, number]>,
  alike: (a: number, b: number) => boolean,
  takeTurns?: () => Promise<void>
): Promise<LinkedGroup[]> {
  const groups = new Map<number, number[]>()
  const groupOf = (member: number): number[] => {
    const group = groups.get(member) ?? [member]
    groups.set(member, group)
    return group
  }
  // Groups only grow, so two groups that were refused once stay refused.
  const refused = new Map<number[], Set<number[]>>()
  const refusedBy = (group: number[]): Set<number[]> => {
    const others = refused.get(group) ?? new Set()
    refused.set(group, others)
    return others
  }
  const cut = new Set<number[]>()
  for (const [a, b] of pairs) {
    await takeTurns?.()
    const [one, other] = [groupOf(a), groupOf(b)]
    if (one === other || refusedBy(one).has(other)) continue
    const large = one.length + other.length > MAX_LINKED
    if (large || !one.every((i) => other.every((j) => alike(i, j)))) {
      if (large) cut.add(one).add(other)
      refusedBy(one).add(other)
      refusedBy(other).add(one)
      continue
    }
    for (const member of other) groups.set(member, one)
    for (const third of refusedBy(other)) {
      refusedBy(third).add(one)
      refusedBy(one).add(third)
    }
    if (cut.has(other)) cut.add(one)
    refused.delete(other)
    one.push(...other)
  }
  return [...new Set(groups.values())]
    .filter(({ length }) => length > 1)
    .map((members) => ({ members, cut: cut.has(members) }))
}
