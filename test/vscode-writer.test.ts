import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { serve } from './running-service.js'
import { foreignDraft, joinedDraft, strayedDraft } from './vscode/drafts.js'
import {
  launchBrowser,
  missing,
  note,
  openFile,
  openWindow,
  packExtension,
  runCommand,
  startEditor,
  type Editor
} from './vscode/editor.js'

const { text, stray } = strayedDraft()
const joined = joinedDraft()
const opening = stray.slice(0, 20)
const SEEN = { timeout: 60_000 }
const TIME = 240_000

const packed = temporaryFolder()
let vsix: string | undefined
/** Returns the path of the extension, packed once. */
const packedExtension = (): string => (vsix ??= packExtension(packed))

describe.skipIf(missing)(`A writer with the packed extension${note}`, { timeout: TIME }, () => {
  const home = temporaryFolder()
  const workspace = join(home, 'workspace')
  let editor: Editor
  let browser: Browser
  /** The window of a test: the shared one, or its own. */
  let page: Page
  /** The window that tests share, without any open file before each. A new one takes longer than most tests. */
  let shared: Page | undefined

  const file = (name: string): string => join(workspace, name)
  async function newWindow(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options })
    const opened = await context.newPage()
    opened.setDefaultTimeout(30_000)
    return opened
  }
  /** Opens a new file of this name, and the extension's views. */
  async function open(name: string, draft = text): Promise<void> {
    writeFileSync(file(name), draft)
    if (shared === undefined) {
      page = shared = await newWindow()
      await openWindow(page, editor, workspace, name)
    } else {
      page = shared
      await openFile(page, file(name))
    }
    await runCommand(page, 'Leitmotif: Show Themes')
    // A late focus change would close what is opened next.
    await view('Themes').locator(':focus').first().waitFor({ state: 'attached' })
  }
  /** Opens a draft and waits for its themes. */
  async function write(name: string, draft?: string): Promise<void> {
    await open(name, draft)
    await view('Themes').getByRole('treeitem').first().waitFor(SEEN)
  }
  const view = (name: string): Locator =>
    page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${name}"]`) })
  /** Waits until a view has not changed for a second. While it is refreshed, the editor drops what is dragged. */
  const atRest = (item: Locator): Promise<unknown> =>
    item.locator('xpath=..').evaluate(`(rows) => new Promise((resolve) => {
      let rest = setTimeout(resolve, 1000)
      new MutationObserver(() => {
        clearTimeout(rest)
        rest = setTimeout(resolve, 1000)
      }).observe(rows, { subtree: true, childList: true })
    })`)
  /** Drags one tree item onto another, in steps like a user. */
  async function drag(from: Locator, to: Locator): Promise<void> {
    await atRest(from)
    const middle = async (item: Locator): Promise<[number, number]> => {
      const { x, y, width, height } = (await item.boundingBox())!
      return [x + width / 2, y + height / 2]
    }
    const [x, y] = await middle(from)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 5, { steps: 4 })
    const [overX, overY] = await middle(to)
    await page.mouse.move(overX, overY, { steps: 8 })
    // The editor computes the drop target while the pointer moves, and a drop before that does nothing.
    const isTarget = async (): Promise<boolean> => {
      await page.mouse.move(overX + 3, overY)
      await page.mouse.move(overX, overY)
      return (await to.getAttribute('class'))!.includes('drop-target')
    }
    await expect.poll(isTarget, { interval: 200 }).toBe(true)
    await page.mouse.up()
  }
  const suggestions = (): Locator => view('Suggestions').getByRole('treeitem')
  /** Saves until the file on disk `holds`, and returns its text. A file is empty for a moment while it is written. */
  async function saved(name: string, holds: (text: string) => boolean): Promise<string> {
    let draft = ''
    const save = async (): Promise<boolean> => {
      await page.keyboard.press('Control+S')
      draft = readFileSync(file(name), 'utf8')
      return draft !== '' && holds(draft)
    }
    await expect.poll(save, { interval: 300 }).toBe(true)
    return draft
  }
  /** Undoes once, and expects the draft to be `before` again. */
  async function undo(name: string, before: string): Promise<void> {
    await page.locator('.view-lines').first().click()
    await page.keyboard.press('Control+Z')
    expect(await saved(name, (draft) => draft === before)).toBe(before)
  }
  const sectionOf = (draft: string, words: string): string | undefined =>
    draft
      .slice(0, draft.indexOf(words))
      .split('\n')
      .findLast((line) => line.startsWith('## '))

  beforeAll(async () => {
    mkdirSync(join(workspace, 'notes'), { recursive: true })
    copyFileSync(join(samples, 'beekeeping.md'), file('notes/beekeeping.md'))
    const shelf = join(home, 'shelf')
    expect(run('leitmotif', 'index', file('notes'), '--fast', '--to', shelf).status).toBe(0)
    const { url } = await serve(shelf)
    const machineSettings = { 'leitmotif.related.url': url }
    const settings = { 'editor.wordWrap': 'on' }
    editor = await startEditor({ home, vsix: [packedExtension()], settings, machineSettings })
    browser = await launchBrowser()
  }, TIME)
  afterEach(async ({ task }) => {
    const used = page
    const isKept = used === shared && task.result?.state !== 'fail'
    if (used === shared) shared = undefined
    if (!isKept) {
      await used.context().close()
      return
    }
    await runCommand(used, 'View: Close All Editors')
    // A dialog would say why an editor stays open, and keep its keys from the next test.
    const open = async (): Promise<string[]> => used.locator('.tab, .monaco-dialog-box').allInnerTexts()
    await expect.poll(open).toEqual([])
    // What a view still shows of the last draft could be taken for the next one's.
    for (const name of ['Themes', 'Suggestions', 'Outline', 'Proposed Outline'])
      await view(name).getByRole('treeitem').first().waitFor({ state: 'detached' })
    shared = used
  })
  afterAll(async () => {
    await browser.close()
    await editor.stop()
  })

  it('sees the themes of a draft, and their colours in the margin', async () => {
    await write('themes.md')
    await expect.poll(() => view('Themes').getByRole('treeitem').count()).toBeGreaterThanOrEqual(3)
    await expect.poll(() => view('Themes').getByRole('treeitem').first().textContent()).toMatch(/\d% · \p{L}+, \p{L}+/u)
    await expect.poll(() => page.locator('.margin .cgmr[class*="ced-"]').count()).toBeGreaterThan(3)
  })

  it('sees everything in German if the editor is German', async () => {
    writeFileSync(file('german.md'), text)
    page = await newWindow({ locale: 'de' })
    // Sets the cookie of a chosen language, and what its language pack would set, without VS Code's own translations.
    await page.context().addCookies([{ name: 'vscode.nls.locale', value: 'de', url: editor.url }])
    await page.addInitScript("Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => 'de', set() {} })")
    await openWindow(page, editor, workspace, 'german.md')
    await runCommand(page, 'Leitmotif: Themen zeigen')
    await view('Vorschläge').getByRole('treeitem', { name: 'Nach „Bread“ verschieben' }).waitFor(SEEN)
    await expect.poll(() => view('Themen').getByRole('treeitem').first().textContent()).toMatch(/\d\s% · \p{L}/u)
    await page.getByRole('button', { name: /\d Themen · 1 Vorschlag/ }).waitFor()
    await runCommand(page, 'Leitmotif: Zum nächsten Vorschlag')
    await page.locator('.codelens-decoration', { hasText: 'Absatz nach „Bread“ verschieben' }).waitFor()
  })

  it('sees them after changing a file’s language to Markdown', async () => {
    await open('language.js')
    await runCommand(page, 'Change Language Mode')
    await page.getByPlaceholder('Select Language Mode').fill('Markdown')
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Markdown' }).waitFor()
    await page.keyboard.press('Enter')
    await view('Themes').getByRole('treeitem').first().waitFor(SEEN)
  })

  it('begins a section at the paragraph below the empty line that the cursor is on', async () => {
    const [, , , second] = text.split('\n\n')
    await write('here.md')
    await page
      .locator('.view-line', { hasText: second.slice(0, 20) })
      .first()
      .click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await runCommand(page, 'Leitmotif: Split Section Here')
    await page.locator('.snippet-placeholder').first().waitFor()
    await page.keyboard.type('Evening skies')
    await page.keyboard.press('Escape')
    const split = await saved('here.md', (draft) => draft.includes('Evening skies'))
    expect(split).toBe(text.replace(second, () => `## Evening skies\n\n${second}`))
  })

  it('moves a misplaced paragraph back, and undoes it to the same bytes', async () => {
    await write('stray.md')
    const move = suggestions()
      .filter({ hasText: opening.slice(0, 12) })
      .first()
    await move.waitFor(SEEN)
    await move.click()
    await runCommand(page, 'Leitmotif: Apply Suggestion')
    expect(sectionOf(await saved('stray.md', (draft) => draft !== text), stray)).toBe('## Bread')
    await undo('stray.md', text)
  })

  it('puts a paragraph on another subject into a new section, and undoes it to the same bytes', async () => {
    const foreign = foreignDraft()
    await write('apart.md', foreign.text)
    const apart = suggestions()
      .filter({ hasText: `Own section: ${foreign.stray.slice(0, 12)}` })
      .first()
    await apart.waitFor(SEEN)
    await apart.click()
    await runCommand(page, 'Leitmotif: Apply Suggestion')
    const applied = await saved('apart.md', (draft) => draft !== foreign.text)
    expect(foreign.text).not.toContain(sectionOf(applied, foreign.stray))
    await page.keyboard.press('Escape')
    await undo('apart.md', foreign.text)
  })

  it('finds passages, cites one and opens its file, by keyboard', async () => {
    const sentence = 'Honey bees gather nectar from flowers and store it in the comb.'
    await write('cite.md', `${text}\n## Bees\n\n${sentence}\n`)
    await page.locator('.view-lines').first().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await runCommand(page, 'Leitmotif: Find Related Passages')
    const passage = view('Related Passages').getByRole('treeitem').first()
    await passage.waitFor(SEEN)
    const list = view('Related Passages').getByRole('tree')
    await list.focus()
    await page.keyboard.press('ArrowDown')
    const found = readFileSync(file('notes/beekeeping.md'), 'utf8')
    const said = (await passage.getAttribute('aria-label'))!
    await page.keyboard.press('Control+Enter')
    const cited = await saved('cite.md', (draft) => draft.includes('(Beekeeping Through the Year)'))
    const [, quoted] = /“([^”]+)” \(Beekeeping Through the Year\)/.exec(cited)!
    expect(cited).toContain(`${sentence} “${quoted}”`)
    expect(said).toContain(quoted.slice(0, 30))
    expect(found.replace(/\s+/g, ' ')).toContain(quoted)
    await list.focus()
    await page.keyboard.press('Alt+Enter')
    await page.locator('.tab.active', { hasText: 'beekeeping.md' }).waitFor(SEEN)
  })

  it('previews a suggestion', async () => {
    await write('preview.md')
    const move = suggestions()
      .filter({ hasText: opening.slice(0, 12) })
      .first()
    await move.waitFor(SEEN)
    await move.hover()
    await move.getByRole('button', { name: 'Preview Suggestion' }).click()
    await page.locator('.diff-editor, .monaco-diff-editor').first().waitFor()
    expect(readFileSync(file('preview.md'), 'utf8')).toBe(text)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    expect(sectionOf(await saved('preview.md', (draft) => draft !== text), stray)).toBe('## Bread')
  })

  it('accepts a suggested section by its code lens, undoes it, and types over its heading', async () => {
    await write('split.md', joined.text)
    await suggestions().first().waitFor(SEEN)
    await runCommand(page, 'Leitmotif: Go to Next Suggestion')
    const accept = async (): Promise<void> => {
      await page.locator('.codelens-decoration a', { hasText: 'Start a section here' }).first().click()
      await page.locator('.view-line', { hasText: /^##\s/ }).last().waitFor()
      await page.locator('.snippet-placeholder').first().waitFor()
    }
    await accept()
    await page.keyboard.press('Escape')
    await saved('split.md', (draft) => draft !== joined.text)
    await undo('split.md', joined.text)
    await runCommand(page, 'Leitmotif: Go to Next Suggestion')
    await accept()
    await page.keyboard.type('Evening skies')
    await page.keyboard.press('Escape')
    const split = await saved('split.md', (draft) => draft.includes('Evening skies'))
    expect(sectionOf(split, joined.turn)).toBe('## Evening skies')
    expect(split.replace('## Evening skies\n\n', '')).toBe(joined.text)
  })

  it('previews a proposed outline', async () => {
    await write('outline.md', joined.text)
    await view('Proposed Outline').getByRole('treeitem').nth(2).waitFor(SEEN)
    await runCommand(page, 'Leitmotif: Apply Proposed Outline…')
    await page.locator('.diff-editor, .monaco-diff-editor').first().waitFor()
    expect(readFileSync(file('outline.md'), 'utf8')).toBe(joined.text)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const applied = await saved('outline.md', (draft) => draft !== joined.text)
    expect(sectionOf(applied, joined.turn)).not.toBe('## Bread')
    for (const line of joined.text.split('\n')) expect(applied).toContain(line)
    await undo('outline.md', joined.text)
  })

  it('drags a section before another', async () => {
    await write('drag.md')
    const outline = view('Outline')
    const item = (name: string): Locator => outline.getByRole('treeitem', { name: new RegExp(`^${name}`) })
    await item('Stars').waitFor(SEEN)
    await suggestions().first().waitFor(SEEN)
    await drag(item('Stars'), item('Bread'))
    const names = async (): Promise<string> => (await outline.getByRole('treeitem').allTextContents()).join(' ')
    await expect.poll(names).toMatch(/Stars.*Bread.*Bridges/s)
    const moved = await saved('drag.md', (draft) => draft !== text)
    expect(moved.indexOf('## Stars')).toBeLessThan(moved.indexOf('## Bread'))
    const words = (draft: string): string[] => draft.split(/\s+/).sort()
    expect(words(moved)).toEqual(words(text))
  })

  it('moves a section down by keyboard, stays in the outline, and undoes it there', async () => {
    await write('keys.md')
    const bread = view('Outline').getByRole('treeitem', { name: /^Bread/ })
    await suggestions().first().waitFor(SEEN)
    await bread.click()
    const focused = (): Promise<boolean> => page.evaluate(`document.activeElement.closest('[role=tree]') !== null`)
    await expect.poll(focused).toBe(true)
    const isBehind = (draft: string): boolean => draft.indexOf('## Bread') > draft.indexOf('## Bridges')
    await page.keyboard.press('Alt+ArrowDown')
    await saved('keys.md', isBehind)
    expect(await focused()).toBe(true)
    await page.keyboard.press('Control+Z')
    expect(await saved('keys.md', (draft) => !isBehind(draft))).toBe(text)
  })

  it('reads figures after headings written from right to left', async () => {
    await open('arabic.md', '## النحل\n\nالنحل يجمع الرحيق.\n\n## القطار\n\nالقطار يسير بين المدن.\n')
    await view('Outline')
      .getByRole('treeitem', { name: /^النحل/ })
      .waitFor(SEEN)
    /** Returns where its name ends and where its word count begins. */
    const [end, start] = await page.evaluate<[number, number]>(`{
      const item = document.querySelector('[role=treeitem][aria-label^=النحل]')
      const range = document.createRange()
      const figure = item.querySelector('.label-description').firstChild
      const digit = figure.textContent.search(/[0-9]/)
      range.setStart(figure, digit)
      range.setEnd(figure, digit + 1)
      const places = [item.querySelector('.label-name').getBoundingClientRect().right, range.getBoundingClientRect().left]
      places
    }`)
    expect(end).toBeLessThan(start)
  })

  // Last, because hints stay off.
  it('dismisses a suggestion and turns hints off, which the next window remembers', async () => {
    await write('hints.md', joined.text)
    await suggestions().first().waitFor(SEEN)
    await runCommand(page, 'Leitmotif: Go to Next Suggestion')
    await page.locator('.squiggly-hint').first().waitFor()
    await runCommand(page, 'Leitmotif: Turn Off Hints in the Text')
    await page.locator('.squiggly-hint').first().waitFor({ state: 'detached' })
    await write('dismiss.md')
    const move = suggestions()
      .filter({ hasText: opening.slice(0, 12) })
      .first()
    await move.waitFor(SEEN)
    await move.click()
    await runCommand(page, 'Leitmotif: Dismiss Suggestion')
    await move.waitFor({ state: 'detached' })
    await openWindow(page, editor, workspace, 'dismiss.md')
    await runCommand(page, 'Leitmotif: Show Themes')
    await view('Themes').getByRole('treeitem').first().waitFor(SEEN)
    await page.waitForTimeout(3000)
    expect(await move.count()).toBe(0)
    await runCommand(page, 'Leitmotif: Restore Dismissed Suggestions')
    await page.getByRole('button', { name: 'Restore' }).click()
    await move.waitFor(SEEN)
    await runCommand(page, 'Leitmotif: Go to Next Suggestion')
    await page.locator('.codelens-decoration a').first().waitFor()
    await page.waitForTimeout(1000)
    expect(await page.locator('.squiggly-hint').count()).toBe(0)
  })
})

describe.skipIf(missing)(`A writer in a folder that is not trusted${note}`, { timeout: TIME }, () => {
  it('sees themes and suggestions in Restricted Mode, where no setting of the folder can send text', async () => {
    const home = temporaryFolder()
    const workspace = join(home, 'workspace')
    mkdirSync(join(workspace, '.vscode'), { recursive: true })
    writeFileSync(join(workspace, 'draft.md'), text)
    const elsewhere = { 'leitmotif.related.url': 'https://elsewhere.example' }
    writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify(elsewhere))
    const editor = await startEditor({ home, vsix: [packedExtension()], restricted: true })
    const browser = await launchBrowser()
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage()
      page.setDefaultTimeout(30_000)
      await openWindow(page, editor, workspace, 'draft.md')
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor()
      await runCommand(page, 'Leitmotif: Show Themes')
      await page.getByRole('treeitem', { name: 'Move to “Bread”' }).waitFor(SEEN)
      await page.getByRole('button', { name: 'Related Passages Section' }).click()
      // The view without an address.
      await page.getByRole('button', { name: 'Enter the Address' }).waitFor()
    } finally {
      await browser.close()
      await editor.stop()
    }
  })
})
