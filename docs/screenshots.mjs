// `npm run screenshots`: photographs the search page, the map and the editor for the documentation, into docs/images.
// It needs what `npm test` needs: a build, Chromium, and the VS Code that scripts/vscode.mjs fetches.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/setup.mjs'

// Node runs TypeScript, but does not find `x.ts` behind an import of `x.js`, as the helpers of the tests write it.
registerHooks({
  resolve(name, context, next) {
    const own = context.parentURL?.includes('/test/') && /^\..*\.js$/.test(name)
    return next(own ? name.replace(/\.js$/, '.ts') : name, context)
  }
})
const { launchBrowser } = await import('../test/chromium.ts')
const { missing, openWindow, packExtension, runCommand, startEditor } = await import('../test/vscode/editor.ts')
const { joinedDraft, strayedDraft } = await import('../test/vscode/drafts.ts')

const images = join(root, 'docs', 'images')
const VIEWPORT = { width: 1280, height: 800 }
const leitmotif = join(root, 'packages', 'indexer', 'bin', 'leitmotif.cjs')

/** Runs a command of `leitmotif` to its end. */
function run(...args) {
  const { status, stderr } = spawnSync(process.execPath, [leitmotif, ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`leitmotif ${args.join(' ')} ended with ${status}: ${stderr}`)
}

/** Serves a collection on a free port. */
async function serve(shelf) {
  const child = spawn(process.execPath, [leitmotif, 'serve', '--in', shelf, '--port', '0', '--log-level', 'error'])
  for await (const data of child.stdout) {
    const url = /http:\S+(?=\/)/.exec(String(data))?.[0]
    if (url !== undefined) return { url, child }
  }
  throw new Error('leitmotif serve ended before it said its address')
}

/** A page in light colours, without animation. */
async function newPage(browser) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

async function photograph(page, name) {
  // Fonts, images and the last round of layout.
  await page.waitForTimeout(1000)
  await page.screenshot({ path: join(images, `${name}.png`) })
  process.stdout.write(`docs/images/${name}.png\n`)
}

async function photographPage(browser, url) {
  const page = await newPage(browser)
  await page.goto(`${url}/?q=what+things+cost%2C+and+who+pays`)
  await page.locator('.cards .card').nth(3).waitFor()
  await photograph(page, 'search')

  await page.goto(`${url}/map`)
  await page.locator('.map-label').first().waitFor()
  await page.locator('.map-panel .facet').first().waitFor()
  await photograph(page, 'map')
}

/** A draft with two faults: a section turns from bread to stars, and a paragraph on bread is among those on bridges. */
function troubledDraft() {
  const { stray } = strayedDraft()
  const paragraphs = joinedDraft()
    .text.split('\n\n')
    // A paragraph that announces a list lost it.
    .filter((paragraph) => paragraph !== stray && !paragraph.endsWith(':'))
  paragraphs.splice(paragraphs.indexOf('## Bridges') + 5, 0, stray)
  return paragraphs.join('\n\n')
}

async function photographEditor(browser, home) {
  const workspace = join(home, 'drafts')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'crafts.md'), troubledDraft())
  const settings = { 'editor.wordWrap': 'on', 'workbench.colorTheme': 'Default Light Modern' }
  const editor = await startEditor({ home, vsix: [packExtension(home)], settings })
  try {
    const page = await newPage(browser)
    await openWindow(page, editor, workspace, 'crafts.md')
    await runCommand(page, 'Leitmotif: Show Themes')
    await page.locator('.pane', { hasText: 'Suggestions' }).getByRole('treeitem').first().waitFor()
    await runCommand(page, 'Leitmotif: Go to Next Suggestion')
    await page.locator('.codelens-decoration').first().waitFor()
    await photograph(page, 'editor')
  } finally {
    await editor.stop()
  }
}

if (missing !== undefined) throw new Error(missing)
mkdirSync(images, { recursive: true })
const home = mkdtempSync(join(tmpdir(), 'leitmotif-screenshots-'))
const shelf = join(home, 'samples')
run('index', 'samples', '--to', shelf)
run('themes', 'build', '--in', shelf)
const { url, child } = await serve(shelf)
const browser = await launchBrowser()
try {
  await photographPage(browser, url)
  await photographEditor(browser, home)
} finally {
  await browser.close()
  child.kill()
  await once(child, 'exit')
  rmSync(home, { recursive: true, force: true })
}
