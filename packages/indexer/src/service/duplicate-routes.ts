import { findDuplicates } from '../duplicates/duplicates.js'
import { NO_SCORER } from '../duplicates/shipped-scorer.js'
import { RequestProblem } from './problem.js'
import { route, type Route } from './route.js'
import { duplicatesAnswer, duplicatesQuery } from './schemas.js'

/** What the collection says more than once. */
export const duplicateRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/duplicates',
    tag: 'Analytics',
    summary: 'Groups of sentences that say the same',
    description:
      'Of a large collection this takes minutes, longer than a request may: ask again, and what was begun goes on meanwhile.',
    query: duplicatesQuery,
    answer: duplicatesAnswer,
    problems: { 404: 'There is no pair scorer, which paraphrases are found by.' },
    handle: ({ collection, scorer }, { query }) => {
      if (query.upTo === 'paraphrase' && scorer === undefined) throw new RequestProblem(404, `${NO_SCORER}.`)
      return collection.readOnce(JSON.stringify(['duplicates', query]), (store) => findDuplicates(store, scorer, query))
    }
  })
]
