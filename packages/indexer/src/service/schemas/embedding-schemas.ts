import { z } from 'zod'
import { MAX_ID, count } from './common-schemas.js'

// Embeddings as OpenAI's interface has them.

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

export const modelAnswer = z
  .object({ id: z.string(), object: z.literal('model'), created: count, owned_by: z.string() })
  .meta({ id: 'Model' })

export const modelsAnswer = z.object({ object: z.literal('list'), data: z.array(modelAnswer) }).meta({ id: 'Models' })

export const modelParams = z.object({ model: embeddingsRequest.shape.model })

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

export type OpenAiError = z.output<typeof openAiError>
