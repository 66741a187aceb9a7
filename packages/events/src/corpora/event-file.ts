import { Failure, readLines } from '@leitmotif/command'
import type { Event } from '../extraction/event.js'

/** An event as `leitmotif-train events extract` writes it, one a line. */
export interface StoredEvent extends Event {
  readonly id: string
  /** The headline, unchanged. */
  readonly text: string
}

/**
 * Reads events from a file of JSON lines (`.gz` is unpacked).
 * @throws Failure that names the first line that is not an event, or when the file has no events.
 */
export async function readEvents(path: string, onBytes?: (read: number) => void): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const { text, number } of readLines(path, onBytes)) {
    try {
      events.push(decodeEvent(JSON.parse(text)))
    } catch (error) {
      throw new Failure(
        `${path}: line ${number}: ${(error as Error).message}; write the file with leitmotif-train events extract`
      )
    }
  }
  if (events.length === 0)
    throw new Failure(`${path}: holds no event; expected what leitmotif-train events extract wrote`)
  return events
}

function decodeEvent(value: unknown): StoredEvent {
  if (typeof value !== 'object' || value === null) throw new Error('is no object')
  const { id, text, subject, verb, object } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof text !== 'string') throw new Error('id or text is missing')
  return { id, text, subject: words(subject, 'subject'), verb: words(verb, 'verb'), object: words(object, 'object') }
}

function words(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value
  throw new Error(`${name} is ${value === undefined ? 'missing' : 'something else'}; expected a list of words`)
}
