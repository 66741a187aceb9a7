import type { z } from 'zod'
import { flatDuplicates } from '../analytics/flat-table.js'
import type { Duplicates } from '../duplicates/duplicates.js'
import { NO_SCORER } from '../duplicates/shipped-scorer.js'
import { duplicatesSection } from '../report/theme-sections.js'
import { RequestProblem } from './problem.js'
import { Reply, route, type Route, type ServiceContext } from './route.js'
import { RUNNING, runningReply, SAVED, savedAnswer } from './replies.js'
import { duplicatesAnswer, duplicatesQuery, exportFormat, MAX_GROUPS } from './schemas.js'

const shared = {
  method: 'get',
  tag: 'Analytics',
  problems: { 404: 'There is no pair scorer, which paraphrases are found by.' }
} as const

/** What the collection says more than once. */
export const duplicateRoutes: Route[] = [
  route({
    ...shared,
    path: '/api/duplicates',
    summary: 'Groups of sentences that say the same',
    description:
      'Looked for when they are first asked for after the collection changed, one search at a time; until they are found, ' +
      'the answer is 202. Of a large collection this takes minutes.',
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

/** What was found, or how far looking for it is. How many groups are wanted makes no search of its own. */
async function find(
  { duplicates, scorer }: ServiceContext,
  { limit, ...query }: z.output<typeof duplicatesQuery>
): Promise<Duplicates | Reply> {
  if (query.upTo === 'paraphrase' && scorer === undefined) throw new RequestProblem(404, `${NO_SCORER}.`)
  const found = await duplicates.get({ ...query, limit: MAX_GROUPS })
  return 'found' in found ? { ...found, found: found.found.slice(0, limit) } : runningReply(found)
}
