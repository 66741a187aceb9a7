import type { Home } from './event-labels.js'

/** How many colours there are. */
const SLOTS = 8

/** Verbs that are coloured; the others are grey. */
const COLOURED = 60

/** Closer homes than this share of the map's width count as being at one place. */
const NEAR = 0.03

/**
 * A colour for each of the most frequent verbs, as countries have theirs on a map: verbs near one another get different ones,
 * those far apart may share one.
 * @param homes where each verb's events lie, the most frequent verb first.
 * @returns of each verb its colour, 0 to SLOTS - 1; SLOTS: none.
 */
export function colourVerbs(homes: readonly (Home | undefined)[], width: number): number[] {
  const placed: (Home & { readonly slot: number })[] = []
  return homes.map((home, verb) => {
    if (home === undefined || verb >= COLOURED) return SLOTS
    const crowd = new Float64Array(SLOTS)
    for (const { x, y, count, slot } of placed) {
      const gap = Math.max(NEAR * width, Math.hypot(x - home.x, y - home.y))
      crowd[slot] += Math.sqrt(count) / gap ** 2
    }
    const slot = crowd.indexOf(Math.min(...crowd))
    placed.push({ ...home, slot })
    return slot
  })
}
