/** A section of an article: its heading and its own paragraphs. Its subsections follow as separate sections. */
export interface Section {
  /** Empty for the lead, the text before the first heading. */
  readonly heading: string
  /** 0: the lead; 1: a top-level section; 2: a subsection; and so on. */
  readonly level: number
  /** Paragraphs of prose, without markup, in reading order. */
  readonly paragraphs: readonly string[]
}

/** A sectioned document, from which triplets are mined. Sections are in reading order. */
export interface Article {
  readonly id: string
  readonly title: string
  readonly source?: string
  readonly license?: string
  readonly sections: readonly Section[]
}

/**
 * Decodes an article from JSON of unknown shape and drops unknown members.
 * @throws Error that names the member at fault, its value and the expected one.
 */
export function decodeArticle(value: unknown): Article {
  const article = object(value, 'article')
  const id = string(article.id, 'id')
  if (id === '') throw new Error('article: id is empty; expected a unique name')
  return {
    id,
    title: string(article.title, 'title'),
    ...(article.source === undefined ? {} : { source: string(article.source, 'source') }),
    ...(article.license === undefined ? {} : { license: string(article.license, 'license') }),
    sections: array(article.sections, 'sections').map((item, index) => {
      const name = `sections[${index}]`
      const section = object(item, name)
      const level = section.level
      if (typeof level !== 'number' || !Number.isInteger(level) || level < 0) {
        throw new Error(
          `article: ${name}.level is ${level === undefined ? 'missing' : JSON.stringify(level)}; expected a whole number from 0`
        )
      }
      return {
        heading: string(section.heading, `${name}.heading`),
        level,
        paragraphs: array(section.paragraphs, `${name}.paragraphs`).map((paragraph, p) =>
          string(paragraph, `${name}.paragraphs[${p}]`)
        )
      }
    })
  }
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Error(`article: ${name} is ${kind(value)}; expected an object`)
}

function array(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new Error(`article: ${name} is ${kind(value)}; expected an array`)
}

function string(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new Error(`article: ${name} is ${kind(value)}; expected a string`)
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object'
}

function kind(value: unknown): string {
  return value === undefined
    ? 'missing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : KINDS[typeof value]
}
