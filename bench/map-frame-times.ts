/**
 * Measures frame times of the page's map in Chromium while it is dragged and zoomed.
 *
 *     leitmotif serve --in FOLDER
 *     CHROMIUM=/usr/bin/chromium node bench/dist/map-frame-times.js URL      URL: the address that `serve` prints
 *
 * SwiftShader draws WebGL on the CPU: a graphics card is faster.
 */
import { chromium } from 'playwright-core'

/** Number of movements in each measurement. */
const ROUNDS = 40

const url = process.argv[2].replace(/\/$/, '')
const browser = await chromium.launch({
  ...(process.env.CHROMIUM !== undefined && { executablePath: process.env.CHROMIUM }),
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
})
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
await page.goto(`${url}/map`)
await page.locator('.map-label').first().waitFor({ timeout: 300_000 })
process.stdout.write(`${await page.locator('.map-panel .note').last().innerText()}\n`)
const box = (await page.locator('.plot').boundingBox())!
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
const devtools = await browser.newBrowserCDPSession()

await measure('dragged, all in sight', drag)
await measure('zoomed, all in sight to a few', () => turn(-1))
await measure('dragged, few in sight', drag)
await measure('zoomed back', () => turn(1))
await page.mouse.move(x, y)
await measure('dragged, after a point was read', async () => {
  await page.mouse.move(x + 3, y + 3)
  await drag()
})
await page.getByRole('button', { name: 'List what is in sight' }).click()
await page.locator('.map-panel .cards .card').first().waitFor()
await measure('dragged, all selected', drag)
await browser.close()

async function drag(): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 1; i <= ROUNDS; i++) await page.mouse.move(x + 120 * Math.sin(i / 10), y + 60 * Math.sin(i / 7))
  await page.mouse.up()
}

async function turn(direction: number): Promise<void> {
  await page.mouse.move(x, y)
  for (let i = 0; i < ROUNDS / 2; i++) await page.mouse.wheel(0, direction * 30)
}

/**
 * Prints an action's number of frames, their clock times, and processor time a frame: of the page, and of drawing (composing,
 * WebGL). On a busy machine processor times say more than the clock.
 */
async function measure(what: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate(`
    globalThis.frames_ = []
    globalThis.watch_ = (time) => { frames_.push(time); request_ = requestAnimationFrame(watch_) }
    globalThis.request_ = requestAnimationFrame(watch_)
  `)
  const before = await processors()
  await act()
  const times = await page.evaluate<number[]>('(cancelAnimationFrame(request_), frames_)')
  const after = await processors()
  const took = times
    .slice(1)
    .map((time, i) => time - times[i])
    .sort((a, b) => a - b)
  const at = (share: number): string => took[Math.floor(share * (took.length - 1))].toFixed(0)
  const each = (kind: string): string => ((1000 * (after.get(kind)! - before.get(kind)!)) / times.length).toFixed(1)
  process.stdout.write(
    `${what}: ${took.length} frames, median ${at(0.5)} ms, 95 % under ${at(0.95)} ms; ` +
      `processors' ms of each: page ${each('renderer')}, drawing ${each('GPU')}\n`
  )
}

/** Returns processor seconds of the browser's processes so far, by kind. */
async function processors(): Promise<Map<string, number>> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const spent = new Map<string, number>()
  for (const { type, cpuTime } of processInfo) spent.set(type, (spent.get(type) ?? 0) + cpuTime)
  return spent
}
