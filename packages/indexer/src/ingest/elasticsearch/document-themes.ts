import { Failure } from '@leitmotif/command'
import { MAX_CHOICES, type ThemeStore } from '../../store/store.js'
import { currentRun } from '../../themes/run.js'
import { arrangeThemes, readEdits } from '../../themes/stored-edits.js'

/** Themes of a document as they are written into an index. */
export interface Enrichment {
  /** Largest share first; without hidden themes. */
  readonly themes: readonly {
    readonly id: string
    readonly name: string
    /** Share of the document's sentences, 0 to 1. */
    readonly share: number
  }[]
  /** Name of the first; null if there is none. */
  readonly main_theme: string | null
  /** The run that found them. */
  readonly run: string
}

/** Most documents that are asked for at once. */
export const THEMES_AT_ONCE = MAX_CHOICES

/** Returns the themes of documents, at most THEMES_AT_ONCE; those without sentences have none. */
export type ThemesOf = (documents: readonly string[]) => Promise<ReadonlyMap<string, Enrichment>>

/**
 * Returns the current run of a collection, and a reader of its documents' themes.
 * @throws Failure if themes were not built, or by half.
 */
export async function openDocumentThemes(
  store: ThemeStore
): Promise<{ readonly run: string; readonly themesOf: ThemesOf }> {
  const { run, themes } = await currentRun(store)
  if (await store.halfAssigned?.())
    throw new Failure('an assignment of themes was interrupted; build them again: leitmotif themes build')
  const shown = arrangeThemes(themes, await readEdits(store)).themes.filter(({ hidden }) => !hidden)
  const names = new Map(shown.map(({ theme, label }) => [theme.id, label]))
  const themesOf: ThemesOf = async (documents) => {
    const counts =
      documents.length === 0 ? [] : await store.count(['document', 'theme'], { document: { in: documents } })
    const byDocument = new Map<string, Map<string | undefined, number>>()
    for (const { key, sentences } of counts) {
      const [document, theme] = key as [string, string | undefined]
      const own = byDocument.get(document) ?? new Map<string | undefined, number>()
      byDocument.set(document, own.set(theme, sentences))
    }
    return new Map(documents.map((document) => [document, enrichmentOf(byDocument.get(document), names, run)]))
  }
  return { run, themesOf }
}

function enrichmentOf(
  sentences: ReadonlyMap<string | undefined, number> | undefined,
  names: ReadonlyMap<string, string>,
  run: string
): Enrichment {
  const counts = [...(sentences ?? [])]
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const themes = counts
    .flatMap(([id, count]) => {
      const name = id === undefined ? undefined : names.get(id)
      // Four decimals, so that the same share is written the same way each time.
      return name === undefined ? [] : [{ id: id!, name, share: Math.round((1e4 * count) / total) / 1e4 }]
    })
    .sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
  return { themes, main_theme: themes.at(0)?.name ?? null, run }
}
