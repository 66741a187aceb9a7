import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, noBrowser, seriousFaults } from './chromium.js'
import { run, samples, temporaryFolder, type Ran } from './command-line.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const report = join(folder, 'report.html')
const analytics = (...args: string[]): Ran => run('leitmotif', 'analytics', ...args, '--in', shelf)

beforeAll(() => {
  expect(run('leitmotif', 'index', samples, '--fast', '--to', shelf).status).toBe(0)
  expect(analytics('share').err).toContain('leitmotif themes build')
  expect(run('leitmotif', 'themes', 'build', '--in', shelf).status).toBe(0)
})

interface Shares {
  keys: { key: string; sentences: number }[]
  themes: { id: string; label: string }[]
  cells: { theme: string; key: string; sentences: number; share: number; low: number; high: number }[]
  rest: { cells: unknown[] }[]
}

describe('leitmotif analytics', () => {
  it('prints shares as text and JSON, and writes files of each format', () => {
    const shares = JSON.parse(analytics('share', '--by', 'author', '--json').out) as Shares
    expect(shares.cells).toHaveLength(shares.keys.length * shares.themes.length)
    for (const { share, low, high } of shares.cells) expect(low <= share && share <= high).toBe(true)
    const rows = shares.cells.length + shares.rest.flatMap(({ cells }) => cells).length
    const file = (end: string): string => {
      const path = join(folder, `shares.${end}`)
      const ran = analytics('share', '--by', 'author', '--export', path)
      expect(ran.status).toBe(0)
      expect(ran.out).toContain(shares.themes[0].label.slice(0, 8))
      return readFileSync(path, 'utf8')
    }
    expect(JSON.parse(file('json'))).toEqual(shares)
    expect(file('csv').trimEnd().split('\r\n')).toHaveLength(1 + rows)
    expect(file('ndjson').trimEnd().split('\n')).toHaveLength(rows)
    expect(file('html')).toContain(shares.themes[0].label.split(',')[0])
    const refused = analytics('share', '--export', join(folder, 'shares.xlsx'))
    expect(refused.status).toBe(2)
    expect(refused.err).toContain('expected a file that ends in .csv, .ndjson, .json, .html')
  })

  it('shows themes over time, themes that go together, typical passages and outliers', () => {
    expect(analytics('over-time', '--interval', 'year').out).toMatch(/over time.*\n.*[▁▂▃▄▅▆▇█]/)
    expect(analytics('trends').out).toContain('Rising')
    expect(analytics('together').status).toBe(0)
    const typical = analytics('typical', '1').out
    expect(typical).toContain('Passages')
    expect(typical).toMatch(/samples\/.*\.md/)
    expect(analytics('outliers', '-n', '2').out).toContain('Documents least similar to the collection')
    expect(analytics('over-time', '--field', 'author').err).toContain('expected a date or number: date')
    const namesake = join(folder, 'copy', 'shelf')
    cpSync(shelf, namesake, { recursive: true })
    const same = analytics('compare', '--with', namesake).out
    for (const place of [shelf, namesake]) expect(same).toContain(`By the themes of ${place}`)
  })

  it('applies filters to typical passages and reports, and explains invalid ones', () => {
    const only = ['--filter', 'author=Ruth Calloway', '--json']
    const { cells } = JSON.parse(analytics('share', '--level', 'themes', ...only).out) as Shares
    const { theme } = cells.reduce((most, cell) => (cell.share > most.share ? cell : most))
    const typical = JSON.parse(analytics('typical', theme, ...only).out) as { passages: { document: string }[] }
    expect(typical.passages.length).toBeGreaterThan(0)
    const documents = JSON.parse(analytics('outliers', '-n', '99', ...only).out) as {
      documents: { document: string }[]
    }
    const hers = documents.documents.map(({ document }) => document)
    expect(hers.length).toBeGreaterThan(0)
    for (const { document } of typical.passages) expect(hers).toContain(document)
    const part = join(folder, 'part.html')
    expect(analytics('report', '--out', part, '--filter', 'author=Ruth Calloway').status).toBe(0)
    expect(readFileSync(part, 'utf8')).toContain('Only author: Ruth Calloway · ')
    for (const [filter, said] of [
      ['autor=Ruth Calloway', 'the collection has no field "autor"; it has document, title,'],
      ['author', 'author: expected field=value, field>=value or field<value'],
      ['author>=M', 'field "author" is a keyword; expected a number or a date for a range'],
      ['author=Nobody', 'widen the filter']
    ]) {
      const refused = analytics('report', '--out', part, '--filter', filter)
      expect(refused.status).toBe(2)
      expect(refused.err).toContain(said)
    }
  })

  it('rejects an empty name of a field or theme instead of ignoring it', () => {
    for (const [asked, said] of [
      [['share', '--by', ''], 'the collection has no field ""'],
      [['over-time', '--field', ''], '"" is no field of the collection'],
      [['over-time', '--theme', ''], 'the name of a theme is empty'],
      [['typical', ''], 'the name of a theme is empty']
    ] as const) {
      const { out, err, status } = analytics(...asked)
      expect(err, asked.join(' ')).toContain(said)
      expect([out, status], asked.join(' ')).toEqual(['', 2])
    }
  })

  it('refuses a filter that no sentence passes, in every command', () => {
    for (const asked of [['share'], ['over-time'], ['trends'], ['together'], ['typical', '1'], ['outliers']]) {
      const { out, err, status } = analytics(...asked, '--filter', 'author=Nobody')
      expect(err, asked[0]).toContain('holds no sentence that passes the filter (author: Nobody)')
      expect([out, status], asked[0]).toEqual(['', 2])
    }
  })

  it('writes a self-contained report', () => {
    const ran = analytics('report', '--out', report)
    expect(ran.err).toContain('written')
    const page = readFileSync(report, 'utf8')
    for (const heading of ['What it talks about', 'Over time', 'Rise and fall', 'By author', 'In its own words'])
      expect(page).toContain(heading)
    expect(page).not.toMatch(/<script|https?:|src=|url\(|NaN|undefined/)
  })

  it.skipIf(noBrowser !== undefined)(
    'writes one that axe finds nothing serious in, and that fits a small screen',
    async () => {
      const browser = await launchBrowser()
      try {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } })
          await page.goto(pathToFileURL(report).href)
          expect(await seriousFaults(page), colorScheme).toEqual([])
          const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
          expect(await page.evaluate<number>(over)).toBe(0)
          // A wide table scrolls in its box, and the names of its rows stay in sight.
          const table = page.locator('.heat .wide').first()
          const scrolled = await table.evaluate((box: { scrollLeft: number }) => {
            box.scrollLeft = 9999
            return box.scrollLeft
          })
          expect(scrolled).toBeGreaterThan(50)
          const left = async (part: typeof table): Promise<number> => (await part.boundingBox())!.x
          expect(await left(table.locator('tbody td').first())).toBeCloseTo(await left(table), 0)
        }
      } finally {
        await browser.close()
      }
    }
  )
})
