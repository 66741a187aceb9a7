import type { Home } from './event-labels.js'

/** The number of colours. */
const SLOTS = 8

/** Maximum number of verbs with a colour; the others are grey. */
const COLOURED = 60

/** Places closer than this share of the map's width count as the same place. */
const NEAR = 0.03

/**
 * Returns a colour for each of the most frequent verbs by graph colouring: verbs near each other get different colours, distant
 * verbs may share one.
 * @param homes the densest place of each verb's events, the most frequent verb first
 * @returns the colour of each verb, 0 to SLOTS - 1; SLOTS for none
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
