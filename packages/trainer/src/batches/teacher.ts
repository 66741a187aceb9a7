import { Failure, readFailure } from '@leitmotif/command'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Another model's vectors of sentences. A network learns the similarities between them. */
export interface Teacher {
  readonly name: string
  /** Licence of the vectors, for the record of the network. */
  readonly license: string
  /** sha256 of the file. */
  readonly fingerprint: string
  readonly dims: number
  /** Number of sentences that it has vectors of. */
  readonly sentences: number
  /** Number of rows of zeros: sentences that resemble no other. */
  readonly zeros: number
  /** Returns the row index of a sentence; -1 for an unknown one. */
  placeOf(text: string): number
  /** Returns the unit rows at these indices, [places.length, dims]; zero for index -1. */
  rows(places: ArrayLike<number>): Float32Array
}

interface Header {
  readonly format: 'leitmotif-teacher'
  readonly version: 1
  readonly name: string
  readonly license: string
  readonly dims: number
  readonly sentences: number
}

/** Length of a sentence's key in bytes: the start of the sha256 of its UTF-8. */
const KEY = 8
/** Maximum length of a header in bytes. */
const HEADER = 4096

/**
 * Reads a teacher's file, as `bench/teacher.py` writes it: a line of JSON (`Header`), the keys of its sentences in ascending
 * order, then a row of int8 for each, of any length. Takes as much memory as the file (2 GiB at most), and eight bytes a
 * sentence.
 * @throws Failure when the file can't be read, has another format or length, or unsorted keys.
 */
export async function readTeacher(path: string): Promise<Teacher> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw readFailure(path, error)
  })
  const end = bytes.subarray(0, HEADER).indexOf('\n')
  const header = parseHeader(end < 0 ? '' : bytes.toString('utf8', 0, end))
  if (header === undefined) {
    throw new Failure(`${path}: not a teacher's file; expected a first line of JSON with format leitmotif-teacher`)
  }
  const { name, license, dims, sentences } = header
  const size = end + 1 + sentences * (KEY + dims)
  if (bytes.length !== size) {
    throw new Failure(`${path}: has ${bytes.length} bytes, but its header says ${size}; make it again`)
  }
  const keys = BigUint64Array.from({ length: sentences }, (_, i) => bytes.readBigUInt64BE(end + 1 + i * KEY))
  const unsorted = keys.findIndex((key, i) => i > 0 && key <= keys[i - 1])
  if (unsorted > 0) {
    throw new Failure(
      `${path}: key ${unsorted + 1} of ${sentences} is not above the one before it; expected each sentence's key once, in ` +
        'ascending byte order. Make the file again'
    )
  }
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + end + 1 + sentences * KEY, sentences * dims)
  return {
    name,
    license,
    fingerprint: createHash('sha256').update(bytes).digest('hex'),
    dims,
    sentences,
    zeros: zeroRows(values, dims),
    placeOf(text) {
      const key = createHash('sha256').update(text).digest().readBigUInt64BE(0)
      let [low, high] = [0, sentences]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (keys[middle] < key) low = middle + 1
        else high = middle
      }
      return low < sentences && keys[low] === key ? low : -1
    },
    rows(places) {
      const rows = new Float32Array(places.length * dims)
      for (let i = 0; i < places.length; i++) {
        if (places[i] < 0) continue
        const given = values.subarray(places[i] * dims, (places[i] + 1) * dims)
        let squares = 0
        for (const value of given) squares += value * value
        if (squares > 0)
          rows.set(
            Float32Array.from(given, (value) => value / Math.sqrt(squares)),
            i * dims
          )
      }
      return rows
    }
  }
}

function zeroRows(values: Int8Array, dims: number): number {
  let count = 0
  for (let at = 0; at < values.length; at += dims) {
    let d = 0
    while (d < dims && values[at + d] === 0) d++
    if (d === dims) count++
  }
  return count
}

function parseHeader(line: string): Header | undefined {
  let header: Partial<Header> | null
  try {
    header = JSON.parse(line) as Partial<Header> | null
  } catch {
    return undefined
  }
  const { format, version, name, license, dims, sentences } = header ?? {}
  const whole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && Number(value) >= least
  const known = format === 'leitmotif-teacher' && version === 1 && whole(dims, 1) && whole(sentences, 1)
  return known && typeof name === 'string' && typeof license === 'string' ? (header as Header) : undefined
}
