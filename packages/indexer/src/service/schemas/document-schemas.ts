import { DOCUMENT_FORMATS } from '@leitmotif/encoder'
import { z } from 'zod'
import { MAX_DOCUMENT_SIZE } from '../../ingest/source-document.js'
import { MAX_ID, MAX_PAGE, count, documentId, fieldName, sentence } from './common-schemas.js'

export const documentsQuery = z.strictObject({
  prefix: z.string().max(MAX_ID).default('').meta({ description: 'Only documents whose id starts with this.' }),
  after: z.string().max(MAX_ID).default('').meta({ description: 'Value of next from the previous page.' }),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50)
})

export const documentsAnswer = z
  .object({
    total: count.optional().meta({ description: 'Number of all documents; only on the first page.' }),
    documents: z.array(z.object({ document: z.string(), title: z.string(), source: z.string(), sentences: count })),
    next: z.string().optional().meta({ description: 'Value of after for the next page; absent on the last page.' })
  })
  .meta({ id: 'Documents' })

export const documentParams = z.object({ id: documentId })

export const documentAnswer = z
  .object({
    document: z.string(),
    title: z.string(),
    fields: sentence.shape.fields,
    sentences: z.array(sentence).meta({ description: 'In reading order.' })
  })
  .meta({ id: 'Document' })

export const documentPut = z
  .strictObject({
    text: z.string().min(1).max(MAX_DOCUMENT_SIZE),
    format: z.enum(DOCUMENT_FORMATS).default('plain'),
    title: z.string().min(1).max(MAX_ID).exactOptional(),
    fields: z.record(fieldName, z.union([z.string().min(1).max(MAX_ID), z.number()])).default({})
  })
  .meta({ id: 'DocumentPut', examples: [{ title: 'Tea', text: 'Green tea wants cooler water than black tea.' }] })

export const documentPutAnswer = z
  .object({
    document: z.string(),
    status: z.enum(['indexed', 'unchanged']),
    sentences: count.meta({ description: 'Number of sentences written.' }),
    leftOut: count.meta({ description: 'Number of sentences left out because they have no word or are too long.' })
  })
  .meta({ id: 'DocumentWritten' })

export type DocumentsAnswer = z.output<typeof documentsAnswer>
export type DocumentAnswer = z.output<typeof documentAnswer>
export type DocumentPutAnswer = z.output<typeof documentPutAnswer>
