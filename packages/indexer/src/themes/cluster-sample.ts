import { createRandom } from '@leitmotif/encoder/vectors'
import { LEARNING, fitThemes, refineThemes } from '@leitmotif/encoder/stages'
import type { FittedThemes } from '@leitmotif/encoder/stages'
import { assignThemes, type ThemeModel, type ThemesOptions, type Vectors } from '@leitmotif/encoder'
import type { CollectionDescription } from '../store/store.js'
import { followThemes, singletonGroups } from './theme-matching.js'
import type { ThemeEdits } from './stored-edits.js'
import type { KeptRows } from './row-cache.js'
import { modelOf, type CurrentRun, type ThemesRun } from './run.js'
import type { ThemeSample } from './theme-sample.js'

/** Options of a build, with their defaults. */
export type ThemeSettings = Required<Omit<ThemesOptions, 'from' | 'count' | 'seeds'>> &
  Pick<ThemesOptions, 'count' | 'seeds'>

export interface ClusterOptions {
  readonly collection: Pick<CollectionDescription, 'sentences'>
  readonly settings: ThemeSettings
  /** The previous themes. */
  readonly last: CurrentRun | undefined
  readonly edits: ThemeEdits
  /** Whether to ignore the centres of the previous themes. */
  readonly fresh: boolean
  readonly onProgress: (step: 'fitting' | 'learning', sentences: number, of: number) => void
}

/**
 * Clusters a sample. If it is not the whole collection, refines the clusters on more sentences. Pinned themes that no
 * cluster continues keep their previous centres.
 */
export async function clusterSample(
  { rows, complete }: Pick<ThemeSample, 'rows' | 'complete'>,
  cache: KeptRows,
  { collection, settings, last, edits, fresh, onProgress }: ClusterOptions
): Promise<ThemeModel> {
  const reuse = !fresh && last?.themes.seed === settings.seed
  // Seeded themes begin from their seeds each time.
  const from = reuse
    ? {
        from: last.themes.themes.flatMap(({ seed, centroid }) =>
          seed === undefined ? [Float32Array.from(centroid)] : []
        )
      }
    : {}
  onProgress('fitting', 0, rows.count)
  const fitted = fitThemes(rows, { ...settings, ...from })
  onProgress('fitting', rows.count, rows.count)
  const model = complete ? fitted : await refine(fitted, rows, cache, { collection, settings, onProgress })
  return last === undefined ? model : withPinned(model, rows, last.themes, edits)
}

async function refine(
  fitted: FittedThemes,
  sample: Vectors,
  cache: KeptRows,
  {
    collection,
    settings: { belonging, seed },
    onProgress
  }: Pick<ClusterOptions, 'collection' | 'settings' | 'onProgress'>
): Promise<ThemeModel> {
  const { learn, finish } = refineThemes(fitted)
  const most = Math.min(collection.sentences, LEARNING.each * fitted.themes.length)
  let done = 0
  for await (const rows of cache.draw(most, createRandom(`${seed}/learning`))) {
    learn(rows)
    onProgress('learning', Math.min((done += rows.count), most), most)
  }
  return finish(sample, belonging).model
}

/** Returns the model with the centres of pinned themes that none of its themes continues. */
function withPinned(model: ThemeModel, rows: Vectors, last: ThemesRun, { pinned }: ThemeEdits): ThemeModel {
  const before = modelOf(last)
  const followed = { before: assignThemes(rows, before), now: assignThemes(rows, model) }
  const { from } = followThemes(followed, singletonGroups(before.themes.length), singletonGroups(model.themes.length))
  const lost = last.themes.flatMap(({ id }, a) => (pinned.includes(id) && !from.includes(a) ? [before.themes[a]] : []))
  return { ...model, themes: [...model.themes, ...lost] }
}
