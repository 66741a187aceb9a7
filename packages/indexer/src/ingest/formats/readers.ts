import type { FileReader } from './file-content.js'

/** Formats that are read by a library, each loaded when the first such file is met; `fragment` is HTML within other data. */
export const FILE_FORMATS = [
  'html',
  'fragment',
  'docx',
  'pdf',
  'notebook',
  'mail',
  'epub',
  'odt',
  'rtf',
  'org',
  'subtitles'
] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

const READERS: Readonly<Record<FileFormat, () => Promise<FileReader>>> = {
  html: async () => (await import('./html.js')).readHtml,
  fragment: async () => (await import('./html.js')).readFragment,
  docx: async () => (await import('./docx.js')).readDocx,
  pdf: async () => (await import('./pdf.js')).readPdf,
  notebook: async () => (await import('./notebook.js')).readNotebook,
  mail: async () => (await import('./mail.js')).readMail,
  epub: async () => (await import('./epub.js')).readEpub,
  odt: async () => (await import('./odt.js')).readOdt,
  rtf: async () => (await import('./rtf.js')).readRtf,
  org: async () => (await import('./org.js')).readOrg,
  subtitles: async () => (await import('./subtitles.js')).readSubtitles
}

export function loadReader(format: FileFormat): Promise<FileReader> {
  return READERS[format]()
}
