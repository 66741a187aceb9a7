import { readFile } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Page } from 'playwright-core'

const TYPES: Readonly<Partial<Record<string, string>>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm'
}

export interface ServedFiles {
  /** Without a slash at its end. */
  readonly url: string
  stop(): Promise<void>
}

/** Serves folders and files as extensions for the web must be: to any origin. @param places of the paths, the first that fits counts */
export async function serveFiles(places: readonly (readonly [path: string, place: string])[]): Promise<ServedFiles> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const [own = '', place = ''] = places.find(([own]) => path === own || path.startsWith(`${own}/`)) ?? []
    readFile(join(place, path.slice(own.length)), (error, bytes) => {
      response.statusCode = error ? 404 : 200
      if (!error) response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream')
      response.end(error ? undefined : bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      })
  }
}

/**
 * Puts extensions into a page of VS Code, for the extension host of the web (a worker of the browser), and a suite of tests that it
 * then runs. Development options are set in the configuration that the server puts into its page, before the page's own scripts run.
 * (A changed answer of the server would make Chromium refuse the page its requests to loopback.)
 * @param addresses of the extensions' folders
 */
export async function installInPage(page: Page, addresses: readonly string[], suite?: string): Promise<void> {
  const options = {
    extensions: addresses.map(place),
    ...(suite === undefined ? {} : { extensionTestsPath: place(suite) })
  }
  const script = `document.addEventListener('readystatechange', () => {
    const meta = document.getElementById('vscode-workbench-web-configuration')
    if (meta === null || document.readyState !== 'interactive') return
    const settings = JSON.parse(meta.getAttribute('data-settings'))
    meta.setAttribute('data-settings', JSON.stringify({ ...settings, developmentOptions: ${JSON.stringify(options)} }))
  })`
  await page.addInitScript({ content: script })
}

/** An address as the workbench's configuration has them. */
function place(address: string): object {
  const { protocol, host, pathname } = new URL(address)
  return { $mid: 1, scheme: protocol.slice(0, -1), authority: host, path: pathname }
}
