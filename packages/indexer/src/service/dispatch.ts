import { promisify } from 'node:util'
import { constants, brotliCompress, gzip } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'
import { RequestProblem, schemaProblem } from './problem.js'
import { requestFault } from './request-fault.js'
import { Reply, type Route, type ServiceContext } from './route.js'
import type { WorkGate } from './work-gate.js'

/** Timeout of a handler, in milliseconds. */
const TIME_LIMIT = 120_000

/** Smaller bodies are not compressed, because they fit into a packet anyway. In bytes. */
const LEAST_COMPRESSED = 1024

/** Fast levels: an answer of a megabyte takes 10 to 20 ms, in another thread. */
const QUALITY = { br: 4, gzip: 5 } as const

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.br } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: QUALITY.gzip })
}

/** Heavy requests, and those that divide sentences, wait for their like, and not in front of quick ones. */
export interface WorkGates {
  readonly quick: WorkGate
  readonly heavy: WorkGate
  readonly dividing: WorkGate
}

/** Handles the requests of one route: checks them, waits for a turn, and sends the answer. */
export function dispatch(route: Route, context: ServiceContext, gates: WorkGates): RequestHandler {
  const gate = route.heavy === true ? gates.heavy : route.divides === true ? gates.dividing : gates.quick
  return async (request, response) => {
    const input = {
      params: decode(route.params, 'path', request.params),
      query: decode(route.query, 'query', request.query),
      body: decodeBody(route, request)
    }
    const work = (): Promise<unknown> =>
      route.heavy === true && context.lane !== undefined
        ? context.lane.answer(route, context, input)
        : route.handle(context, input)
    // A disconnected client gives up its place in the queue.
    const gone = new AbortController()
    response.once('close', () => {
      gone.abort()
    })
    const answer = await (route.open === true ? work() : inTime(gate.run(work, gone.signal)))
    if (response.destroyed) return
    if (answer instanceof Reply) {
      response.status(answer.status).type(answer.type).set(answer.headers)
      await sendCompressed(request, response, Buffer.from(answer.body))
    } else if (route.answer === undefined) response.status(204).end()
    else {
      response.type('application/json')
      await sendCompressed(request, response, Buffer.from(JSON.stringify(route.answer.parse(answer))))
    }
  }
}

function decode(schema: Route['params'], part: 'path' | 'query', value: unknown): unknown {
  if (Object.hasOwn(value as object, '__proto__'))
    throw new RequestProblem(400, `${part}: no parameter can be named __proto__; /api/ shows what is expected`)
  // Express gives objects without a prototype, which schemas take for something else.
  const given = { ...(value as object) }
  const parsed = schema?.safeParse(given, { error: requestFault(given) })
  if (parsed?.success === false) throw schemaProblem(part, parsed.error)
  return parsed?.data
}

function decodeBody(route: Route, request: Request): unknown {
  if (route.body === undefined) return undefined
  if (request.is('application/json') === false) {
    const got = request.headers['content-type'] ?? 'none'
    throw new RequestProblem(415, `Content-Type is ${got.slice(0, 80)}; expected application/json.`)
  }
  if (request.body === undefined) throw new RequestProblem(400, 'The request has no body; expected JSON.')
  const parsed = route.body.safeParse(request.body, { error: requestFault(request.body) })
  if (!parsed.success) throw schemaProblem('body', parsed.error)
  return parsed.data
}

/** Returns the result, or throws a problem after TIME_LIMIT. The work itself is not cancelled. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RequestProblem(503, `This took longer than ${TIME_LIMIT / 1000} seconds; ask for less at once.`))
    }, TIME_LIMIT)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a body, compressed if it is large and the caller accepts it. */
async function sendCompressed(request: Request, response: Response, body: Buffer): Promise<void> {
  response.vary('Accept-Encoding')
  const encoding = body.length < LEAST_COMPRESSED ? false : request.acceptsEncodings('br', 'gzip')
  if (encoding !== 'br' && encoding !== 'gzip') {
    response.send(body)
    return
  }
  const compressed = await compressors[encoding](body)
  if (!response.destroyed) response.set('Content-Encoding', encoding).send(compressed)
}
