import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { html, reportPage } from '@leitmotif/command'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, noBrowser, seriousFaultsInBoth } from './chromium.js'
import { root, run, samples, temporaryFolder } from './command-line.js'
import { serve, stop, type RunningService } from './running-service.js'

const built = existsSync(join(root, 'packages', 'indexer', 'dist', 'web', 'index.html'))
const missing = noBrowser ?? (built ? undefined : 'the page is not built (npm run build)')
if (missing !== undefined) process.stderr.write(`web-page.test: skipped: ${missing}\n`)

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const TIMEOUT = 30_000
/** Timeout of tests that open every view or the first map. */
const ALL_VIEWS = 400_000

let service: RunningService
let browser: Browser
/** Errors in pages, including violations of the content security policy. */
const faults: string[] = []

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options
  })
  context.setDefaultTimeout(TIMEOUT)
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    // Ignores the browser's line about error answers; tests check how the page handles them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  await page.goto(service.url + path)
  return page
}

/** Returns the text of the focused element. */
const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.textContent')

/** Returns the label of the focused element. */
const labelled = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')

const texts = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allInnerTexts()

describe.skipIf(missing !== undefined)('The page in Chromium', () => {
  beforeAll(async () => {
    // Both in one folder, so that documents have the same names, and themes the same sentences, wherever the checkout is.
    const [docs, odd] = [join(folder, 'samples'), join(folder, 'odd.jsonl')]
    cpSync(samples, docs, { recursive: true })
    const text = 'A page about bread says <img src=x onerror=document.title=1> and means it.'
    const twice = 'Mind the gap between the doors. '
    const lines = [
      { id: 'odd', title: '<b>Odd</b> marks', text: `${text} ${twice}` },
      { id: 'turned', title: 'Turned \u202emarks', text: 'The linen is \u202eturned over. It lies calm here.' },
      { id: 'said', title: `Said and ${'said'.repeat(20)}`, text: `${twice}It was a long day. ${twice}` }
    ]
    writeFileSync(odd, lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(run('leitmotif', 'index', docs, odd, '--fast', '--to', shelf).status).toBe(0)
    expect(run('leitmotif', 'themes', 'build', '--in', shelf, '--count', '12').status).toBe(0)
    service = await serve(shelf, '--log-level', 'error')
    browser = await launchBrowser()
  })
  // Maps of pages left open draw on beside the next test.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser.close()
  })

  it('says what the collection is about, and leads to the themes', async () => {
    const page = await open('/')
    await page.getByRole('heading', { level: 1, name: 'What this collection is about' }).waitFor()
    await page.getByText(/\d+ sentences of 17 documents/).waitFor()
    await page.locator('main a[href^="/theme/"]').first().click()
    await page.locator('.theme-title').waitFor()
    expect(await page.locator('.cards .card').first().innerText()).toMatch(/\w/)
  })

  it('searches by keyboard alone, picks a theme and a filter, and shows the same after a reload', async () => {
    const page = await open('/')
    await page.getByText(/\d+ sentences of 17 documents/).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('how the bees get through the winter')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' and spring')
    await page.locator('.cards .card').first().waitFor()
    await page.getByRole('status').getByText('25 sentences shown: how the bees get through the winter').waitFor()
    expect(await page.locator('#search').inputValue()).toBe('how the bees get through the winter and spring')
    expect(await page.locator('.cards .card').first().innerText()).toMatch(/Beekeeping/)
    expect(await page.locator('.closeness').first().innerText()).toMatch(
      /more similar than (over )?[\d.]+ % of random pairs/
    )

    const facet = page.locator('.facets .facet').first()
    const theme = (await facet.locator('.facet-name').innerText()).trim()
    await facet.focus()
    await page.keyboard.press('Space')
    await page.waitForURL(/theme=/)
    await expect.poll(async () => new Set(await texts(page, '.cards .theme'))).toEqual(new Set([theme]))

    await page.getByRole('button', { name: 'All themes' }).click()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel(/Ruth Calloway/).check()
    await page.waitForURL(/f\.author=/)
    await expect
      .poll(async () => (await texts(page, '.card-where')).every((where) => where.includes('Beekeeping')))
      .toBe(true)
    const before = await texts(page, '.card-text')
    await page.reload()
    await expect.poll(() => texts(page, '.card-text')).toEqual(before)
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('f.author')
  })

  it('restores the number of hits on going back, and resets it for another search', async () => {
    const page = await open('/?q=water')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('.cards .card').count()).toBe(50)
    await page.locator('.card-where a').nth(40).focus()
    await page.keyboard.press('Enter')
    await page.locator('.sentence').first().waitFor()
    await page.goBack()
    await expect.poll(() => page.locator('.cards .card').count()).toBe(50)
    await page.getByLabel('Search by theme').fill('bread')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.cards .card').count()).toBe(25)
  })

  it('restores the number of sentences of a theme on going back', async () => {
    const page = await open('/theme/theme-01')
    const cards = page.locator('section[aria-labelledby=sentences-title] .card')
    await page.getByRole('button', { name: /^Show more of/ }).click()
    await expect.poll(() => cards.count()).toBeGreaterThan(20)
    const all = await cards.count()
    await cards.nth(20).locator('.card-where a').click()
    await page.locator('.sentence').first().waitFor()
    await page.goBack()
    await expect.poll(() => cards.count()).toBe(all)
  })

  it('restores all passages of a theme on going back', async () => {
    const page = await open('/theme/theme-01')
    const passages = page.locator('section[aria-labelledby=passages-title] .card')
    const more = page.getByRole('button', { name: /^Show all .* passages$/ })
    await more.click()
    await expect.poll(() => passages.count()).toBeGreaterThan(3)
    await passages.first().locator('a').first().click()
    await page.locator('.sentence').first().waitFor()
    await page.goBack()
    await expect.poll(() => passages.count()).toBeGreaterThan(3)
    expect(await more.count()).toBe(0)
  })

  it('marks a filter that does not apply, with the reason', async () => {
    const page = await open('/?q=water&f.colour=red&f.author=Ruth+Calloway')
    await expect
      .poll(() => texts(page, '.chip.idle'))
      .toEqual([expect.stringMatching(/colour: red\s+not applied: no such field/)])
    await page.getByRole('button', { name: 'Remove the filter colour: red, not applied: no such field' }).press('Enter')
    await expect.poll(() => texts(page, '.chip')).toEqual(['author: Ruth Calloway'])
    expect(await focused(page)).toBe('Filter')
  })

  it('reports a truncated address as a missing page', async () => {
    for (const path of ['/document/100%', '/theme/%', '/document/%E0%A4%A', '/document/']) {
      const page = await open(path)
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await page.context().close()
    }
  })

  it('shows no sentences and no themes for a word that is not known, and says which language it does not read', async () => {
    const page = await open('/?q=xqzzv')
    await page.getByText('None of these words is known to the encoder').waitFor()
    expect(await page.locator('.cards').count()).toBe(0)
    expect(await page.getByText('Themes of these hits').count()).toBe(0)
    await page.goto(`${service.url}/?q=${encodeURIComponent('die Abschaffung der Sklaverei')}`)
    await page.getByText('This seems to be in German, which the encoder does not read').waitFor()
    const answer = await fetch(`${service.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ texts: ['die Abschaffung der Sklaverei'] })
    })
    expect(await answer.json()).toMatchObject({ known: true, language: 'de' })
  })

  it('finds more like a sentence, and less like another', async () => {
    const page = await open('/?q=the+price+of+a+ticket')
    await page.getByRole('button', { name: 'More like this' }).first().click()
    await page.waitForURL(/more=/)
    await page.locator('.seed.more').waitFor()
    await page.locator('.stale').waitFor({ state: 'detached' })
    const before = await texts(page, '.cards mark')
    await page.getByRole('button', { name: 'Less', exact: true }).nth(1).click()
    await page.locator('.seed.less').waitFor()
    await expect.poll(() => texts(page, '.cards mark')).not.toEqual(before)
    expect((await texts(page, '.cards mark')).slice(0, 2)).not.toContain(before[1])
  })

  it('groups hits, and opens a group', async () => {
    const page = await open('/?q=water&group=medium')
    await page.locator('.group').first().waitFor()
    const name = await page.locator('.group-name').first().innerText()
    await page.locator('.group-open').first().click()
    await page.waitForURL(/within=0/)
    await page.locator('.crumbs').getByText(name).waitFor()
    await page.locator('.cards .card').first().waitFor()
  })

  it(
    'draws the map, and lists what was drawn around, as many as there are',
    async () => {
      const page = await open('/')
      await page.addInitScript(`globalThis.said = new Set(); new MutationObserver(() => {
        const state = document.querySelector('.map-state p')
        if (state !== null) globalThis.said.add(state.textContent)
      }).observe(document, { childList: true, subtree: true, characterData: true })`)
      await page.goto(`${service.url}/map`)
      const plot = page.getByRole('application', { name: 'Map of the collection' })
      // The first drawing.
      await plot.waitFor({ timeout: 3 * TIMEOUT })
      await page.locator('.map-label').first().waitFor()
      // After each build of themes the map is drawn again.
      for (const state of await page.evaluate<string[]>('[...globalThis.said]'))
        expect(state).toMatch(/^(Loading the map …|Drawing the map: \S+ % …)$/)
      const drawn = await page.locator('.plot canvas').screenshot()
      await drawAround(page, 0.02, 0.02, 0.98, 0.98)
      const header = await page.locator('.map-panel h2').innerText()
      const { sentences } = (await (await fetch(`${service.url}/api/collection`)).json()) as { sentences: number }
      expect(header).toBe(`${sentences} sentences`)
      await page.locator('.map-panel .cards .card').first().waitFor()
      await page.getByRole('button', { name: 'Clear' }).click()

      // By keyboard: a theme from the list, and the visible sentences by Enter.
      await page.locator('.map-panel .facet').first().press('Enter')
      await page.waitForURL(/theme=/)
      expect((await page.locator('.plot canvas').screenshot()).equals(drawn)).toBe(false)
      await plot.focus()
      await page.keyboard.press('+')
      await page.keyboard.press('ArrowLeft')
      await page.waitForURL(/at=/)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('.map-panel h2').innerText()).toMatch(/^\d+ sentences?$/)
      await expect.poll(() => focused(page)).toMatch(/sentences?$/)
    },
    ALL_VIEWS
  )

  it('keeps a lasso in the address, for reloading, sharing and going back', async () => {
    const page = await open('/map')
    const title = page.locator('.map-panel h2')
    const marks = page.locator('.lasso polygon')
    await drawAroundName(page, 0.15)
    await page.waitForURL(/selected=/)
    const said = await title.innerText()
    expect(said).toMatch(/^\d+ sentences$/)
    const cards = page.locator('.map-panel .cards .card-text')
    await cards.first().waitFor()
    const sentences = await cards.allInnerTexts()
    const line = await marks.getAttribute('points')
    await page.reload()
    await expect.poll(() => title.innerText()).toBe(said)
    await expect.poll(() => cards.allInnerTexts()).toEqual(sentences)
    expect(await marks.getAttribute('points')).toBe(line)

    // Another lasso, back and forward between the two, then none.
    await drawAroundName(page, 0.05)
    await expect.poll(() => title.innerText()).not.toBe(said)
    const fewer = await title.innerText()
    await page.goBack()
    await expect.poll(() => title.innerText()).toBe(said)
    await page.goForward()
    await expect.poll(() => title.innerText()).toBe(fewer)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => page.url()).not.toContain('selected')
    expect(await title.innerText()).toBe('Themes')
    expect(await marks.count()).toBe(0)
    await page.goBack()
    await expect.poll(() => title.innerText()).toBe(fewer)

    // A single point, and all sentences of a theme.
    const card = cards.first()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.locator('.map-panel .facet').first().click()
    await page.getByRole('button', { name: 'Its sentences' }).click()
    await expect.poll(() => title.innerText()).toMatch(/^\d+ sentences$/)
    const all = await title.innerText()
    await page.reload()
    await expect.poll(() => title.innerText()).toBe(all)
    await card.waitFor()
  })

  it('zooms from names of themes to sentences by wheel, buttons, keys and address', async () => {
    const page = await open('/map')
    const plot = page.getByRole('application', { name: 'Map of the collection' })
    const written = page.locator('.map-sentence')
    const names = page.locator('.map-label')
    await plot.waitFor({ timeout: 3 * TIMEOUT })
    await names.first().waitFor()
    expect(await written.count()).toBe(0)
    const whole = await names.count()

    // By the wheel, near a theme's name. The request for the hovered sentence must not delay the others.
    const { x, y, width, height } = (await names.first().boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2 + 16)
    for (let turns = 0; turns < 7; turns++) await page.mouse.wheel(0, -300)
    await page.mouse.move(x + width / 2 + 1, y + height / 2 + 16)
    await expect.poll(() => written.count()).toBeGreaterThan(1)
    expect(await names.count()).toBeLessThan(whole)
    await page.waitForURL(/at=/)
    const near = await written.allInnerTexts()
    const overName =
      "[...document.querySelectorAll('.map-sentence')].some((sentence) => [...document.querySelectorAll('.map-label')].some((name) => { const [a, b] = [sentence, name].map((of) => of.getBoundingClientRect()); return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top }))"
    expect(await page.evaluate(overName)).toBe(false)

    // They are the visible sentences, also when the address is opened directly.
    await plot.focus()
    await page.keyboard.press('Enter')
    await page.locator('.map-panel .cards .card').first().waitFor()
    const listed = await texts(page, '.map-panel .card-text')
    for (const text of near) expect(listed.join('\n')).toContain(text.replace(/ …$/, ''))
    await page.reload()
    await expect.poll(() => written.allInnerTexts()).toEqual(near)

    // By buttons and by keys, centred on the chosen theme: one whose sentences are close together.
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.locator('.map-panel .facet', { hasText: 'bridge' }).click()
    await page.waitForURL((url) => url.searchParams.has('theme') && url.searchParams.has('at'))
    let shown = false
    for (let times = 0; times < 6 && !shown; times++) {
      await page.getByRole('button', { name: 'Zoom in' }).click()
      shown = await written
        .first()
        .waitFor({ timeout: 3000 })
        .then(() => true)
        .catch(() => false)
    }
    expect(shown).toBe(true)
    await plot.focus()
    await page.keyboard.press('0')
    await expect.poll(() => written.count()).toBe(0)
  })

  it('leaves the open legend room beside the points, and draws a chosen theme alone in colour', async () => {
    const page = await open('/map')
    await page.getByRole('application', { name: 'Map of the collection' }).waitFor({ timeout: 3 * TIMEOUT })
    await page.locator('.map-label').first().waitFor()
    const legend = (await page.locator('.map-legend').boundingBox())!
    for (const label of await page.locator('.map-label').all()) {
      const { x, y } = (await label.boundingBox())!
      expect(x >= legend.x + legend.width || y >= legend.y + legend.height).toBe(true)
    }
    await page.evaluate("document.styleSheets[0].insertRule('.plot > :not(canvas) { visibility: hidden !important }')")
    const hues = async (): Promise<{ hues: number; left: number }> => {
      const bytes = await page.locator('.plot canvas').screenshot()
      return page.evaluate(`(async () => {
        const image = new Image()
        image.src = 'data:image/png;base64,${bytes.toString('base64')}'
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height)
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        const { data } = context.getImageData(0, 0, image.width, image.height)
        const hues = new Map()
        let left = image.width
        for (let i = 0; i < data.length; i += 4) {
          const [r, g, b] = data.slice(i, i + 3)
          const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
          if (most - least < 24) continue
          left = Math.min(left, (i / 4) % image.width)
          const hue = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least)
          const at = Math.floor((hue + 6) % 6 * 4)
          hues.set(at, (hues.get(at) ?? 0) + 1)
        }
        const all = [...hues.values()].reduce((sum, n) => sum + n, 0)
        return { hues: [...hues.values()].filter((n) => n > all / 50).length, left }
      })()`)
    }
    const whole = await hues()
    expect(whole.hues).toBeGreaterThan(4)
    expect(whole.left).toBeGreaterThan(legend.x + legend.width)
    await page.locator('.map-panel .facet').first().click()
    await page.waitForURL(/theme=.*at=|at=.*theme=/)
    await expect.poll(async () => (await hues()).hues).toBeLessThanOrEqual(2)
  })

  it('colours the map by a field with a legend, in the address, and keeps the card of a point in sight', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 }
    ]) {
      const page = await open('/map', { viewport })
      const plot = page.getByRole('application', { name: 'Map of the collection' })
      await page
        .locator('.map-label')
        .first()
        .waitFor({ timeout: 3 * TIMEOUT })
      const colours = page.locator('.map-legend li')
      if (viewport.width < 900) await page.locator('.map-legend summary').click()
      const groups = await colours.allInnerTexts()
      const before = await page.locator('.plot canvas').screenshot()
      await page.getByLabel('Colour', { exact: true }).selectOption({ label: 'author (14 values)' })
      await page.waitForURL(/colour=field-author/)
      await expect.poll(() => colours.allInnerTexts()).not.toEqual(groups)
      await expect.poll(() => colours.filter({ hasText: 'Marion Achterberg' }).count()).toBe(1)
      await expect.poll(async () => (await page.locator('.plot canvas').screenshot()).equals(before)).toBe(false)
      await page.reload()
      await colours.first().waitFor({ state: 'attached' })
      expect(await page.getByText('Legend: author').count()).toBe(1)
      await page.getByLabel('Colour', { exact: true }).selectOption({ label: 'date (14 values)' })
      await expect.poll(() => colours.first().getAttribute('title')).toMatch(/^\d{4}/)

      // By hovering along the middle of each row, until cards of several points were seen.
      const box = (await plot.boundingBox())!
      const card = page.locator('.map-hover')
      let seen = 0
      for (let y = 0.05; y < 1 && seen < 12; y += 0.05) {
        for (let x = 0.02; x < 1 && seen < 12; x += 0.03) {
          await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
          const at = (await card.count()) === 0 ? null : await card.boundingBox()
          if (at === null) continue
          seen++
          expect(at.x).toBeGreaterThanOrEqual(box.x)
          expect(at.x + at.width).toBeLessThanOrEqual(box.x + box.width)
          expect(at.y).toBeGreaterThanOrEqual(box.y)
          expect(at.y + at.height).toBeLessThanOrEqual(box.y + box.height)
        }
      }
      expect(seen).toBeGreaterThan(3)
      await page.context().close()
    }
  })

  it('shows no size of a theme until the filter is applied', async () => {
    const page = await open('/')
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/themes?filter=*', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`${service.url}/themes?f.author=Ruth+Calloway`)
    await page.getByRole('status').filter({ hasText: 'Applying the filter …' }).waitFor()
    expect(new Set(await texts(page, '.tree-size'))).toEqual(new Set(['…']))
    answer()
    await page.getByText(/in the \d+ sentences of \d+ documents? that pass the filter/).waitFor()
    expect((await texts(page, '.tree-size'))[0]).toMatch(/^[\d.]+ %/)
  })

  it('takes what was drawn around on the map as a filter of search and themes, in the address', async () => {
    const page = await open('/map')
    await drawAround(page, 0.05, 0.3, 0.5, 0.75)
    const inside = Number(/^\d+/.exec(await page.locator('.map-panel h2').innerText())![0])
    const all = Number((await texts(page, '.map-panel > .note')).join(' ').match(/(\d+) sentences\./)![1])
    expect(inside).toBeLessThan(all)
    await page.getByRole('link', { name: 'Themes here' }).click()
    await page.waitForURL(/themes\?f\.map\.area=/)
    await page.getByText(new RegExp(`in the ${inside} sentences of \\d+ documents that pass the filter`)).waitFor()
    expect(await texts(page, '.chip')).toEqual(['inside an area of the map'])
    await page.goBack()
    await page.getByRole('searchbox', { name: 'Search in this selection' }).fill('how things are made')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?q=how\+things\+are\+made&f\.map\.area=/)
    await page.locator('.cards .card').first().waitFor()
    const filtered = await texts(page, '.card-text')
    await page.reload()
    await expect.poll(() => texts(page, '.card-text')).toEqual(filtered)
    await page.getByRole('button', { name: 'Remove the filter inside an area of the map' }).click()
    await expect.poll(() => page.url()).not.toContain('map.area')
    await expect.poll(() => texts(page, '.card-text')).not.toEqual(filtered)

    // An area of a map that there is no longer says so instead of finding nothing.
    await page.goto(`${service.url}/?q=water&f.map.area=abc_-1_-1_1_-1_1_1`)
    await page.getByText('the area is of an earlier map').first().waitFor()
  })

  it('saves charts as SVG and PNG and the map as PNG, named after what they show', async () => {
    const page = await open('/analytics/by-field?field=author')
    const save = async (button: string): Promise<{ name: string; bytes: Buffer }> => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).first().click()
      const file = await saved
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    await page.locator('.heat td').first().waitFor()
    const svg = await save('Save as SVG: Themes by author')
    expect(svg.name).toBe('themes-by-author.svg')
    const drawn = svg.bytes.toString()
    expect(drawn.slice(0, 39)).toBe('<svg xmlns="http://www.w3.org/2000/svg"')
    expect(drawn.includes('>Ruth Calloway</text>')).toBe(true)
    expect(drawn.match(/<text /g)!.length).toBeGreaterThan(await page.locator('.heat td').count())
    // It stands alone, and is well-formed.
    expect(/class=|var\(|light-dark| style=/.exec(drawn)?.[0]).toBeUndefined()
    const faults = await page.evaluate<number>(
      `new DOMParser().parseFromString(${JSON.stringify(drawn)}, 'image/svg+xml').querySelectorAll('parsererror').length`
    )
    expect(faults).toBe(0)
    const png = await save('Save as PNG: Themes by author')
    expect([png.name, ...pngSize(png.bytes)]).toEqual([
      'themes-by-author.png',
      ...drawn
        .match(/(width|height)="(\d+)"/g)!
        .slice(0, 2)
        .map((side) => 2 * Number(/\d+/.exec(side)))
    ])
    expect(await coloursOf(page, png.bytes)).toBeGreaterThan(20)

    await page.goto(`${service.url}/analytics/over-time`)
    await page.locator('.spark path').first().waitFor()
    const lines = (await save('Save as SVG: Themes over time by date')).bytes.toString()
    expect(lines.match(/<path [^>]*d="M/g)!.length).toBeGreaterThan(4)

    await page.goto(`${service.url}/map?colour=field-author`)
    await page.locator('.map-label').first().waitFor()
    await page.locator('.map-legend li').first().waitFor()
    const map = await save('Save the map as PNG')
    expect(map.name).toBe('map-by-author.png')
    expect(await coloursOf(page, map.bytes)).toBeGreaterThan(100)
  })

  it('keeps heads and names of a wide table in sight while it scrolls in its box, on a phone too', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 }
    ]) {
      const page = await open('/analytics/by-field?field=author&values=40', { viewport })
      const box = page.locator('.heat-box')
      await box.locator('td').first().waitFor()
      const head = box.locator('thead th').first()
      const name = box.locator('tbody th').first()
      const last = box.locator('thead th').last()
      const reach = await page.evaluate<number>(`${HEAT}.scrollWidth - ${HEAT}.clientWidth`)
      if (viewport.width === 390) expect(reach).toBeGreaterThan(100)
      await page.evaluate(`${HEAT}.scrollTo(10000, 120)`)
      const frame = (await box.boundingBox())!
      expect((await head.boundingBox())!.x).toBeCloseTo(frame.x, 0)
      if (viewport.width === 390) expect((await head.boundingBox())!.y).toBeCloseTo(frame.y, 0)
      expect((await name.boundingBox())!.x).toBeCloseTo(frame.x, 0)
      const end = (await last.boundingBox())!
      expect(end.x + end.width).toBeLessThanOrEqual(frame.x + frame.width + 1)
      expect(frame.x + frame.width).toBeLessThanOrEqual(viewport.width)
      expect(await last.getAttribute('title')).toMatch(/\w+ \w+/)
      await page.context().close()
    }
  })

  it('ignores an invalid selection in the address, and reports one of another map', async () => {
    for (const value of ['_', 'NaN_NaN', '1_2_3_4_5', '%3Cimg%20src=x%3E', '9'.repeat(5000)]) {
      const page = await open(`/map?selected=${value}&at=1,x,`)
      await page.locator('.map-panel .facet').first().waitFor()
      expect(await page.locator('.map-panel h2').innerText(), value).toBe('Themes')
      expect(await page.locator('.lasso polygon, .map-panel .note.strong').count(), value).toBe(0)
      await page.context().close()
    }
    const page = await open('/map?selected=abc_-1_-1_1_-1_1_1')
    await page.getByText('selects points of an earlier map').waitFor()
    expect(await page.locator('.lasso polygon').count()).toBe(0)
    expect(await page.locator('.map-panel h2').innerText()).toBe('Themes')
  })

  it('renames a theme permanently, and restores its own name', async () => {
    const page = await open('/themes')
    const row = page.locator('.tree-row', { has: page.locator('.theme-actions [aria-label^="Merge"]') }).first()
    const old = (await row.locator('.tree-name span').nth(1).innerText()).trim()
    await row.getByRole('button', { name: `Rename ${old}` }).click()
    await page.locator('.rename input:focus').waitFor()
    await page.keyboard.type('A name of my own')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`“${old}” is now “A name of my own”.`).waitFor()
    await expect.poll(() => labelled(page)).toBe('Rename A name of my own')
    await page.reload()
    await page.getByRole('link', { name: 'A name of my own' }).click()
    await page.getByRole('heading', { level: 1, name: 'A name of my own' }).waitFor()
    await page.getByRole('button', { name: 'Rename A name of my own' }).click()
    await page.getByRole('button', { name: 'Its own name' }).click()
    await page.getByRole('heading', { level: 1, name: old }).waitFor()
  })

  it('hides, pins and merges themes', async () => {
    const page = await open('/themes')
    const rows = page.locator('.tree-row', { has: page.locator('.theme-actions [aria-label^="Merge"]') })
    await rows.first().waitFor()
    const names = (await rows.locator('.tree-name span:nth-child(2)').allInnerTexts()).map((name) => name.trim())
    const [first, second, third] = names
    await page.getByRole('button', { name: `Pin ${first}` }).click()
    await page.locator('.badge', { hasText: 'pinned' }).waitFor()
    expect(await labelled(page)).toBe(`Pin ${first}`)
    await page.getByRole('button', { name: `Hide ${second}` }).click()
    await expect.poll(() => page.getByRole('link', { name: second, exact: true }).count()).toBe(0)
    expect(await focused(page)).toBe('Themes')
    await page.getByLabel('Show 1 hidden theme').check()
    await page.getByRole('button', { name: `Hide ${second}` }).click()
    await page.getByRole('button', { name: `Merge ${third} into another theme` }).click()
    await page.getByRole('combobox', { name: 'Theme' }).selectOption({ label: first })
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('status').getByText(`“${third}” is now part of “${first}”.`).waitFor()
    await expect.poll(() => page.getByRole('link', { name: third, exact: true }).count()).toBe(0)
    await page.locator('.tree-name', { hasText: first }).first().click()
    await page.getByText('1 theme merged into it').waitFor()
    await page.getByRole('button', { name: 'Take back all changes' }).click()
    await page.getByText('1 theme merged into it').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(first)
    await expect.poll(() => page.title()).toMatch(`${first} · Theme · `)
  })

  it('switches views by keyboard, and announces them', async () => {
    const page = await open('/')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toContain('Skip to content')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL(/\/themes$/)
    await expect.poll(() => focused(page)).toBe('Themes')
    await expect.poll(() => page.title()).toMatch(/^Themes · /)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('search')
  })

  it('reads a document sentence by sentence, each with its theme', async () => {
    const page = await open('/?q=bread+and+its+dough')
    await page.locator('.card-where a').first().press('Enter')
    await page.locator('.sentence.picked').waitFor()
    const title = await page.locator('h1').innerText()
    expect(await focused(page)).toBe(title)
    await expect.poll(() => page.title()).toMatch(`${title} · Document · `)
    const first = await page.locator('.selected .quote').innerText()
    await page.locator('.sentence.picked').focus()
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('.selected .quote').innerText()).not.toBe(first)
    await page.getByRole('link', { name: 'More like this' }).click()
    await page.locator('.cards .card').first().waitFor()
  })

  it('shows the best passages of a theme, with links to their places', async () => {
    const page = await open('/theme/theme-01')
    // Cards that wait for their text count, too.
    const passages = page.locator('.passages .card:has(.card-where a)')
    await expect.poll(() => passages.count()).toBe(3)
    const titles = await texts(page, '.passages .card-where a')
    expect(new Set(titles).size).toBe(3)
    const said = await passages.nth(1).locator('.card-text span:not(.around)').first().innerText()
    await passages.nth(1).getByRole('link').click()
    await expect.poll(async () => (await page.locator('.sentence.picked').innerText()).trim()).toBe(said.trim())
  })

  it('shows what separates two parts, and what changed', async () => {
    const page = await open('/compare')
    await page.locator('.side-a').getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel(/Ruth Calloway/).check()
    await page.locator('.butterfly li').first().waitFor()
    // The same themes in the same order as the command lists, with those of B that may be chance.
    const { out: stdout } = run('leitmotif', 'contrast', '--a', 'author=Ruth Calloway', '--in', shelf)
    const listed = (await texts(page, '.butterfly-name')).map((text) => text.split('\n')[0].trim())
    const told = stdout.split('\n').filter((line) => /^ {5}\S.* of a, .* of b/.test(line))
    expect(told.map((line) => line.trim().split(/ {2}/)[0])).toEqual(listed)
    await page.goto(`${service.url}/analytics/over-time`)
    await page.locator('.sparks li').first().waitFor()
    await page.getByRole('link', { name: 'Rise and fall' }).click()
    await page.getByRole('heading', { name: 'The largest changes, each of which may be chance' }).waitFor()
  })

  it('proposes two parts: before and after the middle of time, and values of fields', async () => {
    const page = await open('/compare')
    const proposals = page.getByRole('list', { name: 'Suggested parts' }).getByRole('link')
    await expect.poll(() => proposals.filter({ hasText: /^date before \S+ and date from \S+$/ }).count()).toBe(1)
    await proposals.filter({ hasText: /^author: / }).click()
    await page.waitForURL(/a\.author=.*b\.author=/)
    await page.locator('.butterfly li, .note.strong').first().waitFor()
    expect(await texts(page, '.side h2')).not.toContain(expect.stringContaining('The whole collection'))
  })

  it('compares a theme with another, or a document with all, in any collection', async () => {
    const page = await open('/theme/theme-01')
    const name = await page.locator('.theme-title h1').innerText()
    await page.getByRole('link', { name: 'Compare with the whole collection' }).click()
    await expect
      .poll(() => texts(page, '.side h2'))
      .toEqual([expect.stringContaining(`theme: ${name.trim()}`), expect.stringContaining('The whole collection')])
    const second = page.locator('.side-b').first()
    await second.getByRole('button', { name: 'Filter' }).click()
    await second.getByLabel('theme').selectOption('theme-02')
    await page.waitForURL(/b\.theme=theme-02/)
    await page.locator('.butterfly li').first().waitFor()
    await second.getByRole('button', { name: /^Remove the filter theme: / }).click()
    await second.getByLabel(/Odd/).check()
    await page.waitForURL(/b\.document=odd/)
    await expect
      .poll(() => texts(page, '.contrast-view .note'))
      .toContainEqual(expect.stringMatching(/compared with 2 sentences/))
  })

  it('saves a report as one page', async () => {
    const page = await open('/analytics')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save all as a report' }).click()
    expect((await saved).suggestedFilename()).toBe('report.html')
  })

  it('shows the legend of a document above its text on a small screen', async () => {
    const list = (await (await fetch(`${service.url}/api/documents?limit=3`)).json()) as {
      documents: { document: string }[]
    }
    const { document } = list.documents[2] // the first two are one-sided
    const page = await open(`/document/${encodeURIComponent(document)}`, { viewport: { width: 768, height: 900 } })
    const [legend, text] = [page.locator('.legend'), page.locator('.text')]
    await legend.waitFor()
    expect((await legend.boundingBox())!.y).toBeLessThan((await text.boundingBox())!.y)
  })

  it('shows the number of values of each field that documents can be compared by', async () => {
    const page = await open('/analytics/by-field')
    const chosen = page.locator('main select option:checked')
    await expect.poll(() => chosen.allInnerTexts()).toEqual(['author (14 values)'])
  })

  it('gives the name of a group the width of a small screen, and its number of themes a line below', async () => {
    const page = await open('/', { viewport: { width: 390, height: 844 } })
    await page.route('**/api/themes*', async (asked) => {
      const answer = (await (await asked.fetch()).json()) as { groups: object[]; themes: object[] }
      const themes = answer.themes.map((theme) => ({ ...theme, parent: 'group-01' }))
      const group = { ...themes[0], id: 'group-01', kind: 'group', parent: undefined, label: 'world, tonight, freedom' }
      await asked.fulfill({ json: { ...answer, groups: [group], themes } })
    })
    await page.goto(`${service.url}/themes`)
    const name = page.locator('.tree-name').first()
    await name.waitFor()
    const label = (await name.locator('span').nth(1).boundingBox())!
    const number = (await name.locator('.muted').boundingBox())!
    expect(label.height).toBeLessThan(30)
    expect(number.y).toBeGreaterThan(label.y + label.height - 8)
  })

  it('gives each theme one line on a small screen, and labels the actions on its page', async () => {
    const page = await open('/themes', { viewport: { width: 390, height: 844 } })
    const rows = page.locator('.tree-row')
    await rows.first().waitFor()
    expect(await page.locator('.tree-row .theme-actions').first().isVisible()).toBe(false)
    const heights = await Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())!.height))
    expect(Math.max(...heights)).toBeLessThan(70)
    await page.locator('.tree-name').last().click()
    const actions = page.locator('.theme-title .theme-actions')
    await actions.waitFor()
    expect((await actions.innerText()).split('\n').map((name) => name.trim())).toEqual([
      'Rename',
      'Merge',
      'Pin',
      'Hide'
    ])
  })

  it('saves analytics as a file, and shows all tabs on a small screen', async () => {
    const page = await open('/analytics/by-field?field=author', { viewport: { width: 360, height: 740 } })
    const save = page.getByRole('button', { name: 'CSV' })
    await save.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(file.suggestedFilename()).toBe('share.csv')
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^theme,label,.*\r\ntheme-/)
    for (const tab of await page.locator('.tabs a').all()) {
      const { x, width } = (await tab.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(360)
    }
  })

  it('applies a filter from the address to all analytics and exports', async () => {
    const page = await open('/analytics/by-field')
    const columns = page.locator('.heat thead th')
    await expect.poll(() => columns.count()).toBe(13)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel(/Ruth Calloway/).check()
    await page.waitForURL(/f\.author=/)
    await expect.poll(() => columns.count()).toBe(2)
    await page.getByRole('link', { name: 'Outliers' }).click()
    await page.waitForURL(/outliers\?f\.author=/)
    await page.locator('.card-where a').first().waitFor()
    const titles = new Set(await texts(page, '.card-where a'))
    expect([...titles].every((title) => title.startsWith('Beekeeping'))).toBe(true)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON' }).click()
    ])
    const saved = JSON.parse(readFileSync(await file.path(), 'utf8')) as { documents: { title: string }[] }
    for (const { title } of saved.documents) expect(titles).toContain(title)
    await page.goto(`${service.url}/analytics/over-time?f.author=Nobody`)
    await page.getByText('No sentences that have a date pass this filter').waitFor()
  })

  it('shows duplicates at a chosen threshold, with links to their places', async () => {
    const page = await open('/')
    await page.getByText(/\d+ sentences of 17 documents/).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL(/\/analytics\/duplicates$/)
    const groups = page.locator('.duplicates')
    await groups.first().waitFor({ timeout: 3 * TIMEOUT })
    expect(await groups.first().innerText()).toContain('3 sentences of 2 documents, the same words')
    const slider = page.getByRole('slider')
    if ((await slider.count()) > 0) {
      await slider.focus()
      await page.keyboard.press('ArrowLeft')
      await page.waitForURL(/threshold=4\.4/)
      await page.reload()
      await expect.poll(() => slider.inputValue()).toBe('4.4')
    } else await page.getByText('this service has no pair scorer').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toBe('duplicates.csv')
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^group,kind,.*\r\n1,same,3,2,/)
    await page.getByText('The same words', { exact: true }).click()
    await page.waitForURL(/upTo=same/)
    await expect.poll(() => slider.count()).toBe(0)
    await groups.first().getByRole('link').last().click()
    await page.locator('.sentence.picked').waitFor()
    expect(await page.locator('.selected .quote').innerText()).toContain('Mind the gap between the doors')
  })

  it('escapes markup in texts', async () => {
    const page = await open('/?q=bread&mode=keyword')
    await page.getByText('<img src=x onerror=document.title=1>').first().waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
  })

  it('keeps marks of text direction within their sentence, name or cell, in reports too', async () => {
    const page = await open('/document/turned')
    const calm = page.locator('.sentence', { hasText: 'lies calm here' })
    await calm.waitFor()
    // Where a mark leaks, the words after it run from right to left.
    const places = (words: readonly string[]): Promise<number[]> =>
      page.evaluate<number[]>(`${JSON.stringify(words)}.map((word) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent.indexOf(word)
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + word.length)
          return range.getBoundingClientRect().left
        }
      })`)
    const inOrder = async (...words: string[]): Promise<void> => {
      const lefts = await places(words)
      expect(lefts, words.join(' ')).toEqual([...lefts].sort((a, b) => a - b))
      expect(new Set(lefts).size).toBe(words.length)
    }
    await inOrder('lies', 'calm', 'here')
    const row = html`<p><span>Turned ‮marks</span>, then some rest</p>
      <table>
        <tr>
          <td>Turned ‮over</td>
          <td>to stay put</td>
        </tr>
      </table>`
    const report = join(folder, 'turned.html')
    writeFileSync(report, reportPage({ title: 'Report', style: html``, body: row }))
    await page.goto(pathToFileURL(report).href)
    await inOrder('then', 'some', 'rest')
    await inOrder('stay', 'put')
  })

  const views = {
    overview: '/',
    search: '/?q=water',
    groups: '/?q=water&group=medium',
    map: '/map',
    themes: '/themes',
    theme: '/theme/theme-01',
    'over time': '/analytics/over-time',
    'by field': '/analytics/by-field',
    trends: '/analytics/trends',
    together: '/analytics/together',
    outliers: '/analytics/outliers',
    duplicates: '/analytics/duplicates',
    document: '/document/said',
    compare: '/compare?a.author=Ruth+Calloway',
    nowhere: '/nowhere'
  }

  /** Opens every view and calls `look` with it, for three at a time: they mostly wait for requests. */
  async function eachView(
    options: BrowserContextOptions,
    look: (page: Page, view: string) => Promise<void>
  ): Promise<void> {
    const left = Object.entries(views)
    const lookOn = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [view, path] = next
        const page = await open(path, options)
        await settle(page)
        await look(page, view)
        await page.context().close()
      }
    }
    await Promise.all([lookOn(), lookOn(), lookOn()])
  }

  /** Expects axe to find nothing serious, in light colours and in dark ones. */
  async function expectSound(page: Page, what: string): Promise<void> {
    expect(await seriousFaultsInBoth(page), what).toEqual([])
  }

  it('has nothing serious against it by axe, in any view, light or dark', () => eachView({}, expectSound), ALL_VIEWS)

  it('has nothing serious against a group, a selection on the map and the reference of the API, light or dark', async () => {
    // Twelve themes form no groups, so this merges two of them into one.
    const group = await open('/')
    await group.route('**/api/themes*', async (asked) => {
      const answer = (await (await asked.fetch()).json()) as { groups: object[]; themes: object[] }
      const [first, second, ...rest] = answer.themes
      const themes = [...[first, second].map((theme) => ({ ...theme, parent: 'group-01' })), ...rest]
      await asked.fulfill({ json: { ...answer, groups: [{ ...first, id: 'group-01', kind: 'group' }], themes } })
    })
    await group.goto(`${service.url}/theme/group-01`)
    await group.locator('.theme-title').waitFor()
    await settle(group)
    await expectSound(group, 'group')

    const map = await open('/map')
    await drawAround(map, 0.2, 0.2, 0.8, 0.8)
    await map.locator('.map-panel .cards .card').first().waitFor()
    await expectSound(map, 'selection')

    await expectSound(await open('/api/'), 'reference')
  })

  it(
    'is no wider than a small screen',
    () =>
      eachView({ viewport: { width: 390, height: 844 } }, async (page, view) => {
        const over = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        )
        expect(over, view).toBeLessThanOrEqual(0)
      }),
    ALL_VIEWS
  )

  it('asks for the token of a service, or takes it from the address and removes it there', async () => {
    const token = join(folder, 'token')
    writeFileSync(token, 'a-token-of-many-letters')
    const guarded = await serve(shelf, '--log-level', 'error', '--token-file', token)
    const page = await open('/')
    await page.goto(guarded.url)
    await page.getByLabel('Token').fill('a-token-of-many-letters')
    await page.getByRole('button', { name: 'Enter' }).click()
    await page.getByText(/\d+ sentences of 17 documents/).waitFor()
    const other = await open('/')
    await other.goto(`${guarded.url}/themes#token=a-token-of-many-letters`)
    await other.locator('.tree-row').first().waitFor()
    expect(other.url()).toBe(`${guarded.url}/themes`)
  })

  it('violates no content security policy, and no script fails', () => {
    expect(faults).toEqual([])
  })

  it('reports an unreachable service, and offers to retry', async () => {
    const page = await open('/')
    await page.locator('main a[href^="/theme/"]').first().waitFor()
    expect(await stop(service)).toBe(0)
    await page.getByRole('link', { name: 'Analytics' }).click()
    await page
      .getByRole('alert')
      .getByText(/Could not reach the service/)
      .waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(faults).toEqual([])
  })
})

/** Draws a lasso on the map; its corners are shares of width and height. */
async function drawAround(page: Page, left: number, top: number, right: number, bottom: number): Promise<void> {
  const plot = page.getByRole('application', { name: 'Map of the collection' })
  await plot.waitFor({ timeout: 3 * TIMEOUT })
  await page.locator('.map-label').first().waitFor()
  const { x, y, width, height } = (await plot.boundingBox())!
  await page.getByRole('button', { name: 'Lasso' }).click()
  await page.mouse.move(x + left * width, y + top * height)
  await page.mouse.down()
  for (const [across, down] of [
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top + 0.01]
  ])
    await page.mouse.move(x + across * width, y + down * height, { steps: 8 })
  await page.mouse.up()
}

/** Draws a lasso around the first theme's name on the map, to so far from its middle as a share of the map. */
async function drawAroundName(page: Page, reach: number): Promise<void> {
  const name = page.locator('.map-label').first()
  await name.waitFor({ timeout: 3 * TIMEOUT })
  const plot = (await page.getByRole('application', { name: 'Map of the collection' }).boundingBox())!
  const box = (await name.boundingBox())!
  const x = (box.x + box.width / 2 - plot.x) / plot.width
  const y = (box.y + box.height / 2 - plot.y) / plot.height
  await drawAround(page, x - reach, y - reach, x + reach, y + reach)
}

/** Waits until all requests are answered. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.locator('.waiting').first().waitFor({ state: 'detached' })
  await page.locator('.stale').first().waitFor({ state: 'detached' })
}

/** The box of the table by field, in the page. */
const HEAT = "document.querySelector('.heat-box')"

/** Width and height of a PNG in pixels, from its header. */
function pngSize(bytes: Buffer): [number, number] {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** Returns the number of different colours in a picture. */
async function coloursOf(page: Page, png: Buffer): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size
  })()`)
}
