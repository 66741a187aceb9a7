import { DOCUMENT_FORMATS } from '@leitmotif/encoder'
import { z } from 'zod'
import { MOST_VALUES } from '../analytics/shares.js'
import { REST_KINDS, THEME_LEVELS } from '../analytics/theme-table.js'
import { MAX_CLUSTERS } from '../search/cluster-hits.js'
import { MAX_ORGANISED, MAX_SECTIONS } from '../search/organise.js'
import { GRANULARITIES } from '../search/sentence-division.js'
import { DATE_INTERVALS } from '../store/dates.js'
import { DUPLICATES_DEFAULTS, MAX_MEMBERS } from '../duplicates/duplicates.js'
import { DUPLICATE_KINDS } from '../duplicates/sentence-similarity.js'
import { MAX_LINKED } from '../duplicates/linked-groups.js'
import { MAX_COPIES } from '../search/copies.js'
import { MAX_AROUND, MAX_SURROUNDED, SEARCH_MODES } from '../search/query.js'
import { MAX_DOCUMENT_SIZE } from '../ingest/source-document.js'
import { MAX_CHOICES, MAX_HITS } from '../store/store.js'
import { MAX_THEME_NAME } from '../themes/editing.js'

/**
 * Schemas of the service's requests and answers. They validate requests, produce the OpenAPI document and give the web page
 * its types (it imports only types from here). Shares are 0 to 1, similarities -1 to 1, dates ISO 8601 in UTC.
 */

/** Maximum characters of a query text, and of an id. */
const MAX_TEXT = 10_000
const MAX_ID = 1024

/** Maximum ids in a request, and documents on a page of a list. */
const MAX_IDS = MAX_HITS
const MAX_PAGE = 500

// An area of the map may be longer than a keyword.
const fieldValue = z.union([z.string().max(2 * MAX_ID), z.number()])
const fieldName = z.string().min(1).max(64)
const sentenceId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'The id of a sentence, from a search result.', examples: ['0f3a9c'] })
const documentId = z.string().min(1).max(MAX_ID).meta({ description: 'The id of a document.' })
const themeId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'The id of a theme.', examples: ['theme-03'] })
const count = z.int().min(0)
const share = z.number().min(0).max(1)
const few = z
  .boolean()
  .meta({ description: 'Whether there are fewer than 30 sentences or 5 documents, too few for a reliable share.' })

export const filter = z
  .record(
    fieldName,
    z.union(
      [
        fieldValue,
        z.strictObject({ in: z.array(fieldValue).min(1).max(MAX_CHOICES) }),
        z.strictObject({ from: fieldValue.exactOptional(), until: fieldValue.exactOptional() })
      ],
      { error: 'expected a text or number, {"in": [values]}, or {"from": value, "until": value}' }
    )
  )
  .meta({
    id: 'Filter',
    description:
      'Conditions by field: a value, {"in": [values]}, or a range {"from": value, "until": value} of a number or date; ' +
      'from is included, until is not. Also on document, title, position, theme, and themePath (a theme or a group above ' +
      'it), and map.area (an area of the map, as the page writes it). All conditions must match.',
    examples: [{ year: { from: 2020, until: 2024 } }]
  })

const sentence = z
  .object({
    id: z.string(),
    document: z.string(),
    title: z.string(),
    path: z.array(z.string()).meta({ description: 'Headings above the sentence, outermost first.' }),
    position: count.meta({ description: 'Index of the sentence in its document, from 0.' }),
    paragraph: count.meta({ description: 'Index of its paragraph in the document, from 0.' }),
    text: z.string(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    theme: z.string().optional(),
    themePath: z
      .array(z.string())
      .optional()
      .meta({ description: 'Ids of the groups above its theme, then of the theme.' }),
    themeSimilarity: z.number().optional().meta({ description: 'Cosine similarity to the centre of its theme.' })
  })
  .meta({ id: 'Sentence' })

// Search, clustering, contrast

export const searchRequest = z
  .strictObject({
    texts: z
      .array(z.string().min(1).max(MAX_TEXT))
      .max(20)
      .default([])
      .meta({ description: 'Query texts; several find what they have in common.' }),
    more: z.array(sentenceId).max(100).default([]).meta({ description: 'Ids of sentences to find more like.' }),
    less: z.array(sentenceId).max(100).default([]).meta({ description: 'Ids of sentences to avoid.' }),
    document: documentId
      .exactOptional()
      .meta({ description: 'Id of a document; finds sentences on its themes in other documents.' }),
    mode: z.enum(SEARCH_MODES).default('thematic'),
    k: z.int().min(1).max(MAX_HITS).default(10).meta({ description: 'Maximum number of hits.' }),
    filter: filter.default({}),
    perDocument: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to return only the best hit of each document.' }),
    around: z
      .int()
      .min(0)
      .max(MAX_AROUND)
      .default(0)
      .meta({ description: `Context sentences before and after each hit; around × k is at most ${MAX_SURROUNDED}.` })
  })
  .meta({
    id: 'SearchRequest',
    description: 'Needs at least one of texts, more and document.',
    examples: [{ texts: ['how much water the plants need'], k: 5, around: 1 }]
  })

const copies = z
  .object({
    sentences: count,
    documents: count.meta({ description: 'Other documents that they are in.' }),
    in: z
      .array(z.object({ id: z.string(), document: z.string(), title: z.string(), position: count }))
      .meta({ description: `One of each of these documents, ${MAX_COPIES} at most.` })
  })
  .meta({ id: 'Copies' })

export const searchAnswer = z
  .object({
    representation: z.string(),
    mode: z.enum(SEARCH_MODES),
    known: z.boolean().meta({ description: 'Whether the encoder knows at least one word of the texts.' }),
    hits: z.array(
      z.object({
        record: sentence,
        score: z.number().meta({ description: 'Higher is better. Comparable only within one answer.' }),
        percentile: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .meta({ description: 'Percentile of the similarity among random pairs of sentences. Thematic search only.' }),
        before: z.array(sentence).optional(),
        after: z.array(sentence).optional(),
        copies: copies.optional().meta({ description: 'Other sentences of the same words; absent without any.' })
      })
    )
  })
  .meta({ id: 'SearchAnswer' })

export const clusterRequest = z
  .strictObject({
    search: searchRequest.exactOptional().meta({ description: 'Groups the hits of this search.' }),
    ids: z.array(sentenceId).min(1).max(MAX_IDS).exactOptional().meta({ description: 'Groups these sentences.' }),
    documents: z
      .array(documentId)
      .min(1)
      .max(MAX_CHOICES)
      .exactOptional()
      .meta({ description: 'Groups the sentences of these documents.' }),
    count: z
      .int()
      .min(1)
      .max(MAX_CLUSTERS)
      .exactOptional()
      .meta({ description: 'Number of themes. Default: chosen by granularity.' }),
    granularity: z.enum(GRANULARITIES).default('medium'),
    limit: z.int().min(1).max(MAX_HITS).default(1000).meta({ description: 'Maximum number of sentences.' })
  })
  .meta({ id: 'ClusterRequest', description: 'Needs exactly one of search, ids and documents.' })

const drawnFrom = count.optional().meta({
  description: 'Number of sentences that match the filter, if the answer is of a random sample of their documents.'
})

const heading = z.string().meta({
  description:
    'Suggested heading of a section on it: the name given by a user, or its best phrase. To list themes, show label.'
})

export const clusterAnswer = z
  .object({
    sentences: count,
    unassigned: z.array(z.string()).meta({ description: 'Ids of sentences without a theme.' }),
    drawnFrom,
    themes: z.array(
      z.object({
        label: z.string().meta({ description: 'The name to show: words that distinguish it from the other themes.' }),
        heading,
        terms: z.array(z.object({ term: z.string(), score: z.number() })),
        cohesion: z.number(),
        sentences: count,
        share,
        ids: z
          .array(z.string())
          .meta({ description: 'Ids of its sentences. To divide the theme further, cluster these ids.' }),
        exemplars: z.array(sentence)
      })
    )
  })
  .meta({ id: 'ClusterAnswer' })

export const contrastRequest = z
  .strictObject({ a: filter, b: filter })
  .meta({ id: 'ContrastRequest', examples: [{ a: { category: 'news' }, b: { category: 'sport' } }] })

const side = z.object({ filter, sentences: count, documents: count })

const partShare = z.object({
  count,
  documents: count.meta({ description: 'Documents of the part that have it.' }),
  share: share.meta({ description: 'Share of the sentences of the part, or of its words.' })
})

const difference = z.object({
  a: partShare,
  b: partShare,
  more: z.enum(['a', 'b']).meta({ description: 'The part with the larger share.' }),
  ratio: z.number().meta({ description: 'How many times as large that share is as the other.' }),
  low: z.number().meta({
    description: 'Lower end of the 95 % confidence interval of the ratio, which allows for clustering by document.'
  }),
  high: z.number(),
  p: share.meta({ description: 'p-value of the difference.' }),
  documents: count.meta({ description: 'Documents of either part that have it.' }),
  few,
  certain: z.boolean().meta({
    description: 'Whether the difference is significant by Benjamini-Hochberg with a false discovery rate of 5 %.'
  })
})

export const contrastAnswer = z
  .object({
    a: side,
    b: side,
    themes: z
      .array(
        difference.extend({
          theme: z.string(),
          label: z.string(),
          exemplars: z.array(z.object({ id: z.string(), document: z.string(), title: z.string(), text: z.string() }))
        })
      )
      .meta({ description: 'Significant differences first, then by p-value; empty if no themes were built.' }),
    words: z
      .array(difference.extend({ term: z.string() }))
      .meta({ description: 'Words and phrases: significant differences first, then by p-value.' })
  })
  .meta({ id: 'ContrastAnswer' })

export const sentencesRequest = z
  .strictObject({ ids: z.array(sentenceId).min(1).max(MAX_IDS) })
  .meta({ id: 'SentencesRequest' })

export const sentencesAnswer = z
  .object({
    records: z.array(sentence).meta({ description: 'In the order of the ids; without sentences that no longer exist.' })
  })
  .meta({ id: 'SentencesAnswer' })

export const similarityRequest = z
  .strictObject({ a: z.string().min(1).max(MAX_TEXT), b: z.string().min(1).max(MAX_TEXT) })
  .meta({ id: 'SimilarityRequest', examples: [{ a: 'The ferry was late.', b: 'Boats waited for the tide.' }] })

export const similarityAnswer = z
  .object({
    unknown: z
      .array(z.string())
      .meta({ description: 'The texts of which the encoder knows no word: nothing is said of them.' }),
    representations: z.array(
      z.object({
        representation: z.string(),
        cosine: z.number().optional().meta({ description: 'Absent if the encoder knows no word of one of the texts.' }),
        percentile: z.number().min(0).max(100).optional().meta({
          description: 'Percentile of the cosine among random pairs of the collection; absent below 200 sentences.'
        })
      })
    ),
    predicted: z
      .object({ scorer: z.string(), score: z.number(), scale: z.array(z.number()).length(2) })
      .optional()
      .meta({ description: 'Score that people would give the pair, if there is a pair scorer.' })
  })
  .meta({ id: 'SimilarityAnswer' })

const looseSentence = z.strictObject({
  text: z.string().min(1).max(MAX_TEXT),
  source: z.string().min(1).max(MAX_ID).exactOptional()
})

export const organiseRequest = z
  .strictObject({
    sentences: z.array(looseSentence).min(1).max(MAX_ORGANISED).exactOptional(),
    ids: z.array(sentenceId).min(1).max(MAX_ORGANISED).exactOptional().meta({
      description: 'Ids of sentences of the collection; the titles of their documents are the sources.'
    }),
    sections: z.int().min(1).max(MAX_SECTIONS).exactOptional().meta({
      description: 'Number of sections. Default: as many as separate the sentences best.'
    })
  })
  .meta({
    id: 'OrganiseRequest',
    description: 'Needs exactly one of sentences and ids.',
    examples: [{ sentences: [{ text: 'Boats wait for the tide.', source: 'harbour.md' }, { text: 'Dough rises.' }] }]
  })

export const organiseAnswer = z
  .object({
    sections: z.array(
      z.object({
        heading: z.string().optional().meta({ description: 'Absent for sentences that fit no theme.' }),
        sentences: z.array(z.object({ text: z.string(), source: z.string().optional() }))
      })
    ),
    markdown: z.string()
  })
  .meta({ id: 'OrganisedText' })

// The collection and its themes

const FIELD_TYPE_NAMES = ['keyword', 'number', 'date'] as const

export const collectionAnswer = z
  .object({
    collection: z.string(),
    documents: count,
    sentences: count,
    encoder: z.string().meta({ description: 'Fingerprint of the encoder.' }),
    representation: z.string(),
    dims: count,
    fields: z.record(z.string(), z.enum(FIELD_TYPE_NAMES)),
    values: z
      .record(z.string(), count)
      .meta({ description: 'Number of distinct values of each field; approximate above a few thousand.' }),
    run: z.string().optional().meta({ description: 'Id of the current themes; absent without themes.' }),
    headlines: z
      .boolean()
      .meta({ description: 'Whether the sentences look like headlines and /api/events is available.' })
  })
  .meta({ id: 'Collection' })

const listed = {
  id: z.string(),
  label: z
    .string()
    .meta({ description: 'The name to show: given by a user, or words that distinguish it from other themes.' }),
  heading,
  terms: z.array(z.object({ term: z.string(), score: z.number() })),
  path: z.array(z.string()).meta({ description: 'Ids of the groups above it, outermost first, then its own id.' }),
  parent: z.string().optional().meta({ description: 'Id of the group that contains it.' }),
  sentences: count,
  documents: count,
  share: share.meta({ description: 'Share of all sentences of the collection.' }),
  renamed: z.boolean(),
  hidden: z.boolean()
}

const theme = z
  .object({
    ...listed,
    cohesion: z.number(),
    exemplars: z.array(z.object({ id: z.string(), document: z.string(), title: z.string(), text: z.string() })),
    pinned: z.boolean().meta({ description: 'Whether later builds keep it unchanged.' }),
    seeded: z.boolean().meta({ description: 'Whether it began from words that the user gave.' }),
    merged: z.array(z.string()).meta({ description: 'Ids of themes that a user merged into it.' })
  })
  .meta({ id: 'Theme' })

const group = z
  .object({
    ...listed,
    children: z.array(z.string()).meta({ description: 'Ids of the themes and groups in it, largest first.' })
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
    boilerplate: theme
      .optional()
      .meta({ description: 'Sentences that many documents repeat, set aside as no theme; absent without any.' }),
    built: count.meta({ description: 'Sentences of the collection when the themes were built.' }),
    drift: z
      .object({
        sentences: count,
        unassigned: share,
        unassignedBuilt: share,
        similarity: z.number(),
        similarityBuilt: z.number(),
        rebuild: z.boolean().meta({ description: 'Whether the themes should be built again.' }),
        reason: z.string().optional()
      })
      .optional()
      .meta({ description: 'How well sentences added since the build fit the themes; absent without any.' }),
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
      .meta({ description: 'Changes since the previous themes; absent for the first build.' }),
    groups: z.array(group).meta({ description: 'Parents before children, larger groups first.' }),
    themes: z.array(theme).meta({ description: 'Largest first, including hidden themes.' })
  })
  .meta({ id: 'Themes' })

export const themeAnswer = theme
  .extend({
    children: z.array(z.string()).optional().meta({ description: 'For a group: ids of the themes and groups in it.' }),
    in: z
      .array(z.object({ document: z.string(), title: z.string(), sentences: count }))
      .meta({ description: 'Documents with most of its sentences.' }),
    nearest: z.array(sentence).meta({ description: 'Its most typical sentences, best first.' })
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
      .meta({ description: 'New name; null restores the automatic label.' }),
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

const level = z.enum(THEME_LEVELS).default('themes').meta({
  description: 'themes: all themes; top: top-level groups and themes without a group; tree: all groups and themes.'
})
const themeRow = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['theme', 'group']),
  parent: z.string().optional().meta({ description: 'Id of the group that contains it.' }),
  parentLabel: z.string().optional()
})

/** JSON with something that no document of ours has. */
class ForbiddenJson extends SyntaxError {}

/** Half of a character that takes two code units: no store can hold it. */
const HALF_CHARACTER = /\p{Surrogate}/u

/** Refuses names that forge prototypes, and half characters, while JSON is read. */
export function checkJson(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new ForbiddenJson('no member can be named __proto__')
  if (HALF_CHARACTER.test(key) || (typeof value === 'string' && HALF_CHARACTER.test(value)))
    throw new ForbiddenJson('it has half a character (an unpaired surrogate, \\ud800 to \\udfff)')
  return value
}

/** A filter as a query parameter. */
const filterText = z
  .string()
  .max(MAX_TEXT)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text, checkJson)
    } catch (error) {
      const reason = error instanceof ForbiddenJson ? error.message : 'is not JSON'
      context.addIssue(`${reason}; expected a filter, for example {"year":{"from":2020}}`)
      return z.NEVER
    }
  })
  .pipe(filter)
  .exactOptional()
  .meta({ description: 'Only sentences that match this Filter, as JSON, for example {"year":{"from":2020}}.' })

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
    .meta({ description: 'Maximum number of values, most frequent first.' }),
  level,
  filter: filterText
})
export const trendsQuery = z.strictObject({
  field: fieldName.exactOptional().meta({
    description: 'Date or number field. Default: the only date field, or the only number field named like a year.'
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
    by: z.string(),
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

export const trendsAnswer = z
  .object({
    field: z.string(),
    interval: z
      .enum(DATE_INTERVALS)
      .optional()
      .meta({ description: 'Unit of time of the slopes; absent for a number field.' }),
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
            .meta({ description: 'level if the change is not significant.' }),
          slope: z.number().meta({ description: 'Change of the log-odds per unit of time.' }),
          low: z.number().meta({ description: 'Lower end of the 95 % confidence interval of the slope.' }),
          high: z.number(),
          p: share.meta({ description: 'p-value of the change.' }),
          first: share.meta({ description: 'Fitted share at the first time.' }),
          last: share,
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

// Duplicates

/** Maximum groups in one answer; each may list MAX_MEMBERS sentences. */
export const MAX_GROUPS = 500

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const duplicatesQuery = z.strictObject({
  upTo: z
    .enum(DUPLICATE_KINDS)
    .exactOptional()
    .meta({
      description:
        'Loosest kind to find: the same words, nearly the same words, or paraphrases. Default: paraphrase with a pair ' +
        'scorer, else near.'
    }),
  threshold: z.coerce.number().default(DUPLICATES_DEFAULTS.threshold).meta({
    description: 'Minimum relatedness of two paraphrases, on the scale of the pair scorer.'
  }),
  shared: z.coerce.number().gt(0).max(1).default(DUPLICATES_DEFAULTS.shared).meta({
    description: 'Minimum share of common words in near duplicates; all numbers count as the same word.'
  }),
  leastWords: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(DUPLICATES_DEFAULTS.leastWords)
    .meta({ description: 'Skips sentences with fewer words.' }),
  acrossDocuments: flag
    .default(false)
    .meta({ description: 'Whether to return only groups with sentences from two or more documents.' }),
  limit: z.coerce.number().int().min(1).max(MAX_GROUPS).default(100).meta({ description: 'Maximum number of groups.' }),
  filter: filterText
})

export const duplicatesAnswer = z
  .object({
    sentences: count.meta({ description: 'Number of sentences compared.' }),
    duplicated: count.meta({ description: 'Number of sentences in a group.' }),
    groups: z
      .object({ same: count, near: count, paraphrase: count })
      .meta({ description: 'Number of groups by kind.' }),
    scorer: z
      .object({
        name: z.string(),
        scale: z.array(z.number()).length(2),
        highest: z.number().meta({ description: 'Score of equal sentences, the maximum threshold.' }),
        threshold: z.number()
      })
      .optional()
      .meta({ description: 'The pair scorer, if paraphrases were searched.' }),
    found: z
      .array(
        z.object({
          kind: z.enum(DUPLICATE_KINDS).meta({ description: 'Loosest kind of any two members.' }),
          sentences: count,
          documents: count,
          shared: share.meta({ description: 'Minimum share of common words of any two members.' }),
          relatedness: z
            .number()
            .optional()
            .meta({ description: `Minimum relatedness of any two members; absent above ${MAX_LINKED} wordings.` }),
          cut: z.literal(true).optional().meta({
            description: 'true if the group has reached its maximum size; more of its sentences may be in other groups.'
          }),
          members: z.array(sentence).meta({ description: `In reading order, at most ${MAX_MEMBERS}.` })
        })
      )
      .meta({ description: 'Largest groups first, then the most related.' })
  })
  .meta({ id: 'Duplicates' })

// Documents

export const documentsQuery = z.strictObject({
  prefix: z.string().max(MAX_ID).default('').meta({ description: 'Only documents whose id starts with this.' }),
  after: z.string().max(MAX_ID).default('').meta({ description: 'Value of next from the previous page.' }),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50)
})

export const documentsAnswer = z
  .object({
    total: count.optional().meta({ description: 'Number of all documents; only on the first page.' }),
    documents: z.array(z.object({ document: z.string(), title: z.string(), source: z.string(), sentences: count })),
    next: z.string().optional().meta({ description: 'Value of after for the next page; absent on the last page.' })
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
    sentences: count.meta({ description: 'Number of sentences written.' }),
    leftOut: count.meta({ description: 'Number of sentences left out because they have no word or are too long.' })
  })
  .meta({ id: 'DocumentWritten' })

// The map

/** The map's header: JSON before the points. */
export const mapHeader = z
  .object({
    count: count.meta({ description: 'Number of points.' }),
    run: z.string(),
    sentences: count.meta({
      description: 'Number of sentences when the map was drawn; if above count, the points are a sample.'
    }),
    bounds: z.object({ left: z.number(), right: z.number(), bottom: z.number(), top: z.number() }),
    themes: z
      .array(
        z.object({ id: z.string(), label: z.string(), hidden: z.boolean(), x: z.number(), y: z.number(), size: count })
      )
      .meta({ description: 'In the order of the indices that points use; x and y are the position of the label.' })
  })
  .meta({ id: 'MapHeader' })

/** Answer of status 202: a job is running. `done` is the share of the work done, 0 to 1. */
export const jobProgress = z.object({ status: z.literal('drawing'), done: share }).meta({ id: 'MapDrawing' })

export const mapPointsRequest = z
  .strictObject({
    indices: z.array(z.int().min(0)).min(1).max(MAX_IDS),
    run: z.string().max(64).exactOptional().meta({ description: "Value of run from the map's header." })
  })
  .meta({ id: 'MapPointsRequest' })

export const mapColoursQuery = z.strictObject({ field: fieldName })

export const mapColoursAnswer = z
  .object({
    run: z.string(),
    interval: z.enum(DATE_INTERVALS).optional(),
    step: z
      .number()
      .optional()
      .meta({ description: 'Width of a span of numbers; absent if each number has a colour.' }),
    keys: z
      .array(
        z.object({
          key: z.string().meta({ description: 'The value, or the first day or number of the span.' }),
          last: z.string().optional().meta({ description: 'First day of the last interval, if the span has several.' }),
          points: count
        })
      )
      .meta({ description: 'At most 8: the most frequent keywords, or spans of dates or numbers in order.' }),
    others: count.meta({ description: 'Number of points with a rarer value.' }),
    without: count.meta({ description: 'Number of points without a value.' }),
    kinds: z.string().meta({
      description: 'A byte for each point, in Base64: the index of its key, 254 for a rarer value, 255 for none.'
    })
  })
  .meta({ id: 'MapColours' })

export const mapPointsAnswer = z
  .object({ points: z.array(z.object({ index: count, record: sentence })) })
  .meta({ id: 'MapPoints' })

// Events

export const eventsQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(50) })

const eventCount = z.object({ name: z.string(), events: count })

const eventFacts = {
  sentences: count.meta({ description: 'Number of sentences searched.' }),
  events: count.meta({ description: 'Number of events found.' })
}

export const eventsAnswer = z
  .object({
    ...eventFacts,
    of: count.meta({ description: 'Number of sentences of the collection; if above sentences, those are a sample.' }),
    verbs: z.array(eventCount).meta({ description: 'Each in its most frequent spelling.' }),
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
    verb: z.array(count).meta({ description: 'Index of the verb of each point.' }),
    ...{ subject: column, predicate: column, object: column },
    text: column.meta({ description: 'Sentence of each point.' }),
    ...{ id: column, document: column },
    position: z.array(count)
  })
  .meta({ id: 'EventMap', description: 'Arrays with one entry per point.' })

// The service itself

export const healthAnswer = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    uptime: z.number().meta({ description: 'Uptime in seconds.' })
  })
  .meta({ id: 'Health' })

export const readyAnswer = z
  .object({
    status: z.literal('ready'),
    outdated: z.boolean().meta({
      description:
        'Whether the collection now has the vectors of another encoder. The service then reads the old index and ' +
        'rejects writes until it is restarted with the new encoder.'
    })
  })
  .meta({ id: 'Ready' })

/** An error (RFC 9457). */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What happened, what was expected, and what to do.' }),
    instance: z.string().meta({ description: 'Id of the request, also in the header X-Request-Id and in the log.' }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional()
  })
  .meta({ id: 'Problem' })

// Embeddings, as OpenAI's interface has them

/** Maximum texts of a request for vectors, as of OpenAI's. */
const MAX_INPUTS = 2048

/** Maximum characters of one of them: a passage or a chapter; longer texts are split first. */
const MAX_INPUT = 100_000

const inputText = z.string().min(1).max(MAX_INPUT)

export const embeddingsRequest = z
  .strictObject({
    input: z
      .union([inputText, z.array(inputText).min(1).max(MAX_INPUTS)], {
        error: `expected a text, or a list of 1 to ${MAX_INPUTS} texts, of 1 to ${MAX_INPUT} characters each; tokens are not read`
      })
      .meta({ description: 'A text or a list of texts.' }),
    model: z.string().max(MAX_ID).meta({ description: 'The name of a model, as /v1/models lists it.' }),
    encoding_format: z.enum(['float', 'base64']).default('float'),
    dimensions: z
      .int()
      .min(1)
      .exactOptional()
      .meta({ description: 'Refused unless it is the number of dimensions of the model.' }),
    user: z.string().max(MAX_ID).exactOptional().meta({ description: 'Not used.' })
  })
  .meta({ id: 'EmbeddingsRequest', examples: [{ input: ['what it costs'], model: 'leitmotif-en' }] })

export const embeddingsAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: count,
        embedding: z
          .union([z.array(z.number()), z.string()])
          .meta({ description: 'Numbers, or as base64 32-bit numbers, the lowest byte first.' })
      })
    ),
    model: z.string(),
    usage: z
      .object({ prompt_tokens: count, total_tokens: count })
      .meta({ description: 'Words and punctuation marks of the texts.' })
  })
  .meta({ id: 'Embeddings' })

export const modelsAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: count, owned_by: z.string() }))
  })
  .meta({ id: 'Models' })

export const openAiError = z
  .object({
    error: z.object({
      message: z.string().meta({ description: 'What was got, what was expected, and what to do.' }),
      type: z.enum(['invalid_request_error', 'rate_limit_error', 'server_error']),
      param: z.string().nullable().meta({ description: 'The member of the request at fault.' }),
      code: z.string().nullable()
    })
  })
  .meta({ id: 'OpenAiError' })

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
export type DocumentPutAnswer = z.output<typeof documentPutAnswer>
export type MapHeader = z.output<typeof mapHeader>
export type MapDrawing = z.output<typeof jobProgress>
export type MapColoursAnswer = z.output<typeof mapColoursAnswer>
export type MapPointsAnswer = z.output<typeof mapPointsAnswer>
export type EventMapAnswer = z.output<typeof eventMapAnswer>
export type Problem = z.output<typeof problem>
export type OpenAiError = z.output<typeof openAiError>
