import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { serve, stop, type RunningService } from './running-service.js'
import { strayedDraft } from './vscode/drafts.js'
import {
  extension,
  launchBrowser,
  missing,
  note,
  runCommand,
  startEditor,
  windowAddress,
  type Editor
} from './vscode/editor.js'
import { bundleForHost } from './vscode/extension-host.js'
import { installInPage, serveFiles, type ServedFiles } from './vscode/web-extensions.js'

const TIME = 240_000
const SEEN = { timeout: 60_000 }
const TOKEN = 'a-token-of-a-collection'

const { text } = strayedDraft()
const [, , opening] = text.split('\n\n')

/** A book of three chapters in a virtual workspace. */
const BOOK: Readonly<Record<string, string>> = {
  '/book/one.md': text,
  '/book/part/two.md': readFileSync(join(samples, 'bread.md'), 'utf8'),
  '/book/part/deep/three.MD.txt': readFileSync(join(samples, 'stargazing.md'), 'utf8'),
  '/book/node_modules/none.md': 'Words of others.',
  '/book/picture.png': 'no words'
}

describe.skipIf(missing)(
  `A writer in a browser alone, in a folder that is on no disk${note}`,
  { timeout: TIME },
  () => {
    const home = temporaryFolder()
    let editor: Editor
    let browser: Browser
    let served: ServedFiles
    let service: RunningService
    let page: Page
    const [shelf, token] = ['shelf', 'token'].map((name) => join(home, name))

    const view = (name: string): Locator =>
      page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${name}"]`) })

    beforeAll(async () => {
      const files = join(home, 'files')
      mkdirSync(files)
      const manifest = {
        name: 'afar',
        publisher: 'test',
        version: '0.0.1',
        engines: { vscode: '*' },
        browser: './afar.js'
      }
      const activationEvents = ['onFileSystem:afar']
      writeFileSync(join(files, 'package.json'), JSON.stringify({ ...manifest, activationEvents, files: BOOK }))
      await bundleForHost(
        'web',
        fileURLToPath(new URL('vscode/virtual-files.ts', import.meta.url)),
        join(files, 'afar.js')
      )
      served = await serveFiles([
        ['/leitmotif', extension],
        ['/afar', files]
      ])
      expect(run('leitmotif', 'index', samples, '--fast', '--to', shelf).status).toBe(0)
      writeFileSync(token, TOKEN)
      service = await serve(shelf, '--token-file', token)
      editor = await startEditor({ home, machineSettings: { 'leitmotif.related.url': service.url } })
      browser = await launchBrowser()
      const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 1000 } })
      page = await context.newPage()
      page.setDefaultTimeout(30_000)
      await installInPage(page, [`${served.url}/leitmotif`, `${served.url}/afar`])
      await page.goto(windowAddress(editor, 'afar:/book', [['openFile', 'afar:/book/one.md']]))
      await page.locator('.tab[data-resource-name="one.md"]').waitFor(SEEN)
      await page.locator('.view-lines').first().waitFor(SEEN)
      await runCommand(page, 'Leitmotif: Show Themes')
    }, TIME)
    afterAll(async () => {
      await browser.close()
      await editor.stop()
      await served.stop()
    })

    it('sees the themes of a draft, and what it suggests', async () => {
      await view('Themes').getByRole('treeitem').first().waitFor(SEEN)
      await view('Suggestions').getByRole('treeitem', { name: 'Move to “Bread”' }).waitFor(SEEN)
    })

    it('sees the themes of all files of the folder', async () => {
      await runCommand(page, 'Leitmotif: Show Themes of All Drafts in the Workspace')
      await page.locator('.pane-header', { hasText: '3 files' }).waitFor(SEEN)
      const rows = view('Whole Workspace').getByRole('treeitem')
      await rows
        .filter({ hasText: /bread|dough/i })
        .first()
        .click()
      await rows.filter({ hasText: 'part/two.md' }).first().click()
      // Its passages appear later; until then the next row is another file.
      await view('Whole Workspace').getByRole('treeitem', { level: 3 }).first().waitFor(SEEN)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('.tab[data-resource-name="two.md"]').waitFor(SEEN)
      await page.locator('.tab[data-resource-name="one.md"]').click()
    })

    it('finds related passages in a collection whose service allows the origin', async () => {
      const related = view('Related Passages')
      const look = async (): Promise<void> => {
        await page
          .locator('.view-line', { hasText: opening.slice(0, 20) })
          .first()
          .click()
        await page.keyboard.press('Home')
        await page.keyboard.press('Shift+End')
        await runCommand(page, 'Leitmotif: Find Related Passages')
      }
      await look()
      const refusal = await related.getByText('--allow-origin').textContent(SEEN)
      const [, origin] = /--allow-origin (\S+?)”/.exec(refusal ?? '')!
      await stop(service)
      const port = new URL(service.url).port
      service = await serve(shelf, '--token-file', token, '--port', port, '--allow-origin', origin)
      await look()
      await related.getByText('requires a token').waitFor(SEEN)
      await runCommand(page, 'Leitmotif: Set the Token for Related Passages…')
      await page.locator('.quick-input-widget input[type=password]').fill(TOKEN)
      await page.keyboard.press('Enter')
      await look()
      await related.getByRole('treeitem').first().waitFor(SEEN)
      expect(await related.getByRole('treeitem').first().textContent()).toMatch(/bread|dough|yeast/i)
    })
  }
)
