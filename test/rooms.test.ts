import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

interface Part {
  /** Where its source files are, from the project's root. */
  readonly folder: string
  /** The packages of ours that it may import. */
  readonly imports: readonly string[]
  /** Its rooms, folders below `folder`: a room imports only rooms above it. */
  readonly rooms: readonly string[]
}

/** Parts as ARCHITECTURE.md lists them: `### packages/x/src`, a line `Imports …`, and lines for rooms. */
const parts: Part[] = page
  .split(/^### /m)
  .slice(1)
  .filter((text) => text.startsWith('packages/'))
  .map((text) => {
    const [folder = '', ...lines] = text.split('\n')
    const imports = lines.find((line) => line.startsWith('Imports')) ?? ''
    return {
      folder: folder.trim(),
      imports: [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
      rooms: lines.flatMap((line) =>
        /^- (?:`[^`]+`(?:, |: ))+\S/.test(line)
          ? [...line.split(': ')[0].matchAll(/`([^`]+)`/g)].map(([, name]) => name)
          : []
      )
    }
  })

/** Where a source file names another: imports, re-exports and types taken by `import()`; packages also by `resolve()`. */
const NAMED = /(?:from|import\(|import|resolve\()\s*'([^']+)'/g

function namesIn(folder: string, file: string): string[] {
  return [...readFileSync(join(root, folder, file), 'utf8').matchAll(NAMED)].map(([, name]) => name)
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The sources and the tests below a folder, as paths from it. */
function filesOf(folder: string): { sources: string[]; tests: string[] } {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(root, folder) })
  return { sources: files.filter((file) => !isTest(file)), tests: files.filter(isTest) }
}

/** The source files that `file` imports, as paths from `folder`. */
function importsOf(folder: string, file: string, sources: ReadonlySet<string>): string[] {
  return namesIn(folder, file)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)).replace(/\.js$/, ''))
    .flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((target) => sources.has(target)))
}

/** A circle of imports, as the files along it; undefined where there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next)
      if (circle) return circle
    }
    path.pop()
    done.add(file)
    return undefined
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle) return circle
  }
  return undefined
}

describe('The rooms that ARCHITECTURE.md lists', () => {
  it('fill a page of at most 14 kB, whose files are all there', () => {
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(14 * 1024)
    const named = [...page.matchAll(/`((?:packages|test|bench|models)\/[^`\s]+\.(?:ts|md|json))`/g)].map(
      ([, path]) => path
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('are of every package', () => {
    const packages = globSync('packages/*', { cwd: root }).map((folder) => `${folder}/src`)
    expect(parts.map(({ folder }) => folder).sort()).toEqual([...packages, 'packages/indexer/web'].sort())
  })

  for (const { folder, imports, rooms } of parts) {
    const { sources, tests } = filesOf(folder)
    const known = new Set(sources)
    /** The place in the list of the innermost room that holds a file; -1 for a file beside the rooms. */
    const roomOf = (file: string): number => {
      const holding = rooms.filter((room) => file.startsWith(`${room}/`))
      return rooms.indexOf(holding.sort((a, b) => b.length - a.length)[0] ?? '')
    }

    describe(folder, () => {
      it('has at most three files beside its rooms, and no folder that is in none', () => {
        const outside = sources.filter((file) => roomOf(file) < 0)
        expect(outside.filter((file) => file.includes('/'))).toEqual([])
        expect(outside.length, outside.join(', ')).toBeLessThanOrEqual(3)
        for (const room of rooms)
          expect(
            sources.some((file) => file.startsWith(`${room}/`)),
            room
          ).toBe(true)
      })

      it('has no room that imports one below it, and no circle of files', () => {
        const graph = new Map(sources.map((file) => [file, importsOf(folder, file, known)]))
        const found: string[] = []
        for (const [file, targets] of graph) {
          const room = roomOf(file)
          if (room < 0) continue
          for (const target of targets) {
            if (roomOf(target) < 0 || roomOf(target) > room) found.push(`${file} imports ${target}`)
          }
        }
        expect(found).toEqual([])
        expect(circleIn(graph)).toBeUndefined()
      })

      it('imports the packages of ours that the page names, and no other', () => {
        const named = sources.flatMap((file) => namesIn(folder, file))
        const ours = named.flatMap((name) => /^@leitmotif\/([^/]+)/.exec(name)?.[1] ?? [])
        expect([...new Set(ours)].sort()).toEqual([...imports].sort())
      })

      if (folder === 'packages/testing/src') return
      it('has no helpers of tests, which would ship with it', () => {
        const byLibrary = sources.filter((file) =>
          namesIn(folder, file).some((name) => /^(?:vitest|fast-check)(?:\/|$)/.test(name))
        )
        expect(byLibrary).toEqual([])
        const used = new Set(sources.flatMap((file) => importsOf(folder, file, known)))
        const tested = new Set(tests.flatMap((file) => importsOf(folder, file, known)))
        // The files beside the rooms are for other packages.
        expect([...tested].filter((file) => roomOf(file) >= 0 && !used.has(file))).toEqual([])
      })
    })
  }
})
