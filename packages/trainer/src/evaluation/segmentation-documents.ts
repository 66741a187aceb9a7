import { readFailure, Failure } from '@leitmotif/command'
import { splitSentences } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'

/** Units of segmentation: articles take either, documents of a folder their lines. */
export const UNITS = ['paragraphs', 'sentences'] as const
export type SegmentationUnit = (typeof UNITS)[number]

/** A text with known segments. */
export interface SegmentedDocument {
  readonly id: string
  /** Sentences or paragraphs in reading order. */
  readonly units: readonly string[]
  readonly unit: SegmentationUnit
  /** First units of all segments but the first, ascending; one or more. */
  readonly boundaries: readonly number[]
}

/** Minimum number of an article's sections, as in wiki-727k (Koshorek et al. 2018). */
const MIN_SECTIONS = 3

/**
 * Returns an article as a text with known segments: the top-level sections that pass mining's filters, with subsections,
 * without the lead. Undefined for fewer than three.
 */
export function segmentArticle(article: Article, unit: SegmentationUnit): SegmentedDocument | undefined {
  const segments = remainingSections(article, MINING_DEFAULTS).map(({ paragraphs }) =>
    paragraphs.flatMap(({ text }) => (unit === 'paragraphs' ? [text] : sentencesOf(text)))
  )
  return segments.length < MIN_SECTIONS ? undefined : documentOf(article.id, unit, segments)
}

function sentencesOf(text: string): string[] {
  return splitSentences(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '')
}

function documentOf(
  id: string,
  unit: SegmentationUnit,
  segments: readonly (readonly string[])[]
): SegmentedDocument | undefined {
  const filled = segments.filter(({ length }) => length > 0)
  const boundaries: number[] = []
  let end = 0
  for (const { length } of filled) boundaries.push((end += length))
  boundaries.pop()
  return boundaries.length === 0 ? undefined : { id, unit, units: filled.flat(), boundaries }
}

/** File formats of documents with known segments, for help and errors. */
export const SEGMENT_FILES =
  "files .ref, a sentence a line and a line of '=' between segments (Choi 2000), or NAME.text, a paragraph a line after " +
  "'document,paragraph,section title' and a control character (Chen et al. 2009)"

/**
 * Reads the documents of a folder and its subfolders, in the order of paths. Skips documents of one segment.
 * @throws Failure when the folder cannot be read, or holds no document.
 */
export async function readSegmentedDocuments(folder: string): Promise<SegmentedDocument[]> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Failure(`${folder}: not a folder; expected ${SEGMENT_FILES}`)
    const documents: SegmentedDocument[] = []
    const names = await readdir(folder, { recursive: true })
    for (const name of names.sort()) {
      const read = name.endsWith('.ref') ? readChoi : name.endsWith('.text') ? readCities : undefined
      if (read !== undefined) documents.push(...read(name, await readFile(join(folder, name), 'utf8')))
    }
    if (documents.length === 0)
      throw new Failure(`${folder}: holds no document of two segments; expected ${SEGMENT_FILES}`)
    return documents
  } catch (error) {
    throw error instanceof Failure ? error : readFailure(folder, error)
  }
}

/** Reads a document of Choi (2000): lines of '=' separate its segments. */
function readChoi(name: string, text: string): SegmentedDocument[] {
  const segments: string[][] = [[]]
  for (const line of linesOf(text)) {
    if (/^=+$/.test(line)) segments.push([])
    else segments.at(-1)!.push(line)
  }
  const document = documentOf(name, 'sentences', segments)
  return document === undefined ? [] : [document]
}

/** Prefix of a paragraph: document number, paragraph number, section title, control character. */
const PLACE = /^([^,]+),[^,]+,(.*?)\p{Cc}(.*)$/u

/** Reads documents of Chen, Branavan, Barzilay and Karger (2009): a segment is a run of paragraphs with the same title. */
function readCities(name: string, text: string): SegmentedDocument[] {
  const documents = new Map<string, { title: string; paragraphs: string[] }[]>()
  for (const [index, line] of linesOf(text).entries()) {
    const place = PLACE.exec(line)
    if (place === null)
      throw new Failure(`${name}: line ${index + 1} names no document and section; expected ${SEGMENT_FILES}`)
    const [, document, title, paragraph] = place
    const segments = documents.get(document) ?? []
    documents.set(document, segments)
    if (segments.at(-1)?.title !== title) segments.push({ title, paragraphs: [] })
    segments.at(-1)!.paragraphs.push(paragraph)
  }
  return [...documents].flatMap(
    ([document, segments]) =>
      documentOf(
        `${name}/${document}`,
        'paragraphs',
        segments.map(({ paragraphs }) => paragraphs)
      ) ?? []
  )
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
