import { z } from 'zod'
import { MOST_VALUES } from '../../analytics/shares.js'
import { REST_KINDS, THEME_LEVELS } from '../../analytics/theme-table.js'
import { DATE_INTERVALS } from '../../store/dates.js'
import { count, few, fieldName, filterQuery, filterText, sentence, share, themeId } from './common-schemas.js'
import { named } from './theme-schemas.js'

const LEVELS = 'themes: all themes; top: top-level groups and themes without a group; tree: all groups and themes.'

const level = z.enum(THEME_LEVELS).default('themes').meta({ description: LEVELS })

const themeRow = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['theme', 'group']),
  parent: z.string().optional().meta({ description: 'Id of the group that contains it.' }),
  parentLabel: z.string().optional()
})

export const shareQuery = z.strictObject({
  by: fieldName
    .exactOptional()
    .meta({ description: 'Field whose values to compare. Default: all sentences together, under the key all.' }),
  values: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(MOST_VALUES)
    .meta({ description: 'Maximum number of values, most frequent first.' }),
  level: z
    .enum(THEME_LEVELS)
    .exactOptional()
    .meta({ description: `${LEVELS} Default: themes with by, tree without.` }),
  filter: filterText
})

export const trendsQuery = z.strictObject({
  field: fieldName.exactOptional().meta({
    description:
      'Date or number field. Default: the field date, else the only date, else the only number named like a year.'
  }),
  interval: z
    .enum(DATE_INTERVALS)
    .exactOptional()
    .meta({ description: 'Interval for a date field. Default: chosen automatically.' }),
  step: z.coerce
    .number()
    .positive()
    .exactOptional()
    .meta({ description: 'Width of an interval for a number field. Default: chosen automatically.' }),
  level,
  filter: filterText
})

export const reportQuery = trendsQuery.omit({ level: true })

export const overTimeQuery = trendsQuery.extend({ theme: themeId.exactOptional() })

const shareCell = z.object({
  key: z.string().meta({ description: "The field's value, or the first day or number of the interval." }),
  sentences: count,
  documents: count,
  share: share.meta({ description: 'Share of all sentences with this key.' }),
  low: share.meta({
    description: 'Lower end of the 95 % confidence interval, which allows for clustering by document.'
  }),
  high: share,
  few
})

/** Step of a number field. */
const step = z.number().optional().meta({ description: 'Width of an interval, if not a single number.' })

export const sharesAnswer = z
  .object({
    by: z.string().optional().meta({ description: 'The field; absent for all sentences together.' }),
    interval: z.enum(DATE_INTERVALS).optional(),
    step,
    keys: z.array(z.object({ key: z.string(), sentences: count, documents: count, few })),
    themes: z.array(themeRow),
    cells: z
      .array(shareCell.extend({ theme: z.string() }))
      .meta({ description: 'One row per theme, one cell per key.' }),
    rest: z
      .array(z.object({ kind: z.enum(REST_KINDS), label: z.string(), cells: z.array(shareCell) }))
      .meta({ description: 'Rows for hidden themes and for sentences without a theme, if there are any.' }),
    without: count.meta({ description: 'Number of sentences without a value of the field.' }),
    rarer: count.meta({ description: 'Number of sentences with a value too rare to be listed.' })
  })
  .meta({ id: 'Shares' })

const timeSpan = z.object({
  from: z.string().meta({ description: 'First day or number of its first time.' }),
  to: z.string().meta({ description: 'First day or number of its last time.' })
})

export const trendsAnswer = z
  .object({
    field: z.string(),
    interval: z
      .enum(DATE_INTERVALS)
      .optional()
      .meta({ description: 'Unit of time of the slopes; absent for a number field.' }),
    step,
    first: timeSpan
      .optional()
      .meta({ description: 'The first part of the time: at least a tenth of the documents, if the times allow.' }),
    last: timeSpan.optional().meta({ description: 'The last part of the time.' }),
    trends: z
      .array(
        z.object({
          theme: z.string(),
          label: z.string(),
          direction: z
            .enum(['rising', 'falling', 'level'])
            .meta({ description: 'level if the change is not significant.' }),
          slope: z.number().meta({ description: 'Change of the log-odds per unit of time.' }),
          low: z.number().meta({ description: 'Lower end of the 95 % confidence interval of the slope.' }),
          high: z.number(),
          p: share.meta({ description: 'p-value of the change.' }),
          first: share.meta({ description: 'Share counted in the sentences of the first part of the time.' }),
          last: share.meta({ description: 'Share counted in those of the last part.' }),
          peak: timeSpan
            .extend({ share })
            .optional()
            .meta({ description: 'The part in between with the largest share, if far above first and last.' }),
          sentences: count,
          documents: count,
          few,
          carriedBy: z
            .object({ kind: z.enum(['document', 'author']), name: z.string(), share })
            .optional()
            .meta({
              description:
                "The document or author that has half of the theme's sentences, or without which less than half of the slope remains."
            })
        })
      )
      .meta({ description: 'Largest gain of share first, largest loss last.' })
  })
  .meta({ id: 'Trends' })

export const togetherAnswer = z
  .object({
    documents: count,
    pairs: z
      .array(
        z.object({
          a: named,
          b: named,
          documents: count.meta({ description: 'Number of documents with both themes.' }),
          expected: z.number().meta({ description: 'Number of documents expected by chance.' }),
          lift: z.number().meta({ description: 'documents / expected.' }),
          jaccard: share.meta({ description: 'Documents with both themes / documents with at least one of them.' }),
          z: z.number().meta({ description: 'Difference from the expected number in standard deviations.' }),
          certain: z.boolean().meta({ description: 'Whether the difference is significant.' }),
          few: z.boolean().meta({ description: 'Whether fewer than 5 documents have both, or are expected to.' })
        })
      )
      .meta({ description: 'Strongest first.' })
  })
  .meta({ id: 'Together' })

const likeness = z.object({
  document: z.string(),
  title: z.string(),
  sentences: count.meta({ description: 'Number of its sentences on the theme, or of those measured.' }),
  of: count.meta({ description: 'Number of all its sentences.' }),
  similarity: z.number()
})

export const typicalQuery = filterQuery.extend({ theme: themeId })

export const typicalAnswer = z
  .object({
    theme: named,
    documents: z.array(likeness).meta({ description: 'Most typical first.' }),
    passages: z
      .array(
        z.object({
          document: z.string(),
          title: z.string(),
          path: z.array(z.string()),
          sentences: z.array(
            sentence
              .pick({ id: true, position: true, text: true })
              .extend({ onTheme: z.boolean().meta({ description: 'Whether the sentence is on the theme.' }) })
          ),
          score: z.number()
        })
      )
      .meta({ description: 'Consecutive sentences, best first, at most one passage per document.' })
  })
  .meta({ id: 'Typical' })

export const outliersAnswer = z
  .object({
    sentences: z
      .array(z.object({ record: sentence, similarity: z.number() }))
      .meta({ description: 'Sentences least similar to any theme.' }),
    documents: z
      .array(
        likeness.extend({
          drawn: z.number().meta({
            description: 'similarity, shrunk towards the mean of the collection for documents with few sentences.'
          })
        })
      )
      .meta({ description: 'Documents least similar to the collection, lowest value of drawn first.' })
  })
  .meta({ id: 'Outliers' })

export type SharesAnswer = z.output<typeof sharesAnswer>
export type TrendsAnswer = z.output<typeof trendsAnswer>
export type TogetherAnswer = z.output<typeof togetherAnswer>
export type TypicalAnswer = z.output<typeof typicalAnswer>
export type OutliersAnswer = z.output<typeof outliersAnswer>
