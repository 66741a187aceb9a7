import type { Markup } from '@leitmotif/command'
import type { z } from 'zod'
import {
  flatOutliers,
  flatShares,
  flatTogether,
  flatTrends,
  flatTypical,
  type FlatTable
} from '../analytics/flat-table.js'
import { findOutliers } from '../analytics/outliers.js'
import { sharesOverTime, themeShares } from '../analytics/shares.js'
import { themesTogether } from '../analytics/theme-cooccurrence.js'
import { themeTrends } from '../analytics/trends.js'
import { typicalOf } from '../analytics/typical.js'
import { collectionPage, reportCollection } from '../report/collection-report.js'
import { overTimeSection, sharesSection } from '../report/share-sections.js'
import { outliersSection, togetherSection, trendsSection, typicalSection } from '../report/theme-sections.js'
import type { ThemeStore } from '../store/store.js'
import { route, type Route, type ServiceContext } from './route.js'
import { SAVED, saved, savedAnswer } from './replies.js'
import { exportFormat, filterQuery } from './schemas/common-schemas.js'
import {
  outliersAnswer,
  overTimeQuery,
  reportQuery,
  sharesAnswer,
  shareQuery,
  togetherAnswer,
  trendsAnswer,
  trendsQuery,
  typicalAnswer,
  typicalQuery
} from './schemas/analytics-schemas.js'
import { needTheme, needThemes, NO_THEMES } from './theme-routes.js'

/** Number of passages in the answer of /typical. */
const PASSAGES = 5

/** A question about themes. The answer is returned as JSON, and as a file at the same path with `/export`. */
interface Question<Q extends z.ZodObject, Given> {
  readonly name: string
  readonly summary: string
  readonly query: Q
  readonly answer: z.ZodType
  readonly ask: (store: ThemeStore, query: z.output<Q>) => Promise<Given>
  readonly table: (given: Given) => FlatTable
  readonly page: (given: Given) => Markup
}

/** Returns the routes of a question. All formats share one cached answer. */
function routesOf<Q extends z.ZodObject, Given>(question: Question<Q, Given>): Route[] {
  const { name, summary, query: schema, answer, ask, table, page } = question
  const given = ({ collection }: ServiceContext, query: z.output<Q>): Promise<Given> =>
    collection.readOnce(JSON.stringify([name, query]), async (store) => {
      await needThemes(store)
      return ask(store, query)
    })
  const shared = { method: 'get', tag: 'Analytics', heavy: true, problems: { 404: NO_THEMES } } as const
  const path = `/api/analytics/${name}`
  return [
    { ...shared, path, summary, query: schema, answer, handle: (context, { query }) => given(context, query as never) },
    route({
      ...shared,
      path: `${path}/export`,
      summary: `${summary}, as a file`,
      query: schema.extend({ format: exportFormat }),
      others: {
        200: { ...SAVED, schema: answer }
      },
      handle: async (context, { query }) => {
        const { format, ...asked } = query as z.output<Q> & { format: z.output<typeof exportFormat> }
        const value = await given(context, asked as never)
        return savedAnswer(context, name, format, {
          value: answer.parse(value),
          table: table(value),
          page: () => page(value)
        })
      }
    })
  ]
}

/** Statistics of themes by field and over time. */
export const analyticsRoutes: Route[] = [
  ...routesOf({
    name: 'share',
    summary: 'Shares of themes in all sentences, or by value of a field',
    query: shareQuery,
    answer: sharesAnswer,
    ask: (store, query) => themeShares(store, query),
    table: flatShares,
    page: sharesSection
  }),
  ...routesOf({
    name: 'over-time',
    summary: 'Shares of all themes, or one, over time',
    query: overTimeQuery,
    answer: sharesAnswer,
    ask: async (store, query) => {
      if (query.theme !== undefined) await needTheme(store, query.theme)
      return sharesOverTime(store, query)
    },
    table: flatShares,
    page: overTimeSection
  }),
  ...routesOf({
    name: 'trends',
    summary: 'Rising and falling themes',
    query: trendsQuery,
    answer: trendsAnswer,
    ask: (store, query) => themeTrends(store, query),
    table: flatTrends,
    page: trendsSection
  }),
  ...routesOf({
    name: 'together',
    summary: 'Pairs of themes that share more documents than chance explains',
    query: filterQuery,
    answer: togetherAnswer,
    ask: (store, query) => themesTogether(store, query),
    table: flatTogether,
    page: togetherSection
  }),
  ...routesOf({
    name: 'typical',
    summary: 'Most typical documents and passages of a theme',
    query: typicalQuery,
    answer: typicalAnswer,
    ask: async (store, { theme, ...only }) => {
      await needTheme(store, theme)
      return typicalOf(store, theme, { passages: PASSAGES, ...only })
    },
    table: flatTypical,
    page: (typical) => typicalSection([typical])
  }),
  ...routesOf({
    name: 'outliers',
    summary: 'Outliers: sentences and documents least similar to the rest',
    query: filterQuery,
    answer: outliersAnswer,
    ask: (store, query) => findOutliers(store, query),
    table: flatOutliers,
    page: outliersSection
  }),
  route({
    method: 'get',
    path: '/api/analytics/report',
    tag: 'Analytics',
    heavy: true,
    summary: 'Report on the themes of the collection as a self-contained HTML page',
    query: reportQuery,
    problems: { 404: NO_THEMES },
    others: { 200: { description: 'The page as a file.', type: 'text/html' } },
    handle: async ({ collection }, { query }) => {
      const page = await collection.readOnce(JSON.stringify(['report', query]), async (store) => {
        await needThemes(store)
        return collectionPage(await reportCollection(store, query))
      })
      return saved('report', 'html', page)
    }
  })
]
