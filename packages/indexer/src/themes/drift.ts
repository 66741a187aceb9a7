import { z } from 'zod'
import type { ThemeStore } from '../store/store.js'

/** Name among the collection's stored values. */
const NAME = 'theme-drift'

const fit = z.object({ sentences: z.number(), unassigned: z.number(), similarity: z.number() })

const decoder = z.object({
  run: z.string(),
  /** The fit of the sentences that the themes were built from, and of those added since. */
  built: fit,
  since: fit
})

/**
 * How well sentences fit themes: their number, the number of those near no theme, and the sum of the cosines to the
 * nearest centres.
 */
export interface Fit {
  sentences: number
  unassigned: number
  similarity: number
}

export const noFit = (): Fit => ({ sentences: 0, unassigned: 0, similarity: 0 })

/** How well sentences added since the themes were built fit them. */
export interface ThemeDrift {
  /** Number of sentences that got themes when they were added; those of a replaced document count again. */
  readonly sentences: number
  /** The share of them without a theme, and that of the sentences that the themes were built from. */
  readonly unassigned: number
  readonly unassignedBuilt: number
  /** The mean cosine of them to the nearest centre, and that of the sentences that the themes were built from. */
  readonly similarity: number
  readonly similarityBuilt: number
  /** Whether it is time to build the themes again, and why. */
  readonly rebuild: boolean
  readonly reason?: string
}

/** Minimum number of added sentences for a judgement. */
const LEAST = 100

/** A rebuild is suggested once a collection has grown by this part, */
const GROWN = 0.5
/** once this much more of what came is without a theme, */
const MORE_UNASSIGNED = 0.1
/** or once it is so much less near to the centres. */
const LESS_NEAR = 0.1

/** Stores how well a run's own sentences fit it; drift is measured against this from then on. */
export async function keepFit(store: ThemeStore, run: string, built: Fit): Promise<void> {
  await store.keep(NAME, { run, built, since: noFit() })
}

/** Copies the drift of one run to another with the same centres. */
export async function carryDrift(store: ThemeStore, from: string, to: string): Promise<void> {
  const { data } = decoder.safeParse(await store.kept(NAME))
  if (data?.run === from) await store.keep(NAME, { ...data, run: to })
}

/** Adds sentences that were given themes of a run. */
export async function addDrift(store: ThemeStore, run: string, more: Fit): Promise<void> {
  const add = (): Promise<void> => addTo(store, run, more)
  await (store.alone === undefined ? add() : store.alone(add))
}

async function addTo(store: ThemeStore, run: string, more: Fit): Promise<void> {
  const { data } = decoder.safeParse(await store.kept(NAME))
  if (data?.run !== run) return
  const since = {
    sentences: data.since.sentences + more.sentences,
    unassigned: data.since.unassigned + more.unassigned,
    similarity: data.since.similarity + more.similarity
  }
  await store.keep(NAME, { ...data, since })
}

/** Returns the drift of a run; undefined if nothing was added since it was built. */
export async function readDrift(store: ThemeStore, run: string): Promise<ThemeDrift | undefined> {
  const { data } = decoder.safeParse(await store.kept(NAME))
  if (data?.run !== run || data.since.sentences === 0 || data.built.sentences === 0) return undefined
  const { built, since } = data
  const drift = {
    sentences: since.sentences,
    unassigned: since.unassigned / since.sentences,
    unassignedBuilt: built.unassigned / built.sentences,
    similarity: since.similarity / since.sentences,
    similarityBuilt: built.similarity / built.sentences
  }
  const reason = reasonOf(drift, since.sentences / built.sentences)
  return { ...drift, rebuild: reason !== undefined, ...(reason === undefined ? {} : { reason }) }
}

function reasonOf(drift: Omit<ThemeDrift, 'rebuild'>, grown: number): string | undefined {
  if (drift.sentences < LEAST) return undefined
  if (drift.unassigned > drift.unassignedBuilt + MORE_UNASSIGNED) return 'many new sentences have no theme'
  if (drift.similarity < (1 - LESS_NEAR) * drift.similarityBuilt) return 'new sentences are less similar to the themes'
  return grown > GROWN ? 'the collection has grown much' : undefined
}
