import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './command-line.js'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license: string
  readonly repository: { readonly url: string; readonly directory: string }
  readonly exports?: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
  readonly bin?: Readonly<Record<string, string>>
}

const folders = [
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  'models/leitmotif-en',
  'npm/leitmotif'
]
const packages = folders.flatMap((folder) => {
  const place = join(root, folder)
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
  return manifest.private === true ? [] : [{ ...manifest, place }]
})

describe('What npm packs', () => {
  it.each(packages)('of $name has the files it names, a README and the licence, and no tests or build files', (own) => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: own.place, encoding: 'utf8' })
    const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }]
    const paths = files.map(({ path }) => path)
    const named = [...Object.values(own.exports ?? {}), ...Object.values(own.bin ?? {})]
      .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
      .filter((path) => !path.includes('*'))
      .map((path) => path.replace('./', ''))
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', ...named]))
    expect(paths.filter((path) => /\.test\.|\.map$|tsbuildinfo|-types\//.test(path))).toEqual([])
  })

  it('of the model has every file of the bundle', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'models', 'leitmotif-en', 'package.json'), 'utf8')) as {
      files: string[]
    }
    const bundle = readFileSync(join(root, 'models', 'leitmotif-en', 'encoder.json'), 'utf8')
    const named = [...bundle.matchAll(/"file": "([^"]+)"/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(5)
    const isPacked = (name: string): boolean => files.some((file) => file === name || file === `*${extname(name)}`)
    expect(named.filter((name) => !isPacked(name))).toEqual([])
  })

  it.each(packages)('of $name says where its source is, where bugs go, and which Node.js it needs', (own) => {
    const { place, repository, ...rest } = own
    expect(join(root, repository.directory)).toBe(place)
    const home = repository.url.replace(/^git\+(.*)\.git$/, '$1')
    expect(rest).toMatchObject({
      homepage: `${home}#readme`,
      bugs: `${home}/issues`,
      engines: { node: '>=22.12' },
      publishConfig: { access: 'public', provenance: true },
      keywords: expect.arrayContaining([expect.any(String)]) as unknown
    })
  })

  it.each(packages.filter(({ license }) => license === 'Apache-2.0'))(
    'of $name has the licence of the project',
    ({ place }) => {
      expect(readFileSync(join(place, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    }
  )
})
