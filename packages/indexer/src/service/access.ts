import { createHash, timingSafeEqual } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { RequestHandler } from 'express'
import { RequestProblem } from './problem.js'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i
const EVERY_ADDRESS = ['0.0.0.0', '::', '[::]']

/** Whether what listens on `host` can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/** The names that a service listening on `host` answers to, besides those that `allowed` adds. */
export function hostNames(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = EVERY_ADDRESS.includes(host)
    ? Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
    : [host]
  const names = ['localhost', '127.0.0.1', '::1', ...own, ...allowed]
  return new Set(names.map((name) => name.toLowerCase().replace(/^\[|\]$/g, '')))
}

/**
 * Refuses requests for another host than ours: a page elsewhere whose name is made to point here (DNS rebinding) could
 * otherwise read the collection through its visitor's browser. And refuses what another page sends.
 */
export function checkHost(names: ReadonlySet<string>): RequestHandler {
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
    if (origin !== undefined && origin.toLowerCase().replace(/^https?:\/\//, '') !== host.toLowerCase()) {
      throw new RequestProblem(
        403,
        `Origin is ${JSON.stringify(origin.slice(0, 80))}; no other page may use this service.`
      )
    }
    next()
  }
}

/** Refuses requests without the bearer token, in a time that says nothing of it. */
export function checkToken(token: string): RequestHandler {
  const expected = digest(token)
  return (request, response, next) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      response.set('WWW-Authenticate', 'Bearer realm="leitmotif"')
      throw new RequestProblem(
        401,
        given === undefined
          ? 'This service wants a token: send the header Authorization: Bearer TOKEN.'
          : 'The token is not that of this service; ask whoever started it.'
      )
    }
    next()
  }
}

/** Of one length, so that comparing takes one time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
