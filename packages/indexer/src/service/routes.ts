import type { Registry } from 'prom-client'
import { analyticsRoutes } from './analytics-routes.js'
import { documentRoutes } from './document-routes.js'
import { duplicateRoutes } from './duplicate-routes.js'
import { embeddingRoutes } from './embedding-routes.js'
import { eventRoutes } from './event-routes.js'
import { mapRoutes } from './map-routes.js'
import type { Route } from './route.js'
import { searchRoutes } from './search-routes.js'
import { serviceRoutes } from './service-routes.js'
import { themeRoutes } from './theme-routes.js'

/** Returns all endpoints, in the order of the reference. */
export function allRoutes(registry: Registry, version: string, token: boolean): Route[] {
  const routes = [
    ...searchRoutes,
    ...themeRoutes,
    ...analyticsRoutes,
    ...duplicateRoutes,
    ...documentRoutes,
    ...mapRoutes,
    ...eventRoutes,
    ...embeddingRoutes
  ]
  return [...routes, ...serviceRoutes(routes, registry, version, token)]
}
