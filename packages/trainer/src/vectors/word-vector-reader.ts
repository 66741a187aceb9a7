import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { Failure, readLines } from '@leitmotif/command'
import { createByteReader, type ByteReader } from './byte-reader.js'
import { openWordVectorSource, sourceFailure } from './word-vector-source.js'
import { countsPath } from './word-vector-writer.js'
import type { WordVectors } from './word-vectors.js'

export interface ReadWordVectorsOptions {
  /** Maximum number of words to read from the start of the file, where the frequent ones are. Default: all. */
  readonly limit?: number
  /** Words to keep. Default: all. */
  readonly vocabulary?: ReadonlySet<string>
  /** The file to read within a .zip archive of several. */
  readonly entry?: string
}

const MAX_DIMS = 4096
/** Maximum length of a word, and of a line of text, in bytes. */
const MAX_TERM_BYTES = 4096
const MAX_LINE_BYTES = 1 << 18
/** Maximum number of values: 4 GiB. */
const MAX_VALUES = 2 ** 30
const SPACE = 0x20
const NEWLINE = 0x0a

/**
 * Reads word vectors in word2vec's binary format (`.bin`), its text format, or GloVe's text format (any other ending),
 * plain, `.gz` or `.zip`; and the counts in `PATH.vocab`, if it exists. Keeps the first row of a repeated word. Memory grows
 * with the rows kept, not with the number that a header claims.
 * @throws Failure when the file is missing, cut short, of another format or too large, or a number is not finite.
 */
export async function readWordVectors(path: string, options: ReadWordVectorsOptions = {}): Promise<WordVectors> {
  const source = await openWordVectorSource(path, options.entry).catch((error: unknown) => {
    throw sourceFailure(path, error)
  })
  try {
    const reader = createByteReader(source.bytes, path)
    const rows = createRows(path, options)
    if (extname(source.name) === '.bin') await readBinary(path, reader, rows)
    else await readText(path, reader, rows)
    const words = rows.finish()
    return existsSync(countsPath(path)) ? { ...words, counts: await readCounts(countsPath(path), words.terms) } : words
  } catch (error) {
    throw sourceFailure(path, error)
  } finally {
    source.close()
  }
}

interface Rows {
  /** Fixes the dimensions; `claimed` rows are expected. */
  start(dims: number, claimed: number): void
  /** Returns `dims` floats to fill with the row of a term, or undefined if it is not kept. */
  add(term: string): Float32Array | undefined
  /** True if no more rows are kept. */
  full(): boolean
  finish(): WordVectors
}

function createRows(path: string, { limit = Infinity, vocabulary }: ReadWordVectorsOptions): Rows {
  const terms = new Map<string, number>()
  let dims = 0
  let most = Infinity
  let seen = 0
  let data = new Float32Array(0)
  return {
    start(width, claimed) {
      if (!(width >= 1 && width <= MAX_DIMS)) {
        throw new Failure(`${path}: has vectors of ${width} dimensions; expected 1 to ${MAX_DIMS}`)
      }
      dims = width
      most = Math.min(claimed, limit, vocabulary?.size ?? Infinity)
    },
    add(term) {
      seen++
      if (terms.has(term) || vocabulary?.has(term) === false) return undefined
      const at = terms.size * dims
      if (at + dims > data.length) {
        const size = Math.min(Math.max(1024 * dims, 2 * data.length), most * dims)
        if (size > MAX_VALUES) {
          throw new Failure(`${path}: holds more than ${MAX_VALUES} numbers; read part of it, by limit or vocabulary`)
        }
        const wider = new Float32Array(size)
        wider.set(data)
        data = wider
      }
      terms.set(term, terms.size)
      return data.subarray(at, at + dims)
    },
    full: () => seen >= limit || terms.size >= (vocabulary?.size ?? Infinity),
    finish() {
      const count = terms.size
      return { terms: [...terms.keys()], vectors: { count, dims, data: data.subarray(0, count * dims) } }
    }
  }
}

/** Returns the words and dimensions of a header line, or undefined for another line. */
function decodeHeader(line: string): { count: number; dims: number } | undefined {
  const found = /^(\d{1,10}) (\d{1,10})\s*$/.exec(line)
  return found === null ? undefined : { count: Number(found[1]), dims: Number(found[2]) }
}

async function readBinary(path: string, reader: ByteReader, rows: Rows): Promise<void> {
  const header = decodeHeader((await reader.until(NEWLINE, MAX_TERM_BYTES))?.toString('latin1') ?? '')
  if (header === undefined) {
    throw new Failure(`${path}: does not begin with "words dimensions"; expected word2vec's binary format`)
  }
  const { count, dims } = header
  rows.start(dims, count)
  for (let i = 0; i < count && !rows.full(); i++) {
    // word2vec.c ends each row with a newline, other programs don't.
    const term = (await reader.until(SPACE, MAX_TERM_BYTES))?.toString('utf8').replace(/^\n/, '')
    if (term === undefined || term === '') throw cutShort(path, i, count)
    const bytes = await reader.take(4 * dims)
    const values = rows.add(term)
    if (values === undefined) continue
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(bytes)
    checkFinite(path, term, values)
  }
}

async function readText(path: string, reader: ByteReader, rows: Rows): Promise<void> {
  let line = await nextLine(reader)
  if (line === undefined) throw new Failure(`${path}: is empty; expected word vectors`)
  const header = decodeHeader(line)
  if (header !== undefined) line = await nextLine(reader)
  const dims = header?.dims ?? line!.trimEnd().split(' ').length - 1
  if (header === undefined && dims < 2) {
    throw new Failure(`${path}: begins with "${line!.slice(0, 80)}"; expected a word and its vector, or a header`)
  }
  rows.start(dims, header?.count ?? Infinity)
  let number = 0
  for (; line !== undefined && !rows.full(); line = await nextLine(reader)) {
    number++
    const fields = line.trimEnd().split(' ')
    // Some words of GloVe contain spaces.
    const term = fields.slice(0, -dims).join(' ')
    if (term === '') {
      throw new Failure(
        `${path}: row ${number} has ${fields.length} fields; expected a word and ${dims} numbers. Is the file cut short?`
      )
    }
    const values = rows.add(term)
    if (values === undefined) continue
    const first = fields.length - dims
    for (let d = 0; d < dims; d++) values[d] = fields[first + d] === '' ? NaN : Number(fields[first + d])
    checkFinite(path, term, values)
  }
  if (header !== undefined && line === undefined && number !== header.count && !rows.full()) {
    throw cutShort(path, number, header.count)
  }
}

async function nextLine(reader: ByteReader): Promise<string | undefined> {
  return (await reader.until(NEWLINE, MAX_LINE_BYTES))?.toString('utf8')
}

function cutShort(path: string, rows: number, claimed: number): Failure {
  return new Failure(`${path}: has ${rows} rows, its header says ${claimed}; fetch or write it again`)
}

function checkFinite(path: string, term: string, values: Float32Array): void {
  if (values.every(Number.isFinite)) return
  throw new Failure(
    `${path}: the vector of "${term.slice(0, 80)}" has a value that is not a finite number; fetch or write the file again`
  )
}

async function readCounts(path: string, terms: readonly string[]): Promise<number[]> {
  const wanted = new Map(terms.map((term, at) => [term, at]))
  const counts = new Array<number>(terms.length).fill(-1)
  for await (const { text, number } of readLines(path)) {
    const space = text.lastIndexOf(' ')
    const count = Number(text.slice(space + 1))
    if (space < 1 || !Number.isSafeInteger(count) || count < 0) {
      throw new Failure(`${path}: line ${number} is "${text.slice(0, 80)}"; expected a word and its count`)
    }
    const at = wanted.get(text.slice(0, space))
    if (at !== undefined) counts[at] = count
  }
  const missing = counts.indexOf(-1)
  if (missing >= 0) throw new Failure(`${path}: has no count of "${terms[missing]}"; remove it or write it again`)
  return counts
}
