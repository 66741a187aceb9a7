import { zipFile } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { readDocx } from './docx.js'
import { readEpub } from './epub.js'
import type { FileContent } from './file-content.js'
import { readOdt } from './odt.js'
import { MAX_UNPACKED } from './zip.js'

/** Sections as `heading: paragraph | paragraph`. */
function shown({ sections }: FileContent): string[] {
  return sections.map(({ heading, level, paragraphs }) => `${level} ${heading}: ${paragraphs.join(' | ')}`)
}

const style = (id: string, name: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
const paragraph = (text: string, styleId = ''): string =>
  `<w:p><w:pPr>${styleId === '' ? '' : `<w:pStyle w:val="${styleId}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const docx = (body: string): Buffer =>
  zipFile({
    '_rels/.rels':
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles>${style('T', 'Title')}${style('H1', 'heading 1')}${style('Own', 'House heading', '<w:basedOn w:val="H1"/>')}${style('H2', 'heading 2')}${style('C', 'toc 1')}</w:styles>`,
    'docProps/core.xml':
      '<p><dc:title>Old title</dc:title><dc:creator>Mei Farrow</dc:creator><dcterms:created>2024-05-02T08:30:00Z</dcterms:created></p>'
  })

describe('A Word document', () => {
  it('is its paragraphs under its headings, without contents, and deleted text', async () => {
    const content = docx(
      [
        paragraph('The lamp and the tide', 'T'),
        paragraph('Oil 1', 'C'),
        paragraph('Nobody lit it before dusk.'),
        paragraph('Oil', 'Own'),
        '<w:p><w:r><w:t>Oil came</w:t><w:tab/><w:t xml:space="preserve">by </w:t></w:r><w:del><w:r><w:t>train</w:t></w:r></w:del><w:ins><w:r><w:t>boat &amp; cart.</w:t></w:r></w:ins></w:p>',
        paragraph('Barrels', 'H2'),
        `<w:tbl><w:tr><w:tc>${paragraph('12')}</w:tc><w:tc>${paragraph('Nobody counted those that leaked.')}</w:tc></w:tr></w:tbl>`,
        `<w:p><w:r><mc:AlternateContent><mc:Choice>${paragraph('A note in a box.')}</mc:Choice><mc:Fallback>${paragraph('A note in a box.')}</mc:Fallback></mc:AlternateContent><w:t>The text beside it.</w:t></w:r></w:p>`
      ].join('')
    )
    const read = await readDocx(content)
    expect(shown(read)).toEqual([
      '0 : Nobody lit it before dusk.',
      '1 Oil: Oil came by boat & cart.',
      '2 Barrels: 12: Nobody counted those that leaked. | A note in a box. | The text beside it.'
    ])
    expect(read).toMatchObject({
      title: 'The lamp and the tide',
      date: '2024-05-02T08:30:00Z',
      fields: { author: 'Mei Farrow' }
    })
  })

  it('has a line for each row of a table, prose in its cells as prose, and a box as paragraphs', async () => {
    const row = (...cells: string[]): string => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
    const p = paragraph
    const { sections } = await readDocx(
      docx(
        `<w:tbl>${row(p('Port'), p('Depth. In m'), p(''))}${row(p('Salt') + p('(old)'), p('12'), p('Yes'))}` +
          row(p('Eelwick'), p('It silts up every winter.')) +
          `${row(p('Inn'), `<w:tbl>${row(p('Bed'), p('3'))}</w:tbl>${p('Full')}`)}</w:tbl>` +
          `<w:tbl>${row(p('Take care') + p('Ice'))}</w:tbl>`
      )
    )
    expect(sections).toEqual([
      {
        ...{ heading: '', level: 0, rows: [0, 1, 3, 4] },
        paragraphs: [
          ...['Port | Depth. In m', 'Salt (old) | 12 | Yes', 'Eelwick: It silts up every winter.', 'Bed | 3'],
          ...['Inn | Full', 'Take care', 'Ice']
        ]
      }
    ])
  })

  it('says what is wrong with its file', async () => {
    const whole = docx(paragraph('The lamp is lit.'))
    await expect(readDocx(whole.subarray(0, whole.length - 30))).rejects.toThrow(/^is a damaged archive, or none/)
    const changed = Buffer.from(whole)
    changed.fill(0xff, 60, 90)
    await expect(readDocx(changed)).rejects.toThrow(/^is a damaged archive, or none/)
    await expect(readDocx(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toThrow(/^is encrypted, or in an old binary/)
    await expect(readDocx(docx('<w:p>'))).rejects.toThrow(/^has a damaged part document.xml/)
    await expect(readDocx(zipFile({ 'a.txt': 'Not a document.' }))).rejects.toThrow(/^has no part word\/document.xml/)
  })

  it('ends where it would fill the memory', async () => {
    const bomb = docx(' '.repeat(MAX_UNPACKED))
    expect(bomb.length).toBeLessThan(MAX_UNPACKED / 500)
    await expect(readDocx(bomb)).rejects.toThrow(`unpacks to more than ${MAX_UNPACKED} bytes of text; split it`)
    const entities = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    const laughs = zipFile({
      'word/document.xml': `${entities}<w:document><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:document>`
    })
    await expect(readDocx(laughs)).rejects.toThrow(/^has a damaged part document.xml \(.*undefined entity/)
  })
})

describe('An OpenDocument text', () => {
  it('is its paragraphs under its headings, without notes', async () => {
    const content = zipFile({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<office:document-content><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles><office:body><office:text>' +
        '<text:p text:style-name="P1">The nets</text:p><text:h text:outline-level="1">Mending</text:h>' +
        '<text:p>A net<text:s text:c="3"/>is mended<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>By hand.</text:p></text:note-body></text:note> in <text:span>winter</text:span>.</text:p>' +
        '<text:h text:outline-level="2">Rope</text:h><text:p>Rope is tarred.</text:p>' +
        '<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Rope</text:p></table:table-cell><table:table-cell><text:p>Length</text:p></table:table-cell></table:table-row></table:table-header-rows>' +
        '<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Hemp</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>',
      'meta.xml':
        '<m><meta:initial-creator>Ruth Calloway</meta:initial-creator><meta:creation-date>2023-01-09T10:00:00</meta:creation-date><dc:language>en-US</dc:language></m>'
    })
    const read = await readOdt(content)
    expect(shown(read)).toEqual([
      '1 Mending: A net is mended in winter.',
      '2 Rope: Rope is tarred. | Rope | Length | Hemp | 12'
    ])
    expect(read.sections[1].rows).toEqual([1, 2])
    expect(read).toMatchObject({
      title: 'The nets',
      date: '2023-01-09T10:00:00',
      fields: { author: 'Ruth Calloway', language: 'en' }
    })
    const manifest = '<m><manifest:encryption-data/></m>'
    await expect(readOdt(zipFile({ 'content.xml': 'x', 'META-INF/manifest.xml': manifest }))).rejects.toThrow(
      'is encrypted; save it without a password'
    )
  })
})

describe('A book', () => {
  const book = (more: Record<string, string> = {}): Buffer =>
    zipFile({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
      'OEBPS/book.opf':
        '<package><metadata><dc:title>Winters on the coast</dc:title><dc:creator>Ada Moss</dc:creator><dc:date>1998</dc:date><dc:language>en</dc:language></metadata><manifest>' +
        '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="b" href="two%20b.xhtml" media-type="application/xhtml+xml"/>' +
        '<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png"/></manifest>' +
        '<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OEBPS/nav.xhtml': '<html><body><nav><a href="text/one.xhtml">One</a></nav></body></html>',
      'OEBPS/text/one.xhtml': '<html><body><h1>One</h1><p>Snow fell<br/>early.</p></body></html>',
      'OEBPS/two b.xhtml': '<html><body><h1>Two</h1><p>The harbour froze.</p><p>Yes.</p></body></html>',
      ...more
    })

  it('is its chapters in their order', async () => {
    const read = await readEpub(book())
    expect(shown(read)).toEqual(['1 One: Snow fell early.', '1 Two: The harbour froze. | Yes.'])
    expect(read).toMatchObject({
      title: 'Winters on the coast',
      date: '1998',
      fields: { author: 'Ada Moss', language: 'en' }
    })
  })

  it('says so where it is protected or none', async () => {
    const encryption =
      '<encryption><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><CipherReference URI="OEBPS/text/one.xhtml"/></encryption>'
    await expect(readEpub(book({ 'META-INF/encryption.xml': encryption }))).rejects.toThrow(
      'is protected against copying; expected an .epub file without protection'
    )
    await expect(readEpub(zipFile({ a: 'b' }))).rejects.toThrow(/^has no description of a book/)
  })
})
