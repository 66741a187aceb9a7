import { z } from 'zod'
import { MAX_CHOICES, MAX_HITS } from '../../store/store.js'

/**
 * What the schemas of requests and answers have in common. They validate requests, produce the OpenAPI document and give the
 * web page its types: of these files it imports only types. Shares are 0 to 1, similarities -1 to 1, dates ISO 8601 in UTC.
 */

/** Maximum characters of a query text, and of an id. */
export const MAX_TEXT = 10_000
export const MAX_ID = 1024

/** Maximum ids in a request, and documents on a page of a list. */
export const MAX_IDS = MAX_HITS
export const MAX_PAGE = 500

// An area of the map may be longer than a keyword.
const fieldValue = z.union([z.string().max(2 * MAX_ID), z.number()])

export const fieldName = z.string().min(1).max(64)

export const sentenceId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'The id of a sentence, from a search result.', examples: ['0f3a9c'] })

export const documentId = z.string().min(1).max(MAX_ID).meta({ description: 'The id of a document.' })

export const themeId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'The id of a theme.', examples: ['theme-03'] })

export const count = z.int().min(0)

export const share = z.number().min(0).max(1)

export const few = z
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
    ),
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'expected an object such as {"date": {"from": "2023"}, "author": "Mei"}' : undefined
    }
  )
  .meta({
    id: 'Filter',
    description:
      'Conditions by field: a value, {"in": [values]}, or a range {"from": value, "until": value} of a number or date; ' +
      'from is included, until is not. Also on document, title, position, theme, and themePath (a theme or a group above ' +
      'it), and map.area (an area of the map, as the page writes it). All conditions must match.',
    examples: [{ year: { from: 2020, until: 2024 } }]
  })

export const sentence = z
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
export const filterText = z
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

/** Answer of status 202: a job is running. `done` is the share of the work done, 0 to 1. */
export const jobProgress = z.object({ status: z.literal('drawing'), done: share }).meta({ id: 'MapDrawing' })

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

export type FilterBody = z.input<typeof filter>
export type Sentence = z.output<typeof sentence>
export type MapDrawing = z.output<typeof jobProgress>
export type Problem = z.output<typeof problem>
