import type { z } from 'zod'
import { flatDuplicates } from '../analytics/flat-table.js'
import type { Duplicates } from '../duplicates/duplicates.js'
import { NO_SCORER } from '../duplicates/shipped-scorer.js'
import { duplicatesSection } from '../report/theme-sections.js'
import { RequestProblem } from './problem.js'
import { Reply, route, type Route, type ServiceContext } from './route.js'
import { RUNNING, runningReply, SAVED, savedAnswer } from './replies.js'
import { duplicatesAnswer, duplicatesQuery, MAX_GROUPS } from './schemas/duplicate-schemas.js'
import { exportFormat } from './schemas/common-schemas.js'

const shared = {
  method: 'get',
  tag: 'Analytics',
  problems: { 404: 'The service has no pair scorer, which paraphrases need.' }
} as const

/** Routes for the duplicates of the collection. */
export const duplicateRoutes: Route[] = [
  route({
    ...shared,
    path: '/api/duplicates',
    summary: 'Groups of sentences that say the same',
    description:
      'The first request after a change of the collection starts a search; until it is done, the answer is 202. ' +
      'It takes minutes for a large collection. One search runs at a time.',
    query: duplicatesQuery,
    answer: duplicatesAnswer,
    others: { 202: RUNNING },
    handle: (context, { query }) => find(context, query)
  }),
  route({
    ...shared,
    path: '/api/duplicates/export',
    summary: 'Groups of sentences that say the same, as a file',
    query: duplicatesQuery.extend({ format: exportFormat }),
    others: { 200: { ...SAVED, schema: duplicatesAnswer }, 202: RUNNING },
    handle: async (context, { query: { format, ...query } }) => {
      const found = await find(context, query)
      if (found instanceof Reply) return found
      return savedAnswer(context, 'duplicates', format, {
        value: duplicatesAnswer.parse(found),
        table: flatDuplicates(found),
        page: () => duplicatesSection(found)
      })
    }
  })
]

/** Returns the duplicates, or the progress of the search. Requests that differ only in `limit` share a search. */
async function find(
  { duplicates, scorer }: ServiceContext,
  { limit, ...query }: z.output<typeof duplicatesQuery>
): Promise<Duplicates | Reply> {
  if (query.upTo === 'paraphrase' && scorer === undefined) throw new RequestProblem(404, `${NO_SCORER}.`)
  const found = await duplicates.get({ ...query, limit: MAX_GROUPS })
  return 'found' in found ? { ...found, found: found.found.slice(0, limit) } : runningReply(found)
}
