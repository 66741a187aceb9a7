import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  counted,
  createParquet,
  createProgress,
  EXIT,
  Failure,
  fileSize,
  printJson,
  writeFailure
} from '@leitmotif/command'
import type { Encoder, Vectors } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { openEncoder } from '../store/collection.js'
import { encodePassages } from '../search/passages.js'
import { readTextLines } from '../ingest/decoded-lines.js'
import { checkLines } from '../ingest/file-kinds.js'
import { splitDocument } from '../ingest/documents.js'
import { readSources } from '../ingest/sources.js'
import { encodingOption, reportEncoding } from './text-encoding-option.js'
import { createNpyFile } from './npy-file.js'
import { encoderOption, FAST, fastOption, jsonOption, threadsOption } from './shared-options.js'

const UNITS = ['line', 'sentence'] as const

/** Texts that are encoded and written together. */
const BATCH = 2048

interface Flags {
  readonly out: string
  readonly by: (typeof UNITS)[number]
  readonly encoding?: string
  readonly encoder: string
  readonly fast: boolean
  readonly threads: number
  readonly json: boolean
}

/** `leitmotif encode`: writes vectors of a file's lines or sentences. */
export function encodeCommand(): Command {
  return new Command('encode')
    .description(
      'Writes the vectors of a text file as a NumPy array or Parquet file of 32-bit numbers, one row for each line or ' +
        'sentence. Rows have length 1, or 0 for a text without a known word. A line of several sentences has the mean of theirs.\n\nExample: leitmotif encode sentences.txt --out vectors.npy'
    )
    .argument('<file>', 'text file; with --by sentence any file or folder that leitmotif index reads')
    .requiredOption(
      '--out <file>',
      'file to write, for example vectors.npy; one that ends in .parquet has the texts, too'
    )
    .addOption(
      new Option(
        '--by <unit>',
        'line: row n is line n, and empty lines have zeros; sentence: the sentences of each document, which are listed in a ' +
          'file beside a .npy file that ends in .jsonl'
      )
        .choices(UNITS)
        .default('line')
    )
    .addOption(encodingOption())
    .addOption(encoderOption('the encoder to use'))
    .addOption(fastOption())
    .addOption(threadsOption())
    .addOption(jsonOption())
    .action(async (file: string, flags: Flags) => {
      if (flags.by === 'line') checkLines(file, 'a text file, or --by sentence')
      if (!/\.(?:npy|parquet)$/.test(flags.out))
        throw new Failure(`--out ${flags.out}: expected a name that ends in .npy or .parquet`)
      const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
      const representation = flags.fast ? FAST : encoder.representation
      const dims = encoder.dims[representation]
      if (dims === undefined) throw new Failure(`--fast: this encoder has no vectors '${FAST}'; omit --fast`)
      const output = await createOutput(flags, dims).catch((error: unknown) => {
        throw writeFailure(flags.out, error)
      })
      const texts = flags.by === 'line' ? encodeLines : encodeSentences
      await texts(file, { encoder, representation, output, encoding: flags.encoding })
        .catch(async (error: unknown) => {
          await output.discard()
          throw writeFailure(file, error)
        })
        .finally(() => {
          encoder.dispose()
        })
      const { rows, list } = output
      if (rows === 0) {
        await output.discard()
        throw new Failure(`${file}: has no text; expected at least one ${flags.by}`)
      }
      await output.finish()
      const beside = list === undefined ? {} : { sentences: list }
      if (flags.json) printJson({ file: flags.out, rows, dims, representation, ...beside })
      else {
        const named = list === undefined ? '' : `; their sentences are in ${list}`
        process.stdout.write(`${counted(rows, 'row')} of ${dims} numbers written to ${flags.out}${named}\n`)
      }
    })
}

/** A text of a row, and where it is from if it is a sentence of a document. */
interface Encoded {
  readonly text: string
  readonly document?: string
  readonly title?: string
  readonly path?: readonly string[]
  readonly position?: number
}

/** The file of vectors that is written. */
interface Output {
  readonly rows: number
  /** The file beside it that lists the sentences, if it cannot itself. */
  readonly list?: string
  readonly write: (vectors: Vectors, texts: readonly Encoded[]) => Promise<void>
  /** Completes the files and gives them their names. */
  readonly finish: () => Promise<void>
  /** Removes what was written. */
  readonly discard: () => Promise<void>
}

async function createOutput({ out, by }: Flags, dims: number): Promise<Output> {
  if (out.endsWith('.parquet')) return createTable(out, by, dims)
  const npy = await createNpyFile(out, dims)
  if (by === 'line') return npy
  const list = out.replace(/\.npy$/, '.jsonl')
  const part = `${list}.part`
  const lines = createWriteStream(part)
  // A write that fails is told by `finish`.
  const failed = new Promise<never>((_, reject) => lines.on('error', reject))
  failed.catch(() => undefined)
  return {
    get rows() {
      return npy.rows
    },
    list,
    async write(vectors, texts) {
      await npy.write(vectors)
      for (const { document, title, path, position, text } of texts)
        if (!lines.write(`${JSON.stringify({ document, title, path, position, text })}\n`))
          await Promise.race([once(lines, 'drain'), failed])
    },
    async finish() {
      lines.end()
      await Promise.race([once(lines, 'finish'), failed])
      await rename(part, list)
      await npy.finish()
    },
    async discard() {
      lines.destroy()
      await rm(part, { force: true })
      await npy.discard()
    }
  }
}

async function createTable(out: string, by: Flags['by'], dims: number): Promise<Output> {
  const places = [
    { name: 'document', type: 'text' },
    { name: 'title', type: 'text' },
    { name: 'path', type: 'text' },
    { name: 'position', type: 'integer' }
  ] as const
  const table = await createParquet(out, [
    ...(by === 'sentence' ? places : []),
    { name: 'text', type: 'text' },
    { name: 'vector', type: 'vector' }
  ])
  return {
    get rows() {
      return table.rows
    },
    write({ data }, texts) {
      table.write(
        texts.map(({ document, title, path, position, text }, row) => [
          ...(by === 'sentence' ? [document, title, path?.join(' › '), position] : []),
          text,
          data.subarray(row * dims, (row + 1) * dims)
        ])
      )
      return Promise.resolve()
    },
    finish: table.finish,
    discard: table.discard
  }
}

interface Target {
  readonly encoder: Encoder
  readonly representation: Encoder['representation']
  readonly output: Output
  /** Default: recognised. */
  readonly encoding: string | undefined
}

/** Writes a row for each line, empty ones included. */
async function encodeLines(file: string, { encoder, representation, output, encoding }: Target): Promise<void> {
  let bytes = 0
  const progress = createProgress({ label: 'encoding', total: await fileSize(file), unit: 'bytes' })
  let lines: string[] = []
  const flush = async (): Promise<void> => {
    await output.write(
      await encodePassages(encoder, lines, representation),
      lines.map((text) => ({ text }))
    )
    lines = []
    progress.update(bytes)
  }
  const onEncoding = (name: string): void => {
    reportEncoding(file, name)
  }
  for await (const { text, number } of readTextLines(file, encoding, (read) => (bytes = read), onEncoding)) {
    // Empty lines are not read, and have rows all the same.
    while (output.rows + lines.length < number - 1) {
      lines.push('')
      if (lines.length >= BATCH) await flush()
    }
    lines.push(text)
    if (lines.length >= BATCH) await flush()
  }
  await flush()
  progress.end()
}

/** Writes a row for each sentence of the documents. Names those that cannot be read, with exit status 1. */
async function encodeSentences(path: string, { encoder, representation, output, encoding }: Target): Promise<void> {
  const fail = (source: string, reason: string): void => {
    process.exitCode = EXIT.findings
    process.stderr.write(`failed: ${source}: ${reason}\n`)
  }
  const progress = createProgress({ label: 'encoding', unit: 'sentences' })
  try {
    for await (const item of readSources([path], dirname(path), undefined, { encoding })) {
      if ('status' in item) {
        if (item.status === 'failed') fail(item.source, item.reason)
        continue
      }
      const loaded =
        'load' in item
          ? await item.load().catch((error: unknown) => {
              fail(item.source, (error as Error).message)
            })
          : item
      if (loaded === undefined) continue
      const { sentences } = splitDocument(loaded)
      for (let start = 0; start < sentences.length; start += BATCH) {
        const some = sentences.slice(start, start + BATCH)
        const texts = some.map(({ text }) => text)
        await output.write(await encoder.encode(texts, { representation }), some)
        progress.update(output.rows)
      }
    }
  } finally {
    progress.end()
  }
}
