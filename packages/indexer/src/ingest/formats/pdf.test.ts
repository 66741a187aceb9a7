import { pdfFile, type PlacedLine } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { splitDocument } from '../documents.js'
import { readPdf } from './pdf.js'

/** Lines of text of 11 points from the height `y` downwards, without space between them. */
const text = (y: number, ...lines: readonly string[]): PlacedLine[] =>
  lines.map((line, at) => [line, 11, 72, y - 13 * at])

const around = (page: number): PlacedLine[] => [
  [`Harbour report ${page}`, 9, 72, 810],
  [String(page), 9, 300, 30]
]

const REPORT = pdfFile(
  [
    [
      ...around(1),
      ['The lamp and the tide', 20, 72, 770],
      ...text(
        730,
        'The keeper trims the lamp at every change of the watch, and he writes',
        'the hour into his book. In a storm he stays up.'
      ),
      ['Oil and wicks', 15, 72, 680],
      ...text(
        650,
        'Oil came by boat twice a year. A barrel that leaked was a loss for light-',
        'houses, and nobody could'
      )
    ],
    [
      ...around(2),
      ...text(770, 'replace it before the summer, when the roads were dry and the carts came.'),
      ...text(740, 'A paragraph that stands by itself, after a space that is wider than others.')
    ],
    [
      ...around(3),
      ['Tides', 15, 72, 770],
      ...text(740, 'The tide turns twice a day, and every boat in the harbour waits for it.')
    ]
  ],
  { Title: 'Microsoft Word - report.doc', Author: 'Mei Farrow', CreationDate: "D:20240502083000+02'00'" }
)

describe('A PDF', () => {
  it('is paragraphs across lines and pages, with larger text as headings, without headers and footers', async () => {
    expect(await readPdf(REPORT)).toMatchObject({
      title: 'The lamp and the tide',
      date: '2024-05-02T08:30:00+02:00',
      fields: { author: 'Mei Farrow' },
      sections: [
        {
          heading: '',
          level: 0,
          paragraphs: [
            'The keeper trims the lamp at every change of the watch, and he writes the hour into his book. In a storm he stays up.'
          ]
        },
        {
          heading: 'Oil and wicks',
          level: 2,
          paragraphs: [
            'Oil came by boat twice a year. A barrel that leaked was a loss for lighthouses, and nobody could replace it before the summer, when the roads were dry and the carts came.',
            'A paragraph that stands by itself, after a space that is wider than others.'
          ]
        },
        {
          heading: 'Tides',
          level: 2,
          paragraphs: ['The tide turns twice a day, and every boat in the harbour waits for it.']
        }
      ]
    })
  })

  it('loses headers that name a short chapter, and keeps a line of text that recurs', async () => {
    const page = (header: string, first: string, words: string): PlacedLine[] => [
      [header, 9, 72, 810],
      ...text(770, first, `${words} are kept by the harbour, and the book says where.`)
    ]
    const long = ['Lamps', 'Wicks', 'Barrels'].map((words) => page('Lamps', `Those of the year of ${words}:`, words))
    const short = ['Ropes', 'Sails'].map((words) => page('Cloth', 'In the same shed:', words))
    const { sections } = await readPdf(pdfFile([...long, ...short]))
    const read = sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
    expect(read).not.toContain('Cloth')
    expect(read.match(/In the same shed/g)).toHaveLength(2)
  })

  it('names the page of each sentence, also of a paragraph on two pages', async () => {
    const { sections } = await readPdf(REPORT)
    const article = { id: 'd', title: 'd', sections }
    const split = splitDocument({
      document: 'd',
      source: 'd',
      hash: 'h',
      body: { kind: 'article', article },
      name: 'd',
      fields: {}
    })
    expect(split.sentences.map(({ fields }) => fields.page)).toEqual([1, 1, 1, 1, 2, 3])
    expect(split.fields).toEqual({ page: 1 })
    const broken = readPdf(
      pdfFile([[...text(40, 'The pier is old. The boat is')], [...text(770, 'late again. It comes at noon.')]])
    )
    const [{ pages }] = (await broken).sections
    expect(pages).toEqual([
      [
        { at: 0, page: 1 },
        { at: 28, page: 2 }
      ]
    ])
  })

  it('keeps the hyphen of a word that has one elsewhere', async () => {
    const lines = text(700, 'A well-known harbour, and another that was once just as well-', 'known.')
    expect((await readPdf(pdfFile([lines]))).sections[0].paragraphs).toEqual([
      'A well-known harbour, and another that was once just as well-known.'
    ])
  })

  it('says so where it has no text, is encrypted or damaged', async () => {
    await expect(readPdf(pdfFile([[], []]))).rejects.toThrow(
      'has no text: its 2 pages are pictures, as of a scan; recognise the text first, for example with ocrmypdf'
    )
    await expect(readPdf(Buffer.from('%PDF-1.4\nnothing more'))).rejects.toThrow(/^is damaged, or no PDF/)
    const encrypt = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`
    const trailer = `trailer\n<< /Encrypt ${encrypt} /ID [<4141> <4141>] `
    const locked = REPORT.toString('latin1').replace('trailer\n<< ', trailer)
    await expect(readPdf(Buffer.from(locked, 'latin1'))).rejects.toThrow(/^is encrypted; expected a PDF that opens/)
  })
})
