import type { DocumentFormat } from '@leitmotif/encoder'

/** The document format of each analysed language, by the language ids of VS Code, Neovim, Helix, Zed and Emacs. */
const FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  ['markdown', 'markdown'],
  ['gfm', 'markdown'],
  ['plaintext', 'plain'],
  ['plain text', 'plain'],
  ['text', 'plain'],
  ['latex', 'latex'],
  ['tex', 'latex'],
  ['restructuredtext', 'restructuredtext'],
  ['rst', 'restructuredtext'],
  ['asciidoc', 'asciidoc'],
  ['adoc', 'asciidoc']
])

export function formatOf(languageId: string): DocumentFormat | undefined {
  return FORMATS.get(languageId)
}
