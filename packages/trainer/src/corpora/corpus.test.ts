import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Article } from '@leitmotif/encoder/stages'
import { afterAll, describe, expect, it } from 'vitest'
import { corporaSize, openCorpora, openCorpus } from './corpus.js'

const folder = mkdtempSync(join(tmpdir(), 'leitmotif-corpus-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function save(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

interface Reading {
  readonly articles: Article[]
  readonly damage: string[]
  readonly bytes: number
}

async function read(path: string): Promise<Reading> {
  const articles: Article[] = []
  const damage: string[] = []
  let bytes = 0
  const options = { onDamage: (message: string) => damage.push(message), onBytes: (done: number) => (bytes = done) }
  for await (const article of openCorpus(path, options)) articles.push(article)
  return { articles, damage, bytes }
}

async function strictly(path: string): Promise<Article[]> {
  const articles: Article[] = []
  for await (const article of openCorpus(path)) articles.push(article)
  return articles
}

const line = (id: string): string =>
  JSON.stringify({ id, title: id, sections: [{ heading: '', level: 0, paragraphs: [`${id} is a mill.`] }] })

describe('A corpus', () => {
  it('of an unknown kind, or that is not there, is refused with what was expected', async () => {
    await expect(strictly(save('articles.csv', ''))).rejects.toThrow(/expected articles as \.jsonl/)
    await expect(strictly(join(folder, 'none.jsonl'))).rejects.toThrow('no such file or folder')
  })

  it('that holds no article is refused', async () => {
    await expect(read(save('empty.jsonl', ''))).rejects.toThrow('holds no article')
    await expect(read(save('bad.jsonl', '{}\n[]\n'))).rejects.toThrow(/holds no article; the first fault: .*line 1/)
    mkdirSync(join(folder, 'hollow'))
    await expect(read(join(folder, 'hollow'))).rejects.toThrow('holds no article')
    await expect(read(save('empty.xml', '<mediawiki></mediawiki>'))).rejects.toThrow('holds no article')
  })

  it('tells how much of it was read', async () => {
    for (const path of [
      save('size.jsonl', `${line('a')}\n${line('b')}\n`),
      save('size.jsonl.gz', gzipSync(`${line('a')}\n${line('b')}\n`)),
      dirname(save('sized/a.md', '# A\n\nText.')),
      save('size.txt.gz', gzipSync('a mill\nanother')),
      save('size.xml', '<mediawiki><page><title>A</title><revision><text>A.</text></revision></page></mediawiki>')
    ]) {
      expect((await read(path)).bytes).toBe(await corporaSize([path]))
    }
  })
})

describe('Several corpora', () => {
  it('are read one after another, and tell of which each article is and how much of all was read', async () => {
    const corpora = [save('first.jsonl', `${line('a')}\n${line('b')}\n`), save('second.jsonl', `${line('c')}\n{}\n`)]
    const found: string[] = []
    const damage: string[] = []
    const bytes: number[] = []
    const options = { onBytes: (read: number) => bytes.push(read), onDamage: (message: string) => damage.push(message) }
    for await (const { article, corpus } of openCorpora(corpora, options))
      found.push(`${basename(corpus)} ${article.id}`)
    expect(found).toEqual(['first.jsonl a', 'first.jsonl b', 'second.jsonl c'])
    expect(damage).toEqual([expect.stringContaining('second.jsonl: line 2: ')])
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b))
    expect(bytes.at(-1)).toBe(await corporaSize(corpora))
  })

  const idsOf = async (corpora: readonly string[], onDamage?: (message: string) => void): Promise<string[]> => {
    const ids: string[] = []
    for await (const { article } of openCorpora(corpora, onDamage && { onDamage })) ids.push(article.id)
    return ids
  }

  it('give each article once, by its id', async () => {
    const corpora = [
      save('some.jsonl', `${line('a')}\n${line('b')}\n`),
      save('more.jsonl', `${line('b')}\n${line('c')}`)
    ]
    const damage: string[] = []
    expect(await idsOf(corpora, (message) => damage.push(message))).toEqual(['a', 'b', 'c'])
    expect(damage).toEqual([
      expect.stringMatching(/more\.jsonl: "b": skipped, because an earlier article has the same id/)
    ])
    await expect(idsOf(corpora)).rejects.toThrow(/has the same id/)
  })

  it('that are folders with files of one name are to be given by the folder that holds them', async () => {
    const folders = ['north', 'south'].map((name) => join(folder, 'mills', name))
    for (const place of folders) {
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, 'README.md'), `# Mills\n\n## Wheels\n\nThe wheel turns in ${place}.\n`)
    }
    await expect(idsOf(folders)).rejects.toThrow(/has the same id.*name the folder that holds both/)
    expect(await idsOf([join(folder, 'mills')])).toHaveLength(2)
  })

  it('give every line of plain text, equal or not', async () => {
    expect(await idsOf([save('lines.txt', 'a mill\na mill\n')])).toEqual(['a mill', 'a mill'])
  })

  it('are refused where one is named twice, whatever way', async () => {
    const path = save('once.jsonl', `${line('a')}\n`)
    symlinkSync(path, join(folder, 'link.jsonl'))
    await expect(idsOf([path, path])).rejects.toThrow(/once\.jsonl: is named twice/)
    await expect(idsOf([path, join(folder, 'link.jsonl')])).rejects.toThrow(/link\.jsonl: is named twice/)
  })
})

describe('JSON lines', () => {
  it('are read in order, packed or not', async () => {
    const text = `${line('a')}\n\n \t\n${line('b')}\r\n${line('c')}`
    for (const path of [save('three.jsonl', text), save('three.ndjson.gz', gzipSync(text))]) {
      expect((await strictly(path)).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    }
  })

  it('that are no articles are named by number, and the rest is read', async () => {
    const hostile = [
      '{"id": "x"',
      'null',
      '"text"',
      '{"id": 7, "title": "t", "sections": []}',
      '{"id": "", "title": "t", "sections": []}',
      '{"id": "x", "title": "t", "sections": {"length": 1}}',
      '{"id": "x", "title": "t", "sections": [{"heading": "h", "level": -1, "paragraphs": []}]}',
      '{"id": "x", "title": "t", "sections": [{"heading": "h", "level": 1e999, "paragraphs": []}]}',
      '{"id": "x", "title": "t", "sections": [{"heading": "h", "level": 1, "paragraphs": [["p"]]}]}',
      '{"__proto__": {"id": "x"}, "title": "t", "sections": []}',
      '['.repeat(200_000),
      '\ufffd\u0000'
    ]
    const { articles, damage } = await read(save('hostile.jsonl', [line('a'), ...hostile, line('z')].join('\n')))
    expect(articles.map(({ id }) => id)).toEqual(['a', 'z'])
    expect(damage).toHaveLength(hostile.length)
    damage.forEach((message, index) => {
      expect(message).toContain(`hostile.jsonl: line ${index + 2}: `)
      expect(message.length).toBeLessThan(400)
    })
  })

  it('that are no UTF-8 are named, for what they say is lost', async () => {
    const latin1 = Buffer.from(line('m\u00fchle'), 'latin1')
    const text = Buffer.concat([Buffer.from(`${line('a')}\n`), latin1, Buffer.from(`\n${line('mühle')}\n`)])
    const { articles, damage } = await read(save('latin1.jsonl', text))
    expect(articles.map(({ id }) => id)).toEqual(['a', 'mühle'])
    expect(damage).toEqual([expect.stringMatching(/latin1\.jsonl: line 2: not UTF-8/)])
  })

  it('without anyone to tell, end at the first that is no article', async () => {
    await expect(strictly(save('one-bad.jsonl', `${line('a')}\n{}\n`))).rejects.toThrow(
      /line 2: article: id is missing/
    )
  })

  it('that are cut short are refused', async () => {
    const packed = gzipSync(Array.from({ length: 2000 }, (_, n) => line(`mill ${n} ${Math.sin(n)}`)).join('\n'))
    await expect(read(save('cut.jsonl.gz', packed.subarray(0, 9000)))).rejects.toThrow('cut short or damaged')
  })
})

describe('Plain text', () => {
  it('is told by .txt or by a name without ending, and each line of it is a text, packed or not', async () => {
    const text = '\ufeffStorm floods harbour\r\n\n \t\n  Mayor opens ferry. Who knew? \nStorm floods harbour'
    for (const path of [save('v1.2/headlines', text), save('headlines.txt', text), save('h.gz', gzipSync(text))]) {
      const articles = await strictly(path)
      const [storm, mayor] = ['Storm floods harbour', 'Mayor opens ferry. Who knew?']
      expect(articles.map(({ id }) => id)).toEqual([storm, mayor, storm])
      expect(articles[1].sections).toEqual([{ heading: '', level: 0, paragraphs: [mayor] }])
    }
  })

  it('that is none is refused, and lines that are no UTF-8 are named', async () => {
    await expect(read(save('binary', Buffer.from([0x42, 0, 10])))).rejects.toThrow(/binary: line 1: is binary/)
    await expect(read(save('lines', `${line('a')}\n`))).rejects.toThrow(/lines: holds JSON; .* \.jsonl/)
    await expect(read(save('blank.txt', '\n \n'))).rejects.toThrow('holds no line of text')
    await expect(read(save('articles.md', 'a'))).rejects.toThrow(/plain text, one text a line, as \.txt/)
    const { articles, damage } = await read(save('latin1.txt', Buffer.from('M\u00fchle\nmill', 'latin1')))
    expect(articles.map(({ id }) => id)).toEqual(['mill'])
    expect(damage).toEqual([expect.stringMatching(/latin1\.txt: line 1: not UTF-8/)])
  })
})

describe('A folder of Markdown', () => {
  it('is read in the order of names, with paths as ids, and what is no writing is passed over', async () => {
    save('docs/b.md', '# The weir\n\nIt is low.\n\n## History\n\nIt was built in 1790.')
    save('docs/a/z.markdown', 'No heading here.')
    save('docs/B.MD', '---\ntitle: Named in front\n---\n\nText.')
    save('docs/a.txt', 'not Markdown')
    save('docs/.git/c.md', 'hidden')
    save('docs/node_modules/d.md', 'not ours')
    symlinkSync(join(folder, 'docs'), join(folder, 'docs/a/loop'))
    symlinkSync(join(folder, 'docs/b.md'), join(folder, 'docs/link.md'))
    const articles = await strictly(join(folder, 'docs'))
    expect(articles.map(({ id, title }) => [id, title])).toEqual([
      ['B.MD', 'Named in front'],
      ['a/z.markdown', 'z'],
      ['b.md', 'The weir']
    ])
    expect(articles[2].sections).toEqual([
      { heading: '', level: 0, paragraphs: ['It is low.'] },
      { heading: 'History', level: 1, paragraphs: ['It was built in 1790.'] }
    ])
  })

  it('names each file that is no text, and reads the rest', async () => {
    save('mixed/binary.md', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]))
    save('mixed/good.md', 'It grinds barley.')
    save('mixed/huge.md', Buffer.alloc(16 * 1024 * 1024 + 1, 'a'))
    save('mixed/latin1.md', Buffer.from([0x4d, 0xfc, 0x68, 0x6c, 0x65]))
    const { articles, damage } = await read(join(folder, 'mixed'))
    expect(articles.map(({ id }) => id)).toEqual(['good.md'])
    expect(damage.map((message) => message.slice(folder.length + 1))).toEqual([
      'mixed/binary.md: binary data; expected Markdown',
      'mixed/huge.md: 16777217 bytes; expected at most 16777216. Split the document',
      'mixed/latin1.md: not UTF-8; save it as UTF-8'
    ])
  })
})
