import { createOutline, type FileContent } from './file-content.js'
import { textLines } from './text-file.js'

const HEADING = /^(\*{1,20})[ \t]+(?:(?:TODO|DONE|NEXT|WAITING|CANCELL?ED)[ \t]+)?(?:\[#[A-Z]\][ \t]+)?(\S.*)$/
const HEADING_TAGS = /[ \t]+:[\w@#%:]+:[ \t]*$/
const KEYWORD = /^[ \t]*#\+(\w+):[ \t]*(.*)$/
const BLOCK = /^[ \t]*#\+begin_(\w+)/i
const ITEM = /^[ \t]*(?:[-+]|\d{1,4}[.)])[ \t]+(?:\[[ X-]\][ \t]+)?(?=\S)/
const PLANNING = /^[ \t]*(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):/
const DRAWER_END = ':end:'
const DRAWER = /^[ \t]*:[\w-]+:[ \t]*$/
/** Blocks whose words are prose. */
const PROSE = /^(?:quote|verse|center)$/i

/** Reads an Org file: headings with their paragraphs and items, rows of tables; no code, drawers, plans and comments. */
export function readOrg(content: Uint8Array): Promise<FileContent> {
  const outline = createOutline()
  const stated = new Map<string, string>()
  let words: string[] = []
  let skipped = ''
  const finish = (): void => {
    outline.paragraph(plain(words.join(' ')))
    words = []
  }
  for (const line of textLines(content)) {
    const trimmed = line.trim()
    if (skipped !== '') {
      if (trimmed.toLowerCase() === skipped) skipped = ''
      // A drawer that nothing closes ends with its section.
      else if (skipped === DRAWER_END && HEADING.test(line)) skipped = ''
      if (skipped !== '' || !HEADING.test(line)) continue
    }
    const block = BLOCK.exec(line)?.[1]
    const heading = HEADING.exec(line)
    const keyword = KEYWORD.exec(line)
    const item = ITEM.exec(line)
    if (trimmed === '' || /^-{5,}$/.test(trimmed)) finish()
    else if (block !== undefined) {
      finish()
      if (!PROSE.test(block)) skipped = `#+end_${block.toLowerCase()}`
    } else if (heading !== null) {
      finish()
      outline.heading(heading[1].length, plain(heading[2].replace(HEADING_TAGS, '')))
    } else if (keyword !== null) stated.set(keyword[1].toLowerCase(), plain(keyword[2]))
    else if (DRAWER.test(line)) skipped = DRAWER_END
    else if (PLANNING.test(line) || /^[ \t]*(?:#(?:[ \t+]|$)|:(?:[ \t]|$))/.test(line)) finish()
    else if (trimmed.startsWith('|')) {
      finish()
      const cells = trimmed.split('|').map((cell) => plain(cell.trim()))
      if (!/^\|[-+|]+$/.test(trimmed)) outline.row(cells)
    } else {
      if (item !== null) finish()
      words.push(line.slice(item?.[0].length ?? 0).trim())
    }
  }
  finish()
  const title = stated.get('title')
  const date = stated.get('date')?.replace(/^[[<](\d{4}-\d\d-\d\d)[^\]>]*[\]>]$/, '$1')
  const field = (name: string, from = name): Record<string, string> => {
    const value = stated.get(from) ?? ''
    return value === '' ? {} : { [name]: value }
  }
  return Promise.resolve({
    sections: outline.sections,
    ...(title !== undefined && title !== '' && { title }),
    ...(date !== undefined && date !== '' && { date }),
    fields: { ...field('author'), ...field('language') }
  })
}

/** Words without the marks of links, notes and emphasis. */
function plain(text: string): string {
  return text
    .replace(/\[\[[^[\]]{1,1000}\]\[([^[\]]{1,1000})\]\]/g, '$1')
    .replace(/\[\[([^[\]]{1,1000})\]\]/g, '$1')
    .replace(/\[fn:[^[\]]{0,1000}\]/g, '')
    .replace(/(?<=^|[\s'"({-])([*/_=~+])(?=\S)([^*/_=~+]{1,500})(?<=\S)\1(?=$|[\s'"),.;:!?}-])/g, '$2')
}
