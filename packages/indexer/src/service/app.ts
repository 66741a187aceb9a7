import express, { type Express, type RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { allowOrigins, checkHost, checkToken } from './request-checks.js'
import { dispatch } from './dispatch.js'
import { createMetrics } from './metrics.js'
import { problemHandler, RequestProblem, sendProblem } from './problem.js'
import { MAX_BODY, type Route, type ServiceContext } from './route.js'
import { allRoutes } from './routes.js'
import { servePage } from './web-page.js'
import { MAX_HEAVY, WorkGate } from './work-gate.js'
import { randomUUID } from 'node:crypto'

export interface AppOptions {
  readonly context: ServiceContext
  readonly logger: Logger
  /** Names that the Host header may have. */
  readonly hosts: ReadonlySet<string>
  /** Origins whose pages may use the API; `allowsOrigin` says how they are written. */
  readonly origins?: readonly string[]
  /** Token that every request to `/api` and `/metrics` must have. */
  readonly token?: string
  /** Requests to `/api` that one address may make in a minute; 0: any number. */
  readonly rate: number
  /** The folder of the built page. */
  readonly page: string
}

const MINUTE = 60_000

/** The service as an Express application: who may ask, what is asked, who answers, in this order. */
export function createApp(options: AppOptions): Express {
  const { context, logger, hosts, origins = [], token, rate, page } = options
  const metrics = createMetrics(context.collection)
  const routes = allRoutes(metrics.registry, context.version, token !== undefined)
  const gates = { quick: new WorkGate(), heavy: new WorkGate(MAX_HEAVY) }
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use(giveRequestId, logRequest(logger), metrics.observe, securityHeaders, checkHost(hosts, origins))
  if (origins.length > 0) app.use('/api', allowOrigins(origins))
  if (rate > 0) app.use('/api', limitRate(rate))
  const tokenNeeded = token === undefined ? [] : [checkToken(token)]
  // Paths in full before those with a part that is any id, which would take theirs too.
  const paths = [...new Set(routes.map(({ path }) => path))].sort(
    (a, b) => Number(a.includes(':')) - Number(b.includes(':'))
  )
  for (const path of paths) {
    const own = routes.filter((route) => route.path === path)
    for (const route of own) {
      const { method, body, maxBody = MAX_BODY, open = false } = route
      app[method](
        path,
        nameRoute(path),
        ...(open ? [] : tokenNeeded),
        ...(body ? [parseJson(maxBody)] : []),
        dispatch(route, context, gates)
      )
    }
    app.all(path, nameRoute(path), refuseMethod(own))
  }
  app.use(['/api', '/metrics'], () => {
    throw new RequestProblem(404, 'There is no such endpoint; /api/ lists them all.')
  })
  app.use(servePage(page))
  app.use(
    problemHandler((error, { id, routeName }) => {
      logger.error({ id, route: routeName, err: error }, 'fault')
    })
  )
  return app
}

/** Everything from the service itself, nothing inline, nothing framed. Plain HTTP: no header that would ask for more. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"]
    }
  },
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' }
})

function limitRate(limit: number): RequestHandler {
  return rateLimit({
    windowMs: MINUTE,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (request, response) => {
      const detail = `More than ${limit} requests in a minute; wait, as Retry-After says, or start it with a higher --rate.`
      sendProblem(request, response, new RequestProblem(429, detail))
    }
  })
}

function nameRoute(path: string): RequestHandler {
  return (request, _response, next) => {
    request.routeName = path
    next()
  }
}

/** Half of a character that takes two code units: no store can hold it. */
const HALF_CHARACTER = /\p{Surrogate}/u

/** Reads a body of JSON. What no JSON document of ours has is refused: half characters, and names that forge prototypes. */
function parseJson(limit: number): RequestHandler {
  return express.json({
    limit,
    inflate: false,
    strict: false,
    reviver: (key, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('no member can be named __proto__')
      if (HALF_CHARACTER.test(key) || (typeof value === 'string' && HALF_CHARACTER.test(value)))
        throw new SyntaxError('it has half a character (an unpaired surrogate, \\ud800 to \\udfff)')
      return value
    }
  })
}

function refuseMethod(routes: readonly Route[]): RequestHandler {
  const known = routes.map(({ method }) => method.toUpperCase())
  const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : [])].join(', ')
  return (request, response) => {
    response.set('Allow', allowed)
    throw new RequestProblem(405, `${request.method} is not for this endpoint; it takes ${allowed}.`)
  }
}

/** One line a request: which route, how it ended, how long it took; nothing that was asked or answered. */
function logRequest(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    response.once('close', () => {
      const { id, method, routeName } = request
      const ms = Math.round(performance.now() - started)
      const aborted = response.writableEnded ? {} : { aborted: true }
      logger.info({ id, method, route: routeName ?? 'page', status: response.statusCode, ms, ...aborted }, 'request')
    })
    next()
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Names the request in its answer, in problems and in the log. */
    id: string
    /** The route that took it, as its path is written: `/api/themes/:id`. */
    routeName?: string
  }
}

/** An id that a caller may give itself, to find its request again. */
const OWN_ID = /^[\w.-]{1,64}$/

/** Gives every request its id: the caller's X-Request-Id, where it can be one, or a new one. */
const giveRequestId: RequestHandler = (request, response, next) => {
  const own = request.get('X-Request-Id')
  request.id = own !== undefined && OWN_ID.test(own) ? own : randomUUID()
  response.set('X-Request-Id', request.id)
  next()
}
