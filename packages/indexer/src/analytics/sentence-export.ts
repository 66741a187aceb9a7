import type { Filter, SentenceRecord, ThemeStore } from '../store/store.js'
import { listThemes } from '../themes/list.js'
import { csv, csvLines } from './csv.js'
import type { Value } from './flat-table.js'

/** Kinds of files that sentences are exported to, by the end of the name. */
export const SENTENCE_ENDS = ['.csv', '.ndjson'] as const
export type SentenceEnd = (typeof SENTENCE_ENDS)[number]

/** Joins the headings, groups and values of one cell. */
const [PATH_JOINT, LIST_JOINT] = [' › ', '; ']

/** Columns of CSV before those of the collection's fields. */
const COLUMNS = [
  'id',
  'document',
  'title',
  'path',
  'position',
  'paragraph',
  'theme',
  'label',
  'groups',
  'text'
] as const

/** A sentence as a line of NDJSON; members without a value are absent. */
interface ExportedSentence extends Omit<SentenceRecord, 'themePath'> {
  /** Name of the theme, and names of the groups above it, outermost first. */
  readonly label?: string
  readonly groups?: readonly string[]
}

/**
 * Yields all sentences of a collection in pieces of text: documents in the order of their ids, sentences in reading
 * order. CSV has a column for each field, lists joined by semicolons, and is safe to open in a spreadsheet (`csv`).
 */
export async function* exportSentences(
  store: ThemeStore,
  end: SentenceEnd,
  filter?: Filter,
  onWritten: (sentences: number) => void = () => {}
): AsyncGenerator<string, void, undefined> {
  const names = new Map<string, string>()
  const merged = new Map<string, string>()
  if ((await store.themes()) !== undefined) {
    const { themes, groups } = await listThemes(store)
    for (const { id, label } of [...themes, ...groups]) names.set(id, label)
    for (const theme of themes) for (const id of theme.merged) merged.set(id, theme.id)
  }
  const exported = ({ themePath = [], theme: stored, ...record }: SentenceRecord): ExportedSentence => {
    if (stored === undefined) return record
    const theme = merged.get(stored) ?? stored
    const label = names.get(theme)
    const groups = themePath.slice(0, -1).flatMap((id) => names.get(id) ?? [])
    return { ...record, theme, ...(label !== undefined && { label }), ...(groups.length > 0 && { groups }) }
  }
  const fields = Object.keys((await store.describe()).fields)
  // A field may have the name of a column.
  const titles = fields.map((name) => (COLUMNS.some((own) => own === name) ? `field ${name}` : name))
  if (end === '.csv') yield csv({ columns: [...COLUMNS, ...titles], rows: [] })
  let written = 0
  for await (const { records } of store.scan(filter === undefined ? {} : { filter })) {
    const sentences = records.map(exported)
    yield end === '.csv' ? csvRows(sentences, fields) : sentences.map((each) => `${JSON.stringify(each)}\n`).join('')
    written += records.length
    onWritten(written)
  }
}

function csvRows(sentences: readonly ExportedSentence[], fields: readonly string[]): string {
  const rows = sentences.map((sentence): Value[] => {
    const { id, document, title, path, position, paragraph, theme = '', label = '', groups = [], text } = sentence
    return [
      ...[id, document, title, path.join(PATH_JOINT), position, paragraph, theme, label, groups.join(PATH_JOINT), text],
      ...fields.map((name) => {
        const value = Object.hasOwn(sentence.fields, name) ? sentence.fields[name] : ''
        return typeof value === 'object' ? value.join(LIST_JOINT) : value
      })
    ]
  })
  return csvLines(rows)
}
