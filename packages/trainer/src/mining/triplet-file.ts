import { basename } from 'node:path'
import { Failure, openParquet, readLines } from '@leitmotif/command'
import { readTableRows } from '../corpora/delimited-rows.js'

/** A triplet as texts. */
export interface TextTriplet {
  readonly pivot: string
  readonly positive: string
  readonly negative: string
  /** Id of the pivot's article, if the file has it. */
  readonly article?: string
}

/** Files of triplets, for help texts. */
export const TRIPLET_FILES =
  'what mine writes, or pivot (or anchor), positive and negative as members of JSON lines (.jsonl, .ndjson, also with .gz) or columns of a table ' +
  '(.csv, .tsv, also with .gz; .parquet; also Sentence1, Sentence2 and Sentence3); with labels, candidates and the index of the ' +
  'positive (columns pivot, candidate_0, candidate_1, positive)'

const FILE = /\.(?:(jsonl|ndjson|parquet$)|(csv|tsv))(?:\.gz)?$/i

/**
 * Streams the triplets of a file, in its order. The column or member `article` is optional.
 * @throws Failure for another kind of file, a missing file, or a line that is no triplet.
 */
export async function* readTriplets(path: string): AsyncGenerator<TextTriplet> {
  const found = FILE.exec(path)
  if (found === null) {
    throw new Failure(
      `${path}: expected a file that ends in .jsonl, .ndjson, .csv or .tsv, perhaps with .gz, or in .parquet`
    )
  }
  const [, kind, table] = found as (string | undefined)[]
  if (kind?.toLowerCase() === 'parquet') yield* readParquet(path)
  else yield* table === undefined ? readJson(path) : readTable(path)
}

async function* readJson(path: string): AsyncGenerator<TextTriplet> {
  for await (const { text, number } of readLines(path)) {
    if (text.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new Failure(`${path}: line ${number} is not JSON (${(error as Error).message})`)
    }
    yield decodeJson(value) ?? notTriplet(path, number, text)
  }
}

function notTriplet(path: string, number: number, text: string): never {
  throw new Failure(`${path}: line ${number} is "${text.slice(0, 80)}"; expected a triplet: ${TRIPLET_FILES}`)
}

function decodeJson(value: unknown): TextTriplet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { anchor, pivot = anchor, positive, negative, candidates, article } = value as Readonly<Record<string, unknown>>
  if (!Array.isArray(candidates)) return tripletOf([pivot, positive, negative].map(textOf), articleOf(article, pivot))
  const [own, first, second] = [pivot, ...(candidates as unknown[])].map(textOf)
  return candidates.length === 2 ? labelled(own, [first, second], positive, articleOf(article, pivot)) : undefined
}

/** Returns the triplet of two candidates, of which `positive` (0 or 1) is the index of the positive. */
function labelled(
  pivot: string,
  candidates: readonly [string, string],
  positive: unknown,
  article: string | undefined
): TextTriplet | undefined {
  if (positive !== 0 && positive !== 1) return undefined
  return tripletOf([pivot, candidates[positive], candidates[1 - positive]], article)
}

function tripletOf(texts: readonly string[], article: string | undefined): TextTriplet | undefined {
  const [pivot, positive, negative] = texts.map((text) => text.trim())
  if (pivot === '' || positive === '' || negative === '') return undefined
  return { pivot, positive, negative, ...(article !== undefined && { article }) }
}

/** A sentence as a text, or with its position as `mine` writes it; '' for something else. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { text } = (value ?? {}) as { readonly text?: unknown }
  return typeof text === 'string' ? text : ''
}

/** Returns the article of a triplet: its own member, or that of a pivot with its position. */
function articleOf(own: unknown, pivot: unknown): string | undefined {
  const { article = own } = (typeof pivot === 'object' ? pivot : {}) as { readonly article?: unknown }
  return typeof article === 'string' ? article : undefined
}

async function* readTable(path: string): AsyncGenerator<TextTriplet> {
  let columns = 0
  let decode: RowDecoder | undefined
  for await (const { cells, number, text } of readTableRows(path)) {
    if (decode === undefined) {
      decode = tableDecoder(cells) ?? notTriplet(path, number, text)
      columns = cells.length
    } else {
      yield (cells.length > columns ? undefined : decode(cells)) ?? notTriplet(path, number, text)
    }
  }
}

async function* readParquet(path: string): AsyncGenerator<TextTriplet> {
  const file = await openParquet(path)
  try {
    const decode = tableDecoder(file.names) ?? notTriplet(path, 0, file.names.join(','))
    let row = 0
    for await (const value of file.rows()) {
      row++
      const cells = file.names.map((name) => {
        const cell = value[name]
        return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
      })
      yield decode(cells) ?? notTriplet(path, row, cells.join(','))
    }
  } finally {
    await file.close()
  }
}

/** Decodes a row of a table; undefined if it is no triplet. */
type RowDecoder = (cells: readonly string[]) => TextTriplet | undefined

/** Other names of columns. The triplets of Ein Dor et al. are in circulation with the last three. */
const ALIASES: Readonly<Record<string, string>> = {
  anchor: 'pivot',
  sentence1: 'pivot',
  sentence2: 'positive',
  sentence3: 'negative'
}

/** Returns a function that decodes rows below a header; undefined for a header without the columns of triplets. */
function tableDecoder(header: readonly string[]): RowDecoder | undefined {
  const names = header.map((name) => name.trim().toLowerCase()).map((name) => ALIASES[name] ?? name)
  const cell = (cells: readonly string[], name: string): string => cells.at(names.indexOf(name)) ?? ''
  const article = (cells: readonly string[]): string | undefined =>
    names.includes('article') ? cell(cells, 'article') : undefined
  const has = (...wanted: string[]): boolean => wanted.every((name) => names.includes(name))
  if (has('pivot', 'positive', 'negative')) {
    return (cells) =>
      tripletOf(
        ['pivot', 'positive', 'negative'].map((name) => cell(cells, name)),
        article(cells)
      )
  }
  if (!has('pivot', 'candidate_0', 'candidate_1', 'positive')) return undefined
  return (cells) => {
    const candidates = [cell(cells, 'candidate_0'), cell(cells, 'candidate_1')] as const
    const label = ['0', '1'].indexOf(cell(cells, 'positive').trim())
    return labelled(cell(cells, 'pivot'), candidates, label, article(cells))
  }
}

/** Triplets of one article, or some triplets in a row of a file that names no articles, and each of their sentences once. */
export interface TripletGroup {
  /** The article's id, or the place of the group in the file. */
  readonly id: string
  readonly sentences: readonly string[]
  readonly triplets: readonly (readonly [pivot: number, positive: number, negative: number])[]
}

/** Triplets of a group of a file without articles. */
const GROUP = 50

/** Streams a file's triplets in groups: those in a row of one article, or GROUP in a row. @throws Failure as `readTriplets`. */
export async function* readTripletGroups(path: string): AsyncGenerator<TripletGroup> {
  let group: TextTriplet[] = []
  let number = 0
  const end = (): TripletGroup => {
    const grouped = groupOf(group[0].article ?? `${basename(path)}/${number}`, group)
    group = []
    number++
    return grouped
  }
  for await (const triplet of readTriplets(path)) {
    const [first] = group
    if (
      group.length > 0 &&
      (first.article !== triplet.article || (first.article === undefined && group.length === GROUP))
    )
      yield end()
    group.push(triplet)
  }
  if (group.length > 0) yield end()
}

function groupOf(id: string, group: readonly TextTriplet[]): TripletGroup {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    if (!places.has(text)) places.set(text, places.size)
    return places.get(text)!
  }
  const triplets = group.map(
    ({ pivot, positive, negative }) => [placeOf(pivot), placeOf(positive), placeOf(negative)] as const
  )
  return { id, sentences: [...places.keys()], triplets }
}
