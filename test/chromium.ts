import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import type { Page } from 'playwright-core'

/** Returns the path of a browser: CHROMIUM, or the first of its usual names on the path. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...(named === undefined ? [] : [named]), ...places].find((path) => existsSync(path))
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns axe's serious and critical violations in a page: rule and elements. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
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
