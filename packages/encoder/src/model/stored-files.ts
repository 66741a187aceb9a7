import { BundleError, type ManifestMembers, type StoredFile } from './manifest-members.js'
import { sha256 } from './sha256.js'
import { createVocabulary, type Vocabulary } from './vocabulary.js'
import { MOST_STORED, packValues, storedBytes, unpackValues, type MoreValues, type WordTable } from './word-table.js'

/**
 * Returns the bytes of a file in the bundle's folder. For a file longer than `most` bytes it may return any part that
 * is longer than `most`. The result may be a view of a larger buffer. @throws BundleError if the file can't be read.
 */
export type ReadFile = (name: string, most: number) => Promise<Uint8Array<ArrayBuffer>>

/** The files of a bundle's words and their vectors. */
export interface StoredWords {
  /** UTF-8, one word on a line; a word's line is its row. */
  readonly vocabulary: StoredFile & { readonly count: number }
  /** `int8`: the rows' scales, float32 little-endian [count], then the rows, int8 [count, dims]. */
  readonly vectors: StoredFile & { readonly count: number; readonly dims: number; readonly encoding: 'int8' }
}

/** A file of further values of words that networks read after the vectors: [words, dims], packed by `packValues`. */
export interface StoredMoreValues extends StoredFile {
  readonly dims: number
}

/** The most that is read of a bundle's words and their vectors. */
export const WORD_LIMITS = { vocabularyBytes: 64 << 20, vectorsBytes: 1 << 30, words: 2_000_000, dims: 4096 } as const

/** Decodes the members `vocabulary` and `vectors` of a manifest, or of its member `at`. @throws BundleError */
export function decodeStoredWords(
  { object, only, stored, whole }: ManifestMembers,
  holder: Record<string, unknown>,
  at = ''
): StoredWords {
  const vocabulary = object(holder.vocabulary, `${at}vocabulary`)
  const vectors = object(holder.vectors, `${at}vectors`)
  const count = whole(vocabulary.count, `${at}vocabulary.count`, 1, WORD_LIMITS.words)
  return {
    vocabulary: { ...stored(vocabulary, `${at}vocabulary`), count },
    vectors: {
      ...stored(vectors, `${at}vectors`),
      count: whole(vectors.count, `${at}vectors.count`, count, count),
      dims: whole(vectors.dims, `${at}vectors.dims`, 1, WORD_LIMITS.dims),
      encoding: only(vectors.encoding, `${at}vectors.encoding`, 'int8')
    }
  }
}

/** Reads words and their vectors, and checks size, sha256 and content. @throws BundleError */
export async function readWords(
  read: ReadFile,
  { vocabulary, vectors }: StoredWords
): Promise<{ readonly vocabulary: Vocabulary; readonly vectors: WordTable }> {
  const { count, dims } = vectors
  const size = allowed(vectors.file, count * (4 + dims), WORD_LIMITS.vectorsBytes)
  const words = decodeWords(await readStored(read, vocabulary, 0, WORD_LIMITS.vocabularyBytes), vocabulary)
  const table = await readStored(read, vectors, size, size)
  const scales = decodeFloats(table.subarray(0, 4 * count), vectors.file)
  const rows = new Int8Array(table.buffer, table.byteOffset + scales.byteLength, count * dims)
  return { vocabulary: words, vectors: { count, dims, scales, rows } }
}

/** Decodes the member `moreValues` of a manifest at the path `at`. @throws BundleError */
export function decodeStoredMoreValues(
  { object, stored, whole }: ManifestMembers,
  value: unknown,
  at: string
): StoredMoreValues {
  const members = object(value, at)
  return { ...stored(members, at), dims: whole(members.dims, `${at}.dims`, 1, WORD_LIMITS.dims) }
}

/**
 * Reads the further values of `count` words, and checks size, sha256 and range. @throws BundleError
 */
export async function readMoreValues(read: ReadFile, entry: StoredMoreValues, count: number): Promise<MoreValues> {
  const { file, dims } = entry
  const size = allowed(file, storedBytes(count * dims), WORD_LIMITS.vectorsBytes)
  const bytes = await readStored(read, entry, size, size)
  let strange = 0
  // Not `findIndex`, which is slow for millions of bytes.
  while (strange < bytes.length && bytes[strange] <= MOST_STORED) strange++
  if (strange < bytes.length)
    throw new BundleError(
      `${file}: byte ${strange} is ${bytes[strange]}; expected one from 0 to ${MOST_STORED}, two values: train it again`
    )
  return { dims, values: unpackValues(bytes, count * dims) }
}

/** Adds a file to a bundle to be written, and returns its entry for the manifest. */
export type StoreFile = (file: string, bytes: Uint8Array<ArrayBuffer>) => Promise<StoredFile>

/** Creates an empty set of files for a bundle, and the function that adds to it. */
export function fileStore(): { readonly files: Map<string, Uint8Array<ArrayBuffer>>; readonly store: StoreFile } {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    files,
    async store(file, bytes) {
      files.set(file, bytes)
      return { file, sha256: await sha256(bytes) }
    }
  }
}

/** Adds files of words and their vectors, for `readWords`. */
export async function storeWords(
  store: StoreFile,
  words: readonly string[],
  vectors: WordTable,
  [list, rows] = ['vocabulary.txt', 'vectors.bin']
): Promise<StoredWords> {
  return {
    vocabulary: {
      ...(await store(list, new TextEncoder().encode(`${words.join('\n')}\n`))),
      count: words.length
    },
    vectors: {
      ...(await store(rows, joinBytes(vectors.scales, vectors.rows))),
      count: vectors.count,
      dims: vectors.dims,
      encoding: 'int8'
    }
  }
}

/** Adds a file of further values of words, for `readMoreValues`. */
export async function storeMoreValues(store: StoreFile, file: string, added: MoreValues): Promise<StoredMoreValues> {
  return { ...(await store(file, packValues(added.values))), dims: added.dims }
}

export function joinBytes(...arrays: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(arrays.reduce((sum, array) => sum + array.byteLength, 0))
  let offset = 0
  for (const array of arrays) {
    joined.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset)
    offset += array.byteLength
  }
  return joined
}

/** Returns `size` if it is at most `most`. @throws BundleError */
export function allowed(file: string, size: number, most: number): number {
  if (size <= most) return size
  throw new BundleError(`the manifest asks for ${size} bytes of ${file}; expected at most ${most}`)
}

/** Reads a file of a bundle, with `least` to `most` bytes and the sha256 in its manifest entry. @throws BundleError */
export async function readStored(
  read: ReadFile,
  { file, sha256: stated }: StoredFile,
  least: number,
  most: number
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(file, most)
  if (bytes.length > most) {
    throw new BundleError(`${file} has more than ${most} bytes, which the manifest does not allow for`)
  }
  if (bytes.length < least) {
    throw new BundleError(
      `${file} is cut short: it has ${bytes.length} bytes, expected ${least}; fetch or export the bundle again`
    )
  }
  const found = await sha256(bytes)
  if (found !== stated) {
    throw new BundleError(
      `${file} was altered: its sha256 is ${found}, expected ${stated}; fetch or export the bundle again`
    )
  }
  return bytes
}

function decodeWords(bytes: Uint8Array, { file, count }: StoredWords['vocabulary']): Vocabulary {
  const lines = new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n')
  if (lines.length !== count) {
    throw new BundleError(`${file} has ${lines.length} words; expected ${count}: export it again`)
  }
  try {
    return createVocabulary(lines)
  } catch (error) {
    throw new BundleError(`${file}: ${(error as Error).message}; export the bundle again`)
  }
}

/** Returns bytes as finite float32 numbers. Assumes a little-endian host, like all current ones. @throws BundleError */
export function decodeFloats(bytes: Uint8Array<ArrayBuffer>, file: string): Float32Array {
  // A Float32Array needs an offset that is a multiple of 4; otherwise the bytes are copied.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const numbers = new Float32Array(buffer, byteOffset, bytes.length / 4)
  const index = numbers.findIndex((value) => !Number.isFinite(value))
  if (index >= 0) {
    throw new BundleError(`${file}: number ${index} is ${numbers[index]}; expected finite weights: train it again`)
  }
  return numbers
}
