import type { FileReader } from './file-content.js'

/** Formats that need a library, which is loaded with the first such file. */
export const FILE_FORMATS = ['html', 'docx', 'pdf', 'notebook', 'mail', 'epub', 'odt'] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

const READERS: Readonly<Record<FileFormat, () => Promise<FileReader>>> = {
  html: async () => (await import('./html.js')).readHtml,
  docx: async () => (await import('./docx.js')).readDocx,
  pdf: async () => (await import('./pdf.js')).readPdf,
  notebook: async () => (await import('./notebook.js')).readNotebook,
  mail: async () => (await import('./mail.js')).readMail,
  epub: async () => (await import('./epub.js')).readEpub,
  odt: async () => (await import('./odt.js')).readOdt
}

export function loadReader(format: FileFormat): Promise<FileReader> {
  return READERS[format]()
}
