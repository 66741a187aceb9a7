import { z } from 'zod'
import { MAX_CLUSTERS } from '../../search/cluster-hits.js'
import { MAX_ORGANISED, MAX_SECTIONS } from '../../search/organise.js'
import { GRANULARITIES } from '../../search/sentence-division.js'
import { MAX_COPIES } from '../../search/copies.js'
import { MAX_AROUND, MAX_SURROUNDED, SEARCH_MODES } from '../../search/query.js'
import { MAX_CHOICES, MAX_HITS } from '../../store/store.js'
import {
  MAX_ID,
  MAX_IDS,
  MAX_TEXT,
  count,
  documentId,
  few,
  filter,
  sentence,
  sentenceId,
  share
} from './common-schemas.js'

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
    known: z.boolean().meta({
      description:
        'Whether the encoder knows at least one word of the texts, or a hit has one. If not, there are no thematic hits, and hybrid search is by words alone.'
    }),
    language: z.string().optional().meta({
      description:
        'ISO 639-1 code of the language of the texts, if the encoder does not read it: hits by theme may be about anything.'
    }),
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

export const heading = z.string().meta({
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
  larger: z.enum(['a', 'b']).meta({ description: 'The part with the larger share.' }),
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
        heading: z
          .string()
          .optional()
          .meta({ description: 'Empty if there is only one theme; absent for sentences that fit no theme.' }),
        sentences: z.array(z.object({ text: z.string(), source: z.string().optional() }))
      })
    ),
    markdown: z.string()
  })
  .meta({ id: 'OrganisedText' })

export type SearchRequest = z.input<typeof searchRequest>
export type SearchAnswer = z.output<typeof searchAnswer>
export type ClusterRequest = z.input<typeof clusterRequest>
export type ClusterAnswer = z.output<typeof clusterAnswer>
export type ContrastRequest = z.input<typeof contrastRequest>
export type ContrastAnswer = z.output<typeof contrastAnswer>
export type SentencesAnswer = z.output<typeof sentencesAnswer>
