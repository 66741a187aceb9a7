import type { Registry } from 'prom-client'
import { describeRoutes } from './openapi.js'
import { referencePage, referenceStyle } from './reference-page.js'
import { Reply, route, type Route } from './route.js'
import { z } from 'zod'

const healthAnswer = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    uptime: z.number().meta({ description: 'Uptime in seconds.' })
  })
  .meta({ id: 'Health' })

const readyAnswer = z
  .object({
    status: z.literal('ready'),
    outdated: z.boolean().meta({
      description:
        'Whether the collection now has the vectors of another encoder. The service then reads the old index and ' +
        'rejects writes until it is restarted with the new encoder.'
    })
  })
  .meta({ id: 'Ready' })

/** Returns the routes about the service itself. The reference covers `others` and these. */
export function serviceRoutes(others: readonly Route[], registry: Registry, version: string, token: boolean): Route[] {
  const own: Route[] = [
    route({
      method: 'get',
      path: '/api/health',
      tag: 'Service',
      summary: 'Whether the service runs, whatever its collection does',
      open: true,
      answer: healthAnswer,
      handle: async () => Promise.resolve({ status: 'ok', version, uptime: process.uptime() } as const)
    }),
    route({
      method: 'get',
      path: '/api/ready',
      tag: 'Service',
      summary: 'Whether the collection can be read now',
      description: 'For whatever sends requests to services that are ready alone. Where it cannot, 503 says why.',
      open: true,
      answer: readyAnswer,
      handle: async ({ collection }) => ({ status: 'ready', outdated: !(await collection.check()) }) as const
    }),
    route({
      method: 'get',
      path: '/metrics',
      tag: 'Service',
      summary: 'Metrics for Prometheus',
      others: { 200: { description: "Prometheus's text format.", type: 'text/plain' } },
      handle: async () => new Reply(200, registry.contentType, await registry.metrics())
    }),
    fixed('/api/openapi.json', 'This description, as OpenAPI 3.1', 'application/json', () => JSON.stringify(document)),
    fixed('/api/', 'This description, as a page', 'text/html', () => referencePage(document)),
    fixed('/api/reference.css', "The page's style", 'text/css', () => referenceStyle)
  ]
  const document = describeRoutes([...others, ...own], version, token)
  return own
}

/** Returns the route of a fixed answer. */
function fixed(path: string, summary: string, type: string, body: () => string): Route {
  return route({
    method: 'get',
    path,
    tag: 'Service',
    summary,
    open: true,
    others: { 200: { description: 'Done.', type } },
    handle: async () => Promise.resolve(new Reply(200, type, body()))
  })
}
