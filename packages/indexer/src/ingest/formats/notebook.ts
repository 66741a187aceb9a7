import { Failure } from '@leitmotif/command'
import { parseDocument } from '@leitmotif/encoder'
import { articleFrom } from '@leitmotif/encoder/training'

import { z } from 'zod'
import { schemaFault } from '../../store/schema-fault.js'
import type { FileContent } from './file-content.js'

const source = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])
const cell = z.object({ cell_type: z.string(), source: source.optional(), level: z.int().min(1).max(6).optional() })
const notebook = z.object({
  cells: z.array(cell).optional(),
  /** Notebook format 3, used until 2015. */
  worksheets: z.array(z.object({ cells: z.array(cell) })).optional(),
  metadata: z.object({ title: z.string().optional().catch(undefined) }).optional()
})

/** Reads the Markdown cells of a Jupyter notebook as one text, without code and output. */
export function readNotebook(content: Uint8Array): Promise<FileContent> {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    throw new Failure(
      `is not JSON (${(error as Error).message.slice(0, 200)}); expected a Jupyter notebook; save it again`
    )
  }
  const { data, error } = notebook.safeParse(json)
  const cells = data?.cells ?? data?.worksheets?.flatMap((sheet) => sheet.cells)
  if (cells === undefined) {
    const fault = error === undefined ? 'it has no cells' : schemaFault(error)
    throw new Failure(`is no Jupyter notebook (${fault}); open and save it in Jupyter`)
  }
  const text = cells.flatMap(({ cell_type: type, source = '', level }) => {
    if (type === 'heading') return [`${'#'.repeat(level ?? 1)} ${source.replaceAll('\n', ' ')}`]
    return type === 'markdown' ? [source] : []
  })
  const document = parseDocument(text.join('\n\n'), 'markdown')
  const { date, author, language } = document.frontMatter
  const title = document.title ?? data?.metadata?.title
  return Promise.resolve({
    sections: articleFrom(document, { id: '', title: '' }).sections,
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    fields: { ...(author && { author }), ...(language && { language }) }
  })
}
