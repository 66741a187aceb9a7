import express, { type Express, type Request, type RequestHandler, Router } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { allowOrigins, checkForm, checkHost, checkSite, checkToken, tokenCheck } from './request-checks.js'
import { dispatch } from './dispatch.js'
import { createMetrics } from './metrics.js'
import { problemHandler, RequestProblem, sendProblem } from './problem.js'
import { MAX_BODY, type Route, type ServiceContext } from './route.js'
import { allRoutes } from './routes.js'
import { checkJson } from './schemas/common-schemas.js'
import { MAX_DIVIDING, MAX_HEAVY, WorkGate } from './work-gate.js'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface AppOptions {
  readonly context: ServiceContext
  readonly logger: Logger
  /** Accepted names in the Host header. */
  readonly hosts: ReadonlySet<string>
  /** Origins whose pages may use the API, in the notation of `allowsOrigin`. */
  readonly origins?: readonly string[]
  /** Token that every request to `/api`, `/v1` and `/metrics` must have. */
  readonly token?: string
  /** Requests to `/api` and `/v1` that one address may make in a minute; 0: any number. */
  readonly rate: number
  /** The folder of the built page. */
  readonly page: string
  /** Whether the service is about to stop, so that it takes no more requests. */
  readonly stopping: () => boolean
}

const MINUTE = 60_000

/** Seconds after which to repeat a request that was refused because the service was stopping. */
const STOPPED_RETRY = 10

/** Returns the service as an Express application. Middleware order: access checks, validation, handlers. */
export function createApp(options: AppOptions): Express {
  const { context, logger, hosts, origins = [], token, rate, page, stopping } = options
  const metrics = createMetrics(context.collection)
  const routes = allRoutes(metrics.registry, context.version, token !== undefined)
  const gates = { quick: new WorkGate(), heavy: new WorkGate(MAX_HEAVY), dividing: new WorkGate(MAX_DIVIDING) }
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use(giveRequestId, logRequest(logger), metrics.observe, securityHeaders)
  app.use(refuseWhenStopping(stopping), checkForm, checkHost(hosts, origins))
  if (origins.length > 0) app.use(['/api', '/v1'], allowOrigins(origins))
  const hasToken = token === undefined ? undefined : tokenCheck(token)
  if (rate > 0) app.use(['/api', '/v1'], limitRate(rate, hasToken))
  const guards = [checkSite(origins), ...(hasToken === undefined ? [] : [checkToken(hasToken)])]
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
        ...(open ? [] : guards),
        ...(body ? [parseJson(maxBody)] : []),
        dispatch(route, context, gates)
      )
    }
    app.all(path, nameRoute(path), refuseMethod(own))
  }
  app.use(['/api', '/v1', '/metrics'], () => {
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

/**
 * Security headers: everything comes from the service itself, nothing is inline or framed. No header that requires
 * HTTPS, because the service speaks plain HTTP.
 */
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

/** Refuses requests while the service stops, and closes their connections. */
function refuseWhenStopping(stopping: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (!stopping()) {
      next()
      return
    }
    response.set({ Connection: 'close', 'Retry-After': String(STOPPED_RETRY) })
    throw new RequestProblem(503, 'The service is stopping; send this again when it has started again.')
  }
}

/**
 * Limits the requests of an address. Those with the token count apart, so that no one else behind the same address can
 * use up their rate.
 */
function limitRate(limit: number, hasToken: (request: Request) => boolean = () => false): RequestHandler {
  return rateLimit({
    windowMs: MINUTE,
    limit,
    keyGenerator: (request) => `${hasToken(request) ? 'token' : 'none'} ${ipKeyGenerator(request.ip ?? '')}`,
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

/** Reads a body of JSON. What no JSON document of ours has is refused: half characters, and names that forge prototypes. */
function parseJson(limit: number): RequestHandler {
  return express.json({
    limit,
    inflate: false,
    strict: false,
    reviver: checkJson
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

/** Logs one line per request: route, status and duration, but no content. */
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
    /** Identifies the request in its answer, in problems and in the log. */
    id: string
    /** The route that handles it, in Express notation: `/api/themes/:id`. */
    routeName?: string
  }
}

/** Ids that a client may choose for its requests. */
const OWN_ID = /^[\w.-]{1,64}$/

/** Assigns each request an id: the client's X-Request-Id if valid, else a new one. */
const giveRequestId: RequestHandler = (request, response, next) => {
  const own = request.get('X-Request-Id')
  request.id = own !== undefined && OWN_ID.test(own) ? own : randomUUID()
  response.set('X-Request-Id', request.id)
  next()
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Leitmotif: the page is not built</title>
<h1>The page is not built</h1>
<p>The service runs, and <a href="/api/">its API</a> answers; but the files of its page are missing.
Build them with <code>npm run build</code>, then load this again.</p>
</html>
`

/**
 * Serves the built page from `folder`: its files, and `index.html` for all other addresses, which the page itself
 * interprets. If the page is not built, answers 503 with instructions.
 */
function servePage(folder: string): Router {
  const index = join(folder, 'index.html')
  const router = Router()
  router.use((request, _response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new RequestProblem(405, `${request.method} is not for the page; its API is below /api/.`)
    }
    next()
  })
  // Vite puts a content hash into the names of assets, so a cached asset is always valid.
  router.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }))
  router.use(express.static(folder, { index: false, maxAge: 0 }))
  router.use((request, response) => {
    if (request.path.startsWith('/assets/')) throw new RequestProblem(404, 'There is no such file.')
    response.set('Cache-Control', 'no-cache')
    if (existsSync(index)) response.sendFile(index)
    else response.status(503).type('html').send(NOT_BUILT)
  })
  return router
}
