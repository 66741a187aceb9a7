import { createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import {
  counted,
  createProgress,
  Failure,
  fileSize,
  printJson,
  readLines,
  wholeNumber,
  writeFailure
} from '@leitmotif/command'
import type { Encoder } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { encoderOption, FAST, fastOption, jsonOption, openEncoder } from '../collection/collection.js'
import { encodePassages } from '../collection/passages.js'
import { splitDocument } from '../ingest/documents.js'
import { readSources } from '../ingest/sources.js'
import { MOST_THREADS } from './index-command.js'
import { createNpyFile, type NpyWriter } from './npy-file.js'

const UNITS = ['line', 'sentence'] as const

/** Texts that are encoded and written together. */
const BATCH = 2048

interface Flags {
  readonly out: string
  readonly by: (typeof UNITS)[number]
  readonly encoder: string
  readonly fast: boolean
  readonly threads: number
  readonly json: boolean
}

/** `leitmotif encode`: writes vectors of a file's lines or sentences. */
export function encodeCommand(): Command {
  return new Command('encode')
    .description(
      'Writes the vectors of a text file as a NumPy array of 32-bit numbers, one row for each line or sentence. Rows have ' +
        'length 1, or 0 for a text without a known word. A line of several sentences has the mean of theirs.'
    )
    .argument('<file>', 'file in UTF-8; with --by sentence any file or folder that leitmotif index reads')
    .requiredOption('--out <file>', 'file to write, for example vectors.npy')
    .addOption(
      new Option(
        '--by <unit>',
        'line: row n is line n, and empty lines have zeros; sentence: the sentences of each document, which are listed in a ' +
          'file beside --out that ends in .jsonl'
      )
        .choices(UNITS)
        .default('line')
    )
    .addOption(encoderOption())
    .addOption(fastOption())
    .option(
      '--threads <count>',
      'encoding threads, 1 to 64; --fast uses none',
      wholeNumber(1, 64),
      Math.min(MOST_THREADS, availableParallelism())
    )
    .addOption(jsonOption())
    .action(async (file: string, flags: Flags) => {
      if (!flags.out.endsWith('.npy')) throw new Failure(`--out ${flags.out}: expected a name that ends in .npy`)
      const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
      const representation = flags.fast ? FAST : encoder.representation
      const dims = encoder.dims[representation]
      if (dims === undefined) throw new Failure(`--fast: this encoder has no vectors '${FAST}'; omit --fast`)
      const npy = await createNpyFile(flags.out, dims).catch((error: unknown) => {
        throw writeFailure(flags.out, error)
      })
      const texts = flags.by === 'line' ? encodeLines : encodeSentences
      const list = await texts(file, { encoder, representation, npy, out: flags.out })
        .catch(async (error: unknown) => {
          await npy.discard()
          throw writeFailure(file, error)
        })
        .finally(() => {
          encoder.dispose()
        })
      const { rows } = npy
      if (rows === 0) {
        await npy.discard()
        if (list !== undefined) await rm(list, { force: true })
        throw new Failure(`${file}: has no text; expected at least one ${flags.by}`)
      }
      await npy.finish()
      const beside = list === undefined ? {} : { sentences: list }
      if (flags.json) printJson({ file: flags.out, rows, dims, representation, ...beside })
      else {
        const named = list === undefined ? '' : `; their sentences are in ${list}`
        process.stdout.write(`${counted(rows, 'row')} of ${dims} numbers written to ${flags.out}${named}\n`)
      }
    })
}

interface Target {
  readonly encoder: Encoder
  readonly representation: Encoder['representation']
  readonly npy: NpyWriter
  readonly out: string
}

/** Writes a row for each line, empty ones included. */
async function encodeLines(file: string, { encoder, representation, npy }: Target): Promise<undefined> {
  let bytes = 0
  const progress = createProgress({ label: 'encoding', total: await fileSize(file), unit: 'bytes' })
  let lines: string[] = []
  const flush = async (): Promise<void> => {
    await npy.write(await encodePassages(encoder, lines, representation))
    lines = []
    progress.update(bytes)
  }
  for await (const { text, number, utf8 } of readLines(file, (read) => (bytes = read))) {
    if (!utf8) throw new Failure(`${file}:${number}: is not UTF-8; save the file as UTF-8`)
    // Empty lines are not read, and have rows all the same.
    while (npy.rows + lines.length < number - 1) {
      lines.push('')
      if (lines.length >= BATCH) await flush()
    }
    lines.push(text)
    if (lines.length >= BATCH) await flush()
  }
  await flush()
  progress.end()
}

/** Writes a row for each sentence of the documents, and a line about it to a file beside. Returns that file. */
async function encodeSentences(path: string, { encoder, representation, npy, out }: Target): Promise<string> {
  const list = out.replace(/\.npy$/, '.jsonl')
  const part = `${list}.part`
  const lines = createWriteStream(part)
  const progress = createProgress({ label: 'encoding', unit: 'sentences' })
  try {
    for await (const item of readSources([path], dirname(path))) {
      if ('status' in item) {
        if (item.status === 'failed') process.stderr.write(`failed: ${item.source}: ${item.reason}\n`)
        continue
      }
      const { sentences } = splitDocument('load' in item ? await item.load() : item)
      for (let start = 0; start < sentences.length; start += BATCH) {
        const some = sentences.slice(start, start + BATCH)
        const texts = some.map(({ text }) => text)
        await npy.write(await encoder.encode(texts, { representation }))
        for (const { document, title, path, position, text } of some)
          await line(lines, JSON.stringify({ document, title, path, position, text }))
        progress.update(npy.rows)
      }
    }
    await new Promise<void>((resolve, reject) =>
      lines.on('error', reject).end(() => {
        resolve()
      })
    )
    await rename(part, list)
    return list
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    lines.destroy()
    progress.end()
  }
}

async function line(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(`${text}\n`)) await new Promise<void>((resolve) => stream.once('drain', resolve))
}
