import { MAX_DOCUMENT_SIZE } from '../ingest/source-document.js'
import type { SentenceRecord } from '../store/store.js'
import { putDocument } from './document-put.js'
import { RequestProblem } from './problem.js'
import { BUSY, MAX_BODY, route, type Route } from './route.js'
import {
  documentAnswer,
  documentParams,
  documentPut,
  documentPutAnswer,
  documentsAnswer,
  documentsQuery
} from './schemas/document-schemas.js'

const NO_DOCUMENT = 'The collection has no document of that id.'

/** Maximum size of a request with a document, in bytes: MAX_DOCUMENT_SIZE characters in any script. */
const MAX_PUT = 3 * MAX_DOCUMENT_SIZE + MAX_BODY

/** Routes that read and change documents and their sentences. */
export const documentRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/documents',
    tag: 'Documents',
    summary: 'Documents in order of their ids, a page at a time',
    query: documentsQuery,
    answer: documentsAnswer,
    handle: ({ collection }, { query: { prefix, after, limit } }) =>
      collection.read(async (store) => {
        const found = await store.listDocuments({ prefix, after, limit: limit + 1 })
        const documents = found.slice(0, limit)
        return {
          ...(after === '' && { total: await store.countDocuments(prefix) }),
          documents,
          ...(found.length > limit && { next: documents.at(-1)!.document })
        }
      })
  }),
  route({
    method: 'get',
    path: '/api/documents/:id',
    tag: 'Documents',
    summary: 'One document: all its sentences, with their themes',
    params: documentParams,
    answer: documentAnswer,
    problems: { 404: NO_DOCUMENT },
    handle: ({ collection }, { params: { id } }) =>
      collection.read(async (store) => {
        const sentences: SentenceRecord[] = []
        for await (const { records } of store.scan({ filter: { document: id } })) sentences.push(...records)
        if (sentences.length === 0) throw noDocument(id)
        const [{ title, fields }] = sentences
        return { document: id, title, fields, sentences }
      })
  }),
  route({
    method: 'put',
    path: '/api/documents/:id',
    tag: 'Documents',
    summary: 'Writes a document, replacing any with its id',
    description: 'It is split, encoded and given themes as documents are that leitmotif index reads.',
    params: documentParams,
    body: documentPut,
    maxBody: MAX_PUT,
    answer: documentPutAnswer,
    problems: { 409: BUSY },
    handle: ({ collection, encoder }, { params: { id }, body }) =>
      collection.write((store) => putDocument(store, encoder, id, body))
  }),
  route({
    method: 'delete',
    path: '/api/documents/:id',
    tag: 'Documents',
    summary: 'Removes a document from the collection',
    params: documentParams,
    problems: { 404: NO_DOCUMENT, 409: BUSY },
    handle: async ({ collection }, { params: { id } }) => {
      await collection.write(async (store) => {
        if (!(await store.documents([id])).has(id)) throw noDocument(id)
        await store.remove([id])
        await store.settle()
      })
      return undefined
    }
  })
]

function noDocument(id: string): RequestProblem {
  const shown = JSON.stringify(id.slice(0, 80))
  return new RequestProblem(404, `The collection has no document ${shown}; /api/documents lists them all.`)
}
