import { z } from 'zod'
import { DUPLICATES_DEFAULTS, MAX_MEMBERS } from '../../duplicates/duplicates.js'
import { DUPLICATE_KINDS } from '../../duplicates/sentence-similarity.js'
import { MAX_LINKED } from '../../duplicates/linked-groups.js'
import { count, filterText, sentence, share } from './common-schemas.js'

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

export type DuplicatesAnswer = z.output<typeof duplicatesAnswer>
