import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express, { Router } from 'express'
import { RequestProblem } from './problem.js'

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
export function servePage(folder: string): Router {
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
