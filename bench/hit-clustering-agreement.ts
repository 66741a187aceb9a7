/**
 * Measures how well the themes of a search's hits agree with the hits' articles and sections (AMI), with shared context as
 * `clusterHits` uses it, and with the mean removed only; into EIGHT themes, and into as many as are chosen.
 *
 *     node bench/dist/hit-clustering-agreement.js CORPUS…
 *
 * A collection has ARTICLES test articles of a corpus; QUERIES of their paragraph openers are searched for.
 */
import { centerRows, chooseThemeCount, findThemes } from '@leitmotif/encoder'
import { createRandom } from '@leitmotif/encoder/vectors'
import { clusterHits, ingest, openEmbeddedStore, type ClusterRequest, type Divide } from '@leitmotif/indexer'
import { agreementOf, bootstrapInterval, openSections, readPart } from '@leitmotif/trainer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openBenchEncoder } from './encoded-corpus.js'

const ARTICLES = 200
const QUERIES = 150
const HITS = 200
const EIGHT = 8

const corpora = process.argv.slice(2)
if (corpora.length === 0) {
  process.stderr.write('usage: node bench/dist/hit-clustering-agreement.js CORPUS…\n')
  process.exit(2)
}

/** Divides hits without shared context; coarse and fine are not measured. */
const lessTheMean: Divide = ({ into, ...input }) => {
  const sample = { sample: 300, most: 16 }
  const count = typeof into === 'number' ? into : chooseThemeCount(centerRows(input.vectors), sample).count
  return Promise.resolve(findThemes(input, { restarts: 2, sample: 2000, count }))
}

const encoder = await openBenchEncoder()
for (const corpus of corpora) {
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))
  try {
    const lines: string[] = []
    const openers: string[] = []
    for await (const article of readPart([corpus], 'test')) {
      openers.push(...openSections(article).flatMap((section) => section.openers.map(({ text }) => text)))
      if (lines.push(JSON.stringify(article)) === ARTICLES) break
    }
    const file = join(folder, 'articles.jsonl')
    await writeFile(file, lines.join('\n'))
    const filled = await openEmbeddedStore(join(folder, 'collection'), {
      access: 'write',
      encoder,
      representation: 'static'
    })
    const { sentences } = await ingest({ paths: [file], store: filled, encoder })
    await filled.close()
    const store = await openEmbeddedStore(join(folder, 'collection'), { access: 'read', encoder })
    const random = createRandom(1)
    const queries = Array.from({ length: QUERIES }, () => openers[random.integer(openers.length)])
    process.stdout.write(`${basename(corpus)}: ${lines.length} articles, ${sentences} sentences, ${QUERIES} queries\n`)
    for (const how of [{ count: EIGHT }, {}]) {
      const measured: { document: number; section: number; themes: number }[][] = []
      for (const text of queries) {
        const request: ClusterRequest = { search: { texts: [text] }, limit: HITS, ...how }
        const rows = []
        for (const divide of [undefined, lessTheMean]) {
          const { themes, unassigned } = await clusterHits(store, encoder, request, divide)
          const groups = [...themes.map(({ ids }) => ids), unassigned]
          const { records } = await store.read(groups.flat())
          const found = groups.flatMap(({ length }, g) => Array.from({ length }, () => g))
          const agreement = (keys: readonly string[]): number =>
            agreementOf(
              found,
              keys.map((key) => keys.indexOf(key))
            ).ami
          rows.push({
            document: agreement(records.map(({ document }) => document)),
            section: agreement(records.map(({ document, path }) => JSON.stringify([document, path]))),
            themes: themes.length
          })
        }
        measured.push(rows)
      }
      for (const figure of ['document', 'section', 'themes'] as const) {
        const mean = (
          of: (rows: (typeof measured)[number]) => number,
          drawn: Iterable<number> = measured.keys()
        ): number => Array.from(drawn, (q) => of(measured[q])).reduce((sum, value) => sum + value) / QUERIES
        const gain = (rows: (typeof measured)[number]): number => rows[0][figure] - rows[1][figure]
        const [low, high] = bootstrapInterval(QUERIES, 1, (drawn) => mean(gain, drawn))
        const figures = [mean(([now]) => now[figure]), mean(([, before]) => before[figure]), mean(gain), low, high]
        const into = 'count' in how ? `into ${EIGHT}` : 'as many as are chosen'
        process.stdout.write(`${into}, ${figure}: ${figures.map((value) => value.toFixed(4)).join(', ')}\n`)
      }
    }
    await store.close()
  } finally {
    await rm(folder, { recursive: true })
  }
}
