import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { Item } from './item.js'
import { readMediaWiki } from './mediawiki.js'

const folder = mkdtempSync(join(tmpdir(), 'leitmotif-mediawiki-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function read(content: string | Uint8Array, name = 'dump.xml'): Promise<Item[]> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const items: Item[] = []
  for await (const item of readMediaWiki(path)) items.push(item)
  return items
}

/** The ids of the articles read. */
async function ids(content: string | Uint8Array, name?: string): Promise<string[]> {
  return (await read(content, name)).map((item) => ('article' in item ? item.article.id : item.damage))
}

const DUMP = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
  <siteinfo>
    <sitename>Mühlenwiki</sitename>
    <dbname>millwiki</dbname>
    <namespaces>
      <namespace key="-2" case="first-letter">Medium</namespace>
      <namespace key="0" case="first-letter" />
      <namespace key="6" case="first-letter">Datei</namespace>
      <namespace key="14" case="first-letter">Kategorie</namespace>
    </namespaces>
  </siteinfo>
  <page>
    <title>Low Mill</title>
    <ns>0</ns>
    <id>7</id>
    <revision>
      <id>1</id>
      <text xml:space="preserve">An older text.</text>
    </revision>
    <revision>
      <id>2</id>
      <contributor><username>Ada</username><id>99</id></contributor>
      <model>wikitext</model>
      <text xml:space="preserve">[[Datei:Rad.jpg|mini|The wheel]]'''Low Mill''' grinds barley &amp; rye&amp;nbsp;bread flour.

== History ==
{{Main|Mills}}
It was built in 1790.&lt;ref&gt;Parish book&lt;/ref&gt;
[[Kategorie:Mühle]]</text>
    </revision>
  </page>
  <page>
    <title>The Low Mill</title>
    <ns>0</ns>
    <id>8</id>
    <redirect title="Low Mill" />
    <revision><text>#REDIRECT [[Low Mill]]</text></revision>
  </page>
  <page>
    <title>Low mill</title>
    <ns>0</ns>
    <id>9</id>
    <revision><text>#redirect [[Low Mill]]</text></revision>
  </page>
  <page>
    <title>Talk:Low Mill</title>
    <ns>1</ns>
    <id>10</id>
    <revision><text>Is it still turning?</text></revision>
  </page>
  <page>
    <title>Mill.css</title>
    <ns>0</ns>
    <id>11</id>
    <revision><model>css</model><text>a { color: red }</text></revision>
  </page>
  <page>
    <title>High Mill</title>
    <ns>0</ns>
    <id>12</id>
    <revision><text><![CDATA[It grinds <b>nothing</b> now.]]></text></revision>
  </page>
</mediawiki>
`

describe('A MediaWiki dump', () => {
  it('gives the last revision of its articles; redirects and other pages are passed over', async () => {
    expect(await read(DUMP)).toEqual([
      {
        article: {
          id: 'millwiki:7',
          title: 'Low Mill',
          source: 'millwiki',
          sections: [
            { heading: '', level: 0, paragraphs: ['Low Mill grinds barley & rye bread flour.'] },
            { heading: 'History', level: 1, paragraphs: ['It was built in 1790.'] }
          ]
        }
      },
      {
        article: {
          id: 'millwiki:12',
          title: 'High Mill',
          source: 'millwiki',
          sections: [{ heading: '', level: 0, paragraphs: ['It grinds nothing now.'] }]
        }
      }
    ])
  })

  it('may be packed', async () => {
    expect(await ids(gzipSync(DUMP), 'dump.xml.gz')).toEqual(['millwiki:7', 'millwiki:12'])
    // <mediawiki> with one page, millwiki:7, packed by bzip2 1.0.8.
    const packed =
      'QlpoOTFBWSZTWTJPykoAAA2dgEABwIUABjev3eAgAIQShJiGQAMQEqaaCaNGg00GixTj7BAxOJNJUxiyBfrt3ZqPk50HQugpE0KjzqJdeMb64EfK6MrJkWFHPKE7JkSn4lSc8zk9FKGzNRpBWLQynXkqRY59xS4rkS0uLER8PhRqojTcmaSFZ+LuSKcKEgZJ+UlA'
    expect(await ids(Buffer.from(packed, 'base64'), 'dump.xml.bz2')).toEqual(['millwiki:7'])
    await expect(ids(Buffer.from(packed, 'base64').subarray(0, 100), 'cut.xml.bz2')).rejects.toThrow(
      /cut\.xml\.bz2: .*cut short/
    )
    await expect(ids(gzipSync(DUMP).subarray(0, 500), 'cut.xml.gz')).rejects.toThrow('cut short or damaged')
  })

  it('that is cut short, or no dump, is refused', async () => {
    await expect(ids(DUMP.slice(0, 1500))).rejects.toThrow(/not well-formed XML: line .*fetch the dump again/)
    await expect(ids('')).rejects.toThrow('not well-formed XML')
    await expect(ids('<rss><page/></rss>')).rejects.toThrow('expected a MediaWiki dump')
    await expect(ids('Just text.')).rejects.toThrow('not well-formed XML')
    await expect(ids(`<mediawiki>${'<a>'.repeat(101)}`)).rejects.toThrow('nested')
  })

  it('expands no entity of its own: a billion laughs are a fault', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`)
    const bomb = `<?xml version="1.0"?>
<!DOCTYPE mediawiki [<!ENTITY lol0 "lol">${laughs.join('')}]>
<mediawiki><page><title>A</title><revision><text>&lol9;</text></revision></page></mediawiki>`
    const started = performance.now()
    await expect(ids(bomb)).rejects.toThrow(/undefined entity/)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('with a page that is too long gives the others, and names that one', async () => {
    const page = (id: number, text: string): string =>
      `<page><title>Page ${id}</title><ns>0</ns><id>${id}</id><revision><text>${text}</text></revision></page>`
    const long = 'It rains on the mill. '.repeat(800_000)
    const items = await ids(`<mediawiki>${page(1, 'A.')}${page(2, long)}${page(3, 'C.')}</mediawiki>`)
    expect(items).toEqual(['mediawiki:1', expect.stringContaining('Page 2: longer than'), 'mediawiki:3'])
  })

  it('without an end to its text is refused before it fills the memory', async () => {
    const endless = gzipSync(`<mediawiki><page><revision><text>${'mill '.repeat(8_000_000)}`)
    expect(endless.length).toBeLessThan(100_000)
    await expect(ids(endless, 'endless.xml.gz')).rejects.toThrow('characters without a tag')
  })
})
