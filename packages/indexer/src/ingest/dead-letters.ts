import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure, readFailure } from '@leitmotif/command'
import { DOCUMENT_FORMATS } from '@leitmotif/encoder'
import { decodeArticle } from '@leitmotif/encoder/stages'
import { z } from 'zod'
import { writeWhole } from '../store/collection-file.js'
import { schemaFault } from '../store/schema-fault.js'
import type { SourceDocument } from './source-document.js'

/**
 * Maximum size of a dead-letter file, in bytes. Further letters are counted but not written; the next run tries them
 * again.
 */
export const MAX_DEAD_LETTER_BYTES = 64 * 1024 * 1024

/**
 * A document that a store refused for good. Holds the whole document, so that it can be written after the cause is
 * fixed.
 */
export interface DeadLetter {
  /** The collection that refused it, as `collectionPlace` names it. Several collections may share a file. */
  readonly collection: string
  /** Time of the refusal, ISO 8601. */
  readonly at: string
  readonly reason: string
  /** Hash of the version that the collection had stored before; absent if it had none. */
  readonly before?: string
  readonly source: SourceDocument
}

const article = z.custom<unknown>().transform((value, context) => {
  try {
    return decodeArticle(value)
  } catch (error) {
    context.addIssue((error as Error).message)
    return z.NEVER
  }
})
const decoder = z.object({
  collection: z.string().min(1),
  at: z.string(),
  reason: z.string(),
  before: z.string().optional(),
  source: z.object({
    document: z.string().min(1),
    source: z.string(),
    line: z.int().min(1).optional(),
    hash: z.string().min(1),
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(DOCUMENT_FORMATS), text: z.string() }),
      z.object({ kind: z.literal('article'), article })
    ]),
    title: z.string().optional(),
    name: z.string(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    passedOver: z.array(z.string()).optional(),
    dateInName: z.string().optional(),
    unreadDate: z.string().optional(),
    encoding: z.string().optional(),
    frontMatter: z
      .object({
        title: z.string().optional(),
        date: z.string().optional(),
        from: z.record(z.string(), z.string()).optional(),
        declared: z.array(z.string()).optional()
      })
      .optional()
  })
})

/** Content of a dead-letter file. */
export interface DeadLetters {
  /** The last letter of each document of each collection, in the order of refusal, with its text in the file. */
  readonly letters: readonly { readonly letter: DeadLetter; readonly text: string }[]
  /** Lines that cannot be decoded, with their numbers from 1. A killed process may leave one. */
  readonly damaged: readonly { readonly line: number; readonly text: string; readonly fault: string }[]
}

/** Reads a dead-letter file. @throws Failure for a file that is missing or larger than MAX_DEAD_LETTER_BYTES. */
export async function readDeadLetters(path: string): Promise<DeadLetters> {
  let content: string
  try {
    const { size } = await stat(path)
    if (size > MAX_DEAD_LETTER_BYTES) {
      throw new Failure(`${path}: has ${size} bytes; expected at most ${MAX_DEAD_LETTER_BYTES}; split it by its lines`)
    }
    content = await readFile(path, 'utf8')
  } catch (error) {
    throw error instanceof Failure ? error : readFailure(path, error)
  }
  const letters = new Map<string, { letter: DeadLetter; text: string }>()
  const damaged: { line: number; text: string; fault: string }[] = []
  for (const [index, text] of content.split('\n').entries()) {
    if (text.trim() === '') continue
    try {
      const letter = decoder.parse(JSON.parse(text)) as DeadLetter
      const key = JSON.stringify([letter.collection, letter.source.document])
      letters.delete(key)
      letters.set(key, { letter, text })
    } catch (error) {
      const fault = error instanceof z.ZodError ? schemaFault(error) : (error as Error).message
      damaged.push({ line: index + 1, text, fault: fault.replaceAll('\n', ' ').slice(0, 300) })
    }
  }
  return { letters: [...letters.values()], damaged }
}

/** Writes a file with these lines, or removes it if there are none. */
export async function writeDeadLetters(path: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) await rm(path, { force: true })
  else await writeWhole(path, lines.map((line) => `${line}\n`).join(''))
}

/** Appends the dead letters of one run and one collection to a file. The file is created with the first letter. */
export class DeadLetterFile {
  /** Number of letters that did not fit. */
  left = 0
  /**
   * Size of the file in bytes, and the hashes of the documents of this collection in it. Undefined until the first
   * letter.
   */
  private state: { bytes: number; readonly held: Map<string, string> } | undefined

  constructor(
    readonly path: string,
    readonly collection: string
  ) {}

  /** Appends a letter unless the file already has it, or is full. */
  async add(letter: Omit<DeadLetter, 'collection'>): Promise<void> {
    this.state ??= await this.look()
    const { document, hash } = letter.source
    if (this.state.held.get(document) === hash) return
    const line = `${JSON.stringify({ collection: this.collection, ...letter })}\n`
    const bytes = Buffer.byteLength(line)
    if (this.state.bytes + bytes > MAX_DEAD_LETTER_BYTES) {
      this.left++
      return
    }
    await appendFile(this.path, line)
    this.state.bytes += bytes
    this.state.held.set(document, hash)
  }

  private async look(): Promise<{ bytes: number; held: Map<string, string> }> {
    const size = await stat(this.path).then(
      ({ size }) => size,
      () => 0
    )
    await mkdir(dirname(this.path), { recursive: true })
    if (size === 0) return { bytes: 0, held: new Map() }
    const { letters } = await readDeadLetters(this.path)
    // Ends an incomplete line that a killed process may have left.
    await appendFile(this.path, '\n')
    return {
      bytes: size + 1,
      held: new Map(
        letters
          .filter(({ letter }) => letter.collection === this.collection)
          .map(({ letter: { source } }) => [source.document, source.hash])
      )
    }
  }
}
