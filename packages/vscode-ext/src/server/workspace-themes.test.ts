import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { beforeAll, describe, expect, it } from 'vitest'
import { themesOfFiles, WORKSPACE_LIMITS, type WorkspaceFile } from './workspace-themes.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

function sample(name: string): string {
  return readFileSync(`${root}samples/${name}.md`, 'utf8')
}

function book(...texts: string[]): WorkspaceFile[] {
  return texts.map((text, chapter) => ({ uri: `file:///book/${chapter}.md`, text, format: 'markdown' }))
}

let encoder: Encoder
beforeAll(async () => {
  encoder = await loadEncoder(`${root}models/leitmotif-en`)
})

describe('The themes of a book', () => {
  it('run across its files', async () => {
    const bees = sample('beekeeping').split(/^(?=## )/m)
    const half = Math.floor(bees.length / 2)
    const files = book(bees.slice(0, half).join(''), sample('stargazing'), bees.slice(half).join(''))
    const { themes, skipped } = await themesOfFiles(files, encoder, { most: 2 })
    expect(skipped).toEqual([])
    expect(themes).toHaveLength(2)
    const of = (n: number): string[] => themes[n].passages.map(({ uri }) => uri.slice(-4, -3))
    const sky = of(0).filter((chapter) => chapter === '1').length > of(0).length / 2 ? 0 : 1
    expect(new Set(of(1 - sky))).toContain('0')
    expect(new Set(of(1 - sky))).toContain('2')
    expect(of(1 - sky).filter((chapter) => chapter === '1').length).toBeLessThan(of(1 - sky).length / 5)
    expect(themes[0].share + themes[1].share).toBeCloseTo(1)
    const { uri, span, opening } = themes[0].passages[0]
    const { text } = files.find((file) => file.uri === uri)!
    expect(text.slice(span.start, span.end).replace(/\s+/g, ' ')).toContain(opening.slice(0, 20))
    for (const { name } of themes) expect(name).not.toBe('')
  })

  it('leave out files that are no drafts, and say why', async () => {
    const { themes, skipped } = await themesOfFiles(book('\0\x01\x02', sample('stargazing'), ''), encoder, { most: 8 })
    expect(skipped).toEqual([{ uri: 'file:///book/0.md', reason: { of: 'bytes' } }])
    expect(themes.length).toBeGreaterThan(0)
    expect(await themesOfFiles([], encoder, { most: 8 })).toEqual({ themes: [], skipped: [] })
  })

  it('tell how far they are, and can be cancelled', async () => {
    const control = new AbortController()
    const done: string[] = []
    const finding = themesOfFiles(book('One is here.', 'Two is there.', 'Three.'), encoder, {
      most: 8,
      progress: (file, files) => {
        done.push(`${file}/${files}`)
        if (file === 2) control.abort(new Error('cancelled'))
      },
      signal: control.signal
    })
    await expect(finding).rejects.toThrow('cancelled')
    expect(done).toEqual(['1/3', '2/3'])
  })

  it('are found by a part of a long one, in steps, between which they can be cancelled', async () => {
    const [bees, stars] = ['beekeeping', 'stargazing'].map((name) =>
      sample(name)
        .split('\n\n')
        .filter((part) => /^[A-Z]/.test(part))
        .map((part) => part.slice(0, part.indexOf('. ') + 1))
        .filter((part) => part.length > 40)
    )
    const files = [bees, stars].map((own, f): WorkspaceFile => {
      const text = Array.from({ length: 3_000 }, (_, p) => own[p % own.length])
      return { uri: `file:///book/${f}.md`, text: text.join('\n\n'), format: 'markdown' }
    })
    const { themes } = await themesOfFiles(files, encoder, { most: 2 })
    expect(themes.map(({ passages }) => passages.length)).toEqual([3_000, 3_000])
    expect(themes.map(({ passages }) => new Set(passages.map(({ uri }) => uri)).size)).toEqual([1, 1])
    const control = new AbortController()
    const finding = themesOfFiles(files, encoder, {
      most: 2,
      progress: (file) => {
        if (file === 2)
          setTimeout(() => {
            control.abort(new Error('cancelled'))
          }, 5)
      },
      signal: control.signal
    })
    await expect(finding).rejects.toThrow('cancelled')
  })

  it('are not looked for in more than a shelf of books', async () => {
    const many = book(...Array<string>(WORKSPACE_LIMITS.files + 1).fill(''))
    await expect(themesOfFiles(many, encoder, { most: 8 })).rejects.toThrow(/There are 2001 files; the maximum is 2000/)
    const long = book('a'.repeat(WORKSPACE_LIMITS.length), 'b')
    await expect(themesOfFiles(long, encoder, { most: 8 })).rejects.toThrow(
      /12000001 characters in total; .* Narrow the setting/
    )
  })
})
