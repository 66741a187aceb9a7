import { Failure } from '@leitmotif/command'
import { isKeywordText } from './field-values.js'
import { convert } from './formats/conversion.js'
import type { FileFormat } from './formats/readers.js'
import { MAX_DOCUMENT_SIZE, tooLarge, type SourceDocument } from './source-document.js'
import { isoDate } from './stated-dates.js'

/**
 * Reads content of a format that the thread for files converts.
 * @throws Failure if it cannot be read: the reason without the file's name.
 */
export async function fileContent(
  format: FileFormat,
  content: Uint8Array,
  { id, name }: { readonly id: string; readonly name: string }
): Promise<Pick<SourceDocument, 'body' | 'title' | 'fields' | 'unreadDate'>> {
  const { title, date = '', fields: stated, sections } = await convert({ format, content })
  const length = sections.reduce(
    (sum, { paragraphs }) => sum + paragraphs.reduce((all, { length }) => all + length, 0),
    0
  )
  if (length > MAX_DOCUMENT_SIZE) throw new Failure(tooLarge(length, 'characters of text'))
  const fields = Object.entries(stated).filter(([, value]) => value !== '' && isKeywordText(value))
  const iso = isoDate(date, { isDate: true })
  if (iso !== undefined) fields.push(['date', iso])
  return {
    body: { kind: 'article', article: { id, title: title ?? name, sections } },
    ...(title === undefined ? {} : { title }),
    fields: Object.fromEntries(fields),
    ...(date === '' || iso !== undefined ? {} : { unreadDate: date })
  }
}
