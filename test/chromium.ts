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

/** Returns axe's serious and critical violations in a page: rule and elements. */
export async function seriousFaults(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // The elements of other results are many, and take time to name.
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .slice(0, 3)
            .join(' | ')}`
      )
  })
}
