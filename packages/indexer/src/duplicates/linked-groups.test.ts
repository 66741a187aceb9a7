import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkGroups, MAX_LINKED } from './linked-groups.js'

type Pair = readonly [number, number]

/** Joins groups pair by pair, looking at all members each time. */
function obviousGroups(pairs: readonly Pair[], alike: (a: number, b: number) => boolean): number[][] {
  let groups: number[][] = []
  for (const [a, b] of pairs) {
    const one = groups.find((group) => group.includes(a)) ?? [a]
    const other = groups.find((group) => group.includes(b)) ?? [b]
    groups = [...new Set([...groups, one, other])]
    if (one === other || !one.every((i) => other.every((j) => alike(i, j)))) continue
    groups = [...groups.filter((group) => group !== one && group !== other), [...one, ...other]]
  }
  return groups.filter(({ length }) => length > 1)
}

const sorted = (groups: readonly (readonly number[])[]): number[][] =>
  groups.map((group) => [...group].sort((a, b) => a - b)).sort((a, b) => a[0] - b[0])

const membersOf = async (...args: Parameters<typeof linkGroups>): Promise<(readonly number[])[]> =>
  (await linkGroups(...args)).map(({ members: own }) => own)

const members = fc.integer({ min: 0, max: 14 })
const pairs = fc.array(
  fc.tuple(members, members).filter(([a, b]) => a !== b),
  { maxLength: 60 }
)

describe('Groups of what is alike', () => {
  it('are those of the obvious joining, and in none are two that are not alike', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, fc.array(fc.boolean(), { minLength: 225, maxLength: 225 }), async (given, likes) => {
        const alike = (a: number, b: number): boolean => likes[Math.min(a, b) * 15 + Math.max(a, b)]
        const candidates = given.filter(([a, b]) => alike(a, b))
        const groups = await membersOf(candidates, alike)
        expect(sorted(groups)).toEqual(sorted(obviousGroups(candidates, alike)))
        for (const group of groups)
          for (const a of group) for (const b of group) expect(a === b || alike(a, b)).toBe(true)
        expect(new Set(groups.flat()).size).toBe(groups.flat().length)
      })
    )
  })

  it('are not brought together by a chain, and the first pair comes first', async () => {
    const alike = (a: number, b: number): boolean => Math.abs(a - b) <= 1
    expect(await membersOf([[1, 2], [0, 1], [2, 3]], alike)).toEqual([[1, 2]]) // prettier-ignore
    expect(sorted(await membersOf([[0, 1], [1, 2], [2, 3]], alike))).toEqual([[0, 1], [2, 3]]) // prettier-ignore
  })

  it('hold no more than what can be looked through, and say where they would have held more', async () => {
    const star = Array.from({ length: MAX_LINKED + 20 }, (_, index): Pair => [0, index + 1])
    const told = async (pairs: readonly Pair[]) =>
      (await linkGroups(pairs, () => true)).map(({ members: { length }, cut }) => [length, cut])
    expect(await told(star)).toEqual([[MAX_LINKED, true]])
    expect(await told(star.slice(0, MAX_LINKED - 1))).toEqual([[MAX_LINKED, false]])
  })
})
