import type { DocumentFormat } from '@leitmotif/encoder'
import { describe, expect, it } from 'vitest'
import { MAX_KEYWORD_LENGTH } from '../store/fields.js'
import { MAX_DOCUMENT_SENTENCES, MAX_SENTENCE_LENGTH, splitDocument } from './documents.js'
import type { SourceDocument } from './source-document.js'

function prose(text: string, kind: DocumentFormat = 'markdown', more: Partial<SourceDocument> = {}): SourceDocument {
  return { document: 'd', source: 'd', hash: 'h', body: { kind, text }, name: 'd', fields: {}, ...more }
}

describe('A document as sentences', () => {
  it('knows for each sentence the headings above it, its paragraph and its number', () => {
    const { title, fields, sentences, leftOut } = splitDocument(
      prose(
        '---\nauthor: Ada\ndate: 2024-05-17\nlayout: wide\n---\n# Salt\n\nSalt keeps. It also flavours.\n\n' +
          '## Making\n\n1,250 … 3!\n\n- Boil *brine*.\n\n### By sun\n\n```\nx = 1\n```\n\nPans dry slowly.\n'
      )
    )
    expect({ title, fields, leftOut }).toEqual({
      title: 'Salt',
      fields: { author: 'Ada', date: '2024-05-17' },
      leftOut: 1
    })
    expect(sentences.map(({ text, path, position, paragraph }) => [text, path, position, paragraph])).toEqual([
      ['Salt keeps.', [], 0, 0],
      ['It also flavours.', [], 1, 0],
      ['Boil brine.', ['Making'], 3, 2],
      ['Pans dry slowly.', ['Making', 'By sun'], 4, 3]
    ])
    expect(new Set(sentences.map(({ id }) => id)).size).toBe(4)
    expect(sentences.every(({ id }) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  })

  it('has a row of a table as one sentence, whatever full stops are in it', () => {
    const section = {
      heading: 'Ports',
      level: 1,
      paragraphs: ['Two are old. One is new.', 'Port | Depth. In m'],
      rows: [1]
    }
    const article = { id: 'd', title: 'Coast', sections: [section] }
    const { sentences } = splitDocument({ ...prose(''), body: { kind: 'article', article } })
    expect(sentences.map(({ text }) => text)).toEqual(['Two are old.', 'One is new.', 'Port | Depth. In m'])
  })

  it('has the date in its file’s name only where none of its fields is a date', () => {
    const dateInName = '2021-05-04'
    const of = (fields: SourceDocument['fields']) =>
      splitDocument(prose('It keeps.', 'markdown', { dateInName, fields }))
    expect(of({ published: '2020-01-01' })).toMatchObject({ fields: { published: '2020-01-01' }, datedByName: false })
    expect(of({ published: '2020-01-01' }).fields).not.toHaveProperty('date')
    expect(of({ date: 'spring' }).fields).toEqual({ date: 'spring' })
    expect(of({ edition: '2020', pages: 12 })).toMatchObject({ fields: { date: dateInName }, datedByName: true })
  })

  it('changes the direction of no text after it', () => {
    const { title, sentences } = splitDocument(
      prose('# A \u202etitle\n\n## \u2067Part\n\nIt \u202ekeeps. It\u2069 lasts.\n')
    )
    expect(title).toBe('A \u202etitle\u202c')
    expect(sentences.map(({ text, path }) => [text, path])).toEqual([
      ['It \u202ekeeps.\u202c', ['\u2067Part\u2069']],
      ['It lasts.', ['\u2067Part\u2069']]
    ])
  })

  it('is read by its format', () => {
    const texts = {
      latex: '\\author{Ada}\n\\begin{document}\n\\section{Salt}\nIt \\emph{keeps}.\n\\end{document}\n',
      restructuredtext: ':Author: Ada\n\nSalt\n====\n\nIt *keeps*.\n\n.. code::\n\n   x\n',
      asciidoc: '= A book\nAda <ada@example.org>\n\n== Salt\n\nIt *keeps*.\n\n----\nx\n----\n'
    }
    for (const [kind, text] of Object.entries(texts)) {
      const { sentences, fields } = splitDocument(prose(text, kind as keyof typeof texts))
      expect(fields).toEqual({ author: 'Ada' })
      expect(sentences.map(({ text: shown, path }) => [shown, ...path].slice(0, 2))).toEqual([
        ['It keeps.', ...(kind === 'restructuredtext' ? [] : ['Salt'])]
      ])
    }
  })

  it('takes the headings of an article as they nest', () => {
    const section = (heading: string, level: number) => ({ heading, level, paragraphs: [`About ${heading || 'all'}.`] })
    const sections = [section('', 0), section('A', 1), section('B', 2), section('C', 1), section('D', 3)]
    const body = { kind: 'article', article: { id: 'd', title: 'T', sections } } as const
    const { sentences } = splitDocument({ ...prose(''), body, title: 'T' })
    expect(sentences.map(({ path }) => path)).toEqual([[], ['A'], ['A', 'B'], ['C'], ['C', 'D']])
  })

  it('has no marks of a site generator in its title and headings', () => {
    const sections = [{ heading: ':material-anchor: Mooring {#lines}', level: 1, paragraphs: ['Lines hold.'] }]
    const body = { kind: 'article', article: { id: 'd', title: 'T', sections } } as const
    const { title, sentences } = splitDocument({ ...prose(''), body, title: 'Boats {: .wide}' })
    expect([title, ...sentences[0].path]).toEqual(['Boats', 'Mooring'])
    expect(splitDocument(prose('---\ntitle: ":anchor: Boats"\n---\nText.')).title).toBe('Boats')
  })

  it('is called what its source says, else what its text says, else by its file', () => {
    expect(splitDocument(prose('# Own\n\nText.', 'markdown', { title: 'Stated' })).title).toBe('Stated')
    expect(splitDocument(prose('# Own\n\nText.')).title).toBe('Own')
    expect(splitDocument(prose('Text.', 'plain', { name: 'file' })).title).toBe('file')
  })

  it('has a title that can be counted by, however long the one it was given', () => {
    const title = 'a'.repeat(MAX_KEYWORD_LENGTH - 1)
    expect(splitDocument(prose('Text.', 'plain', { title: `${title}bc` })).title).toBe(`${title}b`)
    expect(splitDocument(prose('Text.', 'plain', { title: `${title}😀` })).title).toBe(title)
  })

  it('has no control characters, which a terminal would obey', () => {
    const text = '# Bells \x1b[31m\n\n## Paint\x07\n\nThe mayor \x1b[31mpaints\x07 the bell.'
    expect(splitDocument(prose(text)).sentences).toMatchObject([
      { title: 'Bells �[31m', path: ['Paint�'], text: 'The mayor �[31mpaints� the bell.' }
    ])
  })

  it('leaves out a date that is none, and what has no word or is no sentence for its length', () => {
    const long = 'word '.repeat(MAX_SENTENCE_LENGTH / 5 + 1).trim()
    const { fields, sentences, leftOut, unreadDate } = splitDocument(
      prose(`---\ndate: last May\n---\n${long}.\n\n12.5\n\nShort.`)
    )
    expect({ fields, texts: sentences.map(({ text }) => text), leftOut, unreadDate }).toEqual({
      fields: {},
      unreadDate: 'last May',
      texts: ['Short.'],
      leftOut: 2
    })
  })

  it('is refused where its vectors would fill the memory', () => {
    const text = 'Go on.\n\n'.repeat(MAX_DOCUMENT_SENTENCES + 1)
    expect(() => splitDocument(prose(text, 'plain'))).toThrow('has more than 50000 sentences; split it')
  })
})
