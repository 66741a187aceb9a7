import type { Markup } from '@leitmotif/command'
import type { z } from 'zod'
import { EXPORT_TYPES, exportText } from '../analytics/export.js'
import type { FlatTable } from '../analytics/flat-table.js'
import { answerPage } from '../report/collection-report.js'
import { Reply, type ServiceContext } from './route.js'
import type { exportFormat } from './schemas.js'

/** How the reference describes a saved answer. */
export const SAVED = { description: 'The file, of the format asked for.', type: Object.values(EXPORT_TYPES) } as const

/** An answer as a file to be saved, named `name`. */
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

/** A file to be saved, named `name`. */
export function saved(name: string, format: z.output<typeof exportFormat>, text: string): Reply {
  const disposition = `attachment; filename="${name}.${format}"`
  return new Reply(200, EXPORT_TYPES[`.${format}`], text, { 'Content-Disposition': disposition })
}
