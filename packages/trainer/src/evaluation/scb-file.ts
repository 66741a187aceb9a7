import { Failure } from '@leitmotif/command'
import { readTableRows } from '../corpora/delimited-rows.js'
import { SCB_BOUNDS, type ScbArticle } from './scb.js'

/** Files of the benchmark, for help texts. */
export const SCB_FILES =
  'a .tsv or .csv file, perhaps with .gz, with a header and the columns article, section and sentence, or as it is published: ' +
  'Article Title, SectionTitle and Sentence; lines of an article together'

const FILE = /\.[ct]sv(?:\.gz)?$/i

const COLUMNS = ['article', 'section', 'sentence'] as const

/** Names of these columns in the file that Ein Dor et al. published. */
const PUBLISHED: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  article: 'article title',
  section: 'sectiontitle',
  sentence: 'sentence'
}

/** Returns the lines of articles as a file of the benchmark: article, section, sentence. */
export function* scbLines(articles: readonly ScbArticle[]): Generator<string> {
  yield `${COLUMNS.join('\t')}\n`
  for (const { id, sentences, sections } of articles) {
    for (const [i, sentence] of sentences.entries())
      yield `${[id, String(sections[i] + 1), sentence].map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')}\n`
  }
}

/**
 * Reads the articles of a file of the benchmark. A section is any text; sections are numbered in the order of their first
 * sentence. @throws Failure for another file, or an article of one section or of too many sentences.
 */
export async function readScb(path: string): Promise<ScbArticle[]> {
  const articles: ScbArticle[] = []
  let places: number[] | undefined
  let id = ''
  let lines: (readonly [section: string, sentence: string])[] = []
  const end = (): void => {
    if (lines.length > 0) articles.push(articleOf(path, id, lines))
    lines = []
  }
  if (!FILE.test(path)) throw new Failure(`${path}: expected ${SCB_FILES}`)
  for await (const { cells: row, text, number } of readTableRows(path)) {
    const cells = row.map((cell) => cell.trim())
    if (places === undefined) {
      const names = cells.map((cell) => cell.toLowerCase())
      places = COLUMNS.map((column) => names.indexOf(names.includes(column) ? column : PUBLISHED[column]))
      if (places.includes(-1))
        throw new Failure(`${path}: line ${number} is "${text.slice(0, 80)}"; expected ${SCB_FILES}`)
      continue
    }
    const [article = '', section = '', sentence = ''] = places.map((place) => cells.at(place))
    if (article === '' || section === '' || sentence === '')
      throw new Failure(`${path}: line ${number} is "${text.slice(0, 80)}"; expected article, section and sentence`)
    if (article !== id) end()
    id = article
    lines.push([section, sentence])
  }
  end()
  return articles
}

function articleOf(path: string, id: string, lines: readonly (readonly [string, string])[]): ScbArticle {
  const numbers = new Map<string, number>()
  const sections = Int32Array.from(lines, ([section]) => {
    if (!numbers.has(section)) numbers.set(section, numbers.size)
    return numbers.get(section)!
  })
  if (numbers.size < 2 || lines.length > SCB_BOUNDS.sentences) {
    throw new Failure(
      `${path}: article "${id}" has ${numbers.size} sections and ${lines.length} sentences; expected 2 sections or more, and ` +
        `at most ${SCB_BOUNDS.sentences} sentences`
    )
  }
  return { id, sentences: lines.map(([, sentence]) => sentence), rest: [], sections, count: numbers.size }
}
