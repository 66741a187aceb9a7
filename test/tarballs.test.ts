import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './command-line.js'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
  readonly bin?: Readonly<Record<string, string>>
}

const packages = readdirSync(join(root, 'packages')).flatMap((folder) => {
  const place = join(root, 'packages', folder)
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
  return manifest.private === true ? [] : [{ ...manifest, place }]
})

describe('What npm packs', () => {
  it.each(packages)('of $name has the files it names, a README and the licence, and no tests or build files', (own) => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: own.place, encoding: 'utf8' })
    const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }]
    const paths = files.map(({ path }) => path)
    const named = [...Object.values(own.exports), ...Object.values(own.bin ?? {})]
      .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
      .filter((path) => !path.includes('*'))
      .map((path) => path.replace('./', ''))
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', ...named]))
    expect(paths.filter((path) => /\.test\.|tsbuildinfo|-types\//.test(path))).toEqual([])
  })

  it.each(packages)('of $name has the licence of the project', ({ place }) => {
    expect(readFileSync(join(place, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })
})
