import { Failure, readFailure } from '@leitmotif/command'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** What another model says of sentences: a vector of each. A network that is taught learns how they lie to one another. */
export interface Teacher {
  readonly name: string
  /** Licence of what it says, for the record of whoever is taught. */
  readonly license: string
  /** sha256 of the file. */
  readonly fingerprint: string
  readonly dims: number
  /** How many it has read. */
  readonly sentences: number
  /** How many of its rows are zeros: of these sentences it says that they have to do with none. */
  readonly zeros: number
  /** Its place for a sentence, for `rows`; -1 for a sentence that it has not read. */
  placeOf(text: string): number
  /** Unit rows at these places, [places.length, dims]; zero where the place is -1. */
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

/** Bytes that a sentence is known by, the first of the sha256 of its UTF-8. */
const KEY = 8
/** Bytes of a header at most. */
const HEADER = 4096

/**
 * Reads a teacher's file: a line of JSON (`Header`), the keys of its sentences in ascending order, then a row of int8 for
 * each, in the same order; their lengths do not count. `bench/teacher.py` writes it. Takes as much memory as the file has
 * bytes (2 GiB at most), and eight bytes a sentence.
 * @throws Failure when it can't be read, is no such file, is of another length than its header says, or has its keys in
 * another order.
 */
export async function readTeacher(path: string): Promise<Teacher> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw readFailure(path, error)
  })
  const end = bytes.subarray(0, HEADER).indexOf('\n')
  const header = parseHeader(end < 0 ? '' : bytes.toString('utf8', 0, end))
  if (header === undefined) {
    throw new Failure(`${path} is no teacher's file: expected a first line of JSON with format leitmotif-teacher`)
  }
  const { name, license, dims, sentences } = header
  const size = end + 1 + sentences * (KEY + dims)
  if (bytes.length !== size) {
    throw new Failure(`${path} has ${bytes.length} bytes; its header asks for ${size}. Make it again`)
  }
  const keys = BigUint64Array.from({ length: sentences }, (_, i) => bytes.readBigUInt64BE(end + 1 + i * KEY))
  const unsorted = keys.findIndex((key, i) => i > 0 && key <= keys[i - 1])
  if (unsorted > 0) {
    throw new Failure(
      `${path}: key ${unsorted + 1} of ${sentences} is not above the one before it; expected each sentence's key once, in ` +
        'ascending order of their bytes. Make it again'
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
