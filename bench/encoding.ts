/**
 * Measures how many sentences a second an encoder turns into vectors, cutting them into words included.
 *
 *     node bench/dist/encoding.js [FILE] [MODEL]
 *
 * FILE: articles; default ../shared/data/openstax.jsonl.gz, of whose paragraphs the first sentences are taken.
 * MODEL: default models/leitmotif-en.
 */
import { loadEncoder, splitSentences } from '@leitmotif/encoder'
import { openCorpora } from '@leitmotif/trainer'
import { fileURLToPath } from 'node:url'

const ROUNDS = 5
const BATCH = 1000

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const [file = path('../../../shared/data/openstax.jsonl.gz'), model = path('../../models/leitmotif-en')] =
  process.argv.slice(2)

const sentences: string[] = []
for await (const { article } of openCorpora([file])) {
  for (const paragraph of article.sections.flatMap(({ paragraphs }) => paragraphs)) {
    const first = splitSentences(paragraph).at(0)
    if (first !== undefined) sentences.push(paragraph.slice(first.start, first.end))
  }
}
const encoder = await loadEncoder(model)
for (let round = 1; round <= ROUNDS; round++) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  for (let at = 0; at < sentences.length; at += BATCH) await encoder.encode(sentences.slice(at, at + BATCH))
  const { user, system } = process.cpuUsage(before)
  const [clock, processor] = [(performance.now() - started) / 1e3, (user + system) / 1e6]
  const rate = (seconds: number): string => Math.round(sentences.length / seconds).toLocaleString('en-US')
  process.stdout.write(
    `round ${round}: ${sentences.length} sentences, ${rate(clock)} a second, ${rate(processor)} a second of processor time\n`
  )
}
encoder.dispose()
