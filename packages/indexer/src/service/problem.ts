import { STATUS_CODES } from 'node:http'
import { Failure } from '@leitmotif/command'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { z } from 'zod'
import { OtherEncoder } from '../store/collection-file.js'
import { UnreadableValue } from '../store/computed-value.js'
import { ElasticsearchFailure } from '../store/elasticsearch/elasticsearch-failure.js'
import { UnreadableTables } from '../store/embedded/table-damage.js'
import { CollectionBusy } from '../store/write-access.js'
import type { OpenAiError } from './schemas/embedding-schemas.js'
import type { Problem } from './schemas/common-schemas.js'
import { CollectionUnavailable } from './shared-collection.js'

/** An error that the client can fix. `detail` says what was received, what was expected and what to do. */
export class RequestProblem extends Error {
  override name = 'RequestProblem'

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly errors?: Problem['errors']
  ) {
    super(detail)
  }
}

/** Maximum number of listed errors of one request, since a body may have thousands of wrong values. */
const MAX_ERRORS = 20

/** Returns the problem for a part of a request that does not match its schema, from errors with the messages of `requestFault`. */
export function schemaProblem(part: 'path' | 'query' | 'body', error: z.ZodError): RequestProblem {
  const errors = error.issues
    .slice(0, MAX_ERRORS)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const [{ path, message }] = errors
  const rest = error.issues.length - 1
  const place = path === '' ? part : `${part}, ${path}`
  return new RequestProblem(
    400,
    `${place}: ${message}${rest > 0 ? `; and ${rest} more` : ''}; /api/ shows what is expected`,
    errors
  )
}

/** Converts an error to the problem for the caller; undefined for an internal fault. */
export function problemFrom(error: unknown): RequestProblem | undefined {
  if (error instanceof RequestProblem) return error
  if (error instanceof CollectionBusy) {
    return new RequestProblem(409, 'Another process is writing to the collection; try again when it is done.')
  }
  if (isUnavailable(error)) return undefined
  if (error instanceof Failure) return new RequestProblem(400, error.message)
  return parserProblem(error)
}

/** Whether the collection is unavailable now. Clients cannot fix this, and the message contains local paths. */
function isUnavailable(error: unknown): boolean {
  return [CollectionUnavailable, UnreadableTables, UnreadableValue, ElasticsearchFailure].some(
    (kind) => error instanceof kind
  )
}

/**
 * Converts errors of Express and its body parser: a body that is too large, invalid or compressed, or an undecodable
 * path.
 */
function parserProblem(error: unknown): RequestProblem | undefined {
  const { status, type, limit, message } = error as Record<string, unknown>
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (type === 'entity.too.large') {
    return new RequestProblem(413, `The body is larger than ${String(limit)} bytes; send less at once.`)
  }
  if (type === 'entity.parse.failed') return new RequestProblem(400, `The body is not JSON: ${String(message)}`)
  return new RequestProblem(status, String(message))
}

/** Whether a path belongs to the OpenAI-compatible API, whose clients expect its error format. */
export function isOpenAiPath(path: string): boolean {
  return path.startsWith('/v1/')
}

/** Sends a problem as application/problem+json (RFC 9457), or in OpenAI's error format. */
export function sendProblem(request: Request, response: Response, given: RequestProblem): void {
  const { status, detail, errors } = given
  if (isOpenAiPath(request.originalUrl)) {
    response.status(status).json(openAiErrorOf(given))
    return
  }
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: request.id,
    ...(errors && { errors })
  }
  response.status(status).type('application/problem+json').send(JSON.stringify(problem))
}

/** OpenAI's error codes, by status. */
const OPENAI_CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded'
}

function openAiErrorOf({ status, detail: message, errors = [] }: RequestProblem): OpenAiError {
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error'
  const param = errors.at(0)?.path || null
  const code = status === 404 && param === null ? null : (OPENAI_CODES[status] ?? null)
  return { error: { message, type, param, code } }
}

/** Answers failed requests. `onFault` receives internal faults; the caller learns only that there was one. */
export function problemHandler(onFault: (error: unknown, request: Request) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    const known = problemFrom(error)
    if (known === undefined) onFault(error, request)
    sendProblem(request, response, known ?? faultProblem(error, request.id))
  }
}

function faultProblem(error: unknown, id: string): RequestProblem {
  if (!isUnavailable(error))
    return new RequestProblem(500, `A fault in the service; its log says more at ${id}. Please report it.`)
  const why = whyUnavailable(error instanceof CollectionUnavailable ? error.cause : error)
  return new RequestProblem(
    503,
    `The collection cannot be used now: ${why}. The log of the service says more at ${id}.`
  )
}

/** Says why a collection is unavailable and what to do, without local paths. */
function whyUnavailable(cause: unknown): string {
  if (cause instanceof OtherEncoder)
    return 'it has the vectors of another encoder by now; start the service again with that one (--encoder)'
  if (cause instanceof ElasticsearchFailure)
    return cause.status === undefined
      ? 'Elasticsearch cannot be reached; try again later'
      : `Elasticsearch answers ${cause.status}; try again later`
  if (cause instanceof UnreadableTables) return 'its tables cannot be read; try again later'
  if (cause instanceof UnreadableValue) return 'what was stored with it is damaged'
  return 'it cannot be opened; try again later'
}
