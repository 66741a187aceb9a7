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
  /** Without a trailing slash. */
  readonly url: string
  stop(): Promise<void>
}

/** Serves folders and files to any origin, as web extensions need it. @param places path and file; the first match counts */
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
 * Installs extensions in a page of VS Code for the extension host of the web (a worker of the browser), and a suite of tests to run
 * there. It sets the development options in the page's configuration before the page's scripts run. (If it changed the server's
 * answer instead, Chromium would block the page's requests to loopback.)
 * @param addresses addresses of the extensions' folders
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

/** Returns an address in the form of the workbench's configuration. */
function place(address: string): object {
  const { protocol, host, pathname } = new URL(address)
  return { $mid: 1, scheme: protocol.slice(0, -1), authority: host, path: pathname }
}
