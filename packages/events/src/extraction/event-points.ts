import type { EventMap } from '@leitmotif/plot/event-map'
import type { Vectors } from '@leitmotif/encoder'
import { layOutRows } from '@leitmotif/encoder/stages'
import { createRandom, createYielder, zeroVectors } from '@leitmotif/encoder/vectors'
import { eventPhrase, type Event } from './event.js'
import { groupEvents, type VerbGroups } from './verb-groups.js'
import { nameVerbs } from './verb-names.js'

export type { EventMap }

/** An event and the sentence that tells it. */
export interface ToldEvent {
  readonly text: string
  readonly event: Event
}

export interface EventMapOptions {
  readonly seed: number | string
  /** Maximum number of points. Of more events, the map shows a random sample. */
  readonly most: number
  /** Number of events that are laid out together; all others are placed by these. Time grows with the square. */
  readonly landmarks: number
  /** Groups that take the place of verbs: the map is coloured and searched by them. */
  readonly groups?: VerbGroups | undefined
}

export const EVENT_MAP_DEFAULTS: EventMapOptions = { seed: 1, most: 20_000, landmarks: 5000 }

/** Decimals of a position: less than a thousandth of a pixel on any screen. */
const DECIMALS = 5

/**
 * Draws a map on which events that the encoder finds similar are close together, by UMAP (Kim, Triplet Embedding Model,
 * section 4.3, uses Barnes-Hut t-SNE). Equal seeds give equal maps. Yields to other work meanwhile.
 * @param sentences that were searched for events.
 * @param encode returns the vectors of events, one row each.
 * @returns the map, and for each point the index of its event.
 */
export async function drawEventMap(
  told: readonly ToldEvent[],
  sentences: number,
  encode: (events: readonly Event[]) => Vectors,
  options: Partial<EventMapOptions> = {},
  onProgress: (share: number) => void = () => {}
): Promise<{ readonly map: EventMap; readonly shown: readonly number[] }> {
  const { seed, most, landmarks, groups } = { ...EVENT_MAP_DEFAULTS, ...options }
  const all = told.map(({ event }) => event)
  const { verbs, verb } = groups === undefined ? nameVerbs(all) : groupEvents(all, groups)
  const shown = drawSome(told.length, most, seed)
  const events = shown.map((i) => told[i].event)
  const positions = await layOutRows(await encodeAll(events, encode), { seed, landmarks }, onProgress)
  const places = Array.from(positions, (value) => Number(value.toFixed(DECIMALS)))
  const map: EventMap = {
    sentences,
    events: told.length,
    verbs,
    x: places.filter((_, i) => i % 2 === 0),
    y: places.filter((_, i) => i % 2 === 1),
    verb: shown.map((i) => verb[i]),
    subject: events.map(({ subject }) => eventPhrase(subject)),
    predicate: events.map((event) => eventPhrase(event.verb)),
    object: events.map(({ object }) => eventPhrase(object)),
    text: shown.map((i) => told[i].text)
  }
  return { map, shown }
}

/** Number of events encoded at once, which takes a few milliseconds. Other work can run after each block. */
const BLOCK = 64

async function encodeAll(events: readonly Event[], encode: (events: readonly Event[]) => Vectors): Promise<Vectors> {
  const yieldIfDue = createYielder()
  const blocks: Vectors[] = []
  for (let from = 0; from < events.length; from += BLOCK) {
    blocks.push(encode(events.slice(from, from + BLOCK)))
    await yieldIfDue()
  }
  const rows = zeroVectors(events.length, blocks.at(0)?.dims ?? 1)
  blocks.forEach(({ data }, i) => {
    rows.data.set(data, i * BLOCK * rows.dims)
  })
  return rows
}

/** Draws up to `most` of the first `count` whole numbers at random, in ascending order. */
function drawSome(count: number, most: number, seed: number | string): number[] {
  const all = Array.from({ length: count }, (_, i) => i)
  if (count <= most) return all
  createRandom(`${seed}/events`).shuffle(all)
  return all.slice(0, most).sort((a, b) => a - b)
}
