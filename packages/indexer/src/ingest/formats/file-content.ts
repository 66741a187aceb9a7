import type { Article } from '@leitmotif/encoder/stages'

/** A page, from 1, and the offset in a paragraph at which it begins. */
export interface PageStart {
  readonly at: number
  readonly page: number
}

export type Section = Article['sections'][number] & {
  /** The pages of each paragraph, of formats that have pages. */
  readonly pages?: readonly (readonly PageStart[])[]
  /** Indexes of the paragraphs that are rows of tables. */
  readonly rows?: readonly number[]
}

/** Most rows of one document: longer tables are data. */
export const MAX_ROWS = 5000

/** Joins the cells of a row. A sentence that has it is found by its words alone: half of a table is no statement. */
export const CELL_SEPARATOR = ' | '

/** What a reader returns for a file, or for one message of a mailbox. */
export interface FileContent {
  /** The title, if the file states one. */
  readonly title?: string
  /** The date that the file states, unparsed. */
  readonly date?: string
  readonly fields: Readonly<Record<string, string>>
  readonly sections: readonly Section[]
}

/**
 * Reads a whole file. Executes nothing in it, and fetches nothing that it refers to.
 * @throws Failure if the file cannot be read: the reason, without the file's name.
 */
export type FileReader = (content: Uint8Array) => Promise<FileContent>

/** Collects headings and paragraphs in reading order as sections. */
export interface Outline {
  /** @param level from 1, the outermost; levels may be skipped */
  readonly heading: (level: number, text: string) => void
  readonly paragraph: (text: string, pages?: readonly PageStart[]) => void
  /** Adds the row of a table; rows after the first MAX_ROWS are left out. */
  readonly row: (cells: readonly string[]) => void
  readonly sections: readonly Section[]
}

export function createOutline(): Outline {
  const sections: (Section & { paragraphs: string[]; pages?: (readonly PageStart[])[]; rows?: number[] })[] = []
  let rowCount = 0
  const current = (): (typeof sections)[number] => {
    if (sections.length === 0) sections.push({ heading: '', level: 0, paragraphs: [] })
    return sections.at(-1)!
  }
  return {
    heading(level, text) {
      const heading = collapsed(text)
      if (hasWords(heading)) sections.push({ heading, level, paragraphs: [] })
    },
    paragraph(text, pages) {
      const paragraph = collapsed(text)
      if (!hasWords(paragraph)) return
      const section = current()
      section.paragraphs.push(paragraph)
      if (pages !== undefined) (section.pages ??= []).push(pages)
    },
    row(cells) {
      const texts = cells.map(collapsed).filter((cell) => cell !== '')
      if (!texts.some(hasWords) || ++rowCount > MAX_ROWS) return
      const section = current()
      ;(section.rows ??= []).push(section.paragraphs.length)
      section.paragraphs.push(texts.join(CELL_SEPARATOR))
    },
    sections
  }
}

/** Returns a text with single spaces, and without soft hyphens, invisible spaces and lone surrogates. */
export function collapsed(text: string): string {
  const shown = text
    .replace(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return Buffer.from(shown).toString()
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Whether a text has at least five words and ends like a sentence: prose in a table's cell, not a label or a figure. */
export function isProse(text: string): boolean {
  const shown = text.trim()
  return /[.!?…:;]["'”’)\]]*$/.test(shown) && (shown.match(/\p{L}+/gu)?.length ?? 0) >= 5
}

/**
 * Separates the title from sections: the only heading of the outermost level, if the sections begin with it. Its
 * paragraphs become the lead.
 */
export function withTitle(sections: readonly Section[]): { title?: string; sections: readonly Section[] } {
  const [first, ...others] = sections
  if (sections.length === 0 || first.level === 0 || others.some(({ level }) => level <= first.level))
    return { sections }
  return {
    title: first.heading,
    sections: [{ ...first, heading: '', level: 0 }, ...others].filter(
      ({ heading, paragraphs }) => heading !== '' || paragraphs.length > 0
    )
  }
}

/** Returns the language in a tag such as `en-GB`: `en`. Undefined for other text. */
export function languageOf(tag = ''): string | undefined {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag.trim())?.[1].toLowerCase()
}
