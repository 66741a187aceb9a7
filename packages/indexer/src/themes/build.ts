import { createHash } from 'node:crypto'
import { Failure } from '@leitmotif/command'
import { assignThemes, type ThemeModel, type ThemesOptions, type Vectors } from '@leitmotif/encoder'
import {
  blendNeighbours,
  fitThemes,
  LEARNING,
  refineThemes,
  THEMES_DEFAULTS,
  type FittedThemes
} from '@leitmotif/encoder/stages'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { RecordSlice, ThemeStore } from '../store/store.js'
import { assignRows, wholePassages } from './assignment.js'
import { followThemes, singly } from './changes.js'
import { keepFit, noFit } from './drift.js'
import { arrangeThemes, readEdits, type ThemeEdits } from './edits.js'
import { nameThemes } from './naming.js'
import { keepRows, blendSlice, type KeptRows } from './rows.js'
import { drawSample } from './sample.js'
import { modelOf, readableRun, RUN_FORMAT, RUN_VERSION, runName, type ThemesRun } from './run.js'

export interface BuildThemesOptions extends Omit<ThemesOptions, 'from'> {
  /** Whether centres start anew, not from those of the run before. Ids are carried over all the same. */
  readonly fresh?: boolean
  /** Is told how many of how many sentences have been read, then learned from, given themes, and, where that takes long, written. */
  readonly onProgress?: (
    step: 'reading' | 'fitting' | 'learning' | 'assigning' | 'writing',
    sentences: number,
    of: number
  ) => void
}

/**
 * Finds the themes of a whole collection and gives every sentence its own. Sentences are read with their neighbours of
 * the same section. Themes are fitted on a sample, from the centres of the run before where one of the same seed is, so that they
 * stay what they were; they learn from more sentences, drawn by chance, and then all are assigned, slice by slice: memory
 * depends on the sample, not on the collection, whose vectors are read once and kept on disk meanwhile. Themes and groups that go on keep their ids.
 * @returns whether anything was done: not where the run before was built from the same documents with the same options.
 * @throws Failure for a collection without sentences.
 */
export async function buildThemes(store: ThemeStore, options: BuildThemesOptions = {}): Promise<boolean> {
  const { fresh = false, onProgress, ...settings } = { ...THEMES_DEFAULTS, ...options }
  const collection = await store.describe()
  const progress = (step: 'reading' | 'assigning' | 'writing') => (done: number) =>
    onProgress?.(step, done, collection.sentences)
  if (collection.sentences === 0) {
    throw new Failure('the collection holds no sentences, so there are no themes; index some documents first')
  }
  const basis = await basisOf(store, collection.encoder, settings)
  const last = await readableRun(store)
  if (!fresh && last?.themes.basis === basis && !(await store.halfAssigned?.())) return false
  const edits = await readEdits(store)
  const kept = await keepRows()
  try {
    const slices = keepSlices(wholePassages(store.scan({ vectors: true })), kept, progress('reading'))
    const sample = await drawSample(slices, collection, settings.sample, settings.seed)
    const rows = blendNeighbours(sample.vectors, sample.passages)
    const warm = !fresh && last?.themes.seed === settings.seed
    const from = warm ? { from: modelOf(last.themes).themes.map(({ centroid }) => centroid) } : {}
    onProgress?.('fitting', 0, rows.count)
    const fitted = fitThemes(rows, { ...settings, ...from })
    onProgress?.('fitting', rows.count, rows.count)
    const whole = sample.records.length === collection.sentences
    const learned = whole ? fitted : await learnFromMore(kept, fitted, rows, settings, collection.sentences, onProgress)
    const model = last === undefined ? learned : withPinned(learned, rows, last.themes, edits)
    const run: ThemesRun = {
      format: RUN_FORMAT,
      version: RUN_VERSION,
      basis,
      seed: settings.seed,
      encoder: collection.encoder,
      sentences: collection.sentences,
      fitted: sample.records.length,
      mean: [...model.mean],
      threshold: model.threshold,
      ...nameThemes({ model, sample, rows, edits, ...(last && { last }) }, settings)
    }
    const name = runName(run, edits)
    const fit = noFit()
    const { given } = arrangeThemes(run, edits)
    const assignments = assignRows(kept.slices(), modelOf(run), given, fit, progress('assigning'))
    await store.assign(name, assignments, run, progress('writing'))
    await keepFit(store, name, fit)
    return true
  } finally {
    await kept.close()
  }
}

/** The same slices, kept as they pass. */
async function* keepSlices(
  slices: AsyncIterable<RecordSlice>,
  kept: KeptRows,
  onSentences: (done: number) => void
): AsyncGenerator<RecordSlice> {
  let done = 0
  for await (const slice of slices) {
    await kept.add(blendSlice(slice))
    onSentences((done += slice.records.length))
    yield slice
  }
}

/** A hash of all that the themes are built from. */
async function basisOf(store: ThemeStore, encoder: string, settings: ThemesOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([RUN_VERSION, encoder, settings]))
  const documents = await store.documents()
  for (const document of [...documents.keys()].sort()) hash.update(document).update(documents.get(document)!.hash)
  return hash.digest('hex')
}

async function learnFromMore(
  kept: KeptRows,
  fitted: FittedThemes,
  sample: Vectors,
  { belonging, seed }: Pick<Required<ThemesOptions>, 'belonging' | 'seed'>,
  sentences: number,
  onProgress: BuildThemesOptions['onProgress']
): Promise<ThemeModel> {
  const { learn, finish } = refineThemes(fitted)
  const most = Math.min(sentences, LEARNING.each * fitted.themes.length)
  let done = 0
  for await (const rows of kept.draw(most, createRandom(`${seed}/learning`))) {
    learn(rows)
    onProgress?.('learning', Math.min((done += rows.count), most), most)
  }
  return finish(sample, belonging).model
}

/** The model with the centres of pinned themes of the run before that no theme goes on. */
function withPinned(model: ThemeModel, rows: Vectors, last: ThemesRun, { pinned }: ThemeEdits): ThemeModel {
  const before = modelOf(last)
  const followed = { before: assignThemes(rows, before), now: assignThemes(rows, model) }
  const { from } = followThemes(followed, singly(before.themes.length), singly(model.themes.length))
  const lost = last.themes.flatMap(({ id }, a) => (pinned.includes(id) && !from.includes(a) ? [before.themes[a]] : []))
  return { ...model, themes: [...model.themes, ...lost] }
}
