import type { FileReader } from './file-content.js'

/** Formats that are read by a library, each loaded when the first such file is met. */
export const FILE_FORMATS = ['html', 'docx', 'pdf', 'notebook', 'mail', 'epub', 'odt'] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

const READERS: Partial<Record<FileFormat, () => Promise<FileReader>>> = {
  html: async () => (await import('./html.js')).readHtml
}

export function loadReader(format: FileFormat): Promise<FileReader> {
  return READERS[format]!()
}
