import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

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
export const giveRequestId: RequestHandler = (request, response, next) => {
  const own = request.get('X-Request-Id')
  request.id = own !== undefined && OWN_ID.test(own) ? own : randomUUID()
  response.set('X-Request-Id', request.id)
  next()
}
