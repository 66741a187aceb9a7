import { assignThemes, type ThemeModel } from '@leitmotif/encoder'
import { rowsBetween } from '@leitmotif/encoder/vectors'
import { samePassage } from '../store/slices.js'
import { joinSlices } from '../store/slices.js'
import type { Assignment, DocumentRecord, RecordSlice, ThemeStore } from '../store/store.js'
import { BOILERPLATE, readBoilerplate, type IsBoilerplate } from './boilerplate.js'
import { addDrift, keepFit, noFit, type Fit } from './drift.js'
import { arrangeThemes, readEdits, type ArrangedTheme } from './stored-edits.js'
import { blendSlice, type ThemeRows } from './row-cache.js'
import { modelOf, readableRun } from './run.js'

/** Assigns sentences to themes, and adds how well they fit to `fit`. */
export async function* assignRows(
  slices: AsyncIterable<ThemeRows>,
  model: ThemeModel,
  given: readonly ArrangedTheme[],
  fit: Fit,
  onSentences?: (done: number) => void
): AsyncGenerator<Assignment> {
  let done = 0
  for await (const { ids, rows, aside } of slices) {
    const { theme, similarity } = assignThemes(rows, model)
    const left = new Set(aside)
    for (const [i, id] of ids.entries()) {
      if (left.has(i)) {
        yield { id, theme: BOILERPLATE }
        continue
      }
      addFit(fit, theme[i], similarity[i])
      yield theme[i] < 0 ? { id } : { id, ...themed(given[theme[i]]), similarity: similarity[i] }
    }
    onSentences?.((done += ids.length))
  }
}

/** All sentences of a collection, straight from it. */
export async function* readThemeRows(store: ThemeStore, isBoilerplate: IsBoilerplate): AsyncGenerator<ThemeRows> {
  for await (const slice of wholePassages(store.scan({ vectors: true }))) yield blendSlice(slice, isBoilerplate)
}

function themed({ theme, path }: ArrangedTheme): Pick<Assignment, 'theme' | 'path'> {
  return { theme: theme.id, path }
}

function addFit(fit: Fit, theme: number, similarity: number): void {
  fit.sentences++
  if (theme < 0) fit.unassigned++
  fit.similarity += similarity
}

/** Assigns sentences to the themes of the current run before they are written. */
export interface Themer {
  /** Returns the same documents with themes for their sentences. */
  give(documents: readonly DocumentRecord[]): DocumentRecord[]
  /** Stores how well the sentences assigned so far fit their themes. */
  keep(): Promise<void>
}

/** Returns a themer of the current run; undefined if there is no run, or it cannot be read. */
export async function openThemer(store: ThemeStore): Promise<Themer | undefined> {
  const current = await readableRun(store)
  if (current === undefined) return undefined
  const model = modelOf(current.themes)
  const { given } = arrangeThemes(current.themes, await readEdits(store))
  const isBoilerplate = readBoilerplate(current.themes.boilerplate?.rule)
  let fit = noFit()
  return {
    give: (documents) =>
      documents.map((document) => {
        const { sentences, vectors } = document
        const { rows, aside } = blendSlice({ records: sentences, vectors }, isBoilerplate)
        const { theme, similarity } = assignThemes(rows, model)
        const left = new Set(aside)
        return {
          ...document,
          sentences: sentences.map((sentence, i) => {
            if (left.has(i)) return { ...sentence, theme: BOILERPLATE, themePath: [BOILERPLATE] }
            addFit(fit, theme[i], similarity[i])
            if (theme[i] < 0) return sentence
            const { theme: own, path } = given[theme[i]]
            return { ...sentence, theme: own.id, themePath: path, themeSimilarity: similarity[i] }
          })
        }
      }),
    async keep() {
      const added = await addDrift(store, current.run, fit)
      fit = noFit()
      if (added) return
      // Counts all sentences as those that the themes were built from.
      const all = noFit()
      for await (const { rows, aside } of readThemeRows(store, isBoilerplate)) {
        const { theme, similarity } = assignThemes(rows, model)
        const left = new Set(aside)
        for (const [i, own] of theme.entries()) if (!left.has(i)) addFit(all, own, similarity[i])
      }
      await keepFit(store, current.run, all)
    }
  }
}

/** Regroups slices so that none cuts a passage: the last passage of a slice waits for the next slice. */
export async function* wholePassages(slices: AsyncIterable<RecordSlice>): AsyncGenerator<RecordSlice> {
  let waiting: RecordSlice | undefined
  for await (const slice of slices) {
    const joined: RecordSlice = waiting === undefined ? slice : joinSlices([waiting, slice])
    const { records } = joined
    let start = records.length - 1
    while (start > 0 && samePassage(records[start - 1], records[start])) start--
    if (start > 0) yield part(joined, 0, start)
    waiting = part(joined, Math.max(0, start), records.length)
  }
  if (waiting !== undefined && waiting.records.length > 0) yield waiting
}

function part({ records, vectors }: RecordSlice, start: number, end: number): RecordSlice {
  return { records: records.slice(start, end), vectors: rowsBetween(vectors, start, end) }
}
