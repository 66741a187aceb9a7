import { posix } from 'node:path'
import { Failure } from '@leitmotif/command'
import { createOutline, languageOf, withTitle, type FileContent } from './file-content.js'
import { createTableCells, type TableCells } from './table-cells.js'
import { visitXml, xmlTexts } from './xml.js'
import { openZip, type ZipText } from './zip.js'

const WHAT = 'a .docx file of Word'

/** Outline level of the style of titles. Headings have levels 1 to 9. */
const TITLE = -1

/** Outline level of tables of contents, which repeat the headings. */
const CONTENTS = -2

/** Elements with duplicated or deleted content. */
const SKIPPED = new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:rPrChange', 'w:pPrChange'])

/** Reads the paragraphs and headings of a Word document, without headers, footers, notes, comments and deleted text. */
export async function readDocx(content: Uint8Array): Promise<FileContent> {
  const zip = await openZip(content, WHAT)
  const main = await mainPart(zip)
  const document = await zip.text(main)
  if (document === undefined) throw new Failure(`has no part ${main}; expected ${WHAT}; open and save it again`)
  const styles = readStyles((await zip.text(posix.join(posix.dirname(main), 'styles.xml'))) ?? '<none/>')
  const outline = createOutline()
  let titled = ''
  const table = createTableCells(outline)
  readParagraphs(document, styles, table, (text, level, cell) => {
    if (level === TITLE) titled += titled === '' ? text : ` ${text}`
    else if (level > 0) outline.heading(level, text)
    else if (level !== CONTENTS) (cell ? table : outline).paragraph(text)
  })
  const core = xmlTexts((await zip.text('docProps/core.xml')) ?? '<none/>', 'docProps/core.xml')
  const found =
    titled.trim() === '' ? withTitle(outline.sections) : { title: titled.trim(), sections: outline.sections }
  const title = found.title ?? core.get('title')
  const language = languageOf(core.get('language'))
  return {
    sections: found.sections,
    ...(title === undefined ? {} : { title }),
    ...(core.has('created') && { date: core.get('created')! }),
    fields: { ...(core.has('creator') && { author: core.get('creator')! }), ...(language && { language }) }
  }
}

async function mainPart(zip: ZipText): Promise<string> {
  let main = 'word/document.xml'
  visitXml((await zip.text('_rels/.rels')) ?? '<none/>', '_rels/.rels', {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/officeDocument')) main = Target.replace(/^\//, '')
    }
  })
  return main
}

/** Returns the outline level of each style, inherited from the style that it is based on; 0 for body text. */
function readStyles(text: string): ReadonlyMap<string, number> {
  const own = new Map<string, { level?: number; basedOn?: string }>()
  let style: { level?: number; basedOn?: string } = {}
  visitXml(text, 'styles.xml', {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:style') own.set(attributes['w:styleId'] ?? '', (style = {}))
      else if (name === 'w:basedOn') style.basedOn = value
      else if (name === 'w:outlineLvl') style.level ??= levelOf(value)
      else if (name === 'w:name') {
        const heading = /^heading ([1-9])$/i.exec(value)
        if (heading !== null) style.level = Number(heading[1])
        else if (/^title$/i.test(value)) style.level = TITLE
        else if (/^toc (?:\d|heading)$/i.test(value)) style.level = CONTENTS
      }
    }
  })
  const levels = new Map<string, number>()
  for (const id of own.keys()) {
    let at: string | undefined = id
    for (let depth = 0; depth < 20 && at !== undefined && own.get(at)?.level === undefined; depth++)
      at = own.get(at)?.basedOn
    levels.set(id, (at === undefined ? undefined : own.get(at)?.level) ?? 0)
  }
  return levels
}

/** Converts Word's outline level, which counts from 0; 9 is body text. */
function levelOf(value: string): number {
  return /^[0-8]$/.test(value) ? Number(value) + 1 : 0
}

function readParagraphs(
  document: string,
  styles: ReadonlyMap<string, number>,
  table: TableCells,
  add: (text: string, level: number, cell: boolean) => void
): void {
  // A stack, because text boxes are paragraphs inside a paragraph.
  const open: { text: string; level: number }[] = []
  let skipped = 0
  let cells = 0
  let inText = false
  visitXml(document, 'document.xml', {
    open(name, attributes) {
      if (skipped > 0 || SKIPPED.has(name)) {
        skipped++
        return
      }
      const paragraph = open.at(-1)
      if (name === 'w:p') open.push({ text: '', level: 0 })
      else if (name === 'w:tr') table.openRow()
      else if (name === 'w:tc') {
        cells++
        table.openCell()
      } else if (paragraph === undefined) return
      else if (name === 'w:pStyle') paragraph.level = styles.get(attributes['w:val'] ?? '') ?? 0
      else if (name === 'w:outlineLvl') paragraph.level = levelOf(attributes['w:val'] ?? '') || paragraph.level
      else if (name === 'w:t') inText = true
      else if (name === 'w:tab' || name === 'w:br' || name === 'w:cr') paragraph.text += ' '
      else if (name === 'w:noBreakHyphen') paragraph.text += '-'
    },
    close(name) {
      if (skipped > 0) {
        skipped--
        return
      }
      if (name === 'w:t') inText = false
      if (name === 'w:tc') cells--
      if (name === 'w:tr') table.closeRow()
      if (name !== 'w:p') return
      const { text, level } = open.pop()!
      add(text, level, cells > 0)
    },
    text(value) {
      if (inText && skipped === 0) open.at(-1)!.text += value
    }
  })
}
