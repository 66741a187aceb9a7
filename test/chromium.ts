import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type Page } from 'playwright-core'
import { provideBrowser } from '../scripts/browser.mjs'

const { path, missing } = provideBrowser({ again: false })

/** Path of the browser that tests use; '' if there is none. */
export const browserPath = path ?? ''

/** Reason why tests have no browser; undefined if they have one. */
export const noBrowser = missing
if (missing !== undefined) process.stderr.write(`no browser is available, so tests of pages are skipped: ${missing}\n`)

/** Starts the browser. It draws WebGL in software, and everything else without it, which takes half as long. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing']
  return chromium.launch({ executablePath: browserPath, args })
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns axe's serious and critical violations in a page: rule and elements. With `rules`, of these alone. */
export async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // The elements of other results are many, and take time to name.
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } })
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .slice(0, 3)
            .join(' | ')}`
      )
  }, rules)
}

/** The rules that axe runs of those on colours. */
const ON_COLOURS = ['color-contrast', 'link-in-text-block']

/** The same in light colours and in dark ones, which change nothing but colours: only rules on colours are repeated. */
export async function seriousFaultsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await seriousFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousFaults(page, ON_COLOURS)
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}
