import { createHash } from 'node:crypto'
import type { Encoder } from '@leitmotif/encoder'
import type { z } from 'zod'
import { keepBackground } from '../search/random-pair-cosines.js'
import { fieldFault, isFieldName, MAX_FIELDS } from '../store/fields.js'
import { ingestItems } from '../ingest/ingest-items.js'
import { INGEST_DEFAULTS } from '../ingest/ingest.js'
import { NO_FILE, type SourceDocument } from '../ingest/source-document.js'
import type { ThemeStore } from '../store/store.js'
import { RequestProblem } from './problem.js'
import type { documentPut, DocumentPutAnswer } from './schemas/document-schemas.js'

/** Input of a PUT request. */
export type PutDocument = z.output<typeof documentPut>

/**
 * Writes one document, and replaces a stored one with the same id. It is split, encoded and assigned to themes in the
 * same way as documents from files.
 * @throws RequestProblem for a document without sentences, or with fields that the collection cannot store.
 */
export async function putDocument(
  store: ThemeStore,
  encoder: Encoder,
  id: string,
  put: PutDocument
): Promise<DocumentPutAnswer> {
  await checkFields(store, put.fields)
  const target = { store, encoder, batch: INGEST_DEFAULTS.batch }
  const { counts, problems } = await ingestItems(oneDocument(id, put), target, await store.documents([id]))
  await store.settle()
  await keepBackground(store)
  const problem = problems.at(0)
  if (problem !== undefined) throw new RequestProblem(400, `The document was not written: it ${problem.reason}.`)
  const { indexed, sentences, leftOut } = counts
  return { document: id, status: indexed === 1 ? 'indexed' : 'unchanged', sentences, leftOut }
}

/** Fields of another type than the collection's are refused, not left out as those of files are. */
async function checkFields(store: ThemeStore, fields: PutDocument['fields']): Promise<void> {
  const { fields: declared } = await store.describe()
  const names = Object.keys(fields)
  const added = names.filter((name) => !Object.hasOwn(declared, name))
  const faults = names.flatMap((name) =>
    Object.hasOwn(declared, name) ? (fieldFault(name, fields[name], declared[name]) ?? []) : []
  )
  if (Object.keys(declared).length + added.length > MAX_FIELDS)
    faults.push(`the collection would have more than ${MAX_FIELDS} fields`)
  if (faults.length > 0) throw new RequestProblem(400, `The document was not written: ${faults.join('; ')}.`)
}

async function* oneDocument(id: string, put: PutDocument): AsyncGenerator<SourceDocument> {
  const { title, text, format, fields } = put
  const wrong = Object.keys(fields).find((name) => !isFieldName(name))
  if (wrong !== undefined) {
    const expected = 'expected 1 to 64 characters without dots, and none of the names that every sentence has'
    throw new RequestProblem(400, `No field can have the name ${JSON.stringify(wrong)}; ${expected}.`)
  }
  yield await Promise.resolve({
    document: id,
    source: NO_FILE,
    hash: createHash('sha256')
      .update(JSON.stringify([NO_FILE, title, text, format, Object.entries(fields).sort()]))
      .digest('hex'),
    body: { kind: format, text },
    ...(title === undefined ? {} : { title }),
    name: id,
    fields
  })
}
