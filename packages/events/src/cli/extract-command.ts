import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { counted, createProgress, EXIT, Failure, printJson, readFailure, wholeNumber } from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { readChunker } from '../tagging/chunker-file.js'
import type { Chunker } from '../tagging/chunker.js'
import { Command, Option } from 'commander'
import { corporaSize, createDamageLog, prepareFiles, writeOutput } from '@leitmotif/trainer/training'
import { extractEvents, type ExtractReport } from '../corpora/headline-events.js'
import { HEADLINE_KINDS, readHeadlines } from '../corpora/headline-source.js'

interface Flags {
  readonly out: string
  readonly chunker: string
  readonly leastVerb: number
  readonly json: boolean
}

const OUTPUT = /\.(?:jsonl|ndjson)(?:\.gz)?$/
/** The tagger and chunker in this repository. */
const SHIPPED = fileURLToPath(new URL('../../../../models/leitmotif-en-events/tagger.bin', import.meta.url))
/** Error for a missing tagger. */
const NO_CHUNKER =
  'there is no tagger and chunker; take the folder models/leitmotif-en-events from the repository, or train one with ' +
  'leitmotif-train events chunker, and name its file with --chunker'
const LEAST_VERB = 5

/** `leitmotif-train events extract`: extracts who did what from headlines. */
export function extractCommand(): Command {
  return new Command('extract')
    .description(
      "Extracts events from headlines. The event's verb is the verb phrase. Its subject is the text before that phrase; " +
        'its object is the text after it. Writes JSON lines, one event a line, and a report, FILE.report.json.\n\nExample: leitmotif-train events extract headlines.txt --out events.jsonl'
    )
    .argument('<headlines...>', HEADLINE_KINDS)
    .requiredOption('-o, --out <file>', 'file of the events: .jsonl or .ndjson; .gz compresses it')
    .addOption(
      new Option('--chunker <file>', 'tagger and chunker that `leitmotif-train events chunker` wrote').default(
        SHIPPED,
        'models/leitmotif-en-events/tagger.bin'
      )
    )
    .addOption(
      new Option('--least-verb <n>', 'leave out verbs that have fewer events, 1 or more')
        .argParser(wholeNumber(1))
        .default(LEAST_VERB)
    )
    .option('--json', 'print the report as JSON', false)
    .action(async (headlines: string[], flags: Flags) => {
      process.exitCode = await runExtract(headlines, flags)
    })
}

async function runExtract(paths: string[], { out, chunker: file, leastVerb, json }: Flags): Promise<number> {
  if (!OUTPUT.test(out)) {
    throw new Failure(`--out ${out}: expected a name that ends in .jsonl, .ndjson, .jsonl.gz or .ndjson.gz`)
  }
  const reportPath = `${out}.report.json`
  await prepareFiles([out, reportPath], { inputs: [...paths, file] })
  if (file === SHIPPED && !existsSync(file)) throw new Failure(NO_CHUNKER)
  const chunker = await openChunker(file)
  const progress = createProgress({ label: 'extracting', total: await corporaSize(paths), unit: 'bytes' })
  const damage = createDamageLog()
  const onBytes = (read: number): void => {
    progress.update(read)
  }
  const headlines = readHeadlines(paths, { onBytes, onDamage: damage.onDamage })
  const { events, report } = await extractEvents(headlines, chunker, leastVerb)
  progress.end(counted(events.length, 'event'))
  const damaged = damage.end()
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
  await writeOutput(out, out.endsWith('.gz') ? gzipSync(lines) : lines)
  await writeOutput(reportPath, `${JSON.stringify(report, null, 2)}\n`)
  if (json) printJson(report)
  else process.stdout.write(reportText(report))
  if (events.length === 0) process.stderr.write(`${noEvent(report, leastVerb)}\n`)
  return events.length === 0 || damaged > 0 ? EXIT.findings : EXIT.done
}

/** Reads tagger and chunker. @throws Failure for a missing file or one with other content. */
async function openChunker(path: string): Promise<Chunker> {
  try {
    return readChunker(await readFile(path), path)
  } catch (error) {
    if (error instanceof BundleError) throw new Failure(error.message)
    throw readFailure(path, error)
  }
}

/** Says why there are no events, and what to do. */
function noEvent({ headlines, tooLong, rareVerbs }: ExtractReport, leastVerb: number): string {
  const count = rareVerbs.events.toLocaleString('en-US')
  if (rareVerbs.events > 0) {
    return `no event is left: --least-verb ${leastVerb} dropped all ${count}, whose verbs have fewer than ${leastVerb} events each; --least-verb 1 keeps them`
  }
  if (headlines === 0) return `no event: there is no headline; expected ${HEADLINE_KINDS}`
  return tooLong === headlines
    ? `no event: every headline is too long; expected one a line`
    : 'no event: no headline has a subject and a verb that is known for one'
}

function reportText(report: ExtractReport): string {
  const { headlines, tooLong, withoutVerb, duplicates, rareVerbs, kept, verbs, shortened, withoutObject } = report
  const row = (name: string, count: number, note = ''): string =>
    `${name.padEnd(24)}${count.toLocaleString('en-US').padStart(10)}${note === '' ? '' : `  ${note}`}\n`
  return [
    row('headlines', headlines),
    row('too long', tooLong),
    row('no subject and verb', withoutVerb),
    row('duplicates', duplicates),
    row('of rare verbs', rareVerbs.events, counted(rareVerbs.verbs, 'verb')),
    row('events kept', kept, counted(verbs, 'verb')),
    row('  without object', withoutObject),
    row('  subject shortened', shortened.subject),
    row('  verb shortened', shortened.verb),
    row('  object shortened', shortened.object),
    `most common verbs: ${report.mostCommon.map(([verb, count]) => `${verb} ${count}`).join(', ')}\n`
  ].join('')
}
