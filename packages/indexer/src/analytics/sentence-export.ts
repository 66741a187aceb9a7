import { createParquet, type ParquetColumn } from '@leitmotif/command'
import type { FieldType, Filter, Hit, SentenceRecord, ThemeStore } from '../store/store.js'
import { listThemes } from '../themes/list.js'
import { exportEnd, parquetValue, writeAnswer, writeParquet } from './answer-export.js'
import { csv, csvLines } from './csv.js'
import type { Value } from './flat-table.js'

/** Kinds of files that sentences are exported to, by the end of the name. */
export const SENTENCE_ENDS = ['.csv', '.ndjson', '.parquet'] as const
export type SentenceEnd = (typeof SENTENCE_ENDS)[number]

/** Joins the headings, groups and values of one cell. */
const [PATH_JOINT, LIST_JOINT] = [' › ', '; ']

/** Columns of tables before those of the collection's fields. */
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

/** Sentences and the fields of their collection. */
interface Export {
  readonly fields: readonly (readonly [name: string, type: FieldType])[]
  /** Returns a record with the names of its theme and groups. */
  readonly exported: (record: SentenceRecord) => ExportedSentence
  readonly slices: AsyncIterable<readonly ExportedSentence[]>
}

/**
 * Yields all sentences of a collection in pieces of text: documents in the order of their ids, sentences in reading
 * order. CSV has a column for each field, lists joined by semicolons, and is safe to open in a spreadsheet (`csv`).
 */
export async function* exportSentences(
  store: ThemeStore,
  end: Exclude<SentenceEnd, '.parquet'>,
  filter?: Filter,
  onWritten: (sentences: number) => void = () => {}
): AsyncGenerator<string, void, undefined> {
  const { fields, slices } = await openExport(store, filter)
  if (end === '.csv') yield csv({ columns: [...COLUMNS, ...titlesOf(fields)], rows: [] })
  let written = 0
  for await (const sentences of slices) {
    yield end === '.csv'
      ? csvLines(sentences.map((sentence) => valuesOf(sentence, fields)))
      : sentences.map((each) => `${JSON.stringify(each)}\n`).join('')
    onWritten((written += sentences.length))
  }
}

/** Writes all sentences of a collection to a Parquet file, with the columns of CSV. It has its name once it is whole. */
export async function exportParquet(
  store: ThemeStore,
  path: string,
  filter?: Filter,
  onWritten: (sentences: number) => void = () => {}
): Promise<void> {
  const { fields, slices } = await openExport(store, filter)
  const titles = titlesOf(fields)
  const file = await createParquet(path, [
    ...COLUMNS.map((name): ParquetColumn => {
      return { name, type: name === 'position' || name === 'paragraph' ? 'integer' : 'text' }
    }),
    ...fields.map(([, type], at): ParquetColumn => ({ name: titles[at], type: type === 'number' ? 'number' : 'text' }))
  ])
  try {
    for await (const sentences of slices) {
      file.write(sentences.map((sentence) => valuesOf(sentence, fields).map(parquetValue)))
      onWritten(file.rows)
    }
    await file.finish()
  } catch (error) {
    await file.discard()
    throw error
  }
}

/**
 * Writes hits to a file that ends in one of SENTENCE_ENDS, best first, each with its `score` before what `exportSentences` gives.
 * @throws Failure if it cannot be written.
 */
export async function exportHits(store: ThemeStore, file: string, hits: readonly Hit[]): Promise<void> {
  const end = exportEnd(file, SENTENCE_ENDS)
  const { fields, exported } = await openExport(store)
  if (end === '.ndjson') {
    const lines = hits.map(({ score, record }) => `${JSON.stringify({ score, ...exported(record) })}\n`)
    await writeAnswer(file, lines.join(''))
    return
  }
  const columns = ['score', ...COLUMNS, ...titlesOf(fields, ['score', ...COLUMNS])]
  const rows = hits.map(({ score, record }) => [score, ...valuesOf(exported(record), fields)])
  await (end === '.csv' ? writeAnswer(file, csv({ columns, rows })) : writeParquet(file, { columns, rows }))
}

async function openExport(store: ThemeStore, filter?: Filter): Promise<Export> {
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
  async function* slices(): AsyncGenerator<ExportedSentence[]> {
    for await (const { records } of store.scan(filter === undefined ? {} : { filter })) yield records.map(exported)
  }
  return { fields: Object.entries((await store.describe()).fields), exported, slices: slices() }
}

/** A field may have the name of a column. */
function titlesOf(fields: Export['fields'], columns: readonly string[] = COLUMNS): string[] {
  return fields.map(([name]) => (columns.includes(name) ? `field ${name}` : name))
}

/** Returns the values of a row, '' for none. */
function valuesOf(sentence: ExportedSentence, fields: Export['fields']): Value[] {
  const { id, document, title, path, position, paragraph, theme = '', label = '', groups = [], text } = sentence
  return [
    ...[id, document, title, path.join(PATH_JOINT), position, paragraph, theme, label, groups.join(PATH_JOINT), text],
    ...fields.map(([name]) => {
      const value = Object.hasOwn(sentence.fields, name) ? sentence.fields[name] : ''
      return typeof value === 'object' ? value.join(LIST_JOINT) : value
    })
  ]
}
