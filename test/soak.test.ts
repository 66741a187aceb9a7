import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Failure } from '@leitmotif/command'
import { BundleError, createEncoder, loadEncoder, readBundle, type Encoder } from '@leitmotif/encoder'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { listThemes, openEmbeddedStore, searchCollection, type ThemeStore } from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, samples, shippedEncoder, temporaryFolder } from './command-line.js'
import { ask, serve } from './running-service.js'

/** Share of an hour of `npm run soak`; 0 in `npm test`, which runs a short form. */
const soak = Number(process.env.LEITMOTIF_SOAK ?? 0)
const timesOf = (whole: number, short: number): number => (soak > 0 ? Math.ceil(soak * whole) : short)
const TIMES = { damages: timesOf(750, 12), bundles: timesOf(700, 12), requests: timesOf(1700, 120) }
const TIMEOUT_MS = soak > 0 ? 3_600_000 : 600_000

/** Prints figures of `npm run soak`. */
function tell(figures: string): void {
  if (soak > 0) process.stderr.write(`soak: ${figures}\n`)
}

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
let encoder: Encoder
beforeAll(async () => {
  expect(
    run('leitmotif', 'index', join(samples, 'tea.md'), join(samples, 'chess.md'), '--fast', '--to', shelf).status
  ).toBe(0)
  expect(run('leitmotif', 'themes', 'build', '--in', shelf).status).toBe(0)
  encoder = await loadEncoder(shippedEncoder)
})
afterAll(() => {
  encoder.dispose()
})

function filesOf(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort()
}

/** Damages bytes in one of the ways that disks and copies do. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const at = random.integer(Math.max(1, bytes.length))
  switch (random.integer(4)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.alloc(0)
    case 2: {
      const flipped = Buffer.from(bytes)
      for (let i = at; i < Math.min(bytes.length, at + 16); i++) flipped[i] ^= 0xff
      return flipped
    }
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(16, 0), bytes.subarray(at)])
  }
}

/** Does everything that readers and writers do; each step succeeds or says what to do. Returns the failed steps. */
async function useCollection(place: string): Promise<string[]> {
  const failed: string[] = []
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      failed.push(error.message)
    })
  }
  for (const access of ['read', 'write'] as const) {
    await step(async () => {
      const store: ThemeStore = await openEmbeddedStore(place, { access, encoder, warn: () => undefined })
      await step(() => store.describe())
      await step(() => searchCollection(store, encoder, { texts: ['a cup of tea'], k: 3 }))
      await step(() => searchCollection(store, encoder, { texts: ['tea'], k: 3, mode: 'keyword' }))
      await step(() => listThemes(store))
      await step(async () => {
        for await (const { records } of store.scan({ vectors: true })) expect(records.length).toBeGreaterThan(0)
      })
      await store.close()
    })
  }
  return failed
}

describe('A collection with a damaged file', () => {
  it(
    'works, or says what to do, whatever the file and the damage',
    async () => {
      const random = createRandom('damaged files')
      const files = filesOf(shelf)
      expect(await useCollection(shelf)).toEqual([])
      const place = join(folder, 'damaged')
      let failures = 0
      for (let time = 0; time < TIMES.damages; time++) {
        rmSync(place, { recursive: true, force: true })
        cpSync(shelf, place, { recursive: true })
        const path = join(place, files[random.integer(files.length)])
        if (random.integer(5) === 0) rmSync(path)
        else {
          const bytes = damaged(readFileSync(path), random)
          truncateSync(path, 0)
          writeFileSync(path, bytes)
        }
        const failed = await useCollection(place)
        if (failed.length > 0) failures++
        for (const message of failed) expect(message, path).not.toMatch(/undefined|\[object/)
      }
      // A damage that nothing notices would be none.
      expect(failures).toBeGreaterThan(0)
      tell(`${TIMES.damages} damaged files, ${failures} told of in words, the others without effect or computed again`)
    },
    TIMEOUT_MS
  )
})

describe('An altered bundle', () => {
  it(
    'is refused with the file that was altered',
    async () => {
      const random = createRandom('altered bundles')
      const manifest = 'encoder.json'
      const listed = readFileSync(join(shippedEncoder, manifest), 'utf8').matchAll(/"file": "([^"]+)"/g)
      const names = [manifest, ...[...listed].map(([, name]) => name)]
      let refused = 0
      const cache = new Map(names.map((name) => [name, readFileSync(join(shippedEncoder, name))]))
      for (let time = 0; time < TIMES.bundles; time++) {
        const altered = names[random.integer(names.length)]
        const bytes = damaged(cache.get(altered)!, random)
        if (bytes.equals(cache.get(altered)!)) continue
        const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
          Uint8Array.from(name === altered ? bytes : (cache.get(name) ?? (await readFile(join(shippedEncoder, name)))))
        const opening = readBundle(read).then(async (bundle) => {
          const opened = createEncoder(bundle)
          try {
            await opened.encode(['a cup of tea'], { representation: 'static' })
            await opened.encode(['a cup of tea'], { representation: 'sentences' })
          } finally {
            opened.dispose()
          }
        })
        await expect(opening, altered).rejects.toThrow(BundleError)
        refused++
      }
      expect(refused).toBeGreaterThan(0)
      tell(`${refused} altered bundles, all refused`)
    },
    TIMEOUT_MS
  )
})

const PIECES = [
  ...['__proto__', 'constructor', '\u0000', '\ud800', '%', '%00', '../', '..%2f', "';--", '<script>', '\u202e', '💥'],
  ...['null', '-1', '1e999', '9'.repeat(40), '{}', '[]', '"', '{"from":{}}', 'a'.repeat(3000), ' ', '']
]
const PATHS = (
  '/api/search /api/cluster /api/contrast /api/similarity /api/organise /api/sentences /api/collection /api/documents ' +
  '/api/themes /api/analytics/share /api/analytics/trends /api/analytics/together/export /api/duplicates /api/map/points ' +
  '/api/nothing /metrics / /assets/x'
).split(' ')
const POSTED = '/api/search /api/cluster /api/contrast /api/similarity /api/organise /api/sentences'.split(' ')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
const MEMBERS =
  'texts more less document mode k filter perDocument around ids search count a b sentences run indices'.split(' ')

function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.integer(depth > 3 ? 3 : 5)
  if (kind === 0) return PIECES[random.integer(PIECES.length)]
  if (kind === 1) return [random.integer(20_000) - 10_000, 0.5, 1e308, true, null][random.integer(5)]
  if (kind === 2) return 'a cup of tea'
  const items = Array.from({ length: random.integer(4) }, () => hostileValue(random, depth + 1))
  if (kind === 3) return items
  return Object.fromEntries(
    items.map((item) => [[...MEMBERS, ...PIECES][random.integer(MEMBERS.length + PIECES.length)], item])
  )
}

describe('A service that is sent hostile requests', () => {
  it(
    'answers each without a fault, and goes on',
    async () => {
      const random = createRandom('hostile requests')
      const place = join(folder, 'served')
      cpSync(shelf, place, { recursive: true })
      const service = await serve(place, '--rate', '0')
      const statuses = new Map<number, number>()
      const piece = (): string => encodeURIComponent(PIECES[random.integer(PIECES.length)].replaceAll('\ud800', ''))
      for (let time = 0; time < TIMES.requests; time++) {
        const path = PATHS[random.integer(PATHS.length)]
        // A method that the path does not take is refused before anything else is read.
        const usual = POSTED.includes(path) ? 'POST' : 'GET'
        const method = random.integer(4) === 0 ? METHODS[random.integer(METHODS.length)] : usual
        const below = random.integer(3) === 0 ? `/${piece()}` : ''
        const query =
          random.integer(2) === 0 ? `?${MEMBERS[random.integer(MEMBERS.length)]}=${piece()}&filter=${piece()}` : ''
        const value = {
          texts: ['tea'],
          ...Object.fromEntries(
            MEMBERS.slice(random.integer(MEMBERS.length))
              .slice(0, 2)
              .map((name) => [name, hostileValue(random)])
          )
        }
        const written = JSON.stringify(random.integer(2) === 0 ? value : hostileValue(random)) as string | undefined
        const whole = written ?? ''
        const cut = random.integer(6) === 0 ? whole.slice(0, random.integer(whole.length + 1)) : whole
        const body = ['POST', 'PUT', 'PATCH'].includes(method) ? cut : ''
        const { status } = await ask(service, `${path}${below}${query}`, { method, body })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect(status, `${method} ${path}${below}${query} ${body.slice(0, 500)}`).toBeLessThan(500)
      }
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} with ${status}`)
      tell(`${TIMES.requests} requests, answered ${counts.join(', ')}`)
      expect((await ask(service, '/api/health')).status).toBe(200)
      expect(service.log()).not.toContain('"level":50')
    },
    TIMEOUT_MS
  )
})
