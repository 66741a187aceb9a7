import { eventPhrase, nameVerbs, type Event } from '@leitmotif/events'

/** A verb, subject or object, and the number of events that have it. */
export interface EventCount {
  readonly name: string
  readonly events: number
}

/** Most frequent parts of events, in descending order. */
export interface EventCounts {
  readonly verbs: readonly EventCount[]
  readonly subjects: readonly EventCount[]
  readonly objects: readonly EventCount[]
}

/** Articles and other determiners, which are removed from the beginning of a subject or object. */
const BEFORE = /^(?:(?:the|an?|his|her|its|their|our|my|your|this|that|these|those) )+/i

/**
 * Counts verbs, in whatever form, and subjects and objects, whatever their capitals and articles. Give passives in the
 * active (`EventEncoder.active`), so that a subject is who did it.
 */
export function countEvents(events: readonly Event[]): EventCounts {
  return {
    verbs: nameVerbs(events).verbs.map(({ name, count }) => ({ name, events: count })),
    subjects: countPhrases(events.map(({ subject }) => eventPhrase(subject))),
    objects: countPhrases(events.map(({ object }) => eventPhrase(object)))
  }
}

/** Returns phrases by frequency, each in its most frequent spelling. Skips empty ones. */
function countPhrases(phrases: readonly string[]): EventCount[] {
  const kinds = new Map<string, Map<string, number>>()
  for (const phrase of phrases) {
    const shown = phrase.replace(BEFORE, '')
    if (shown === '') continue
    const key = shown.toLowerCase()
    const forms = kinds.get(key) ?? new Map<string, number>()
    kinds.set(key, forms.set(shown, (forms.get(shown) ?? 0) + 1))
  }
  const counts = [...kinds.values()].map((forms): EventCount => {
    const [[name]] = [...forms].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return { name, events: [...forms.values()].reduce((sum, n) => sum + n, 0) }
  })
  return counts.sort((a, b) => b.events - a.events || (a.name < b.name ? -1 : 1))
}
