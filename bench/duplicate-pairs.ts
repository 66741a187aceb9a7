/**
 * Measures how many near-identical pairs the cells of `leitmotif duplicates` find, compared with all pairs; then prints random pairs
 * from each range of relatedness for people to judge.
 *
 *     node bench/dist/duplicate-pairs.js FOLDER SCORER [SENTENCES]
 *
 * FOLDER: an embedded collection. SCORER: the folder of a pair scorer. SENTENCES: number of distinct sentences; default 20000, of
 * which 9,000 are compared with one another.
 */
import type { Vectors } from '@leitmotif/encoder'
import { createRandom } from '@leitmotif/encoder/vectors'
import { loadPairScorer } from '@leitmotif/pairs'
import { openEmbeddedStore } from '@leitmotif/indexer'
import { DUPLICATES_DEFAULTS, likenessOf, nearPairs, readCopies, scoresOf } from '@leitmotif/indexer/benchmarks'

const STEPS = [3.5, 4, 4.25, 4.5, 4.6, 4.7, 4.8, 5.01]
const JUDGED = 10
const COMPARED = 9000
const NEIGHBOURS = 10

const [folder, scorerFolder, most = '20000'] = process.argv.slice(2)
const scorer = await loadPairScorer(scorerFolder)
const store = await openEmbeddedStore(folder, { access: 'read' })
const read = await readCopies(store, {}, DUPLICATES_DEFAULTS.leastWords)
await store.close()
const { dims, data } = read.vectors
const first = (count: number): Vectors => ({ count, dims, data: data.subarray(0, count * dims) })
const count = Math.min(Number(most), read.copies.length)

const compared = first(Math.min(COMPARED, count))
const near = async (exact: number): Promise<string[]> => {
  const started = performance.now()
  const { a, b } = await nearPairs(compared, { neighbours: NEIGHBOURS, exact })
  console.log(`${exact === 1 ? 'by cells' : 'all with all'}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return Array.from(a, (one, at) => [one, b[at]])
    .filter(([one, other]) => read.shared(one, other) >= 0.8)
    .map((pair) => pair.join())
}
const [exact, cells] = [await near(Infinity), new Set(await near(1))]
const met = exact.filter((pair) => cells.has(pair)).length
console.log(
  `${exact.length} pairs share .8 of their words, ${((100 * met) / exact.length).toFixed(1)} % found by cells`
)

const pairs = await nearPairs(first(count), { neighbours: NEIGHBOURS })
const part = { ...read, copies: read.copies.slice(0, count) }
const scores = await scoresOf(part.copies, scorer)
const likeness = likenessOf(part, scores, { shared: DUPLICATES_DEFAULTS.shared, threshold: STEPS[0] })
const found = Array.from(pairs.a, (a, at) => ({ a, b: pairs.b[at] }))
  .filter(({ a, b }) => likeness.kind(a, b) === 'paraphrase')
  .map(({ a, b }) => ({ a, b, related: likeness.related(a, b)! }))
for (const [at, low] of STEPS.slice(0, -1).entries()) {
  const own = found.filter(({ related }) => related >= low && related < STEPS[at + 1])
  console.log(`\n${low} to ${STEPS[at + 1]}: ${own.length} pairs`)
  for (const { a, b, related } of createRandom('judged').shuffle(own).slice(0, JUDGED)) {
    console.log(`  ${related.toFixed(2)}\n    ${read.copies[a].text}\n    ${read.copies[b].text}`)
  }
}
