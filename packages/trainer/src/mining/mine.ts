import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeFailure } from '@leitmotif/command'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { openCorpora, type CorpusOptions } from '../corpora/corpus.js'
import type { Tally } from './section-filters.js'
import type { Sentence } from './openers.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'
import { createPool } from './pool.js'
import { createReportTally, type MiningReport } from './report.js'
import { assignParts, type Split } from './split.js'
import { mineTitleTriplets, type Title } from './title-triplets.js'
import { mineTriplets, type Triplet } from './triplets.js'

/** Input, output and options of a run of mining. */
export interface MiningJob extends CorpusOptions {
  /** Paths of the corpora, in the order of reading. */
  readonly corpora: readonly string[]
  /** A file of JSON lines, packed if its name ends in `.gz`. It appears when it is complete. */
  readonly out: string
  /** Default: `sentences`. */
  readonly kind?: 'sentences' | 'titles'
  /** The part of the articles to mine. Default: `all`. */
  readonly split?: Split | 'all'
  /**
   * Writes two `candidates` in random order and the index of the `positive` (0 or 1), instead of `positive` and `negative`
   * (the patent's claims 3 and 16). Default: false.
   */
  readonly labelled?: boolean
  readonly options?: Partial<MiningOptions>
}

/**
 * Mines corpora into a file of triplets, one a line: `{id, pivot, positive, negative}`, each sentence with its text and
 * position. Streams articles in constant memory. Equal corpora, options and seed give equal bytes.
 * @throws Failure when a corpus can't be read.
 */
export async function mineCorpora(job: MiningJob): Promise<MiningReport> {
  const { corpora, out, kind = 'sentences', split = 'all', labelled = false } = job
  const options = { ...MINING_DEFAULTS, ...job.options }
  const tally = createReportTally()
  const mine = createMiner(kind, options, tally)
  const counts = { read: 0, damaged: 0, otherParts: 0, withTriplets: 0 }
  const onDamage =
    job.onDamage &&
    ((message: string) => {
      counts.damaged++
      job.onDamage?.(message)
    })

  async function* lines(): AsyncGenerator<string> {
    const partOf = split === 'all' ? undefined : await assignParts(corpora)
    for await (const read of openCorpora(corpora, { ...job, ...(onDamage && { onDamage }) })) {
      const { article } = read
      counts.read++
      if (partOf !== undefined && partOf(read) !== split) {
        counts.otherParts++
        continue
      }
      tally.begin(article.id)
      const triplets = mine(article)
      tally.addTriplets(triplets)
      if (triplets.length === 0) continue
      counts.withTriplets++
      const order = createRandom(options.seed).fork(article.id).fork('labels')
      yield triplets.map((triplet, n) => tripletLine(`${article.id}/${n}`, triplet, labelled ? order : null)).join('')
    }
  }

  await writeWhole(out, lines())
  const stages = tally.stages()
  const articles = { ...counts, withoutTriplets: stages.articles.kept - counts.withTriplets }
  return { corpora, kind, split, labelled, options, articles, stages, examples: tally.examples() }
}

function createMiner(
  kind: 'sentences' | 'titles',
  options: MiningOptions,
  tally: Tally
): (article: Article) => Triplet<Sentence | Title>[] {
  const fromCorpus = options.negative === 'corpus'
  if (kind === 'titles') {
    const run = { tally, ...(fromCorpus && { pool: createPool<Title>(options.seed) }) }
    return (article) => mineTitleTriplets(article, options, run)
  }
  const run = { tally, ...(fromCorpus && { pool: createPool<Sentence>(options.seed) }) }
  return (article) => mineTriplets(article, options, run)
}

/** Returns a line of output; with `order`, candidates in random order and a label. */
function tripletLine(id: string, triplet: Triplet<Sentence | Title>, order: Random | null): string {
  const pivot = placed(triplet.pivot)
  const positive = placed(triplet.positive)
  const negative = placed(triplet.negative)
  if (order === null) return `${JSON.stringify({ id, pivot, positive, negative })}\n`
  const label = order.integer(2)
  const candidates = label === 0 ? [positive, negative] : [negative, positive]
  return `${JSON.stringify({ id, pivot, candidates, positive: label })}\n`
}

/** Returns the fields of a sentence or title that the file has. */
function placed(candidate: Sentence | Title): Sentence | Title {
  const { article, section, text } = candidate
  if (!('span' in candidate)) return { article, section, text }
  return { article, section, paragraph: candidate.paragraph, span: candidate.span, text }
}

/** Writes a file that appears when it is complete; packs it if its name ends in `.gz`. */
async function writeWhole(path: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${path}.part`
  try {
    const file = createWriteStream(part)
    if (path.endsWith('.gz')) await pipeline(lines, createGzip(), fixHeader, file)
    else await pipeline(lines, file)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw writeFailure(path, error)
  }
}

/** Sets the operating system in a gzip header to "unknown", so that every machine writes the same bytes. */
async function* fixHeader(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true
  for await (const chunk of packed) {
    if (first) chunk[9] = 255
    first = false
    yield chunk
  }
}
