import { counted } from '@leitmotif/command'
import { eventPhrase, type Event } from '@leitmotif/events'
import type { FoundEvent } from '../events/collection-events.js'
import type { EventCount, EventCounts } from '../events/event-counts.js'
import type { NearEvent } from '../events/nearest-events.js'
import { bar } from './text-table.js'
import { fixed, formatCount, percent } from './numbers.js'
import { paint } from './terminal-text.js'
import { textTable } from './text-table.js'

/** Number of sentences searched, and of events found. */
export interface EventsSummary {
  readonly sentences: number
  readonly of: number
  readonly events: number
}

/** Formats the most frequent verbs, subjects and objects. */
export function eventCountsText(summary: EventsSummary, counts: EventCounts, limit: number): string {
  const part = (title: string, list: readonly EventCount[]): string[] => {
    const shown = list.slice(0, limit)
    const most = Math.max(1, ...shown.map(({ events }) => events))
    const rows = shown.map(({ name, events }) => [
      name,
      formatCount(events),
      percent(events / summary.events),
      bar(events / most, 20)
    ])
    const columns = [
      { title, cut: true },
      { title: 'events', right: true },
      { title: 'share', right: true },
      { title: '' }
    ]
    return [
      '',
      ...textTable(columns, rows),
      ...(list.length > limit ? [paint.dim(`… ${formatCount(list.length)} in total`)] : [])
    ]
  }
  const { verbs, subjects, objects } = counts
  return `${[
    summaryLine(summary),
    ...part('verb', verbs),
    ...part('subject', subjects),
    ...part('object', objects)
  ].join('\n')}\n`
}

/** Formats the events most similar to one, with their cosines, and how that one was read: subject · verb · object. */
export function nearestText(
  summary: EventsSummary,
  { subject, verb, object }: Event,
  near: readonly NearEvent<FoundEvent>[]
): string {
  const parts = [eventPhrase(subject), paint.bold(eventPhrase(verb)), eventPhrase(object)]
  const read = `read as: ${parts.filter((part) => part !== '').join(' · ')}`
  const lines = near.map(({ found, similarity }) => `${fixed(similarity).padStart(5)}  ${eventLine(found)}`)
  return `${[read, summaryLine(summary), '', ...lines].join('\n')}\n`
}

/** Formats an event as its sentence, with the verb in bold. */
function eventLine({ text, event: { verb }, document }: FoundEvent): string {
  const sentence = text.trim().replace(/\s+/g, ' ')
  return `${sentence.replace(eventPhrase(verb), (phrase) => paint.bold(phrase))}  ${paint.dim(document)}`
}

/** Formats events, one sentence per line. */
export function eventsText(summary: EventsSummary, events: readonly FoundEvent[], limit: number): string {
  const lines = events.slice(0, limit).map(eventLine)
  const rest = events.length > limit ? [paint.dim(`… ${formatCount(events.length)} in total; --limit shows more`)] : []
  return `${[summaryLine(summary), '', ...lines, ...rest].join('\n')}\n`
}

function summaryLine({ sentences, of, events }: EventsSummary): string {
  const sample = sentences < of ? `, a random sample of ${formatCount(of)}` : ''
  return `${counted(events, 'event')} in ${counted(sentences, 'sentence')}${sample}`
}
