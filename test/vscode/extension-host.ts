import { join } from 'node:path'
import { format } from 'node:util'
import { rolldown } from 'rolldown'
import { extension, launchBrowser, startEditor, windowAddress } from './editor.js'
import { installInPage, serveFiles } from './web-extensions.js'

const RUN_MS = 200_000

/** Paths of the extension and the suite. VS Code runs a suite in the host of the extension whose folder contains it. */
const EXTENSION = '/leitmotif'
const SUITE = `${EXTENSION}/suite.js`

/**
 * Runs the suite on the folder `workspace` in a real extension host: that of Node or that of the web (a worker of the browser).
 * Returns its output. @throws Error with its output if a check fails.
 */
export async function runSuite(kind: 'node' | 'web', suite: string, home: string, workspace: string): Promise<string> {
  const built = join(home, 'suite', 'suite.js')
  await bundleForHost(kind, suite, built)
  const editor = await startEditor({ home, development: true })
  const browser = await launchBrowser()
  const places = [
    [SUITE, built],
    [EXTENSION, extension]
  ] as const
  const served = kind === 'web' ? await serveFiles(places) : undefined
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
      await installInPage(page, [served.url + EXTENSION], served.url + SUITE)
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

/** Bundles the suite for an extension host into one file. */
export async function bundleForHost(kind: 'node' | 'web', input: string, file: string): Promise<void> {
  const bundle = await rolldown({ input, external: ['vscode'], platform: kind === 'node' ? 'node' : 'browser' })
  await bundle.write({ file, format: 'cjs', codeSplitting: false })
  await bundle.close()
}
