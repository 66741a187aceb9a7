import { createHash, timingSafeEqual } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Request, RequestHandler } from 'express'
import { RequestProblem } from './problem.js'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i
const EVERY_ADDRESS = ['0.0.0.0', '::', '[::]']

/** Whether a service listening on `host` can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/** Returns the host names that a service listening on `host` accepts, including the `allowed` ones. */
export function hostNames(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = EVERY_ADDRESS.includes(host)
    ? Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
    : [host]
  const names = ['localhost', '127.0.0.1', '::1', ...own, ...allowed]
  return new Set(names.map((name) => name.toLowerCase().replace(/^\[|\]$/g, '')))
}

/** Methods allowed for pages of other origins. */
export const ALLOWED_METHODS = 'GET, POST'

/**
 * Whether `origin` is valid for `--allow-origin`. The format is that of browsers: `https://notes.example:8443`. A host
 * that begins with `*.` and has at least two more labels matches all names with one more label.
 */
export function isOrigin(origin: string): boolean {
  const one = origin.replace(/^(https?:\/\/)\*\.(?=[^.:/]+\.[^.:/])/, '$1a.')
  if (!/^https?:\/\/[^*]+$/.test(one)) return false
  try {
    return new URL(one).origin === one
  } catch {
    return false
  }
}

/** Whether pages of `origin`, written as browsers do, may use the API. */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.includes(origin) || allowed.includes(origin.replace(/^(https?:\/\/)[^./:]+\./, '$1*.'))
}

/**
 * Lets pages of the `allowed` origins use the API (CORS). Browsers first send a preflight request without a token; this
 * answers it with the allowed methods and headers.
 */
export function allowOrigins(allowed: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers
    if (origin === undefined || !allowsOrigin(allowed, origin)) {
      next()
      return
    }
    response.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      next()
      return
    }
    response
      .status(204)
      .set({
        'Access-Control-Allow-Methods': ALLOWED_METHODS,
        'Access-Control-Allow-Headers': 'authorization, content-type',
        'Access-Control-Allow-Private-Network': 'true',
        'Access-Control-Max-Age': '600'
      })
      .end()
  }
}

/**
 * Refuses requests whose Host header is not ours. Otherwise, another site could point its name to this service (DNS
 * rebinding) and read the collection through a visitor's browser. Also refuses requests from pages of other origins,
 * except those in `origins`.
 */
export function checkHost(names: ReadonlySet<string>, origins: readonly string[] = []): RequestHandler {
  return (request, _response, next) => {
    const host = request.headers.host ?? ''
    const name = host
      .toLowerCase()
      .replace(/:\d*$/, '')
      .replace(/^\[|\]$/g, '')
    if (!names.has(name)) {
      const got = JSON.stringify(host.slice(0, 80))
      throw new RequestProblem(
        421,
        `Host is ${got}; this service answers to ${[...names].join(', ')}. If that name is meant, start it with --allow-host.`
      )
    }
    const { origin } = request.headers
    const isOwn = origin?.toLowerCase().replace(/^https?:\/\//, '') === host.toLowerCase()
    if (origin !== undefined && !isOwn && !allowsOrigin(origins, origin)) {
      throw new RequestProblem(
        403,
        `Origin is ${JSON.stringify(origin.slice(0, 80))}; no other page may use this service. If that one is meant, start it with --allow-origin.`
      )
    }
    next()
  }
}

/**
 * Refuses requests that pages of other sites make without an Origin header: images, frames, scripts and links. Their
 * answers cannot be read there, but they could start long work. Browsers say in `Sec-Fetch-Site` who asks.
 */
export function checkSite(origins: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    if ((site === 'cross-site' || site === 'same-site') && !(origin !== undefined && allowsOrigin(origins, origin))) {
      throw new RequestProblem(
        403,
        `Sec-Fetch-Site is ${site}; no page of another origin may use this service. If one is meant, start it with --allow-origin.`
      )
    }
    next()
  }
}

/**
 * Refuses requests with two Host headers, and those whose target is a whole address. Servers and proxies disagree about
 * which name counts in them, so that a check of one name says nothing about the other.
 */
export const checkForm: RequestHandler = (request, _response, next) => {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) throw new RequestProblem(400, `The request has ${hosts} Host headers; expected one.`)
  if (!request.originalUrl.startsWith('/') && request.originalUrl !== '*')
    throw new RequestProblem(400, 'The target of the request is a whole address; expected a path, for example /api/.')
  next()
}

/** Returns a function that says whether a request has the bearer token, in a time that does not depend on the token. */
export function tokenCheck(token: string): (request: Request) => boolean {
  const expected = digest(token)
  return (request) => {
    const given = givenToken(request)
    return given !== undefined && timingSafeEqual(digest(given), expected)
  }
}

/** Refuses requests without the bearer token. */
export function checkToken(hasToken: (request: Request) => boolean): RequestHandler {
  return (request, response, next) => {
    if (!hasToken(request)) {
      response.set('WWW-Authenticate', 'Bearer realm="leitmotif"')
      throw new RequestProblem(
        401,
        givenToken(request) === undefined
          ? 'This service wants a token: send the header Authorization: Bearer TOKEN.'
          : 'The token is not that of this service; ask whoever started it.'
      )
    }
    next()
  }
}

function givenToken({ headers }: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Of one length, so that comparing takes one time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
