import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_DOCUMENT_SIZE, type SourceItem } from './source-document.js'
import { readSources, type ReadOptions } from './sources.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-tables-'))
afterAll(() => rm(root, { recursive: true, force: true }))

async function read(name: string, content: string | Buffer, options: ReadOptions = {}): Promise<SourceItem[]> {
  await writeFile(join(root, name), content)
  const items: SourceItem[] = []
  for await (const item of readSources([join(root, name)], root, undefined, options)) items.push(item)
  return items
}

async function problems(name: string, content: string | Buffer, options: ReadOptions = {}): Promise<string[]> {
  return (await read(name, content, options)).map((item) =>
    'reason' in item ? `${'line' in item ? `line ${item.line} ` : ''}${item.status}: ${item.reason}` : 'read'
  )
}

const LOG = `id,title,body,ship,tons,code,date
7,Morning,"The fog lifted, and two boats
came in.",Anna,12.5,007,2024-05-02
8,,The tide turned at nine.,Berta,30,112,2024-05-03
`

describe('A table', () => {
  it('is a document for each row, with its other columns as fields', async () => {
    expect(await read('log.csv', LOG, { text: 'body' })).toMatchObject([
      {
        document: '7',
        source: 'log.csv',
        line: 2,
        title: 'Morning',
        body: { kind: 'plain', text: 'The fog lifted, and two boats\ncame in.' },
        fields: { ship: 'Anna', tons: 12.5, code: '007', date: '2024-05-02' }
      },
      { document: '8', line: 4, body: { text: 'The tide turned at nine.' }, fields: { tons: 30, code: '112' } }
    ])
  })

  it('may be separated by semicolons or tabs, and be UTF-16', async () => {
    const expected = [{ document: 'a.csv:1', body: { text: 'Ebb, then flood.' }, fields: { port: 'Ostende; quay' } }]
    const rows = 'text;port\r\nEbb, then flood.;"Ostende; quay"\r\n'
    expect(await read('a.csv', rows)).toMatchObject(expected)
    expect(await read('a.csv', Buffer.from(`\uFEFF${rows}`, 'utf16le'))).toMatchObject(expected)
    expect(await read('a.csv', `\uFEFF${rows}`)).toMatchObject(expected)
    expect(await read('b.tsv', 'text\tport\nEbb, then flood.\tOstende; quay\n')).toMatchObject([
      { ...expected[0], document: 'b.tsv:1' }
    ])
  })

  it('takes numbers from a column that has nothing else, or that is declared so, and leaves out other values of it', async () => {
    const rows = (last: string): string =>
      `text,tons\n${'The boat came in.,12\n'.repeat(100)}The boat left.,${last}\nThe boat sank.,5\n`
    const items = await read('late.csv', rows('unknown'))
    expect(items).toHaveLength(102)
    expect(items.slice(99)).toMatchObject([{ fields: { tons: 12 } }, { fields: {} }, { fields: { tons: 5 } }])
    const mixed = 'text,tons\nThe boat came in.,12\nThe boat left.,unknown\n'
    expect(await read('mixed.csv', mixed)).toMatchObject([{ fields: { tons: '12' } }, { fields: { tons: 'unknown' } }])
    expect(await read('mixed.csv', mixed, { fields: { tons: 'number' } })).toMatchObject([
      { fields: { tons: 12 } },
      { fields: {} }
    ])
  })

  it('reports ragged rows with their lines, and reads the others', async () => {
    expect(
      await problems('ragged.csv', 'text,port\n"Two\nlines.",A\nFog, and rain.,A\nAlone.\n\n,A\nThe tide turned.,B\n')
    ).toEqual([
      'read',
      'line 4 failed: has 3 columns; expected 2 as in the header; put texts with separators or line ends in quotes',
      'line 5 failed: has 1 column; expected 2 as in the header; put texts with separators or line ends in quotes',
      'line 7 skipped: has no text',
      'read'
    ])
  })

  it('says what is wrong with it', async () => {
    const columns = 'name the column of texts with --text, one of "body", "port"'
    expect(await problems('none.csv', 'body,port\nA.,B\n')).toEqual([`skipped: has no column "text"; ${columns}`])
    expect(await problems('none.csv', 'body,port\nA.,B\n', { text: 'words' })).toEqual([
      `failed: has no column "words"; ${columns}`
    ])
    expect(await problems('twice.csv', 'text,port,port\nA.,B,C\n')).toEqual([
      'skipped: has two columns "port"; rename one'
    ])
    expect(await problems('empty.csv', '')).toEqual(['skipped: is empty'])
    expect(await problems('header.csv', 'text,port\n')).toEqual(['skipped: has a header and no rows'])
    expect(await problems('broken.csv', Buffer.from('text\n\xff\xfe\x81\x8d\x90\x9d.\n', 'latin1'))).toEqual([
      'failed: is not UTF-8, and its encoding is not recognised; name it with --encoding, for example windows-1252'
    ])
    expect(await problems('named.csv', Buffer.from('text\nStra\u00dfe.\n', 'latin1'), { encoding: 'utf-8' })).toEqual([
      'line 1 failed: has bytes that are not of its encoding; name the right one with --encoding'
    ])
    expect(await problems('open.csv', 'text,port\nFog.,A\n"Rain.,A\nSun.,A\n')).toEqual([
      'read',
      'line 2 failed: opens a quote that is never closed, here or below; close it'
    ])
    expect(await problems('huge.csv', `text\nFog.\n"${'a'.repeat(MAX_DOCUMENT_SIZE + 9)}"\nSun.\n`)).toEqual([
      'read',
      'line 2 failed: has a row of more than 8388608 characters from here on; close the quotes of a text, or split it'
    ])
  })
})
