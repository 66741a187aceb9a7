import { splitDocument } from './documents.js'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SoughtMembers } from './members.js'
import { MAX_DOCUMENT_SIZE, type SourceDocument, type SourceItem } from './source-document.js'
import { readSources, type ReadOptions } from './sources.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-records-'))
afterAll(() => rm(root, { recursive: true, force: true }))

async function read(name: string, content: string | Buffer, options: ReadOptions = {}): Promise<SourceItem[]> {
  await writeFile(join(root, name), content)
  const items: SourceItem[] = []
  for await (const item of readSources([join(root, name)], root, undefined, options))
    items.push('load' in item ? await item.load() : item)
  return items
}

const record = {
  key: { no: 7 },
  doc: { body: 'Fog lay on the pier.', headline: 'Fog', by: { name: 'Mei Farrow' } },
  seen: '02 May 2024 10:00 GMT',
  port: 'A'
}
const names: ReadOptions = {
  id: 'key.no',
  text: 'doc.body',
  title: 'doc.headline',
  date: 'seen',
  from: { author: 'doc.by.name' }
}
const document = {
  document: '7',
  title: 'Fog',
  body: { kind: 'plain', text: 'Fog lay on the pier.' },
  fields: { author: 'Mei Farrow', date: '02 May 2024 10:00 GMT', port: 'A' }
}

describe('A record', () => {
  it('has its id, text, title, date and fields where they are named, in lines, lists and dumps alike', async () => {
    const dump = { _index: 'fog', _id: 'x', _score: 1, _source: record }
    for (const [name, content] of [
      ['a.jsonl', JSON.stringify(record)],
      ['a.json', `\uFEFF [\n${JSON.stringify(record, null, 2)}\n]\n`],
      ['dump.jsonl', JSON.stringify(dump)],
      ['dump.json', JSON.stringify([dump])]
    ]) {
      const items = await read(name, content, names)
      expect(items).toMatchObject([document])
      expect(items[0]).not.toHaveProperty('passedOver')
    }
    const columns = { id: 'key', text: 'body', title: 'head', date: 'seen', from: { author: 'doc.by' } }
    const table = 'key,head,body,seen,doc.by,port\n7,Fog,Fog lay on the pier.,02 May 2024 10:00 GMT,Mei Farrow,A\n'
    expect(await read('a.csv', table, columns)).toMatchObject([document])
  })

  it('without the member named for its date has no date, though it has a member of that name', async () => {
    const [item] = await read('dates.jsonl', '{"id":"a","text":"Fog.","date":"2020-01-01"}', { date: 'seen' })
    expect((item as SourceDocument).fields).toEqual({})
  })

  it('of a dump has the id of Elasticsearch, and no field of its own accounts', async () => {
    const dump = { _index: 'fog', _id: 'x1', _score: 1, _source: { text: ['One.', 'Two.'], port: 'A' } }
    const [item] = await read('plain.jsonl', JSON.stringify(dump))
    expect(item).toMatchObject({ document: 'x1', body: { text: 'One.\n\nTwo.' } })
    expect((item as SourceDocument).fields).toEqual({ port: 'A' })
  })

  it('says which member is missing, and how to name it', async () => {
    const reasons = async (value: unknown, options?: ReadOptions): Promise<string> => {
      const [item] = await read('bad.jsonl', JSON.stringify(value), options)
      return 'reason' in item ? item.reason : ''
    }
    expect(await reasons({ url: 'a', text: 'b' })).toMatch(/^has no id;.*--id$/)
    expect(await reasons({ id: 'a', text: 'b' }, { id: 'meta.url' })).toMatch(/^has no meta\.url;/)
    const expected = '; expected a text or a list of texts; --text names another member'
    expect(await reasons({ id: 'a', text: 5 })).toBe(`has a text that is 5${expected}`)
    expect(await reasons({ id: 'a', text: ['b', 1] })).toBe(`has a text that is ["b",1]${expected}`)
    expect(await reasons({ id: 'a', text: null })).toMatch(/^has neither text nor sections/)
    expect(await reasons({ id: 'a', sections: ['b'] })).toBe(
      'has sections that are ["b"]; expected a list of {"heading": "…", "level": 1, "paragraphs": ["…"]}'
    )
    const section = { heading: 'A', level: 1, paragraphs: 'b' }
    expect(await reasons({ id: 'a', sections: [section] })).toBe(
      'article: sections[0].paragraphs is a string; expected an array'
    )
    expect(await reasons({ id: 'a', text: 'b' }, { text: 'doc.body' })).toBe(
      'has neither doc.body nor sections; expected one'
    )
  })

  it('with sections needs no title, and takes the one that is named', async () => {
    const record = { id: 'a', head: 'Fog', sections: [{ heading: '', level: 0, paragraphs: ['Fog lifted.'] }] }
    const [bare] = await read('bare.jsonl', JSON.stringify(record))
    const [titled] = await read('bare.jsonl', JSON.stringify(record), { title: 'head' })
    expect(bare).toMatchObject({ name: 'a', body: { kind: 'article', article: { title: 'a' } } })
    expect(titled).toMatchObject({ title: 'Fog', body: { article: { title: 'Fog' } } })
  })

  it('is seen to lack a member that was named, in lines and lists alike, unless another has it', async () => {
    const records = [
      { id: 'a', text: 'Fog.', doc: { by: 'Mei' } },
      { id: 'b', text: 'Ebb.', headline: 'Ebb' }
    ]
    for (const [name, content] of [
      ['named.jsonl', records.map((each) => JSON.stringify(each)).join('\n')],
      ['named.json', JSON.stringify(records)]
    ]) {
      const members = { title: 'headline', date: 'sene', from: { author: 'doc.by', port: 'doc.port' } }
      const sought = new SoughtMembers(members)
      await read(name, content, { ...members, sought })
      expect(sought.found()).toEqual({
        named: { date: 'sene', port: 'doc.port' },
        members: ['id', 'text', 'doc', 'headline']
      })
    }
    expect(new SoughtMembers({ date: 'seen' }).found()).toBeUndefined()
  })

  it('is named by its file and its id where ids count within a file only', async () => {
    const options = { idsPerFile: true }
    const documents = async (name: string, content: string): Promise<unknown> =>
      (await read(name, content, options)).map((item) => 'document' in item && item.document)
    expect(await documents('ids.jsonl', '{"id":1,"text":"Fog."}\n{"id":"b","text":"<p>Ebb.</p>"}')).toEqual([
      'ids.jsonl:1',
      'ids.jsonl:b'
    ])
    expect(await documents('numbered.csv', 'text\nFog.\n')).toEqual(['numbered.csv:1'])
  })

  it('in Markdown is read as Markdown, and keeps its title and fields', async () => {
    const text = '# Log\n\n## Ebb\n\nSee [the *old* log](https://tides.example/log) for **more**.'
    const [item] = await read('markdown.jsonl', JSON.stringify({ id: 1, title: 'Tides', port: 'A', text }))
    expect(splitDocument(item as SourceDocument)).toMatchObject({
      title: 'Tides',
      fields: { port: 'A' },
      sentences: [{ text: 'See the old log for more.', path: ['Ebb'] }]
    })
  })

  it('in HTML is read as HTML, as is its title', async () => {
    const titles = ['Oars &amp; <em>sails</em>', 'Boats < 5 m', '<br>']
    const lines = titles.map((title, id) => JSON.stringify({ id, title, text: '<p>Use two boats.</p>' }))
    const items = await read('titles.jsonl', lines.join('\n'))
    expect(items.map((item) => (item as SourceDocument).title)).toEqual(['Oars & sails', 'Boats < 5 m', '<br>'])
  })

  it('in HTML is read as HTML, and other text with angle brackets as it is', async () => {
    const html = '<p>Use <b>two</b> boats &amp; a rope.</p><ul><li>Then wait.</li></ul>'
    const items = await read(
      'html.jsonl',
      [html, 'If a < b, then b > a.', 'Press <br> twice, it said.']
        .map((text, id) => JSON.stringify({ id, text, port: 'A' }))
        .join('\n')
    )
    expect(items).toMatchObject([
      {
        fields: { port: 'A' },
        body: { article: { sections: [{ paragraphs: ['Use two boats & a rope.', 'Then wait.'] }] } }
      },
      { body: { kind: 'plain', text: 'If a < b, then b > a.' } },
      { body: { kind: 'plain', text: 'Press <br> twice, it said.' } }
    ])
  })
})

describe('A list of JSON objects', () => {
  it('names the line and the number of each item that cannot be read, and reads the others', async () => {
    const text = 'Ebb, "flood" and \\u005b [brackets], commas.'
    const list = `[\n  {"id": 1, "text": ${JSON.stringify(text)}},\n  {"id": 2},\n  7,\n  {"id": 3, "text": "Three."}\n]`
    const items = await read('list.json', list)
    expect(
      items.map((item) =>
        'reason' in item
          ? [item.status, ...('line' in item ? [item.line, item.item] : [])]
          : (item as SourceDocument).document
      )
    ).toEqual([...['1', ['failed', 3, 2], ['failed', 4, 3], '3']])
    expect((items[0] as SourceDocument).body).toMatchObject({ text })
  })

  it('is read across chunks, and told if it is cut short or one member is too large', async () => {
    const many = Array.from({ length: 5000 }, (_, id) => ({ id, text: `The tide turned ${'again '.repeat(20)}${id}.` }))
    expect(await read('many.json', JSON.stringify(many))).toHaveLength(5000)
    const cut = await read('cut.json', JSON.stringify(many).slice(0, -2))
    expect(cut.at(-1)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^is not complete JSON: ends within a list/) as string
    })
    const huge = `[{"id": 1, "text": "${'x'.repeat(MAX_DOCUMENT_SIZE)}"}, {"id": 2, "text": "Two."}]`
    expect(await read('huge.json', huge)).toMatchObject([{ status: 'skipped', tooLarge: true }, { document: '2' }])
  })

  it('is told if it is cut short within its first item', async () => {
    for (const content of ['[{"id": 1, "text": "half', '[\n  {"id": 1}'])
      expect(await read('cut.json', content)).toMatchObject([
        { status: 'failed', item: 1, reason: expect.stringMatching(/^is not complete JSON/) as string }
      ])
  })

  it('is no list of documents where it is something else: settings, numbers, broken text', async () => {
    for (const content of ['{"name": "x", "list": [{}]}', '[1, 2]', '[1, 2', '[]', 'no JSON', ''])
      expect(await read('other.json', content)).toMatchObject([{ status: 'other kind' }])
  })
})

describe('A text that is not UTF-8', () => {
  const german = 'Der Wärter zündet die Lampe an, während Fähren über den Hafen kommen. Größe und Maß zählen.'
  const bytes = Buffer.from(german, 'latin1')

  it('is read in the encoding that it most resembles, which is told', async () => {
    const [item] = await read('old.txt', bytes)
    expect(item).toMatchObject({ body: { text: german }, encoding: 'iso-8859-1' })
    const table = Buffer.concat([
      Buffer.from('text\n'),
      Buffer.from(`${'Nur Wasser.\n'.repeat(40_000)}"`),
      bytes,
      Buffer.from('"')
    ])
    const rows = await read('old.csv', table)
    expect(rows.at(-1)).toMatchObject({ body: { text: german }, encoding: 'iso-8859-1' })
  })

  it('is read in the encoding that is named', async () => {
    const russian = Buffer.from([0xcc, 0xe0, 0xff, 0xea, 0x2e])
    expect(await read('named.txt', russian, { encoding: 'windows-1251' })).toMatchObject([{ body: { text: 'Маяк.' } }])
    const line = Buffer.concat([Buffer.from('{"id":1,"text":"'), russian, Buffer.from('"}')])
    expect(await read('named.jsonl', line, { encoding: 'windows-1251' })).toMatchObject([{ body: { text: 'Маяк.' } }])
    expect(await read('named.jsonl', line)).toMatchObject([{ status: 'failed', line: 1 }])
    const wide = Buffer.from('Der Hafen.', 'utf16le')
    expect(await read('wide.txt', wide, { encoding: 'utf-16le' })).toMatchObject([{ body: { text: 'Der Hafen.' } }])
  })
})
