import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { normalize } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, describe, expect, it } from 'vitest'
import { UnreadableTables } from './table-damage.js'
import { openEmbeddedStore } from './embedded-store.js'
import type { DocumentRecord, Fields, StoreEncoder, ThemeStore } from '../store.js'

const root = await realpath(await mkdtemp(join(tmpdir(), 'leitmotif-store-')))
afterAll(() => rm(root, { recursive: true, force: true }))

const encoder: StoreEncoder = {
  fingerprints: { static: 'a'.repeat(64) },
  dims: { static: 4 },
  representation: 'static'
}

function documents(count: number, revision: string): DocumentRecord[] {
  return Array.from({ length: count }, (_, number) => {
    const document = `notes/${number}.md`
    return {
      document,
      hash: `${number} ${revision}`,
      source: document,
      sentences: Array.from({ length: 40 }, (_, position) => ({
        id: `${number}-${position}-${revision}`,
        document,
        title: document,
        path: [],
        position,
        paragraph: 0,
        text: `Sentence ${position} of note ${number}, ${revision}.`,
        fields: {}
      })),
      vectors: { count: 40, dims: 4, data: new Float32Array(160).fill(0.5) }
    }
  })
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = names.filter((name) => name.isFile()).map((name) => stat(join(name.parentPath, name.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

describe('A service that searches again and again', () => {
  it('finds the same in memory as in the table, also after another process wrote', async () => {
    const folder = join(root, 'again')
    const random = createRandom('again')
    const drawn = (number: number, revision: string): DocumentRecord[] =>
      documents(number, revision).map((document) => {
        const data = Float32Array.from({ length: 160 }, () => random.normal())
        for (let row = 0; row < 40; row++) normalize(data.subarray(row * 4, row * 4 + 4))
        // A sentence without known words has a zero vector.
        data.fill(0, 8, 12)
        return { ...document, vectors: { count: 40, dims: 4, data } }
      })
    const writer = await openEmbeddedStore(folder, { access: 'write', encoder })
    const reader = await openEmbeddedStore(folder, { access: 'read', encoder })
    const queries = Array.from({ length: 6 }, () => Float32Array.from({ length: 4 }, () => random.normal()))
    expect(await reader.search({ vector: queries[0], k: 3 })).toEqual([])
    for (const revision of ['first', 'second']) {
      await writer.write(drawn(5, revision))
      for (const k of [1, 7, 195, 200]) {
        const found = await Promise.all(queries.map((vector) => reader.search({ vector, k })))
        for (const [index, vector] of queries.entries()) {
          // The writer searches the table.
          const expected = await writer.search({ vector, k })
          expect(found[index].map(({ record }) => record)).toEqual(expected.map(({ record }) => record))
          for (const [at, { score }] of expected.entries()) expect(found[index][at].score).toBeCloseTo(score, 5)
        }
      }
    }
    await reader.close()
    await writer.close()
  })

  it('counts as the table is now, also after another process wrote or built themes', async () => {
    const folder = join(root, 'counted')
    const writer = await openEmbeddedStore(folder, { access: 'write', encoder })
    const reader = await openEmbeddedStore(folder, { access: 'read', encoder })
    const totals = async (): Promise<readonly unknown[]> => {
      const [all, again] = await Promise.all([reader.count(['theme']), reader.count(['theme'])])
      expect(again).toEqual(all)
      return all
    }
    expect(await totals()).toEqual([])
    await writer.write(documents(2, 'first'))
    expect(await totals()).toEqual([{ key: [undefined], sentences: 80, documents: 2 }])
    await writer.assign('run', [{ id: '0-0-first', theme: 'theme-01', path: ['theme-01'] }], {})
    expect(await totals()).toEqual([
      { key: [undefined], sentences: 79, documents: 2 },
      { key: ['theme-01'], sentences: 1, documents: 1 }
    ])
    await writer.remove(['notes/1.md'])
    expect(await totals()).toEqual([
      { key: [undefined], sentences: 39, documents: 1 },
      { key: ['theme-01'], sentences: 1, documents: 1 }
    ])
    await reader.close()
    await writer.close()
  })
})

describe('Sentences read from a folder', () => {
  it('keep values apart that are alike, share a beginning or an end, or divide into others', async () => {
    const fields = { author: 'keyword', year: 'number' } as const
    const store = await openEmbeddedStore(join(root, 'alike'), { access: 'write', encoder, fields })
    const own: [path: string[], text: string, fields: Fields][] = [
      [['ab', 'c'], 'salt', { author: 'Bo' }],
      [['ab', 'c'], 'salt', { author: 'Bo' }],
      [['a', 'bc'], 'sält', { author: 'Bö' }],
      [['abc'], 'sälte', {}],
      [[], 'sälte', { year: 2024 }],
      [['😀'], 'älte', { author: 'Bo', year: 2024 }],
      [['😀', ''], '日本', { author: 'Bo', year: 2025 }]
    ]
    const sentences = own.map(([path, text, fields], position) => {
      return { id: `d${position}`, document: 'd', title: 'T', path, position, paragraph: 0, text, fields }
    })
    await store.write([
      { document: 'd', hash: 'h', source: 'd', sentences, vectors: zeroVectors(own.length, encoder.dims.static!) }
    ])
    const { records } = await store.read(sentences.map(({ id }) => id))
    expect(records).toEqual(sentences)
    await store.close()
  })
})

describe('A folder that holds a collection', () => {
  it('lets one process write at a time', async () => {
    const folder = join(root, 'locked')
    const first = await openEmbeddedStore(folder, { access: 'write', encoder })
    await expect(openEmbeddedStore(folder, { access: 'write', encoder })).rejects.toThrow(
      'is writing to this collection'
    )
    const reader = await openEmbeddedStore(folder, { access: 'read' })
    await expect(reader.write([])).rejects.toThrow('opened for reading')
    await reader.close()
    await first.close()

    expect(await readdir(folder)).not.toContain('lock')
  })

  it('is refused when it is of another kind, version or name, or holds other things', async () => {
    const folder = join(root, 'other')
    await mkdir(folder)
    const open = (): Promise<unknown> => openEmbeddedStore(folder, { access: 'write', encoder, collection: 'mine' })
    await writeFile(join(folder, 'thesis.md'), '# Thesis')
    await expect(open()).rejects.toThrow('holds thesis.md and no collection; name an empty or a new folder')
    await rm(join(folder, 'thesis.md'))
    const describe = (text: string): Promise<void> => writeFile(join(folder, 'collection.json'), text)
    await describe('{')
    await expect(open()).rejects.toThrow('is not JSON')
    await describe('{"format":"music"}')
    await expect(open()).rejects.toThrow('format is "music"; expected "leitmotif-collection"')
    await describe('{"format":"leitmotif-collection","version":7}')
    await expect(open()).rejects.toThrow('version is 7; this program reads 3; index into a new folder')
    await describe('{"format":"leitmotif-collection","version":3}')
    await expect(open()).rejects.toThrow(
      /was altered, or made by an older version: generation .*, encoder .*, base .*; index into a new folder/
    )
    await rm(join(folder, 'collection.json'))
    await ((await open()) as ThemeStore).close()
    await expect(openEmbeddedStore(folder, { access: 'read', collection: 'yours' })).rejects.toThrow(
      'holds the collection "mine", not "yours"'
    )
    expect(await readdir(folder)).not.toContain('lock')
  })

  it('is refused where it is a file, or where this user may not write', async ({ skip }) => {
    const file = join(root, 'tea.md')
    await writeFile(file, '# Tea')
    for (const path of [file, join(file, 'below')]) {
      await expect(openEmbeddedStore(path, { access: 'read' })).rejects.toThrow('is a file or inside one')
      await expect(openEmbeddedStore(path, { access: 'write', encoder })).rejects.toThrow('is a file or inside one')
    }
    const missing = join(root, 'missing')
    await expect(openEmbeddedStore(missing, { access: 'write' })).rejects.toThrow('holds no collection')
    expect(await readdir(root)).not.toContain('missing')

    const folder = join(root, 'closed')
    await (await openEmbeddedStore(folder, { access: 'write', encoder })).close()
    await chmod(folder, 0o555)
    await chmod(root, 0o755)
    // Root may write everywhere, so it becomes somebody else for a moment, where the system lets it.
    const [isRoot, become] = [process.geteuid?.() === 0, process.seteuid?.bind(process)]
    skip(isRoot && become === undefined, 'root may write everywhere')
    if (isRoot) become?.(65_534)
    try {
      for (const path of [folder, join(folder, 'new')]) {
        const opening = openEmbeddedStore(path, { access: 'write', encoder })
        await expect(opening).rejects.toThrow(Failure)
        await expect(opening).rejects.toThrow('not writable by this user; check its permissions')
      }
    } finally {
      if (isRoot) become?.(0)
      await chmod(folder, 0o755)
    }
  })

  it('says what to do when its files are damaged, and lets a lost run of themes be built anew', async () => {
    const lay = async (name: string): Promise<string> => {
      const folder = join(root, name)
      const store = await openEmbeddedStore(folder, { access: 'write', encoder })
      const written = documents(5, 'x')
      await store.write(written)
      await store.assign('run', [{ id: written[0].sentences[0].id, theme: 'all' }], {})
      await store.settle()
      await store.close()
      return folder
    }
    const use = async (folder: string, work: (store: ThemeStore) => Promise<unknown>): Promise<void> => {
      const store = await openEmbeddedStore(folder, { access: 'read' })
      await work(store).finally(() => store.close())
    }
    const query = { vector: new Float32Array(4).fill(0.5), k: 3 }
    const scan = async (store: ThemeStore): Promise<void> => {
      for await (const { records } of store.scan()) expect(records.length).toBeGreaterThan(0)
    }

    const lost = await lay('lost-run')
    const description = await readFile(join(lost, 'collection.json'), 'utf8')
    await writeFile(join(lost, 'collection.json'), description.replace('"number": 1', '"number": 99'))
    for (const work of [scan, (store: ThemeStore) => store.search(query), (store: ThemeStore) => store.themes()]) {
      const used = use(lost, work)
      await expect(used).rejects.toThrow(Failure)
      await expect(used).rejects.toThrow(/themes cannot be read .*; .* build them again with: leitmotif themes build$/)
      await expect(used).rejects.not.toThrow('.rs')
    }
    const writer = await openEmbeddedStore(lost, { access: 'write', encoder })
    await scan(writer)
    await writer.assign('again', [{ id: '0-0-x', theme: 'all' }], {})
    await writer.close()
    await use(lost, async (store) => {
      expect(await store.count(['theme'])).toHaveLength(2)
    })

    for (const part of ['data', '_versions']) {
      const folder = await lay(`damaged-${part}`)
      const files = join(folder, 'tables-1', 'sentences.lance', part)
      for (const name of await readdir(files)) await truncate(join(files, name), 9)
      for (const work of [scan, (store: ThemeStore) => store.search(query)]) {
        const used = use(folder, work)
        await expect(used).rejects.toThrow(Failure)
        await expect(used).rejects.toThrow(/its tables cannot be read \(.*index into a new folder$/)
        await expect(used).rejects.not.toThrow('.rs')
      }
    }
  })

  it('can be read again where another process rewrote it during a scan', async () => {
    const folder = join(root, 'rewritten')
    const write = async (revision: string): Promise<void> => {
      const writer = await openEmbeddedStore(folder, { access: 'write', encoder })
      await writer.write(documents(220, revision))
      await writer.settle()
      await writer.close()
    }
    await write('before')
    const reader = await openEmbeddedStore(folder, { access: 'read' })
    const scan = async (meanwhile?: () => Promise<void>): Promise<number> => {
      let count = 0
      for await (const { records } of reader.scan()) {
        count += records.length
        await meanwhile?.()
      }
      return count
    }
    await expect(scan(() => write('after'))).rejects.toThrow(UnreadableTables)
    expect(await scan()).toBe(8800)
    await reader.close()
  })

  it('keeps the folder that its sources are relative to, wherever it is opened from', async () => {
    const folder = join(root, 'based')
    const first = await openEmbeddedStore(folder, { access: 'write', encoder })
    expect((await first.describe()).base).toBe(await realpath('.'))
    await first.close()
    const second = await openEmbeddedStore(folder, { access: 'write', encoder, base: root })
    expect((await second.describe()).base).toBe(await realpath('.'))
    await second.close()
  })

  it('does not grow when the same documents are replaced and their themes made anew, again and again', async () => {
    const folder = join(root, 'steady')
    const store = await openEmbeddedStore(folder, { access: 'write', encoder })
    const sizes: number[] = []
    for (const revision of ['first', 'other', 'third', 'forth', 'fifth']) {
      const written = documents(20, revision)
      await store.write(written)
      const assignments = written.flatMap(({ sentences }) => sentences.map(({ id }) => ({ id, theme: 'all' })))
      await store.assign(revision, assignments, { revision })
      await store.settle()
      sizes.push(await folderBytes(folder))
    }
    await store.close()
    expect(sizes[4]).toBeLessThan(sizes[1] * 1.5)
  })
})
