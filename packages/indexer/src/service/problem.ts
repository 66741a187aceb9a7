import { STATUS_CODES } from 'node:http'
import { Failure } from '@leitmotif/command'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { z } from 'zod'
import { OtherEncoder } from '../store/collection-file.js'
import { ElasticsearchFailure } from '../store/elasticsearch/elasticsearch-failure.js'
import { UnreadableTables } from '../store/embedded/table-damage.js'
import { CollectionBusy } from '../store/write-access.js'
import type { Problem } from './schemas.js'
import { CollectionUnavailable } from './shared-collection.js'

/** Something that the caller of the service can mend; `detail` says what was got, what was expected and what to do. */
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

/** Most faults of one request that are listed; a body of thousands of wrong values has no more to say. */
const MAX_ERRORS = 20

/** The problem of a part of a request that its schema refuses. */
export function schemaProblem(part: 'path' | 'query' | 'body', error: z.ZodError): RequestProblem {
  const errors = error.issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({ path: path.join('.'), message }))
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

/** Whether the collection cannot be used now: nothing that the caller can mend, and its message names our own places. */
function isUnavailable(error: unknown): boolean {
  return [CollectionUnavailable, UnreadableTables, ElasticsearchFailure].some((kind) => error instanceof kind)
}

/** Errors of Express and its body parser: a body too large, broken or compressed, a path that cannot be decoded. */
function parserProblem(error: unknown): RequestProblem | undefined {
  const { status, type, limit, message } = error as Record<string, unknown>
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (type === 'entity.too.large') {
    return new RequestProblem(413, `The body is larger than ${String(limit)} bytes; send less at once.`)
  }
  if (type === 'entity.parse.failed') return new RequestProblem(400, `The body is not JSON: ${String(message)}`)
  return new RequestProblem(status, String(message))
}

/** Sends a problem as application/problem+json (RFC 9457). */
export function sendProblem(request: Request, response: Response, { status, detail, errors }: RequestProblem): void {
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

/** Why a collection cannot be used and what to do, without our own places. */
function whyUnavailable(cause: unknown): string {
  if (cause instanceof OtherEncoder)
    return 'it has the vectors of another encoder by now; start the service again with that one (--encoder)'
  if (cause instanceof ElasticsearchFailure)
    return cause.status === undefined
      ? 'Elasticsearch cannot be reached; try again later'
      : `Elasticsearch answers ${cause.status}; try again later`
  if (cause instanceof UnreadableTables) return 'its tables cannot be read; try again later'
  return 'it cannot be opened; try again later'
}
