import type { Markup } from '@leitmotif/command'
import type { z } from 'zod'
import { EXPORT_TYPES, exportText } from '../analytics/answer-export.js'
import type { FlatTable } from '../analytics/flat-table.js'
import { answerPage } from '../report/collection-report.js'
import type { JobProgress } from './cached-job.js'
import { Reply, type ServiceContext } from './route.js'
import { jobProgress, type exportFormat } from './schemas/common-schemas.js'

/** The reference's description of a file to save. */
export const SAVED = { description: 'The file in the requested format.', type: Object.values(EXPORT_TYPES) } as const

/** Returns an answer as a file to save, named `name`. */
export async function savedAnswer(
  { collection }: ServiceContext,
  name: string,
  format: z.output<typeof exportFormat>,
  answer: { readonly value: unknown; readonly table: FlatTable; readonly page: () => Markup }
): Promise<Reply> {
  const title = await collection.read(async (store) => (await store.describe()).collection)
  const text = exportText(`.${format}`, { ...answer, page: () => answerPage(title, answer.page()) })
  return saved(name, format, text)
}

/** Returns a file to save, named `name`. */
export function saved(name: string, format: z.output<typeof exportFormat>, text: string): Reply {
  const disposition = `attachment; filename="${name}.${format}"`
  return new Reply(200, EXPORT_TYPES[`.${format}`], text, { 'Content-Disposition': disposition })
}

/** Seconds after which a client should ask again for the answer of a running job. */
const RETRY_AFTER = 2

/** The reference's description of `runningReply`. */
export const RUNNING = {
  description: 'The computation is running; send the request again after Retry-After seconds.',
  type: 'application/json',
  schema: jobProgress
} as const

/** Returns the progress of a running job as an answer of status 202. */
export function runningReply({ done }: JobProgress): Reply {
  const body = JSON.stringify({ status: 'drawing', done })
  return new Reply(202, 'application/json', body, { 'Retry-After': String(RETRY_AFTER) })
}
