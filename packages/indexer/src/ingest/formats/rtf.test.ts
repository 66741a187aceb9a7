import { describe, expect, it } from 'vitest'
import { readRtf } from './rtf.js'

const rtf = (body: string): Promise<Awaited<ReturnType<typeof readRtf>>> =>
  Promise.resolve(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0
{\\fonttbl{\\f0\\froman\\fcharset0 Times New Roman;}{\\f1\\fswiss\\fcharset204 Arial;}}{\\colortbl;\\red255\\green0\\blue0;}
{\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}{\\s2 heading 2;}{\\s9 Title;}}
{\\info{\\title Old title}{\\author Mei Farrow}{\\creatim\\yr2024\\mo5\\dy2\\hr8\\min30}}
{\\*\\generator Some program;}{\\header A running header\\par}${body}}`
  ).then((text) => readRtf(Buffer.from(text, 'latin1')))

describe('A Rich Text document', () => {
  it('is its paragraphs under its headings, without headers, notes, pictures and hidden text', async () => {
    const read = await rtf(
      [
        '\\pard\\s9 The lamp and the tide\\par',
        '\\pard\\plain Nobody lit it {\\b before} dusk.{\\footnote By law.}{\\v hidden}\\par',
        '\\pard\\s1 Oil\\par\\pard Oil came\\tab by boat {\\*\\bkmkstart a}&{\\pict\\wmetafile8 0102ff} cart.\\line It was late.\\par',
        '\\pard\\outlinelevel1 Barrels\\par',
        '\\pard\\intbl 12\\cell Nobody counted those that leaked.\\cell\\row\\pard{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt The link} is read.}\\par'
      ].join('\n')
    )
    expect(
      read.sections.map(({ heading, level, paragraphs }) => `${level} ${heading}: ${paragraphs.join(' | ')}`)
    ).toEqual([
      '0 : Nobody lit it before dusk.',
      '1 Oil: Oil came by boat & cart. It was late.',
      '2 Barrels: 12: Nobody counted those that leaked. | The link is read.'
    ])
    expect(read).toMatchObject({ title: 'The lamp and the tide', date: '2024-05-02', fields: { author: 'Mei Farrow' } })
  })

  it('has a line for each row of a table, and prose in its cells as prose', async () => {
    const { sections } = await rtf(
      '\\trowd\\cellx1\\cellx2\\pard\\intbl Port\\cell Depth. In m\\cell\\cell\\row' +
        '\\trowd\\pard\\intbl Salt\\par (old)\\cell {\\b 12}\\cell Yes\\cell\\row' +
        '\\pard\\intbl Eelwick\\cell It silts up every winter.\\cell\\row' +
        '\\pard\\intbl Inn\\cell\\pard\\intbl\\itap2 Bed\\nestcell 3\\nestcell{\\*\\nesttableprops\\nestrow}{\\nonesttables\\par}\\pard\\intbl Full\\cell\\row' +
        '\\pard Between.\\par\\pard\\intbl Last\\cell row\\cell'
    )
    expect(sections).toEqual([
      {
        ...{ heading: '', level: 0, rows: [0, 1, 3, 5] },
        paragraphs: [
          ...['Port | Depth. In m', 'Salt (old) | 12 | Yes', 'Eelwick: It silts up every winter.'],
          ...['Inn | Bed 3 Full', 'Between.', 'Last | row']
        ]
      }
    ])
  })

  it('reads characters of every writing, as bytes of a font and as Unicode with what stands for them', async () => {
    const { sections } = await rtf(
      "\\pard Stra\\'dfe \\ldblquote caf\\u233 ?\\rdblquote  \\emdash  {\\f1 \\'cc\\'e8\\'f0} \\uc2\\u-10179 ab\\u-8704 \\'61b\\{x\\}\\par"
    )
    expect(sections[0].paragraphs).toEqual(['Straße “café” — Мир 😀{x}'])
  })

  it('says what is wrong with it, and takes linear time over brackets', async () => {
    await expect((async () => readRtf(Buffer.from('no document')))()).rejects.toThrow(/^is no RTF/)
    await expect((async () => readRtf(Buffer.from('{\\rtf1 The lamp is')))()).rejects.toThrow(/^is cut short/)
    await expect(rtf('{'.repeat(2000))).rejects.toThrow('has more than 1000 groups within each other')
    const began = performance.now()
    await rtf(`${'{}'.repeat(500_000)}${"\\'41".repeat(300_000)}\\bin9999999999 x`).catch(() => undefined)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
