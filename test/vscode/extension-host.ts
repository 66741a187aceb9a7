import { createServer } from 'node:http'
import { readFile } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { format } from 'node:util'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { extension, launchBrowser, startEditor, windowAddress } from './editor.js'

const TYPES: Readonly<Partial<Record<string, string>>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm'
}

const RUN_MS = 200_000

/** Where the suite is served: VS Code runs it in the host of the extension whose folder it is in. */
const SUITE = '/suite.js'

/**
 * Runs the suite in a real extension host, that of Node or that of the web (a worker of the browser), on the folder
 * `workspace`. Gives what it said. @throws Error with that, where a check fails.
 */
export async function runSuite(kind: 'node' | 'web', suite: string, home: string, workspace: string): Promise<string> {
  const built = join(home, 'suite', 'suite.js')
  const bundle = await rolldown({
    input: suite,
    external: ['vscode'],
    platform: kind === 'node' ? 'node' : 'browser'
  })
  await bundle.write({ file: built, format: 'cjs', codeSplitting: false })
  await bundle.close()

  const editor = await startEditor({ home, development: true })
  const browser = await launchBrowser()
  const served = kind === 'web' ? await serveExtension(built) : undefined
  try {
    const page = await (await browser.newContext({ bypassCSP: kind === 'web' })).newPage()
    const said: string[] = []
    let end: (code: number | string) => void = () => undefined
    const ended = new Promise<number | string>((resolve) => {
      end = resolve
    })
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => said.push(format(...args)))
    await page.exposeFunction('codeAutomationExit', (code: number) => {
      end(code)
    })
    if (served === undefined) {
      const remote = (path: string): string => `vscode-remote://${editor.authority}${path}`
      const payload: [string, string][] = [
        ['extensionDevelopmentPath', remote(extension)],
        ['extensionTestsPath', remote(built)]
      ]
      await page.goto(windowAddress(editor, workspace, payload))
    } else {
      await configure(page, { extensions: [place(served.url)], extensionTestsPath: place(served.url + SUITE) })
      await page.goto(windowAddress(editor, workspace))
    }
    const late = setTimeout(() => {
      end(`not ended after ${RUN_MS / 1000} s`)
    }, RUN_MS)
    const code = await ended
    clearTimeout(late)
    const told = said.filter((line) => line.includes('leitmotif')).join('\n')
    if (code !== 0) throw new Error(`the suite ended with ${code}:\n${told || said.join('\n').slice(-4000)}`)
    return told
  } finally {
    await browser.close()
    await editor.stop()
    await served?.stop()
  }
}

/** An address as the workbench's configuration has them. */
function place(address: string): object {
  const { protocol, host, pathname } = new URL(address)
  return { $mid: 1, scheme: protocol.slice(0, -1), authority: host, path: pathname }
}

/**
 * Sets development options in the configuration that the server puts into its page, before the page's own scripts run.
 * (A changed answer of the server would make Chromium refuse the page its requests to loopback.)
 */
async function configure(page: Page, developmentOptions: object): Promise<void> {
  const script = `document.addEventListener('readystatechange', () => {
    const meta = document.getElementById('vscode-workbench-web-configuration')
    if (meta === null || document.readyState !== 'interactive') return
    const settings = JSON.parse(meta.getAttribute('data-settings'))
    meta.setAttribute('data-settings', JSON.stringify({ ...settings, developmentOptions: ${JSON.stringify(developmentOptions)} }))
  })`
  await page.addInitScript({ content: script })
}

/** Serves the extension with a suite in it as one for the web must be: to any origin. */
async function serveExtension(suite: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === SUITE ? suite : join(extension, normalize(decodeURIComponent(pathname)))
    readFile(path, (error, bytes) => {
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
