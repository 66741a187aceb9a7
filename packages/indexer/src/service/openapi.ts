import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { MAX_BODY, TAGS, type Route } from './route.js'
import { isOpenAiPath } from './problem.js'
import { openAiError } from './schemas/embedding-schemas.js'
import { problem } from './schemas/common-schemas.js'

/** The OpenAPI 3.1 document, in the type that the reference page reads. */
export type OpenApiDocument = ReturnType<typeof createDocument>

/** Error statuses that any request can have. */
const COMMON: Readonly<Record<number, string>> = {
  400: 'Something in the request is not as expected, or the collection does not have it.',
  403: 'The request comes from the page of another site.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or is compressed.',
  421: 'The Host header is not a name of this service.',
  429: 'Too many requests from one address.',
  500: 'A fault in the service.',
  503: 'The service is busy, or the collection cannot be read now.'
}

const BODY_ONLY = ['413', '415']

const INTRODUCTION =
  'Thematic search and theme analytics of one collection. Every error is a problem (RFC 9457; below /v1 the error of ' +
  "OpenAI's interface) that says what was got, what was expected and what to do. Requests and answers are JSON unless " +
  'it says otherwise; a ' +
  'request with a member or parameter that is not listed is refused.'

/** Returns the OpenAPI document of routes, built from the schemas that validate requests. */
export function describeRoutes(routes: readonly Route[], version: string, token: boolean): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route, token) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Leitmotif', version, description: INTRODUCTION, license: { name: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    ...(token && {
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }]
    })
  })
}

function operation(route: Route, token: boolean): ZodOpenApiOperationObject {
  const { tag, summary, description, params, query, body, answer, others = {}, open = false } = route
  const statuses: Record<number, string> = { ...COMMON, ...(token && !open && { 401: 'No token, or a wrong one.' }) }
  const problemContent = isOpenAiPath(route.path)
    ? { 'application/json': { schema: openAiError } }
    : { 'application/problem+json': { schema: problem } }
  const problems = Object.entries({ ...statuses, ...route.problems })
    .filter(([status]) => body !== undefined || !BODY_ONLY.includes(status))
    .map(([status, meaning]): [string, ZodOpenApiResponseObject] => [
      status,
      { description: meaning, content: problemContent }
    ])
  const answers = Object.entries(others).map(
    ([status, { description: meaning, type, schema = z.string() }]): [string, ZodOpenApiResponseObject] => [
      status,
      {
        description: meaning,
        content: Object.fromEntries(
          [type].flat().map((each) => [each, { schema: each === 'application/json' ? schema : z.string() }])
        )
      }
    ]
  )
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(open && token && { security: [] }),
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...(body && {
      requestBody: {
        required: true,
        description: `At most ${route.maxBody ?? MAX_BODY} bytes.`,
        content: { 'application/json': { schema: body } }
      }
    }),
    responses: {
      ...(answer && { 200: { description: 'Done.', content: { 'application/json': { schema: answer } } } }),
      ...(answer === undefined && answers.length === 0 && { 204: { description: 'Done.' } }),
      ...Object.fromEntries(answers),
      ...Object.fromEntries(problems)
    }
  }
}
