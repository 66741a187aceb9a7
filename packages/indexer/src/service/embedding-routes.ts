import { row, type Encoder, type Representation } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import { encodePassages } from '../search/passages.js'
import {
  embeddingsAnswer,
  embeddingsRequest,
  modelAnswer,
  modelParams,
  modelsAnswer
} from './schemas/embedding-schemas.js'
import { RequestProblem } from './problem.js'
import { Reply, route, type Route } from './route.js'

/** Most bytes of one request: some 40,000 sentences, which take a minute. */
const MAX_TEXTS = 4 * 1024 * 1024

const NO_MODEL = 'There is no such model.'

/** The encoder's vectors, with the requests, answers and errors of OpenAI's interface. */
export const embeddingRoutes: Route[] = [
  route({
    method: 'post',
    path: '/v1/embeddings',
    tag: 'Embeddings',
    summary: 'Vectors of texts, as clients of OpenAI expect them',
    description:
      'Vectors have length 1, or 0 for a text without a known word. A text of several ' +
      'sentences has the mean of theirs, again of length 1. Usage counts words and marks.',
    body: embeddingsRequest,
    maxBody: MAX_TEXTS,
    others: { 200: { description: 'Done.', type: 'application/json', schema: embeddingsAnswer } },
    problems: { 404: NO_MODEL },
    handle: async ({ encoder }, { body: { input, model, encoding_format: format, dimensions } }) => {
      const representation = representationOf(encoder, model)
      const texts = typeof input === 'string' ? [input] : input
      const dims = encoder.dims[representation]!
      if (dimensions !== undefined && dimensions !== dims) {
        const errors = [{ path: 'dimensions', message: `expected ${dims}` }]
        throw new RequestProblem(
          400,
          `dimensions is ${dimensions}; the model ${model} has ${dims} and no others; omit it`,
          errors
        )
      }
      const vectors = await encodePassages(encoder, texts, representation)
      const words = texts.reduce((sum, text) => sum + terms(text).length, 0)
      const data = texts.map((_, index) => {
        const vector = row(vectors, index)
        return { object: 'embedding', index, embedding: format === 'base64' ? base64(vector) : Array.from(vector) }
      })
      const usage = { prompt_tokens: words, total_tokens: words }
      // Checking a million numbers against a schema would take longer than encoding them.
      return new Reply(200, 'application/json', JSON.stringify({ object: 'list', data, model, usage }))
    }
  }),
  route({
    method: 'get',
    path: '/v1/models',
    tag: 'Embeddings',
    summary: 'The names of the models that /v1/embeddings takes',
    answer: modelsAnswer,
    handle: ({ encoder }) =>
      Promise.resolve({ object: 'list', data: modelsOf(encoder).map(({ id }) => described(id)) } as const)
  }),
  route({
    method: 'get',
    path: '/v1/models/:model',
    tag: 'Embeddings',
    summary: 'One model that /v1/embeddings takes',
    params: modelParams,
    answer: modelAnswer,
    problems: { 404: NO_MODEL },
    handle: ({ encoder }, { params: { model } }) => {
      representationOf(encoder, model)
      return Promise.resolve(described(model))
    }
  })
]

function described(id: string): { id: string; object: 'model'; created: number; owned_by: string } {
  return { id, object: 'model', created: 0, owned_by: 'leitmotif' }
}

/** The encoder by its name, then each of its representations as `name/representation`. */
function modelsOf({ name, representation, dims }: Encoder): { id: string; representation: Representation }[] {
  const all = Object.keys(dims) as Representation[]
  return [{ id: name, representation }, ...all.map((each) => ({ id: `${name}/${each}`, representation: each }))]
}

/** @throws RequestProblem for an unknown model. */
function representationOf(encoder: Encoder, model: string): Representation {
  const models = modelsOf(encoder)
  const found = models.find(({ id }) => id === model)
  if (found !== undefined) return found.representation
  const known = models.map(({ id }) => id).join(', ')
  const message = `There is no model ${JSON.stringify(model)}; expected one of ${known}.`
  throw new RequestProblem(404, message, [{ path: 'model', message }])
}

/** 32-bit numbers, the lowest byte first, as OpenAI's clients read them on every machine. */
function base64(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, 4 * at)
  return bytes.toString('base64')
}
