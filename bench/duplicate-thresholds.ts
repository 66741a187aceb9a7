/**
 * Measures how long `findDuplicates` takes of a collection the first time, and for other thresholds by what it compared then.
 *
 *     node bench/dist/duplicate-thresholds.js FOLDER SCORER
 *
 * FOLDER: an embedded collection. SCORER: the folder of a pair scorer.
 */
import { loadPairScorer } from '@leitmotif/encoder/pairs'
import { findDuplicates, openEmbeddedStore, type DuplicatesRequest } from '@leitmotif/indexer'

const [folder, scorerFolder] = process.argv.slice(2)
const scorer = await loadPairScorer(scorerFolder)
const store = await openEmbeddedStore(folder, { access: 'read' })
let compared: DuplicatesRequest['compared']
for (const threshold of [4.5, 4.5, 4.2, 4, 3.5]) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const found = await findDuplicates(store, scorer, {
    ...{ threshold, compared },
    onCompared(comparison) {
      compared = comparison
    }
  })
  const { user, system } = process.cpuUsage(before)
  const seconds = [performance.now() - started, (user + system) / 1000].map((time) => (time / 1000).toFixed(1))
  const { same, near, paraphrase } = found.groups
  console.log(`${threshold}: ${seconds[0]} s, of the processor ${seconds[1]} s; ${same + near + paraphrase} groups`)
}
await store.close()
