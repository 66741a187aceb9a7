import type { DocumentFormat } from '@leitmotif/encoder'

/** The document format of each analysed language, by the editor's language id. */
const FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  ['markdown', 'markdown'],
  ['plaintext', 'plain'],
  ['latex', 'latex'],
  ['tex', 'latex'],
  ['restructuredtext', 'restructuredtext'],
  ['asciidoc', 'asciidoc']
])

export function formatOf(languageId: string): DocumentFormat | undefined {
  return FORMATS.get(languageId)
}
