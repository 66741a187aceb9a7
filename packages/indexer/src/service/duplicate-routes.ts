import { NO_SCORER } from '../duplicates/shipped-scorer.js'
import { RequestProblem } from './problem.js'
import { Reply, route, type Route } from './route.js'
import { duplicatesAnswer, duplicatesQuery, mapDrawing } from './schemas.js'

/** Seconds after which it is worth while to ask again for duplicates that are being looked for. */
const ASK_AGAIN = 2

/** What the collection says more than once. */
export const duplicateRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/duplicates',
    tag: 'Analytics',
    summary: 'Groups of sentences that say the same',
    description:
      'Looked for when they are first asked for after the collection changed, one search at a time; until they are found, ' +
      'the answer is 202. Of a large collection this takes minutes.',
    query: duplicatesQuery,
    answer: duplicatesAnswer,
    others: {
      202: { description: 'They are being looked for; ask again.', type: 'application/json', schema: mapDrawing }
    },
    problems: { 404: 'There is no pair scorer, which paraphrases are found by.' },
    handle: async ({ duplicates, scorer }, { query }) => {
      if (query.upTo === 'paraphrase' && scorer === undefined) throw new RequestProblem(404, `${NO_SCORER}.`)
      const found = await duplicates.get(query)
      if ('found' in found) return found
      const body = JSON.stringify({ status: 'drawing', done: found.done })
      return new Reply(202, 'application/json', body, { 'Retry-After': String(ASK_AGAIN) })
    }
  })
]
