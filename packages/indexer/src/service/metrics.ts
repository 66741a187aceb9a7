import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SharedCollection } from './shared-collection.js'

/** Prometheus metrics of a service: requests by route, size of the collection, process. */
export interface ServiceMetrics {
  readonly registry: Registry
  /** Counts and times each request by its route, without its content. */
  readonly observe: RequestHandler
}

/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(collection: SharedCollection): ServiceMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'leitmotif_http_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers: [registry]
  })
  const seconds = new Histogram({
    name: 'leitmotif_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry]
  })
  const size = new Gauge({
    name: 'leitmotif_collection_size',
    help: 'What the collection holds.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      // If the collection is unavailable, the other metrics are still reported.
      const described = await collection.read((store) => store.describe()).catch(() => undefined)
      size.reset()
      if (described === undefined) return
      size.set({ of: 'documents' }, described.documents)
      size.set({ of: 'sentences' }, described.sentences)
    }
  })
  return {
    registry,
    observe: (request, response, next) => {
      const end = seconds.startTimer()
      response.once('close', () => {
        const labels = { method: knownMethod(request.method), route: request.routeName ?? 'other' }
        end(labels)
        requests.inc({ ...labels, status: response.statusCode })
      })
      next()
    }
  }
}

/** Clients may invent methods. These share one label, so that metrics stay bounded. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'
}
