import { z } from 'zod'
import { readComputed } from '../store/computed-value.js'
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
 * How well sentences fit themes: number of sentences, number of those near no theme, and sum of cosines to the nearest
 * centres.
 */
export interface Fit {
  sentences: number
  unassigned: number
  similarity: number
}

export const noFit = (): Fit => ({ sentences: 0, unassigned: 0, similarity: 0 })

/** How well sentences added since the themes were built fit the themes. */
export interface ThemeDrift {
  /** Number of sentences assigned to themes when they were added. Sentences of a replaced document count again. */
  readonly sentences: number
  /** Share of added sentences without a theme, and the same share among those the themes were built from. */
  readonly unassigned: number
  readonly unassignedBuilt: number
  /** Mean cosine of added sentences to their nearest centre, and that of those the themes were built from. */
  readonly similarity: number
  readonly similarityBuilt: number
  /** Whether the themes should be built again, and why. */
  readonly rebuild: boolean
  readonly reason?: string
}

/** Minimum number of added sentences for a verdict. */
const LEAST = 100

/** A rebuild is suggested once a collection has grown by this share, */
const GROWN = 0.5
/** or once the share of added sentences without a theme has risen by this much, */
const MORE_UNASSIGNED = 0.1
/** or once their mean cosine to the centres has dropped by this much. */
const LESS_NEAR = 0.1

/** Stores how well the sentences of a new run fit it, as the reference for drift. */
export async function keepFit(store: ThemeStore, run: string, built: Fit): Promise<void> {
  await store.storeValue(NAME, { run, built, since: noFit() })
}

/** Copies the drift of one run to another with the same centres. */
export async function carryDrift(store: ThemeStore, from: string, to: string): Promise<void> {
  const { value: data } = await readComputed(store, NAME, decoder)
  if (data?.run === from) await store.storeValue(NAME, { ...data, run: to })
}

/** Adds sentences that were given themes of a run. Returns false, and adds nothing, if the stored drift is damaged. */
export async function addDrift(store: ThemeStore, run: string, more: Fit): Promise<boolean> {
  const add = (): Promise<boolean> => addTo(store, run, more)
  return store.exclusively === undefined ? add() : store.exclusively(add)
}

async function addTo(store: ThemeStore, run: string, more: Fit): Promise<boolean> {
  const { value: data, damaged } = await readComputed(store, NAME, decoder)
  if (data?.run !== run) return !damaged
  const since = {
    sentences: data.since.sentences + more.sentences,
    unassigned: data.since.unassigned + more.unassigned,
    similarity: data.since.similarity + more.similarity
  }
  await store.storeValue(NAME, { ...data, since })
  return true
}

/** Returns the drift of a run; undefined if nothing was added since it was built. */
export async function readDrift(store: ThemeStore, run: string): Promise<ThemeDrift | undefined> {
  const { value: data } = await readComputed(store, NAME, decoder)
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
