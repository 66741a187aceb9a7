/** Most members of a group: beyond them, further ones make a group of their own. */
export const MAX_LINKED = 500

/** Two members or more. */
export interface LinkedGroup {
  readonly members: readonly number[]
  /** Whether it would have had more than MAX_LINKED with another one that it has a pair with. */
  readonly cut: boolean
}

/**
 * Groups whose members are all alike, every two of them (complete link): pairs join the groups of both, in their order,
 * where all of the one are alike with all of the other. So no chain of likenesses brings together what is not alike.
 * Members that nothing joins are in no group. `takeTurns` is awaited after each pair, for other work to run.
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
  // Groups only grow, so that what two of them were refused for once stays.
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
