import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** Source files by package, in the order of the page's list. */
const layers = new Map<string, string[]>()
for (const part of page.split(/^### /m).slice(1)) {
  const [heading = '', ...lines] = part.split('\n')
  if (!heading.startsWith('packages/')) continue
  layers.set(
    heading.trim(),
    lines.flatMap((line) => /^- `([^`]+)`: \S/.exec(line)?.[1] ?? [])
  )
}

/** Code that runs elsewhere than its package's `src`. */
const others = ['packages/indexer/web']

/** The packages of ours that each package may import, and code that runs elsewhere than its package's `src`. */
const allowed: Record<string, string[]> = {
  testing: [],
  encoder: [],
  command: [],
  plot: ['encoder'],
  trainer: ['encoder', 'command'],
  indexer: ['encoder', 'command'],
  'indexer/web': ['encoder', 'command', 'plot'],
  'vscode-ext': ['encoder']
}

describe('The layers that ARCHITECTURE.md lists', () => {
  it('cover every package', () => {
    const packages = globSync('packages/*', { cwd: root }).map((folder) => `${folder}/src`)
    expect([...layers.keys()].sort()).toEqual([...packages, ...others].sort())
  })

  for (const [folder, listed] of layers) {
    describe(folder, () => {
      const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
        .filter((file) => !file.endsWith('.test.ts'))
        .map((file) => file.slice(folder.length + 1))

      it('names every source file once, and none that is gone', () => {
        expect([...listed].sort()).toEqual(files.sort())
      })

      it('has no file that imports one below it, or a package it may not', () => {
        const found: string[] = []
        const own = folder.replace(/^packages\/|\/src$/g, '')
        for (const file of listed) {
          const path = join(root, folder, file)
          if (!existsSync(path)) continue
          for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
            if (name.startsWith('.')) {
              const target = normalize(join(dirname(file), name)).replace(/\.js$/, '')
              const at = listed.findIndex((other) => other === `${target}.ts` || other === `${target}.tsx`)
              if (at >= listed.indexOf(file)) found.push(`${file} imports ${target}`)
            }
            const ours = /^@leitmotif\/(.+)$/.exec(name)?.[1]
            if (ours !== undefined && !allowed[own].includes(ours)) found.push(`${file} imports ${name}`)
          }
        }
        expect(found).toEqual([])
      })
    })
  }
})
