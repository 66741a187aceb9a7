import { clusterSample } from './cluster-sample.js'
import type { ThemeSettings } from './cluster-sample.js'
import { BOILERPLATE, createCopyCount, findBoilerplate, readBoilerplate } from './boilerplate.js'
import { createHash } from 'node:crypto'
import { Failure } from '@leitmotif/command'
import { type ThemesOptions } from '@leitmotif/encoder'
import { THEMES_DEFAULTS } from '@leitmotif/encoder/stages'
import type { CollectionDescription, StoredDocument, ThemeStore } from '../store/store.js'
import { assignRows } from './assignment.js'
import { keepFit, noFit } from './drift.js'
import { arrangeThemes, readEdits } from './stored-edits.js'
import { keepIgnoredWords, readIgnoredWords } from './ignored-words.js'
import { nameThemes } from './naming.js'
import { keepRows } from './row-cache.js'
import { modelOf, readableRun, RUN_FORMAT, RUN_VERSION, runName, type CurrentRun, type ThemesRun } from './run.js'
import { keepSeeds, mergeSeeds, readSeeds, seedVectors, type ThemeSeed } from './seeds.js'
import { sampleCollection } from './theme-sample.js'

export interface BuildThemesOptions extends Omit<ThemesOptions, 'from' | 'seeds'> {
  /**
   * Words that name no theme, in any case. They replace those stored with the collection, and all later builds keep
   * them; none removes them. Default: the stored words.
   */
  readonly ignore?: readonly string[]
  /** Seeded themes to add to those stored with the collection, replace or remove. All later builds keep them. */
  readonly seeds?: readonly ThemeSeed[]
  /** Whether to ignore the centres of the previous themes. Themes that are found again keep their ids in any case. */
  readonly fresh?: boolean
  /** Receives the number of sentences that a step has processed, and their total. `writing` is reported only if it is slow. */
  readonly onProgress?: (
    step: 'reading' | 'fitting' | 'learning' | 'assigning' | 'writing',
    sentences: number,
    of: number
  ) => void
}

/** Sentences of boilerplate that are stored with a run. */
const EXAMPLES = 3

/** All that a build starts from. */
interface BuildPlan {
  readonly collection: CollectionDescription
  readonly documents: ReadonlyMap<string, StoredDocument>
  readonly settings: ThemeSettings
  /** Hash of the documents, settings and seeds. */
  readonly basis: string
  readonly last: CurrentRun | undefined
}

/**
 * Finds the themes of a collection and assigns each sentence to one, in six steps: set boilerplate aside, sample, cluster,
 * name, assign, write.
 * Each sentence is read in the context of its section. Clusters start from the centres of the previous themes of the same
 * seed, so that themes stay stable, and are refined on more sentences. Themes and groups that are found again keep their
 * ids. The collection's vectors are read once and cached on disk; memory grows with the sample, not with the collection.
 * @returns false, without a build, if the previous themes are of the same documents and options.
 * @throws Failure for a collection without sentences, and for seeds whose words are in none.
 * @example
 * await buildThemes(store, { count: 8 }) // => true
 */
export async function buildThemes(store: ThemeStore, options: BuildThemesOptions = {}): Promise<boolean> {
  const { fresh = false, seeds: given = [], onProgress = () => undefined, ...chosen } = options
  const seeds = mergeSeeds(await readSeeds(store), given)
  const ignore = chosen.ignore ?? (await readIgnoredWords(store))
  const plan = await planBuild(store, { ...chosen, ignore }, seeds)
  const { collection, documents, basis, last } = plan
  const settings = { ...plan.settings, seeds: await seedVectors(store, seeds) }
  if (given.length > 0) await keepSeeds(store, seeds)
  if (chosen.ignore !== undefined) await keepIgnoredWords(store, chosen.ignore)
  if (!fresh && (await isCurrent(store, plan))) return false
  const edits = await readEdits(store)
  const cache = await keepRows()
  try {
    const rule = await findBoilerplate(store)
    const copies = createCopyCount()
    const boilerplate = { isBoilerplate: readBoilerplate(rule), onFound: copies.add }
    const sampling = { ...settings, boilerplate }
    const sample = await sampleCollection(store, { ...collection, documents }, cache, sampling, (done) => {
      onProgress('reading', done, collection.sentences)
    })
    const model = await clusterSample(sample, cache, { ...plan, settings, edits, fresh, onProgress })
    const named = nameThemes({ model, sample, edits, seeds, ...(last && { last }) }, settings)
    const run: ThemesRun = {
      ...{ format: RUN_FORMAT, version: RUN_VERSION, basis, seed: settings.seed, encoder: collection.encoder },
      ...{ sentences: collection.sentences, fitted: sample.records.length },
      ...{ mean: [...model.mean], threshold: model.threshold, ...named },
      boilerplate: { rule, examples: copies.most(EXAMPLES) }
    }
    const name = runName(run, edits)
    const fit = noFit()
    const { given } = arrangeThemes(run, edits)
    const assignments = assignRows(cache.slices(), modelOf(run), given, fit, (done) => {
      onProgress('assigning', done, collection.sentences)
    })
    await store.assign(name, assignments, run, (done) => {
      onProgress('writing', done, collection.sentences)
    })
    await keepFit(store, name, fit)
    return true
  } finally {
    await cache.close()
  }
}

async function planBuild(
  store: ThemeStore,
  options: Omit<ThemesOptions, 'from' | 'seeds'>,
  seeds: readonly ThemeSeed[]
): Promise<BuildPlan> {
  const settings = { ...THEMES_DEFAULTS, ...options }
  const collection = await store.describe()
  if (collection.sentences === 0)
    throw new Failure('the collection holds no sentences; index some documents, then build its themes')
  const documents = await store.documents()
  const basis = hashBasis(documents, collection.encoder, seeds.length === 0 ? settings : { ...settings, seeds })
  return { collection, documents, settings, basis, last: await readableRun(store) }
}

/** Whether the previous themes have the same documents and settings, and all sentences are assigned. */
async function isCurrent(store: ThemeStore, { basis, last }: BuildPlan): Promise<boolean> {
  return last?.themes.basis === basis && !(await store.halfAssigned?.())
}

function hashBasis(documents: ReadonlyMap<string, StoredDocument>, encoder: string, settings: object): string {
  const hash = createHash('sha256').update(JSON.stringify([RUN_VERSION, BOILERPLATE, encoder, settings]))
  for (const document of [...documents.keys()].sort()) hash.update(document).update(documents.get(document)!.hash)
  return hash.digest('hex')
}
