import { createHash } from 'node:crypto'
import { Failure } from '@leitmotif/command'
import type { ThemeModel } from '@leitmotif/encoder'
import { z } from 'zod'
import { schemaFault } from '../store/schema-fault.js'
import type { ThemeStore } from '../store/store.js'
import { ThemesNeeded } from '../store/themes-needed.js'

export const RUN_FORMAT = 'leitmotif-themes'
/** Version 1 had no groups and no stable ids. */
export const RUN_VERSION = 2

const named = z.object({ id: z.string(), label: z.string() })
const label = z.object({
  id: z.string(),
  label: z.string(),
  heading: z.string(),
  terms: z.array(z.object({ term: z.string(), score: z.number() })),
  /** Id of the group directly above. */
  parent: z.string().optional()
})

const example = z.object({ id: z.string(), document: z.string(), title: z.string(), text: z.string() })

const decoder = z.object({
  format: z.literal(RUN_FORMAT),
  version: z.literal(RUN_VERSION),
  /** Hash of everything that the themes were built from: documents and options. */
  basis: z.string(),
  seed: z.union([z.string(), z.number()]),
  /** Fingerprint of the encoder's vectors. */
  encoder: z.string(),
  /** Number of sentences in the collection at the time, and of those that the themes were fitted on and named from. */
  sentences: z.int().min(0),
  fitted: z.int().min(0),
  mean: z.array(z.number()),
  threshold: z.number(),
  /** The lowest numbers that no theme and no group has ever had. All higher ones are free, too. */
  next: z.object({ theme: z.int().min(1), group: z.int().min(1) }),
  themes: z.array(
    label.extend({
      /** Name of the seed that it began from. */
      seed: z.string().optional(),
      cohesion: z.number(),
      exemplars: z.array(example),
      centroid: z.array(z.number())
    })
  ),
  /** Each group comes before those inside it. */
  groups: z.array(label),
  /** What was set aside: the rule, as `findBoilerplate` returns it, and the most frequent sentences. */
  boilerplate: z.object({ rule: z.string(), examples: z.array(example) }).optional(),
  changes: z
    .object({
      since: z.string(),
      kept: z.array(named).readonly(),
      born: z.array(named).readonly(),
      died: z.array(named).readonly(),
      merged: z.array(z.object({ from: z.array(named).readonly(), into: named })).readonly(),
      split: z.array(z.object({ from: named, into: z.array(named).readonly() })).readonly()
    })
    .optional()
})

/**
 * The themes of a collection as a build found them, stored with the assignments. The user's later edits (names, merges,
 * pins, hiding) are stored separately and outlast the run.
 */
export type ThemesRun = z.infer<typeof decoder>
export type RunTheme = ThemesRun['themes'][number]
export type RunGroup = ThemesRun['groups'][number]

/** A run with its name. */
export interface CurrentRun {
  readonly run: string
  readonly themes: ThemesRun
}

/** Runs by what the store gave, which is the same until there is another: to check 30,000 numbers takes a while. */
const decodedRuns = new WeakMap<object, ThemesRun>()

/** Returns the current run. @throws Failure if no themes were built, or they cannot be read. */
export async function currentRun(store: ThemeStore): Promise<CurrentRun> {
  const kept = await store.themes()
  if (kept === undefined) throw new ThemesNeeded('this collection has no themes yet')
  const known = typeof kept.themes === 'object' && kept.themes !== null ? decodedRuns.get(kept.themes) : undefined
  if (known !== undefined) return { run: kept.run, themes: known }
  const decoded = decoder.safeParse(kept.themes)
  if (decoded.success) {
    decodedRuns.set(kept.themes as object, decoded.data)
    return { run: kept.run, themes: decoded.data }
  }
  const { version } = z.object({ version: z.unknown() }).catch({ version: undefined }).parse(kept.themes)
  const reason =
    typeof version === 'number' && version !== RUN_VERSION
      ? `they are of version ${version}, this program reads version ${RUN_VERSION}`
      : schemaFault(decoded.error)
  throw new ThemesNeeded(`the collection's themes cannot be read (${reason})`)
}

/** Returns the current run if it is readable and belongs to the collection's vectors. */
export async function readableRun(store: ThemeStore): Promise<CurrentRun | undefined> {
  const { run, encoder } = await store.describe()
  if (run === undefined) return undefined
  try {
    const current = await currentRun(store)
    return current.themes.encoder === encoder ? current : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Returns the model that assigns sentences to the themes of a run. */
export function modelOf({ mean, threshold, themes }: ThemesRun): ThemeModel {
  return {
    mean: Float32Array.from(mean),
    threshold,
    themes: themes.map(({ centroid }) => ({ centroid: Float32Array.from(centroid) }))
  }
}

/** Returns a name for a run with these merges. Equal runs have equal names. */
export function runName(run: ThemesRun, { merged }: { readonly merged: object }): string {
  const named = JSON.stringify([{ ...run, changes: undefined }, merged])
  return createHash('sha256').update(named).digest('hex').slice(0, 12)
}
