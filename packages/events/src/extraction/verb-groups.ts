import { Failure, readLines } from '@leitmotif/command'
import { verbStem, type NamedVerbs } from './verb-names.js'

/** Format of a file of verb groups, for help texts. */
export const VERB_GROUPS = 'a group a line, as "trade: buy, sell, acquire"; any form of a verb will do'

/** The name of all verbs that are in no group. */
const OTHERS = 'other verbs'

/** Groups by the stem of each of their verbs. */
export type VerbGroups = ReadonlyMap<string, string>

/** Reads groups of verbs. Empty lines and lines that begin with # are ignored. @throws Failure for a line that is no group. */
export async function readVerbGroups(file: string): Promise<VerbGroups> {
  const groups = new Map<string, string>()
  for await (const { text, number } of readLines(file)) {
    const line = text.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, verbs] = (/^([^:]+):(.+)$/.exec(line) ?? []) as (string | undefined)[]
    if (name === undefined || verbs === undefined)
      throw new Failure(`${file}: line ${number} is "${line.slice(0, 80)}"; expected ${VERB_GROUPS}`)
    for (const verb of verbs.split(',').map((each) => each.trim().toLowerCase())) {
      if (verb === '') continue
      const stem = verbStem(verb)
      const before = groups.get(stem)
      if (before !== undefined && before !== name.trim())
        throw new Failure(`${file}: line ${number} has ${verb}, which is in the group "${before}" too; leave one out`)
      groups.set(stem, name.trim())
    }
  }
  if (groups.size === 0) throw new Failure(`${file}: has no group; expected ${VERB_GROUPS}`)
  return groups
}

/** Counts verbs by their groups: groups by frequency, then all other verbs as one. */
export function groupVerbs({ verbs, verb }: NamedVerbs, groups: VerbGroups): NamedVerbs {
  const names = verbs.map(({ name }) => groups.get(verbStem(name)) ?? OTHERS)
  const counts = new Map<string, number>()
  for (const [v, name] of names.entries()) counts.set(name, (counts.get(name) ?? 0) + verbs[v].count)
  const grouped = Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (a, b) => Number(a.name === OTHERS) - Number(b.name === OTHERS) || b.count - a.count || (a.name < b.name ? -1 : 1)
  )
  const index = new Map(grouped.map(({ name }, at) => [name, at]))
  return { verbs: grouped, verb: verb.map((v) => index.get(names[v])!) }
}
