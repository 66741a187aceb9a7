import { Failure } from '@leitmotif/command'
import { createOutline, languageOf, withTitle, type FileContent } from './file-content.js'
import { createTableCells, type TableCells } from './table-cells.js'
import { visitXml, xmlTexts } from './xml.js'
import { openZip } from './zip.js'

const WHAT = 'an .odt file of OpenDocument'

/** Notes, comments, deleted text, indexes (which repeat headings) and page headers. */
const SKIPPED =
  /^(?:text:(?:note|tracked-changes|table-of-content|alphabetical-index|illustration-index|table-index|object-index|user-index|bibliography|sequence-decls|ruby-text)|office:(?:annotation|forms|event-listeners)|svg:(?:title|desc))$/

/** Reads the paragraphs and headings of an OpenDocument text, without notes, comments, indexes and deleted text. */
export async function readOdt(content: Uint8Array): Promise<FileContent> {
  const zip = await openZip(content, WHAT)
  const manifest = await zip.text('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data') === true) throw new Failure('is encrypted; save it without a password')
  const text = await zip.text('content.xml')
  if (text === undefined) throw new Failure(`has no part content.xml; expected ${WHAT}; open and save it again`)
  const outline = createOutline()
  let titled = ''
  const table = createTableCells(outline)
  readParagraphs(text, table, (paragraph, level, isTitle, cell) => {
    if (isTitle) titled += titled === '' ? paragraph : ` ${paragraph}`
    else if (level > 0) outline.heading(level, paragraph)
    else (cell ? table : outline).paragraph(paragraph)
  })
  const meta = xmlTexts((await zip.text('meta.xml')) ?? '<none/>', 'meta.xml')
  const found =
    titled.trim() === '' ? withTitle(outline.sections) : { title: titled.trim(), sections: outline.sections }
  const title = found.title ?? meta.get('title')
  const author = meta.get('initial-creator') ?? meta.get('creator')
  const date = meta.get('creation-date') ?? meta.get('date')
  const language = languageOf(meta.get('language'))
  return {
    sections: found.sections,
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    fields: { ...(author && { author }), ...(language && { language }) }
  }
}

function readParagraphs(
  content: string,
  table: TableCells,
  add: (text: string, level: number, isTitle: boolean, cell: boolean) => void
): void {
  // A stack, because frames are paragraphs inside a paragraph.
  const open: { text: string; level: number; style: string }[] = []
  const titles = new Set(['Title'])
  let skipped = 0
  let cells = 0
  visitXml(content, 'content.xml', {
    open(name, attributes) {
      if (skipped > 0 || SKIPPED.test(name)) {
        skipped++
        return
      }
      const paragraph = open.at(-1)
      if (name === 'style:style' && attributes['style:parent-style-name'] === 'Title')
        titles.add(attributes['style:name'] ?? '')
      else if (name === 'text:p' || name === 'text:h') {
        const level = name === 'text:h' ? Math.max(1, Number(attributes['text:outline-level'] ?? 1) || 1) : 0
        open.push({ text: '', level, style: attributes['text:style-name'] ?? '' })
      } else if (name === 'table:table-row') table.openRow()
      else if (name === 'table:table-cell') {
        cells++
        table.openCell()
      } else if (paragraph === undefined) return
      else if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') paragraph.text += ' '
    },
    close(name) {
      if (skipped > 0) {
        skipped--
        return
      }
      if (name === 'table:table-cell') cells--
      if (name === 'table:table-row') table.closeRow()
      if (name !== 'text:p' && name !== 'text:h') return
      const { text, level, style } = open.pop()!
      add(text, level, titles.has(style), cells > 0)
    },
    text(value) {
      const paragraph = open.at(-1)
      if (paragraph !== undefined && skipped === 0) paragraph.text += value
    }
  })
}
