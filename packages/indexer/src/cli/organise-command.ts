import { writeFile } from 'node:fs/promises'
import { counted, Failure, printJson, wholeNumber, writeFailure } from '@leitmotif/command'
import { Command } from 'commander'
import { openEncoder } from '../store/collection.js'
import { readTextLines, STANDARD_INPUT } from '../ingest/decoded-lines.js'
import { checkLines } from '../ingest/file-kinds.js'
import { encodingOption, reportEncoding } from './text-encoding-option.js'
import {
  MAX_ORGANISED,
  MAX_SECTIONS,
  organiseSentences,
  type LooseSentence,
  type OrganisedText
} from '../search/organise.js'
import { encoderOption, jsonOption } from './shared-options.js'

interface Flags {
  readonly sections?: number
  readonly out?: string
  readonly encoding?: string
  readonly encoder: string
  readonly json?: boolean
}

/** `leitmotif organise`: loose sentences as a text with sections. */
export function organiseCommand(): Command {
  return new Command('organise')
    .description(
      'Orders loose sentences of any origin, such as arguments or extracts of many documents, into a text: sections by ' +
        'theme with headings, similar sentences next to each other, sources numbered. No sentence is changed or left out.\n\nExample: leitmotif organise extracts.txt --out text.md'
    )
    .argument(
      '<file...>',
      `files of 1 to ${MAX_ORGANISED} sentences: one a line, or JSON lines (.jsonl, .ndjson) {"text", "source"}; also with .gz; - reads either on standard input`
    )
    .option(
      '--sections <count>',
      `number of sections, 1 to ${MAX_SECTIONS} (default: as many as separate the sentences best)`,
      wholeNumber(1, MAX_SECTIONS)
    )
    .option('-o, --out <file>', 'write the Markdown to this file (default: standard output)')
    .addOption(encodingOption())
    .addOption(encoderOption('the encoder to use'))
    .addOption(jsonOption())
    .action(async (files: string[], flags: Flags) => {
      for (const file of files) checkLines(file, 'text with one sentence a line, or JSON lines (.jsonl, .ndjson)')
      const sentences: LooseSentence[] = []
      for (const file of files) sentences.push(...(await readSentences(file, flags.encoding)))
      if (sentences.length === 0)
        throw new Failure(
          `${files.join(', ')}: ${files.length === 1 ? 'has' : 'have'} no sentences; expected one a line`
        )
      const encoder = await openEncoder(flags.encoder)
      const { sections, markdown } = await organiseSentences(encoder, sentences, { count: flags.sections })
      encoder.dispose()
      if (flags.out !== undefined) {
        const { out } = flags
        await writeFile(out, markdown).catch((error: unknown) => Promise.reject(writeFailure(out, error)))
        process.stderr.write(`${countsOf(sections)}: ${out}\n`)
      } else if (flags.json !== true) process.stdout.write(markdown)
      if (flags.json === true) printJson({ sections, markdown })
    })
}

/** Returns how many sentences and sections an organised text has: `138 sentences in 6 sections, and 12 other sentences`. */
export function countsOf(sections: OrganisedText['sections']): string {
  const themed = sections.filter(({ heading }) => heading !== undefined)
  const total = (some: OrganisedText['sections']): number => some.reduce((sum, one) => sum + one.sentences.length, 0)
  const others = total(sections) - total(themed)
  return [
    ...(themed.length > 0 ? [`${counted(total(themed), 'sentence')} in ${counted(themed.length, 'section')}`] : []),
    ...(others > 0 ? [counted(others, 'other sentence')] : [])
  ].join(', and ')
}

/** Reads a file of sentences, or standard input. @throws Failure for an invalid line. */
async function readSentences(file: string, encoding: string | undefined): Promise<LooseSentence[]> {
  const isPiped = file === STANDARD_INPUT
  const path = isPiped ? 'standard input' : file
  const json = /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(file)
  const sentences: LooseSentence[] = []
  const onEncoding = (name: string): void => {
    reportEncoding(path, name)
  }
  for await (const { text, number } of readTextLines(file, encoding, () => undefined, onEncoding)) {
    if (text.trim() === '') continue
    if (sentences.length === MAX_ORGANISED)
      throw new Failure(`${path}: holds more than ${MAX_ORGANISED} sentences; organise a part of them`)
    const isJson = json || (isPiped && text.startsWith('{'))
    sentences.push(isJson ? decodeSentence(text, `${path}: line ${number}`) : { text: text.trim() })
  }
  return sentences
}

function decodeSentence(line: string, place: string): LooseSentence {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new Failure(`${place} is not JSON (${(error as Error).message})`)
  }
  const { text, source } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  if (typeof text !== 'string' || text.trim() === '' || (source !== undefined && typeof source !== 'string'))
    throw new Failure(`${place} is "${line.slice(0, 80)}"; expected {"text": …} with text, and perhaps "source"`)
  return { text: text.trim(), ...(source !== undefined && { source }) }
}
