import { DOCUMENT_FORMATS } from '@leitmotif/encoder'
import { z } from 'zod'
import { MOST_VALUES } from '../analytics/shares.js'
import { REST_KINDS, THEME_LEVELS } from '../analytics/theme-table.js'
import { MAX_CLUSTERS } from '../search/cluster-hits.js'
import { GRANULARITIES } from '../search/sentence-division.js'
import { DATE_INTERVALS } from '../store/dates.js'
import { DUPLICATES_DEFAULTS, MAX_MEMBERS } from '../duplicates/duplicates.js'
import { DUPLICATE_KINDS } from '../duplicates/sentence-similarity.js'
import { MAX_LINKED } from '../duplicates/linked-groups.js'
import { MAX_AROUND, MAX_SURROUNDED, SEARCH_MODES } from '../search/query.js'
import { MAX_DOCUMENT_SIZE } from '../ingest/sources.js'
import { MAX_CHOICES, MAX_HITS } from '../store/store.js'
import { MAX_THEME_NAME } from '../themes/editing.js'

/**
 * What the service takes and gives. From these requests are checked, the OpenAPI document is made, and the types of the
 * page are inferred (it imports types alone from here). Shares and similarities are numbers from 0 to 1 and -1 to 1, dates ISO 8601 in UTC.
 */

/** Most characters of one text to search for, and of an id. */
export const MAX_TEXT = 10_000
export const MAX_ID = 1024

/** Most ids in one request, and most documents on one page of a listing. */
export const MAX_IDS = MAX_HITS
export const MAX_PAGE = 500

const fieldValue = z.union([z.string().max(MAX_ID), z.number()])
const fieldName = z.string().min(1).max(64)
const sentenceId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'The id of a sentence, as searches give it.', examples: ['0f3a9c'] })
const documentId = z.string().min(1).max(MAX_ID).meta({ description: 'The id of a document.' })
const themeId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'The id of a theme.', examples: ['theme-03'] })
const count = z.int().min(0)
const share = z.number().min(0).max(1)

export const filter = z
  .record(
    fieldName,
    z.union([
      fieldValue,
      z.strictObject({ in: z.array(fieldValue).min(1).max(MAX_CHOICES) }),
      z.strictObject({ from: fieldValue.exactOptional(), until: fieldValue.exactOptional() })
    ])
  )
  .meta({
    id: 'Filter',
    description:
      'By field: a value, {"in": [values]}, or {"from": value, "until": value} of a number or date, until left out. ' +
      'Besides declared fields: document, title, theme, themePath (a theme or a group above it), position. All must hold.',
    examples: [{ year: { from: 2020, until: 2024 } }]
  })

export const sentence = z
  .object({
    id: z.string(),
    document: z.string(),
    title: z.string(),
    path: z.array(z.string()).meta({ description: 'The headings above the sentence, outermost first.' }),
    position: count.meta({ description: 'Its number within its document.' }),
    paragraph: count.meta({ description: 'The number of its paragraph within its document.' }),
    text: z.string(),
    fields: z.record(z.string(), z.union([z.string(), z.number()])),
    theme: z.string().optional(),
    themePath: z.array(z.string()).optional().meta({ description: 'The groups above its theme, and the theme last.' }),
    themeSimilarity: z.number().optional().meta({ description: "Cosine to the theme's centre." })
  })
  .meta({ id: 'Sentence' })

// Search, clustering, contrast

export const searchRequest = z
  .strictObject({
    texts: z.array(z.string().min(1).max(MAX_TEXT)).max(20).default([]).meta({ description: 'What to look for.' }),
    more: z.array(sentenceId).max(100).default([]).meta({ description: 'Sentences: more like these.' }),
    less: z.array(sentenceId).max(100).default([]).meta({ description: 'Sentences: less like these.' }),
    document: documentId.exactOptional().meta({ description: 'A document: what is on its themes, in others.' }),
    mode: z.enum(SEARCH_MODES).default('thematic'),
    k: z.int().min(1).max(MAX_HITS).default(10).meta({ description: 'Hits at most.' }),
    filter: filter.default({}),
    perDocument: z.boolean().default(false).meta({ description: 'One hit a document, its best.' }),
    around: z
      .int()
      .min(0)
      .max(MAX_AROUND)
      .default(0)
      .meta({ description: `Sentences given before and after each hit; times k, at most ${MAX_SURROUNDED}.` })
  })
  .meta({
    id: 'SearchRequest',
    description: 'At least one of texts, more or document.',
    examples: [{ texts: ['how much water the plants need'], k: 5, around: 1 }]
  })

export const searchAnswer = z
  .object({
    representation: z.string(),
    mode: z.enum(SEARCH_MODES),
    known: z.boolean().meta({ description: 'Whether the encoder knows at least one word of the texts.' }),
    hits: z.array(
      z.object({
        record: sentence,
        score: z.number().meta({ description: 'Higher is nearer; comparable within one answer alone.' }),
        percentile: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .meta({ description: 'Of 100 random pairs of the collection, how many are less alike. Thematic hits only.' }),
        before: z.array(sentence).optional(),
        after: z.array(sentence).optional()
      })
    )
  })
  .meta({ id: 'SearchAnswer' })

export const clusterRequest = z
  .strictObject({
    search: searchRequest.exactOptional().meta({ description: 'Cluster the hits of this search.' }),
    ids: z.array(sentenceId).min(1).max(MAX_IDS).exactOptional().meta({ description: 'Or these sentences.' }),
    documents: z.array(documentId).min(1).max(MAX_CHOICES).exactOptional().meta({ description: 'Or these documents.' }),
    count: z
      .int()
      .min(1)
      .max(MAX_CLUSTERS)
      .exactOptional()
      .meta({ description: 'Themes; left out, granularity decides.' }),
    granularity: z.enum(GRANULARITIES).default('medium'),
    limit: z.int().min(1).max(MAX_HITS).default(1000).meta({ description: 'Sentences at most.' })
  })
  .meta({ id: 'ClusterRequest', description: 'Exactly one of search, ids and documents.' })

const drawnFrom = count.optional().meta({
  description: 'Sentences that meet the filter, where whole documents of them were drawn by chance.'
})

export const clusterAnswer = z
  .object({
    sentences: count,
    unassigned: z.array(z.string()).meta({ description: 'Ids of sentences near no theme.' }),
    drawnFrom,
    themes: z.array(
      z.object({
        label: z.string(),
        heading: z.string(),
        terms: z.array(z.object({ term: z.string(), score: z.number() })),
        cohesion: z.number(),
        sentences: count,
        share,
        ids: z.array(z.string()).meta({ description: 'Its sentences; to drill in, cluster these ids.' }),
        exemplars: z.array(sentence)
      })
    )
  })
  .meta({ id: 'ClusterAnswer' })

export const contrastRequest = z
  .strictObject({
    a: filter,
    b: filter,
    count: z.int().min(1).max(MAX_CLUSTERS).exactOptional().meta({ description: 'Themes; left out, it is chosen.' })
  })
  .meta({ id: 'ContrastRequest', examples: [{ a: { category: 'news' }, b: { category: 'sport' } }] })

const side = z.object({
  filter,
  sentences: count.meta({ description: 'Sentences that are compared.' }),
  documents: count,
  drawnFrom
})

export const contrastAnswer = z
  .object({
    a: side,
    b: side,
    themes: z.array(
      z.object({
        label: z.string(),
        heading: z.string(),
        terms: z.array(z.string()),
        a: share.meta({ description: 'Its share of the sentences of a.' }),
        b: share,
        logOdds: z.number().meta({ description: 'Above 0: more in a.' }),
        z: z.number().meta({
          description:
            'The difference in standard deviations, of shares over documents where both parts have five or more, else of the log-odds.'
        }),
        certain: z.boolean().meta({ description: 'Whether the difference is beyond chance.' }),
        exemplars: z.array(sentence)
      })
    ),
    words: z
      .array(z.object({ term: z.string(), a: count, b: count, logOdds: z.number(), z: z.number() }))
      .meta({ description: 'Those that differ beyond chance.' })
  })
  .meta({ id: 'ContrastAnswer' })

export const sentencesRequest = z
  .strictObject({ ids: z.array(sentenceId).min(1).max(MAX_IDS) })
  .meta({ id: 'SentencesRequest' })

export const sentencesAnswer = z
  .object({ records: z.array(sentence).meta({ description: 'In the order asked; those that are gone are left out.' }) })
  .meta({ id: 'SentencesAnswer' })

// The collection and its themes

export const FIELD_TYPE_NAMES = ['keyword', 'number', 'date'] as const

export const collectionAnswer = z
  .object({
    collection: z.string(),
    documents: count,
    sentences: count,
    encoder: z.string().meta({ description: 'The fingerprint of the vectors.' }),
    representation: z.string(),
    dims: count,
    fields: z.record(z.string(), z.enum(FIELD_TYPE_NAMES)),
    values: z
      .record(z.string(), count)
      .meta({ description: 'How many values each field has; of more than some thousands, about how many.' }),
    run: z.string().optional().meta({ description: 'The current run of themes.' }),
    headlines: z
      .boolean()
      .meta({ description: 'Whether its sentences read as headlines, and /api/events can say who does what in them.' })
  })
  .meta({ id: 'Collection' })

const listed = {
  id: z.string(),
  label: z.string().meta({ description: 'The name that a user gave, or words that set it apart.' }),
  heading: z.string(),
  terms: z.array(z.object({ term: z.string(), score: z.number() })),
  path: z.array(z.string()).meta({ description: 'Ids of the groups above it, outermost first, and its own last.' }),
  parent: z.string().optional().meta({ description: 'The group right above it.' }),
  sentences: count,
  documents: count,
  share: share.meta({ description: "Of all the collection's sentences." }),
  renamed: z.boolean(),
  hidden: z.boolean()
}

const theme = z
  .object({
    ...listed,
    cohesion: z.number(),
    exemplars: z.array(z.object({ id: z.string(), document: z.string(), title: z.string(), text: z.string() })),
    pinned: z.boolean().meta({ description: 'Kept as it is when themes are built again.' }),
    merged: z.array(z.string()).meta({ description: 'Ids of the themes that a user merged into it.' })
  })
  .meta({ id: 'Theme' })

const group = z
  .object({
    ...listed,
    children: z.array(z.string()).meta({ description: 'Themes and groups right below it, the largest first.' })
  })
  .meta({ id: 'ThemeGroup' })

const named = z.object({ id: z.string(), label: z.string() }).meta({ id: 'NamedTheme' })

export const themesAnswer = z
  .object({
    run: z.string(),
    representation: z.string(),
    sentences: count,
    documents: count,
    unassigned: count.meta({ description: 'Sentences without a theme.' }),
    built: count.meta({ description: 'Sentences of the collection when the themes were built.' }),
    drift: z
      .object({
        sentences: count,
        unassigned: share,
        unassignedBuilt: share,
        similarity: z.number(),
        similarityBuilt: z.number(),
        rebuild: z.boolean().meta({ description: 'Whether it is time to build the themes again.' }),
        reason: z.string().optional()
      })
      .optional()
      .meta({ description: 'How what came since fits them; absent where nothing came.' }),
    changes: z
      .object({
        since: z.string(),
        kept: z.array(named),
        born: z.array(named),
        died: z.array(named),
        merged: z.array(z.object({ from: z.array(named), into: named })),
        split: z.array(z.object({ from: named, into: z.array(named) }))
      })
      .optional()
      .meta({ description: 'What became of the themes of the run before; absent for the first run.' }),
    groups: z.array(group).meta({ description: 'Each before the groups within it, the larger first.' }),
    themes: z.array(theme).meta({ description: 'The largest first; the hidden ones are among them.' })
  })
  .meta({ id: 'Themes' })

export const themeAnswer = theme
  .extend({
    children: z.array(z.string()).optional().meta({ description: 'Of a group: what is right below it.' }),
    in: z
      .array(z.object({ document: z.string(), title: z.string(), sentences: count }))
      .meta({ description: 'Where most of it is.' }),
    nearest: z.array(sentence).meta({ description: 'Its sentences nearest to its centre, best first.' })
  })
  .meta({ id: 'ThemeInFull' })

export const themeParams = z.object({ id: themeId })
export const themeQuery = z.strictObject({ sentences: z.coerce.number().int().min(1).max(1000).default(10) })

export const themeChange = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(MAX_THEME_NAME)
      .nullable()
      .exactOptional()
      .meta({ description: 'null: its own name again.' }),
    hidden: z.boolean().exactOptional(),
    pinned: z.boolean().exactOptional()
  })
  .meta({ id: 'ThemeChange', examples: [{ name: 'Water and soil' }] })

export const themeMerge = z
  .strictObject({ ids: z.array(themeId).min(1).max(1000), into: themeId })
  .meta({ id: 'ThemeMerge', examples: [{ ids: ['theme-07', 'theme-12'], into: 'theme-03' }] })

export const themeReset = z
  .strictObject({ ids: z.array(themeId).min(1).max(1000) })
  .meta({ id: 'ThemeReset', examples: [{ ids: ['theme-03'] }] })

// Analytics

const few = z.boolean().meta({ description: 'Fewer than 30 sentences or 5 documents: do not read much into it.' })
const level = z
  .enum(THEME_LEVELS)
  .default('themes')
  .meta({ description: 'Themes; top: groups at the top, and themes in none; tree: all groups and themes.' })
const themeRow = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['theme', 'group']),
  parent: z.string().optional().meta({ description: 'The group right above it.' }),
  parentLabel: z.string().optional()
})

/** A filter as one parameter of an address. */
const filterText = z
  .string()
  .max(MAX_TEXT)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('is not JSON; expected a filter, as {"year":{"from":2020}}')
      return z.NEVER
    }
  })
  .pipe(filter)
  .exactOptional()
  .meta({ description: 'Only sentences that pass it: a Filter as JSON, as in {"year":{"from":2020}}.' })

export const filterQuery = z.strictObject({ filter: filterText })
export const exportFormat = z.enum(['csv', 'ndjson', 'json', 'html'])

export const shareQuery = z.strictObject({
  by: fieldName,
  values: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(MOST_VALUES)
    .meta({ description: 'Values at most, those with most sentences.' }),
  level,
  filter: filterText
})
export const trendsQuery = z.strictObject({
  field: fieldName
    .exactOptional()
    .meta({ description: 'A field of dates or numbers; left out, the only one of dates, or of years.' }),
  interval: z.enum(DATE_INTERVALS).exactOptional().meta({ description: 'Of dates; left out, it is chosen.' }),
  step: z.coerce
    .number()
    .positive()
    .exactOptional()
    .meta({ description: 'Of numbers: how wide each time is; left out, it is chosen.' }),
  level,
  filter: filterText
})
export const reportQuery = trendsQuery.omit({ level: true })
export const overTimeQuery = trendsQuery.extend({ theme: themeId.exactOptional() })

const shareCell = z.object({
  key: z.string().meta({ description: "The field's value, or the first day or number of the time." }),
  sentences: count,
  documents: count,
  share: share.meta({ description: 'Of all sentences of that key.' }),
  low: share.meta({ description: '95 % interval of the share, which allows for documents that keep to a theme.' }),
  high: share,
  few
})

/** Of keys that are numbers. */
const step = z.number().optional().meta({ description: 'How wide each time is, where it is more than one number.' })

export const sharesAnswer = z
  .object({
    by: z.string(),
    interval: z.enum(DATE_INTERVALS).optional(),
    step,
    keys: z.array(z.object({ key: z.string(), sentences: count, documents: count, few })),
    themes: z.array(themeRow),
    cells: z
      .array(shareCell.extend({ theme: z.string() }))
      .meta({ description: 'Theme after theme, each key after key.' }),
    rest: z
      .array(z.object({ kind: z.enum(REST_KINDS), label: z.string(), cells: z.array(shareCell) }))
      .meta({ description: 'Sentences of hidden themes, and without a theme, where there are any, key after key.' }),
    without: count.meta({ description: 'Sentences that have no value of the field.' }),
    rarer: count.meta({ description: 'Sentences whose value is not among the keys, being rarer.' })
  })
  .meta({ id: 'Shares' })

export const trendsAnswer = z
  .object({
    field: z.string(),
    interval: z.enum(DATE_INTERVALS).optional().meta({ description: 'One step of the slopes; absent for numbers.' }),
    step,
    first: z.string().optional(),
    last: z.string().optional(),
    trends: z
      .array(
        z.object({
          theme: z.string(),
          label: z.string(),
          direction: z
            .enum(['rising', 'falling', 'level'])
            .meta({ description: 'Level unless the change is hardly chance.' }),
          slope: z.number().meta({ description: 'Change of the log-odds with each step.' }),
          low: z.number().meta({ description: '95 % interval of the slope.' }),
          high: z.number(),
          p: share.meta({ description: 'How likely so strong a change is where there is none.' }),
          first: share.meta({ description: 'The fitted shares at the first and the last time.' }),
          last: share,
          sentences: count,
          documents: count,
          few
        })
      )
      .meta({ description: 'The one that gains the largest share first, the one that loses most last.' })
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
          documents: count.meta({ description: 'Documents that have both.' }),
          expected: z.number().meta({ description: 'Documents that would by chance.' }),
          lift: z.number().meta({ description: 'How many times as often as by chance.' }),
          jaccard: share.meta({ description: 'Documents that have both, of those that have either.' }),
          z: z.number().meta({ description: 'The difference from chance in standard deviations.' }),
          certain: z.boolean().meta({ description: 'Whether it is hardly chance.' }),
          few: z.boolean().meta({ description: 'Fewer than 5 documents have both, or would by chance.' })
        })
      )
      .meta({ description: 'Those furthest above chance first.' })
  })
  .meta({ id: 'Together' })

const likeness = z.object({
  document: z.string(),
  title: z.string(),
  sentences: count.meta({ description: 'Its sentences of the theme, or those that were judged.' }),
  of: count.meta({ description: 'All of them.' }),
  similarity: z.number()
})

export const typicalQuery = filterQuery.extend({ theme: themeId })
export const typicalAnswer = z
  .object({
    theme: named,
    documents: z.array(likeness).meta({ description: 'The most typical first.' }),
    passages: z
      .array(
        z.object({
          document: z.string(),
          title: z.string(),
          path: z.array(z.string()),
          sentences: z.array(
            sentence
              .pick({ id: true, position: true, text: true })
              .extend({ onTheme: z.boolean().meta({ description: 'Whether it is of the theme.' }) })
          ),
          score: z.number()
        })
      )
      .meta({ description: 'Consecutive sentences, the best first, no two of one document.' })
  })
  .meta({ id: 'Typical' })

export const outliersAnswer = z
  .object({
    sentences: z
      .array(z.object({ record: sentence, similarity: z.number() }))
      .meta({ description: 'Those farthest from every theme.' }),
    documents: z
      .array(
        likeness.extend({
          drawn: z.number().meta({
            description: 'The similarity drawn towards that of the collection, the more the fewer sentences there are.'
          })
        })
      )
      .meta({ description: 'Those least like the collection, the least drawn similarity first.' })
  })
  .meta({ id: 'Outliers' })

// Duplicates

/** Most groups in one answer: each may have MAX_MEMBERS sentences. */
export const MAX_GROUPS = 500

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const duplicatesQuery = z.strictObject({
  upTo: z
    .enum(DUPLICATE_KINDS)
    .exactOptional()
    .meta({
      description:
        'The loosest kind looked for: the same words, nearly the same, or paraphrases, which are left out of those ' +
        'looked for by default where there is no pair scorer.'
    }),
  threshold: z.coerce.number().default(DUPLICATES_DEFAULTS.threshold).meta({
    description: 'Least relatedness of any two sentences of a group of paraphrases, on the scale of the scorer.'
  }),
  shared: z.coerce.number().gt(0).max(1).default(DUPLICATES_DEFAULTS.shared).meta({
    description: 'Least part of their words that any two near ones have in common; figures count as one word.'
  }),
  leastWords: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(DUPLICATES_DEFAULTS.leastWords)
    .meta({ description: 'Sentences of fewer words are passed over.' }),
  acrossDocuments: flag.default(false).meta({ description: 'Only groups of sentences of two documents or more.' }),
  limit: z.coerce.number().int().min(1).max(MAX_GROUPS).default(100).meta({ description: 'Groups at most.' }),
  filter: filterText
})

export const duplicatesAnswer = z
  .object({
    sentences: count.meta({ description: 'Sentences that were looked at.' }),
    duplicated: count.meta({ description: 'Those that are in a group.' }),
    groups: z.object({ same: count, near: count, paraphrase: count }).meta({ description: 'How many of each kind.' }),
    scorer: z
      .object({
        name: z.string(),
        scale: z.array(z.number()).length(2),
        highest: z.number().meta({ description: 'What it gives equal sentences: no threshold can be higher.' }),
        threshold: z.number()
      })
      .optional()
      .meta({ description: 'What rated paraphrases, where they were looked for.' }),
    found: z
      .array(
        z.object({
          kind: z.enum(DUPLICATE_KINDS).meta({ description: 'The loosest in which any two are alike.' }),
          sentences: count,
          documents: count,
          shared: share.meta({ description: 'Least part of their words that any two have in common.' }),
          relatedness: z
            .number()
            .optional()
            .meta({ description: `Least relatedness of any two; not of more than ${MAX_LINKED} wordings.` }),
          cut: z.literal(true).optional().meta({
            description: 'Further sentences may belong to it, and be in other groups: it is as large as one may be.'
          }),
          members: z.array(sentence).meta({ description: `In reading order, ${MAX_MEMBERS} at most.` })
        })
      )
      .meta({ description: 'Those of most sentences first, then the most related.' })
  })
  .meta({ id: 'Duplicates' })

// Documents

export const documentsQuery = z.strictObject({
  prefix: z.string().max(MAX_ID).default('').meta({ description: 'Ids that begin with this.' }),
  after: z.string().max(MAX_ID).default('').meta({ description: 'The next of the page before.' }),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50)
})

export const documentsAnswer = z
  .object({
    total: count.optional().meta({ description: 'How many there are in all; with the first page.' }),
    documents: z.array(z.object({ document: z.string(), title: z.string(), source: z.string(), sentences: count })),
    next: z.string().optional().meta({ description: 'after, for the next page; absent on the last.' })
  })
  .meta({ id: 'Documents' })

export const documentParams = z.object({ id: documentId })

export const documentAnswer = z
  .object({
    document: z.string(),
    title: z.string(),
    fields: sentence.shape.fields,
    sentences: z.array(sentence).meta({ description: 'In reading order.' })
  })
  .meta({ id: 'Document' })

export const documentPut = z
  .strictObject({
    text: z.string().min(1).max(MAX_DOCUMENT_SIZE),
    format: z.enum(DOCUMENT_FORMATS).default('plain'),
    title: z.string().min(1).max(MAX_ID).exactOptional(),
    fields: z.record(fieldName, z.union([z.string().min(1).max(MAX_ID), z.number()])).default({})
  })
  .meta({ id: 'DocumentPut', examples: [{ title: 'Tea', text: 'Green tea wants cooler water than black tea.' }] })

export const documentPutAnswer = z
  .object({
    document: z.string(),
    status: z.enum(['indexed', 'unchanged']),
    sentences: count.meta({ description: 'Sentences written.' }),
    leftOut: count.meta({ description: 'Sentences without a word, or too long.' })
  })
  .meta({ id: 'DocumentWritten' })

// The map

/** The map's header, JSON before the points. */
export const mapHeader = z
  .object({
    count: count.meta({ description: 'Points.' }),
    run: z.string(),
    sentences: count.meta({
      description: 'Sentences of the collection when it was drawn; more than points: a sample.'
    }),
    bounds: z.object({ left: z.number(), right: z.number(), bottom: z.number(), top: z.number() }),
    themes: z
      .array(
        z.object({ id: z.string(), label: z.string(), hidden: z.boolean(), x: z.number(), y: z.number(), size: count })
      )
      .meta({ description: 'By the index that points name; x and y are where its label goes.' })
  })
  .meta({ id: 'MapHeader' })

/** The answer of status 202: a job is running, and `done` of it (0 to 1) is done. */
export const jobProgress = z.object({ status: z.literal('drawing'), done: share }).meta({ id: 'MapDrawing' })

export const mapPointsRequest = z
  .strictObject({
    indices: z.array(z.int().min(0)).min(1).max(MAX_IDS),
    run: z.string().max(64).exactOptional().meta({ description: "The map's run, as its header names it." })
  })
  .meta({ id: 'MapPointsRequest' })

export const mapPointsAnswer = z
  .object({ points: z.array(z.object({ index: count, record: sentence })) })
  .meta({ id: 'MapPoints' })

// Events

export const eventsQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(50) })

const eventCount = z.object({ name: z.string(), events: count })

const eventFacts = {
  sentences: count.meta({ description: 'Sentences that were looked through.' }),
  events: count.meta({ description: 'Events that were found.' })
}

export const eventsAnswer = z
  .object({
    ...eventFacts,
    of: count.meta({ description: 'Sentences of the collection; more than were looked through: a sample.' }),
    verbs: z.array(eventCount).meta({ description: 'Each named as it is written most often.' }),
    subjects: z.array(eventCount),
    objects: z.array(eventCount)
  })
  .meta({ id: 'Events' })

const column = z.array(z.string())

export const eventMapAnswer = z
  .object({
    ...eventFacts,
    verbs: z.array(z.object({ name: z.string(), count })),
    x: z.array(z.number()),
    y: z.array(z.number()),
    verb: z.array(count).meta({ description: 'Of each point, the index of its verb.' }),
    ...{ subject: column, predicate: column, object: column },
    text: column.meta({ description: 'The sentence of each point.' }),
    ...{ id: column, document: column },
    position: z.array(count)
  })
  .meta({ id: 'EventMap', description: 'A column for each thing that is known of a point.' })

// The service itself

export const healthAnswer = z
  .object({ status: z.literal('ok'), version: z.string(), uptime: z.number().meta({ description: 'Seconds.' }) })
  .meta({ id: 'Health' })

export const readyAnswer = z
  .object({
    status: z.literal('ready'),
    outdated: z.boolean().meta({
      description:
        'Whether the collection has the vectors of another encoder by now: those of before are read on while they are ' +
        'kept, and nothing is written, until the service is started again with that encoder.'
    })
  })
  .meta({ id: 'Ready' })

/** Every error (RFC 9457). */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What was got, what was expected, and what to do.' }),
    instance: z.string().meta({ description: "The request's id, as in the header X-Request-Id and the log." }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional()
  })
  .meta({ id: 'Problem' })

export type FilterBody = z.input<typeof filter>
export type Sentence = z.output<typeof sentence>
export type SearchRequest = z.input<typeof searchRequest>
export type SearchAnswer = z.output<typeof searchAnswer>
export type ClusterRequest = z.input<typeof clusterRequest>
export type ClusterAnswer = z.output<typeof clusterAnswer>
export type ContrastRequest = z.input<typeof contrastRequest>
export type ContrastAnswer = z.output<typeof contrastAnswer>
export type SentencesAnswer = z.output<typeof sentencesAnswer>
export type CollectionAnswer = z.output<typeof collectionAnswer>
export type Theme = z.output<typeof theme>
export type ThemeGroup = z.output<typeof group>
export type ThemesAnswer = z.output<typeof themesAnswer>
export type ThemeAnswer = z.output<typeof themeAnswer>
export type ThemeChange = z.input<typeof themeChange>
export type ThemeMerge = z.input<typeof themeMerge>
export type SharesAnswer = z.output<typeof sharesAnswer>
export type TrendsAnswer = z.output<typeof trendsAnswer>
export type TogetherAnswer = z.output<typeof togetherAnswer>
export type TypicalAnswer = z.output<typeof typicalAnswer>
export type OutliersAnswer = z.output<typeof outliersAnswer>
export type DuplicatesAnswer = z.output<typeof duplicatesAnswer>
export type DocumentsAnswer = z.output<typeof documentsAnswer>
export type DocumentAnswer = z.output<typeof documentAnswer>
export type DocumentPut = z.input<typeof documentPut>
export type DocumentPutAnswer = z.output<typeof documentPutAnswer>
export type MapHeader = z.output<typeof mapHeader>
export type MapDrawing = z.output<typeof jobProgress>
export type MapPointsAnswer = z.output<typeof mapPointsAnswer>
export type EventsAnswer = z.output<typeof eventsAnswer>
export type EventMapAnswer = z.output<typeof eventMapAnswer>
export type HealthAnswer = z.output<typeof healthAnswer>
export type Problem = z.output<typeof problem>
