import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_DOCUMENT_SIZE, type SourceItem } from './source-document.js'
import { readSources } from './sources.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-sources-'))
afterAll(() => rm(root, { recursive: true, force: true }))

async function read(name: string, content: string | Buffer): Promise<SourceItem[]> {
  await writeFile(join(root, name), content)
  const items: SourceItem[] = []
  for await (const item of readSources([join(root, name)], root)) items.push(item)
  return items
}

async function problems(name: string, content: string | Buffer): Promise<string[]> {
  return (await read(name, content)).map((item) =>
    'reason' in item ? `${'line' in item ? `line ${item.line} ` : ''}${item.status}: ${item.reason}` : 'read'
  )
}

/** The letters of KOI8-R by their bytes. */
const KOI8 = new TextDecoder('koi8-r').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

describe('Reading what is to be indexed', () => {
  it('gives a file of prose as one document, named by its path', async () => {
    const [item] = await read('tides.md', '\uFEFF# Tides\n\nThe sea rises twice a day.\n')
    expect(item).toMatchObject({
      document: 'tides.md',
      source: 'tides.md',
      name: 'tides',
      body: { kind: 'markdown', text: '# Tides\n\nThe sea rises twice a day.\n' },
      fields: {}
    })
    for (const [end, kind] of [
      ['txt', 'plain'],
      ['tex', 'latex'],
      ['rst', 'restructuredtext'],
      ['adoc', 'asciidoc']
    ]) {
      expect(await read(`tides.${end}`, 'Tides.')).toMatchObject([{ body: { kind, text: 'Tides.' } }])
    }
  })

  it('gives a line of JSON as an article or a text, with its other members as fields', async () => {
    const article = {
      id: 'a1',
      title: 'Tides',
      license: 'CC0',
      sections: [{ heading: '', level: 0, paragraphs: ['Twice a day.'] }]
    }
    const text = {
      id: 'b',
      text: 'Salt \ud800 water.',
      year: 1999,
      good: true,
      tags: ['x'],
      'a.b': 'x',
      theme: 'x',
      long: 'x'.repeat(2000)
    }
    for (const name of ['lines.jsonl', 'lines.ndjson.gz']) {
      const content = `${JSON.stringify(article)}\r\n\n${JSON.stringify(text)}`
      expect(await read(name, name.endsWith('.gz') ? gzipSync(content) : content)).toMatchObject([
        {
          document: 'a1',
          source: name,
          line: 1,
          title: 'Tides',
          body: { kind: 'article' },
          fields: { license: 'CC0' }
        },
        {
          document: 'b',
          source: name,
          line: 3,
          name: 'b',
          body: { text: 'Salt \uFFFD water.' },
          fields: { year: 1999, good: 'true' }
        }
      ])
    }
  })

  it('gives other hashes to other content, fields and files, and to nothing else', async () => {
    const hash = async (name: string, content: string): Promise<string> => {
      const [item] = await read(name, content)
      return 'hash' in item ? item.hash : ''
    }
    const hashes = [
      await hash('one.md', 'The sea.'),
      await hash('one.md', 'The seas.'),
      await hash('two.md', 'The sea.'),
      await hash('one.jsonl', '{"id":"a","text":"The sea."}'),
      await hash('one.jsonl', '{"id":"a","text":"The sea.","year":1}')
    ]
    expect(new Set(hashes).size).toBe(5)
    expect(await hash('one.md', 'The sea.')).toBe(hashes[0])
  })

  it('reads UTF-16 that says so, as some editors save it', async () => {
    const wide = Buffer.from('\uFEFFDie Straße.', 'utf16le')
    for (const bytes of [wide, Buffer.from(wide).swap16()]) {
      expect(await read('wide.txt', bytes)).toMatchObject([{ body: { text: 'Die Straße.' } }])
    }
  })

  it('says of each file that cannot be read what is wrong with it', async () => {
    expect(await problems('empty.md', ' \n\t\n')).toEqual(['skipped: is empty'])
    expect(await problems('empty.jsonl', '\n\n')).toEqual(['skipped: is empty'])
    expect(await problems('binary.txt', Buffer.from([0x41, 0, 0x42]))).toEqual([
      'skipped: is binary: it has NUL bytes; expected text; if it is text in UTF-16 without a mark, name its --encoding'
    ])
    const named = readSources([join(root, 'binary.txt')], root, undefined, { encoding: 'windows-1252' })
    expect((await named.next()).value).toMatchObject({ reason: 'is binary: it has NUL bytes; expected text' })
    expect(await problems('broken.txt', Buffer.from([0x41, 0xff, 0xfe, 0x81, 0x8d, 0x90, 0x9d, 0x0a]))).toEqual([
      'failed: is not UTF-8, and its encoding is not recognised; name it with --encoding, for example windows-1252'
    ])
    expect(await problems('huge.md', Buffer.alloc(MAX_DOCUMENT_SIZE + 1, 'a'))).toEqual([
      'skipped: has 8388609 bytes; expected at most 8388608; split it'
    ])
    expect(await problems('cut.jsonl.gz', gzipSync('{"id":"a","text":"b"}\n'.repeat(99)).subarray(0, 30))).toEqual([
      'failed: the gzip data is cut short or damaged; fetch or pack the file again'
    ])
  })

  it('are in the encoding that is named also as Org, subtitles and HTML that states none', async () => {
    const srt = '1\r\n00:00:01,000 --> 00:00:02,500\r\nПаром отходит.\r\n'
    const org = '* Порт\nПаром отходит.\n'
    const koi = (text: string): Buffer => Buffer.from(Array.from(text, (sign) => KOI8.indexOf(sign)))
    await writeFile(join(root, 'koi.srt'), koi(srt))
    await writeFile(join(root, 'koi.org'), koi(org))
    await writeFile(join(root, 'koi.html'), koi('<h1>Порт</h1><p>Паром отходит.</p>'))
    await writeFile(join(root, 'stated.html'), '<meta charset="utf-8"><h1>Порт</h1><p>Паром отходит.</p>')
    const wide = Buffer.from(srt, 'utf16le')
    await writeFile(
      join(root, 'wide.srt'),
      Buffer.from([0xff, 0xfe, 0, 0, ...[...wide].flatMap((b, at) => (at % 2 === 0 ? [b] : [b, 0, 0]))])
    )
    const read: string[] = []
    for (const name of ['koi.srt', 'koi.org', 'koi.html', 'stated.html']) {
      for await (const item of readSources([join(root, name)], root, undefined, { encoding: 'koi8-r' })) {
        if (!('load' in item)) throw new Error(name)
        const { body } = await item.load()
        if (body.kind === 'article') read.push(...body.article.sections.flatMap(({ paragraphs }) => paragraphs))
      }
    }
    expect(read).toEqual(Array(4).fill('Паром отходит.'))
    for await (const item of readSources([join(root, 'wide.srt')], root)) {
      if (!('load' in item)) throw new Error('wide.srt')
      await expect(item.load()).rejects.toThrow('is binary: it has NUL bytes; expected text')
    }
  })

  it('takes a title out of the quotes of front matter, and leaves others as they are', async () => {
    const titles = {
      "'On tides: a primer'": 'On tides: a primer',
      "'The keeper''s day'": "The keeper's day",
      '"Salt"': 'Salt',
      "'Tis the season": "'Tis the season",
      "'Salt' and 'water'": "'Salt' and 'water'",
      '"Salt" and "water"': '"Salt" and "water"',
      "'": "'"
    }
    const lines = Object.keys(titles).map((title, id) => JSON.stringify({ id, title, text: 'Good.' }))
    const items = await read('titles.jsonl', lines.join('\n'))
    expect(items).toMatchObject(Object.values(titles).map((title) => ({ title })))
  })

  it('dates lines by the path that their id is, and hashes them anew by it, when asked to', async () => {
    const lines = ['posts/2021-05-04-tides.md', 'about.md'].map((id) => JSON.stringify({ id, text: 'Good.' }))
    const undated = await read('dated.jsonl', lines.join('\n'))
    expect(undated.every((item) => !('dateInName' in item))).toBe(true)
    const dated: SourceItem[] = []
    for await (const item of readSources([join(root, 'dated.jsonl')], root, undefined, { datesFromNames: true }))
      dated.push(item)
    expect(dated.map((item) => ('dateInName' in item ? item.dateInName : undefined))).toEqual(['2021-05-04', undefined])
    const changed = dated.map((item, n) => 'hash' in item && item.hash !== (undated[n] as typeof item).hash)
    expect(changed).toEqual([true, false])
  })

  it('takes a whole number for an id', async () => {
    const section = { heading: '', level: 0, paragraphs: ['Twice a day.'] }
    const lines = [
      { id: 7, text: 'Good.' },
      { id: 8, title: 'Tides', sections: [section] }
    ]
    const items = await read('numbers.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(items).toMatchObject([
      { document: '7', name: '7' },
      { document: '8', body: { article: { id: '8' } } }
    ])
  })

  it('leaves out fields of a line beyond as many as a collection takes, and names them', async () => {
    const many = Object.fromEntries(Array.from({ length: 102 }, (_, index) => [`f${index}`, index]))
    const [item] = await read('many.jsonl', JSON.stringify({ id: 'a', text: 'Good.', ...many }))
    expect(item).toMatchObject({ passedOver: ['f100', 'f101'] })
  })

  it('says of each line that cannot be read what is wrong with it, and reads the others', async () => {
    const lines = [
      '{"id":"a","text":"Good."}',
      '{"id":"a",',
      '[1]',
      '{"text":"x"}',
      '{"id":7.5,"text":"x"}',
      '{"id":"b"}',
      '{"id":"c","text":"x","title":5}',
      '{"id":"d","title":"x","sections":[{"heading":"x","level":-1,"paragraphs":[]}]}',
      '{"id":"e","text":"Caf\xe9"}',
      `{"id":"f","text":"${'x'.repeat(MAX_DOCUMENT_SIZE)}"}`,
      '{"id":"g","text":"Good."}'
    ]
    expect(await problems('bad.jsonl', Buffer.from(lines.join('\n'), 'latin1'))).toEqual([
      'read',
      expect.stringMatching(/^line 2 failed: is not JSON: /) as string,
      'line 3 failed: is not a JSON object; expected an object with id, and text or sections',
      'line 4 failed: has no id; expected text that no other document has, or a whole number; if another member holds it, name that with --id',
      'line 5 failed: id is 7.5; expected text that no other document has, or a whole number',
      'line 6 failed: has neither text nor sections; expected one',
      'line 7 failed: has a title that is not a string; expected a string',
      'line 8 failed: article: sections[0].level is -1; expected a whole number from 0',
      'line 9 failed: is not UTF-8; save the file as UTF-8, or name its --encoding',
      'line 10 skipped: has 8388628 characters; expected at most 8388608; split it',
      'read'
    ])
  })
})
