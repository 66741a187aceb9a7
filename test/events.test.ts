import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, noBrowser, seriousFaults } from './chromium.js'
import { root, run, temporaryFolder } from './command-line.js'
import { ask, serve, stop, type RunningService } from './running-service.js'

const missing = existsSync(join(root, 'models', 'leitmotif-en-events', 'events.json'))
  ? undefined
  : 'models/leitmotif-en-events is not here'
if (missing !== undefined) process.stderr.write(`events.test: skipped: ${missing}\n`)

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const places = ['Norway', 'Peru', 'Kenya', 'Japan', 'Ghana', 'Malta', 'Chile', 'Nepal']
/** Invented headlines: 8 for each of 3 verbs, in two forms of each. */
const headlines = places.flatMap((place, i) => [
  `Storm ${i % 2 === 0 ? 'kills' : 'killed'} ${i + 3} people in ${place}`,
  `${place} ${i % 2 === 0 ? 'wins' : 'won'} the swimming championship`,
  `Government of ${place} ${i % 2 === 0 ? 'announces' : 'announced'} new taxes`
])

interface Counts {
  readonly sentences: number
  readonly events: number
  readonly verbs: readonly { readonly name: string; readonly events: number }[]
}

interface Columns {
  readonly events: number
  readonly verbs: readonly { readonly name: string; readonly count: number }[]
  readonly verb: readonly number[]
  readonly text: readonly string[]
  readonly document: readonly string[]
}

describe.skipIf(missing !== undefined)('Events of headlines', () => {
  beforeAll(() => {
    const lines = headlines.map((text, i) => JSON.stringify({ id: `h${i}`, title: text, text }))
    const file = join(folder, 'headlines.jsonl')
    writeFileSync(file, lines.join('\n'))
    expect(run('leitmotif', 'index', file, '--fast', '--to', shelf).status).toBe(0)
  })

  it('are counted by verb, whatever its form, on the command line', () => {
    const { status, out } = run('leitmotif', 'events', '--in', shelf, '--json')
    expect(status).toBe(0)
    const { sentences, events, verbs } = JSON.parse(out) as Counts
    expect(sentences).toBe(headlines.length)
    expect(events).toBeGreaterThan(0.8 * headlines.length)
    for (const form of ['kill', 'w', 'announce']) {
      expect(verbs.slice(0, 3).some(({ name, events: count }) => name.startsWith(form) && count > 5)).toBe(true)
    }
  })

  it('are listed by how near they are to that of a headline', () => {
    const nearest = [
      'events',
      'nearest',
      'Norway wins the swimming championship',
      '--in',
      shelf,
      '--limit',
      '6',
      '--json'
    ]
    const { out, status } = run('leitmotif', ...nearest)
    expect(status).toBe(0)
    const { nearest: found } = JSON.parse(out) as { nearest: { similarity: number; text: string }[] }
    expect(found).toHaveLength(6)
    expect(found[0].text).toBe('Norway wins the swimming championship')
    expect(found[0].similarity).toBeCloseTo(1, 5)
    expect(found[1].text).toContain('championship')
    for (let i = 1; i < found.length; i++) expect(found[i].similarity).toBeLessThanOrEqual(found[i - 1].similarity)
    expect(run('leitmotif', 'events', 'nearest', 'of', '--in', shelf)).toMatchObject({
      status: 2,
      err: expect.stringContaining('says of nobody what they do') as string
    })
  })

  it('are listed for a verb, in all its forms', () => {
    const { out } = run('leitmotif', 'events', '--in', shelf, '--verb', 'kill')
    expect(out).toContain('kills')
    expect(out).toContain('killed')
    expect(out).not.toContain('championship')
    expect(out).toContain('Storm kills 3 people in Norway  h0')
  })

  it('are asked for by a verb of one word', () => {
    for (const verb of ['', 'kill the']) {
      const { status, err } = run('leitmotif', 'events', '--in', shelf, '--verb', verb)
      expect(status).toBe(2)
      expect(err).toContain('Expected one word')
    }
  })

  it('are found in prose too, but not without a warning before the sentences are read', () => {
    const place = join(folder, 'prose')
    writeFileSync(join(folder, 'prose.md'), 'The harbour was shut. Nobody knew why. It was the wind that had done it.')
    expect(run('leitmotif', 'index', join(folder, 'prose.md'), '--fast', '--to', place).status).toBe(0)
    expect(run('leitmotif', 'events', '--in', place).err).toMatch(/^warning: .* do not look like headlines.*\nreading/)
    expect(run('leitmotif', 'events', '--in', shelf).err).not.toContain('headlines')
  })

  it('need a bundle; without it the error says how to get one', () => {
    const { status, err } = run('leitmotif', 'events', '--in', shelf, '--events', join(folder, 'none'))
    expect(status).toBe(2)
    expect(err).toMatch(/--events .*none: .*events\.json.*models\/leitmotif-en-events/)
  })

  describe('in the service', () => {
    let service: RunningService
    let browser: Browser | undefined
    const faults: string[] = []

    beforeAll(async () => {
      service = await serve(shelf)
      if (noBrowser === undefined) browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await stop(service)
    })

    async function open(url: string, width = 1280): Promise<Page> {
      const context = await browser!.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('request', (request) => {
        const asked = request.url()
        if (!asked.startsWith('data:') && asked !== url && !asked.startsWith(service.url)) faults.push(asked)
      })
      await page.goto(url)
      return page
    }

    it('are points with verb, sentence and position', async () => {
      await expect.poll(async () => (await ask(service, '/api/events/map')).status).toBe(200)
      const map = JSON.parse((await ask(service, '/api/events/map')).text) as Columns
      expect(map.text).toHaveLength(map.events)
      map.text.forEach((text, point) => {
        expect(headlines[Number(map.document[point].slice(1))]).toBe(text)
      })
      const killed = map.verbs.findIndex(({ name }) => name.startsWith('kill'))
      const [texts] = [map.text.filter((_, point) => map.verb[point] === killed)]
      expect(texts.length).toBeGreaterThan(5)
      expect(texts.every((text) => text.startsWith('Storm'))).toBe(true)
      const counts = JSON.parse((await ask(service, '/api/events?limit=2')).text) as Counts
      expect(counts.verbs).toHaveLength(2)
      expect((await ask(service, '/api/events?limit=0')).status).toBe(400)
    })

    it.skipIf(noBrowser !== undefined)(
      'are a view: a verb is picked, its sentences are read where they stand',
      async () => {
        const page = await open(`${service.url}/`)
        await page.getByRole('link', { name: 'Events' }).click()
        const label = page.locator('.map-label').first()
        const before = await label.getAttribute('style')
        await label.hover()
        await page.mouse.wheel(0, -200)
        await expect.poll(() => label.getAttribute('style')).not.toBe(before)
        await page.getByRole('button', { name: 'Show all' }).click()
        await page.getByRole('button', { name: /^kill/ }).first().click()
        await page.getByRole('heading', { name: /events of kill/ }).waitFor()
        expect(new URL(page.url()).search).toMatch(/^\?verb=kill/)
        const listed = await page.locator('.event-list li').allInnerTexts()
        expect(listed.length).toBeGreaterThan(5)
        expect(listed.every((text) => text.startsWith('Storm'))).toBe(true)
        // Choosing an event in the list shows it on the map, and hovering there shows the same text.
        const card = page.locator('.map-hover')
        await page.locator('.event-list button').nth(2).click()
        const said = await card.locator('.map-hover-text').innerText()
        expect(listed[2]).toContain(said)
        const [left, top] = (await page.locator('.map-hovered').getAttribute('style'))!
          .match(/[\d.]+(?=px)/g)!
          .map(Number)
        const plot = (await page.getByRole('application', { name: 'Map of events' }).boundingBox())!
        await page.mouse.move(plot.x + 2, plot.y + 2)
        await card.waitFor({ state: 'detached' })
        await page.mouse.move(plot.x + left, plot.y + top)
        await expect.poll(() => card.locator('.map-hover-text').innerText()).toBe(said)
        await page.getByRole('searchbox', { name: 'Find a word' }).fill('peru')
        await page.getByRole('heading', { name: /^1 event of kill/ }).waitFor()
        expect(await seriousFaults(page)).toEqual([])
        const mapped = page.getByRole('application', { name: 'Map of events' })
        await mapped.press('+')
        await mapped.press('Enter')
        await page.waitForURL(/selected=/)
        const inSight = await page.locator('.event-list li').allInnerTexts()
        await page.reload()
        await page.locator('.event-list li').first().waitFor()
        expect(await page.locator('.event-list li').allInnerTexts()).toEqual(inSight)
        await page.goBack()
        await page.getByRole('heading', { name: /^1 event of kill/ }).waitFor()
        await page.getByRole('link', { name: /Open in its document/ }).click()
        await page.getByRole('heading', { name: /people in Peru/ }).waitFor()
        expect(faults).toEqual([])
      }
    )

    it.skipIf(noBrowser !== undefined)('form a self-contained page that fetches nothing', async () => {
      const events = join(folder, 'events.jsonl')
      const lines = headlines.map((text, i) => {
        const words = text.split(' ')
        const verb = words.findIndex((word) => /^(?:kill|w[io]n|announc)/.test(word))
        const [subject, object] = [words.slice(0, verb), words.slice(verb + 1)]
        return JSON.stringify({ id: `h${i}`, text, subject, verb: [words[verb]], object })
      })
      writeFileSync(events, lines.join('\n'))
      const file = join(folder, 'events.html')
      expect(run('leitmotif-train', 'events', 'map', events, '--title', 'Storms & <taxes>', '--out', file).status).toBe(
        0
      )
      const first = readFileSync(file, 'utf8')
      expect(run('leitmotif-train', 'events', 'map', events, '--title', 'Storms & <taxes>', '--out', file).status).toBe(
        0
      )
      expect(readFileSync(file, 'utf8')).toBe(first)
      expect(run('leitmotif-train', 'events', 'map', events, '--out', join(folder, 'untitled.html')).status).toBe(0)
      expect(readFileSync(join(folder, 'untitled.html'), 'utf8')).toContain('<title>Events</title>')
      const page = await open(`file://${file}`, 480)
      await page.getByRole('heading', { name: 'Storms & <taxes>' }).waitFor()
      await page.getByRole('searchbox', { name: 'Find a word' }).fill('zzzz')
      await page.getByText('No event has these words.').waitFor()
      expect(await page.getByRole('heading', { name: 'Verbs' }).count()).toBe(0)
      await page.getByRole('searchbox', { name: 'Find a word' }).fill('tax')
      await page.getByRole('heading', { name: '8 events' }).waitFor()
      expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#words=tax')
      await page.getByRole('application', { name: 'Map of events' }).press('Enter')
      await page.getByRole('heading', { name: '24 events' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: '24 events' }).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      expect(faults).toEqual([])
    })
  })
})
