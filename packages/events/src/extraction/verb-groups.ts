import { Failure, readLines } from '@leitmotif/command'
import type { Event } from './event.js'
import { headOf, verbStem, type NamedVerbs } from './verb-names.js'

/** Format of a file of verb groups, for help texts. */
export const VERB_GROUPS =
  'one group a line: "trade: buy, sell, acquire" for verbs in any form, "to buy: \'to buy\'" for an exact phrase, ' +
  'or "quake, earthquake > damage: kill, injure" only for events with one of the words before >'

/** The name of all events that are in no group. */
const OTHERS = 'other verbs'

/** A line of a file of groups. */
interface VerbGroup {
  readonly name: string
  /** Words of which an event needs one in its subject or object, in lower case; none: every event. */
  readonly topic: ReadonlySet<string>
}

/** Groups by the stem of each of their verbs and by each of their phrases in quotes, in the order of the file. */
export type VerbGroups = ReadonlyMap<string, readonly VerbGroup[]>

const LINE = /^(?:([^:>]+)>)?([^:>]+):(.+)$/
const QUOTED = /^(?:'([^']+)'|"([^"]+)"|‘([^’]+)’|“([^”]+)”)$/

/**
 * Reads groups of verbs. The groups of a topic are named "topic: group". Empty lines and lines that begin with # are
 * ignored.
 * @throws Failure for a line that is no group, and for a verb that is in two groups of one topic.
 */
export async function readVerbGroups(file: string): Promise<VerbGroups> {
  const groups = new Map<string, VerbGroup[]>()
  for await (const { text, number } of readLines(file)) {
    const line = text.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, topicText, name, verbs] = (LINE.exec(line) ?? []) as (string | undefined)[]
    if (name === undefined || verbs === undefined)
      throw new Failure(`${file}: line ${number} is "${line.slice(0, 80)}"; expected ${VERB_GROUPS}`)
    const words = listOf(topicText ?? '')
    const topic = new Set(words)
    const group = { name: words.length === 0 ? name.trim() : `${words[0]}: ${name.trim()}`, topic }
    for (const verb of listOf(verbs)) {
      const key = keyOf(verb)
      const others = groups.get(key) ?? []
      const same = others.find((other) => other.name !== group.name && hasSame(other.topic, topic))
      if (same !== undefined)
        throw new Failure(
          `${file}: line ${number} has ${verb}, which is in the group "${same.name}" too; leave one out`
        )
      groups.set(key, [...others, group])
    }
  }
  if (groups.size === 0) throw new Failure(`${file}: has no group; expected ${VERB_GROUPS}`)
  return groups
}

function hasSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word))
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '')
}

/** Returns the key of a verb: its stem, or its phrase in quotes. */
function keyOf(verb: string): string {
  const phrase = QUOTED.exec(verb)?.slice(1).find(Boolean)
  return phrase === undefined ? verbStem(verb) : phraseKey(phrase)
}

function phraseKey(phrase: string): string {
  return `"${phrase.replace(/\s+/g, ' ')}"`
}

/**
 * Counts events by their groups: groups by frequency, then all other events as one. An event is in the first group of the
 * file that has its words and its phrase, or else its verb.
 */
export function groupEvents(events: readonly Event[], groups: VerbGroups): NamedVerbs {
  const names = events.map((event) => {
    const words = [...event.subject, ...event.object].map((word) => word.toLowerCase())
    const fits = ({ topic }: VerbGroup): boolean => topic.size === 0 || words.some((word) => topic.has(word))
    const keys = [phraseKey(event.verb.join(' ').toLowerCase()), verbStem(headOf(event.verb))]
    return keys.flatMap((key) => groups.get(key) ?? []).find(fits)?.name ?? OTHERS
  })
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const grouped = Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (a, b) => Number(a.name === OTHERS) - Number(b.name === OTHERS) || b.count - a.count || (a.name < b.name ? -1 : 1)
  )
  const index = new Map(grouped.map(({ name }, at) => [name, at]))
  return { verbs: grouped, verb: names.map((name) => index.get(name)!) }
}

/** Returns the events that are in a group. */
export function inGroups<T extends { readonly event: Event }>(told: readonly T[], groups: VerbGroups): T[] {
  const { verbs, verb } = groupEvents(
    told.map(({ event }) => event),
    groups
  )
  return told.filter((_, i) => verbs[verb[i]].name !== OTHERS)
}
