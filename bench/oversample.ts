/**
 * Writes the articles of CORPUS, and TIMES - 1 copies of its training articles under other training ids, since `fit` takes no corpus
 * twice.
 *
 *     node bench/dist/oversample.js CORPUS TIMES | gzip > OUT.jsonl.gz
 */
import { openCorpora, splitOf } from '@leitmotif/trainer'
import { once } from 'node:events'

const [corpus, times] = [process.argv.at(2), Number(process.argv.at(3))]
if (process.argv.length !== 4 || corpus === undefined || !(times >= 1)) {
  process.stderr.write('usage: node bench/dist/oversample.js CORPUS TIMES | gzip > OUT.jsonl.gz\n')
  process.exit(2)
}
for (let time = 1; time <= times; time++) {
  for await (const { article } of openCorpora([corpus])) {
    if (time > 1 && splitOf(article.id) !== 'train') continue
    let id = time > 1 ? `${article.id}~${time}` : article.id
    while (splitOf(id) !== splitOf(article.id)) id += '~'
    if (!process.stdout.write(`${JSON.stringify({ ...article, id })}\n`)) await once(process.stdout, 'drain')
  }
}
