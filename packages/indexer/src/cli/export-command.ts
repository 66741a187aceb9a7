import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { counted, createProgress, Failure, printJson } from '@leitmotif/command'
import { Command } from 'commander'
import { exportParquet, exportSentences, SENTENCE_ENDS } from '../analytics/sentence-export.js'
import { type PlaceFlags, withCollection } from '../store/collection.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly filter?: readonly string[]
  readonly json: boolean
}

/** `leitmotif export`: writes every sentence to a file. */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Writes every sentence of a collection to a file, with its document, position, headings, theme and fields. ' +
        'A file that ends in .csv or .parquet has one column per field, lists joined by semicolons; one that ends in ' +
        '.ndjson has one JSON object per line.\n\nExample: leitmotif export sentences.csv --in shelf'
    )
    .argument('<file>', `file to write, for example sentences.csv; must end in ${SENTENCE_ENDS.join(', ')}`)
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(filterOption('--filter', 'only sentences that match'))
    .addOption(jsonOption())
    .action(async (file: string, flags: Flags) => {
      const sentences = await writeSentences(file, flags)
      if (flags.json) printJson({ file, sentences })
      else process.stdout.write(`${counted(sentences, 'sentence')} written to ${file}\n`)
    })
}

/**
 * Exports to a temporary file that is then renamed, so that an interrupted export leaves no incomplete file. Returns
 * the number of sentences.
 */
async function writeSentences(file: string, flags: Flags): Promise<number> {
  const end = SENTENCE_ENDS.find((known) => known === extname(file).toLowerCase())
  if (end === undefined) throw new Failure(`${file}: expected a file that ends in ${SENTENCE_ENDS.join(', ')}`)
  const part = `${file}.part`
  let sentences = 0
  await withCollection(flags, undefined, 'read', async (store) => {
    const filter = await namedFilter(store, flags.filter ?? [])
    const total = (await store.describe()).sentences
    const progress = createProgress({ label: 'exporting', total, unit: 'sentences' })
    const onWritten = (written: number): void => {
      sentences = written
      progress.update(written)
    }
    try {
      if (end === '.parquet') await exportParquet(store, file, filter, onWritten)
      else {
        await pipeline(Readable.from(exportSentences(store, end, filter, onWritten)), createWriteStream(part))
        await rename(part, file)
      }
    } catch (error) {
      await rm(part, { force: true })
      const { code, message } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      throw new Failure(`${file} cannot be written (${message}); name a file in a folder of yours`)
    } finally {
      progress.end()
    }
  })
  return sentences
}
