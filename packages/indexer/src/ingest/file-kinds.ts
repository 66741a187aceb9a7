import { basename, extname } from 'node:path'
import { FileFailure } from '@leitmotif/command'
import { DOCUMENT_FORMATS } from '@leitmotif/encoder'

/** Supported formats by file name extension. */
const KINDS = [
  // MDX, Quarto and R Markdown are close enough to Markdown.
  { kind: 'markdown', ends: ['.md', '.markdown', '.mdx', '.qmd', '.rmd'] },
  { kind: 'plain', ends: ['.txt'] },
  { kind: 'latex', ends: ['.tex'] },
  { kind: 'restructuredtext', ends: ['.rst', '.rest'] },
  // Without .asc, because most such files are signatures.
  { kind: 'asciidoc', ends: ['.adoc', '.asciidoc'] },
  { kind: 'lines', ends: ['.jsonl', '.ndjson', '.jsonl.gz', '.ndjson.gz'] },
  { kind: 'list', ends: ['.json'] },
  { kind: 'table', ends: ['.csv', '.tsv'] },
  { kind: 'parquet', ends: ['.parquet'] },
  { kind: 'html', ends: ['.html', '.htm', '.xhtml'] },
  { kind: 'docx', ends: ['.docx'] },
  { kind: 'pdf', ends: ['.pdf'] },
  { kind: 'notebook', ends: ['.ipynb'] },
  { kind: 'mail', ends: ['.eml'] },
  { kind: 'mailbox', ends: ['.mbox'] },
  { kind: 'epub', ends: ['.epub'] },
  { kind: 'odt', ends: ['.odt'] },
  { kind: 'rtf', ends: ['.rtf'] },
  { kind: 'org', ends: ['.org'] },
  { kind: 'subtitles', ends: ['.srt', '.vtt'] }
] as const

/** File name extensions of all supported formats. */
export const FILE_ENDS: readonly string[] = KINDS.flatMap(({ ends }) => ends)

export type FileKind = (typeof KINDS)[number]['kind']

/** Kinds whose lines can be read as texts. Files of unknown endings can be, too. */
const WITH_LINES: readonly FileKind[] = [...DOCUMENT_FORMATS, 'lines', 'table']

/** Returns the kind of a file by its ending; undefined for one that is not supported. */
export function kindOf(path: string): FileKind | undefined {
  return endOf(path)?.kind
}

/** Returns the failure of a file whose format a command does not read. @param expected what it reads */
export function unsupported(path: string, expected: string): FileFailure {
  const end = endOf(path)?.end ?? extname(path)
  return new FileFailure(path, `${end || 'a file without an ending'} is not supported here; expected ${expected}`)
}

/** @throws FileFailure for a file whose lines are not its texts, such as Word. @param expected what is read instead */
export function checkLines(path: string, expected: string): void {
  const kind = kindOf(path)
  if (kind !== undefined && !WITH_LINES.includes(kind)) throw unsupported(path, expected)
}

/** The endings of drafts: of formats that `parseDocument` reads. */
export const DRAFT_ENDS: readonly string[] = KINDS.flatMap(({ kind, ends }) => (isDraft(kind) ? ends : []))

/** Whether a kind is a format that `parseDocument` reads. */
export function isDraft(kind: FileKind | undefined): boolean {
  return DOCUMENT_FORMATS.some((format) => format === kind)
}

function endOf(path: string): { readonly kind: FileKind; readonly end: string } | undefined {
  const name = basename(path).toLowerCase()
  for (const { kind, ends } of KINDS) {
    const end = ends.find((one) => name.endsWith(one))
    if (end !== undefined) return { kind, end }
  }
  return undefined
}
