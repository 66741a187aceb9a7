import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, writeFailure } from '@leitmotif/command'
import { SENTENCE_END } from './skip-gram-kernel.js'
import { createTermCounter, DROPPED } from './term-counter.js'

/**
 * A corpus as word ids on disk, so that epochs need not parse text. `path` is a file of little-endian i32: the ids of each
 * sentence's words, then SENTENCE_END. Words below the minimum count are left out.
 */
export interface TokenFile {
  readonly path: string
  /** Entries of the file, sentence ends included. */
  readonly length: number
  /** Words of the file, sentence ends not included. */
  readonly words: number
  readonly sentences: number
  /** The vocabulary by id: most frequent first, ties by code units. */
  readonly terms: readonly string[]
  /** The words' frequencies in the corpus. */
  readonly counts: readonly number[]
  /** sha256 of the file, hexadecimal. */
  readonly hash: string
}

/** The content of `corpus.json`. */
interface Description {
  readonly format: 'leitmotif-tokens'
  readonly version: 1
  readonly source: string
  readonly length: number
  readonly words: number
  readonly sentences: number
  readonly hash: string
}

/** Maximum number of different terms while counting: about 400 MB. */
const MAX_TERMS = 4_000_000
/** Entries read or written at once. */
const CHUNK = 1 << 20

const files = (folder: string): { tokens: string; vocabulary: string; description: string; raw: string } => ({
  tokens: join(folder, 'tokens.i32'),
  vocabulary: join(folder, 'vocabulary.txt'),
  description: join(folder, 'corpus.json'),
  raw: join(folder, 'tokens.raw')
})

/**
 * Reads sentences and writes their ids to `folder`. `source` identifies corpora and minimum count for `readTokenFile`. Memory
 * holds only the vocabulary. An error leaves no ids behind.
 * @throws Failure when no word occurs `minCount` times, or the folder can't be written to or is full.
 */
export async function writeTokenFile(
  folder: string,
  source: string,
  sentences: AsyncIterable<readonly string[]>,
  minCount: number
): Promise<TokenFile> {
  const refuse = (error: unknown): never => {
    throw writeFailure(folder, error)
  }
  await mkdir(folder, { recursive: true }).catch(refuse)
  const { tokens, vocabulary, description, raw } = files(folder)
  await rm(description, { force: true })
  try {
    // The first pass writes provisional ids, the second the final ones, which need all counts.
    const counter = createTermCounter(MAX_TERMS)
    const out = openIds(raw)
    for await (const sentence of sentences) {
      for (const term of sentence) out.write(counter.count(term))
      out.write(SENTENCE_END)
    }
    out.close()
    const { terms, counts, finalIds } = counter.finish(minCount)
    if (terms.length === 0) {
      throw new Failure(`no word occurs ${minCount} times or more; give more text or lower the minimum count`)
    }
    const kept = await renumber(raw, tokens, finalIds)
    await writeFile(vocabulary, terms.map((term, id) => `${term} ${counts[id]}\n`).join('')).catch(refuse)
    const described: Description = { format: 'leitmotif-tokens', version: 1, source, ...kept }
    await writeFile(`${description}.partial`, `${JSON.stringify(described, null, 2)}\n`).catch(refuse)
    await rename(`${description}.partial`, description)
    return { path: tokens, terms, counts, ...kept }
  } catch (error) {
    await rm(tokens, { force: true })
    throw error
  } finally {
    await rm(raw, { force: true })
  }
}

/** Returns the token file that `writeTokenFile` wrote to `folder` for the same `source`, or undefined. */
export async function readTokenFile(folder: string, source: string): Promise<TokenFile | undefined> {
  const { tokens, vocabulary, description } = files(folder)
  const described = await readDescription(description)
  if (described?.source !== source) return undefined
  const { length, words, sentences, hash } = described
  const size = await stat(tokens).catch(() => undefined)
  if (size?.size !== 4 * length) return undefined
  const lines = (await readFile(vocabulary, 'utf8')).trimEnd().split('\n')
  const terms = lines.map((line) => line.slice(0, line.lastIndexOf(' ')))
  const counts = lines.map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
  return { path: tokens, length, words, sentences, terms, counts, hash }
}

/** Reads the description; undefined if it is missing, damaged or of another version, so that it is written again. */
async function readDescription(path: string): Promise<Description | undefined> {
  try {
    const found = JSON.parse(await readFile(path, 'utf8')) as Partial<Description> | null
    return found?.format === 'leitmotif-tokens' && found.version === 1 ? (found as Description) : undefined
  } catch {
    return undefined
  }
}

async function renumber(
  from: string,
  to: string,
  finalIds: Int32Array
): Promise<Pick<Description, 'length' | 'words' | 'sentences' | 'hash'>> {
  const out = openIds(to)
  let words = 0
  let sentences = 0
  let sentenceWords = 0
  for await (const ids of readIds(from)) {
    for (const id of ids) {
      if (id !== SENTENCE_END) {
        const final = finalIds[id]
        if (final === DROPPED) continue
        sentenceWords++
        out.write(final)
      } else if (sentenceWords > 0) {
        words += sentenceWords
        sentences++
        sentenceWords = 0
        out.write(SENTENCE_END)
      }
    }
  }
  return { length: words + sentences, words, sentences, hash: out.close() }
}

interface IdWriter {
  write(id: number): void
  /** Returns the sha256 of the file. */
  close(): string
}

/** Writes synchronously: a promise for each of millions of words would cost more than the disk. */
function openIds(path: string): IdWriter {
  const done = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw writeFailure(path, error)
    }
  }
  const file = done(() => openSync(path, 'w'))
  const hash = createHash('sha256')
  const buffer = new Int32Array(CHUNK)
  let filled = 0
  const flush = (): void => {
    const bytes = new Uint8Array(buffer.buffer, 0, 4 * filled)
    filled = 0
    hash.update(bytes)
    for (let at = 0; at < bytes.length;) at += done(() => writeSync(file, bytes, at))
  }
  return {
    write(id) {
      buffer[filled++] = id
      if (filled === CHUNK) flush()
    },
    close() {
      flush()
      closeSync(file)
      return hash.digest('hex')
    }
  }
}

async function* readIds(path: string): AsyncGenerator<Int32Array> {
  const file = await open(path)
  try {
    const buffer = new Int32Array(CHUNK)
    while (true) {
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead / 4)
    }
  } finally {
    await file.close()
  }
}
