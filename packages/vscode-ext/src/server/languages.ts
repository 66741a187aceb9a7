import type { DocumentFormat } from '@leitmotif/encoder'

/** The format of each language, by the editor's identifier, that is analysed. */
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
