import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import type { FileContent } from './file-content.js'
import { readHtml } from './html.js'

const read = (html: string): Promise<FileContent> => readHtml(Buffer.from(html))

/** Sections as `heading: paragraph | paragraph`. */
async function shown(html: string): Promise<string[]> {
  const { sections } = await read(html)
  return sections.map(({ heading, paragraphs }) => `${heading}: ${paragraphs.join(' | ')}`)
}

const PAGE = `<!doctype html>
<html lang="en-GB">
<head>
  <title>The lamp and the tide – Harbour News</title>
  <meta name="author" content="Mei Farrow">
  <meta property="article:published_time" content="2024-05-02T08:30:00Z">
  <style>p { color: red }</style>
</head>
<body class="with-sidebar">
  <header><a href="/">Harbour News</a><p>The paper of the whole coast.</p></header>
  <nav><ul><li><a href="/a">Ships that came in this week.</a></li></ul></nav>
  <div class="cookie-banner"><p>We keep biscuits on this page, as you surely expected.</p></div>
  <div id="content">
    <h1>The lamp and the tide</h1>
    <p>The keeper trims the lamp at <b>every</b> change of the&nbsp;watch.</p>
    <h2>Oil<a class="headerlink" href="#oil">¶</a></h2>
    <p>Oil came by boat,<br>twice a year<sup><a href="#n1">[1]</a></sup>.</p>
    <pre><code>lamp.trim()</code></pre>
    <ul><li>A barrel lasted a month.</li><li><p>In winter it lasted less.</p></li></ul>
    <table><tr><th>Month</th><td>12 barrels</td></tr><tr><td>Nobody counted the barrels that leaked in spring.</td></tr></table>
    <div class="share"><span>Share this page with your friends and family today.</span></div>
    <script>document.write('<p>Written by a script, and never read.</p>')</script>
  </div>
  <aside><p>Also read about the nets that we mended.</p></aside>
  <footer><p>All rights are reserved by the harbour.</p></footer>
</body></html>`

describe('A page of HTML', () => {
  it('is its main text under its headings, without what is around it', async () => {
    expect(await shown(PAGE)).toEqual([
      ': The keeper trims the lamp at every change of the watch.',
      'Oil: Oil came by boat, twice a year. | A barrel lasted a month. | In winter it lasted less. | Month | 12 barrels | Nobody counted the barrels that leaked in spring.'
    ])
  })

  it('has the title, author, date and language that it states', async () => {
    expect(await read(PAGE)).toMatchObject({
      title: 'The lamp and the tide',
      date: '2024-05-02T08:30:00Z',
      fields: { author: 'Mei Farrow', language: 'en' }
    })
    expect(await read('<title>Nets &amp; ropes</title><h1>A</h1><p>One.</p><h1>B</h1><p>Two.</p>')).toMatchObject({
      title: 'Nets & ropes',
      fields: {}
    })
  })

  it('is read from its main element or its article where it has one', async () => {
    const around = '<div><p>What else happened in the harbour this week.</p></div>'
    expect(await shown(`${around}<main><p>The lamp is lit.</p></main>${around}`)).toEqual([': The lamp is lit.'])
    const long = '<p>The lamp is lit by the keeper, who climbs a hundred steps to it every evening at dusk.</p>'
    expect(await shown(`${around}<article>${long}</article>`)).toEqual([
      ': The lamp is lit by the keeper, who climbs a hundred steps to it every evening at dusk.'
    ])
  })

  it('reads old pages that consist of layout tables or preformatted text', async () => {
    expect(
      await shown('<table><tr><td>The lamp is lit at dusk.<br><br>The tide turns at nine tonight.</td></tr></table>')
    ).toEqual([': The lamp is lit at dusk. | The tide turns at nine tonight.'])
    expect(await shown('<pre>The lamp\nis lit.\n\nThe tide turns.</pre>')).toEqual([
      ': The lamp is lit. | The tide turns.'
    ])
  })

  it('has a row of words for each row of a table, and prose in a cell as prose', async () => {
    const { sections } = await read(
      '<h1>Ports</h1><p>Two ports are old.</p><table><caption>Depth in metres</caption><tr><th>Port</th><th>Depth. In m</th></tr>' +
        '<tr><td><a href="s">Saltmouth</a></td><td>12<br><br>to 13</td></tr>' +
        '<tr><td>Eelwick</td><td>It silts up every winter, and is dredged in May.</td></tr></table>' +
        '<table><tr><td><a href="h">Home</a></td><td><a href="a">About the harbour office</a></td></tr><tr><td>Menu</td></tr></table>'
    )
    expect(sections).toEqual([
      {
        heading: '',
        level: 0,
        paragraphs: [
          'Two ports are old.',
          'Depth in metres',
          'Port | Depth. In m',
          'Saltmouth | 12 to 13',
          'Eelwick: It silts up every winter, and is dredged in May.'
        ],
        rows: [2, 3]
      }
    ])
  })

  it('has short texts that an old page aligns, and no short labels and links', async () => {
    expect(
      await shown(
        '<p>The lamp is lit.</p><div align="right"><b>Mei Farrow</b></div><div>Top</div><div align="center"><a href="/">Home</a></div>'
      )
    ).toEqual([': The lamp is lit. | Mei Farrow'])
  })

  it('has the rows of a table within a cell, too', async () => {
    expect(
      await shown('<table><tr><td>Port<table><tr><td>Salt</td><td>12</td></tr></table></td><td>Depth</td></tr></table>')
    ).toEqual([': Salt | 12 | Port | Depth'])
  })

  it('is decoded as it says, and else as browsers do', async () => {
    const latin = (html: string): Promise<FileContent> => readHtml(Buffer.from(html, 'latin1'))
    const expected = [{ heading: '', level: 0, paragraphs: ['Der Leuchtturm für die Küste.'] }]
    const text = '<p>Der Leuchtturm für die Küste.</p>'
    expect((await latin(`<meta charset="iso-8859-1">${text}`)).sections).toEqual(expected)
    expect((await latin(text)).sections).toEqual(expected)
    expect((await read(text)).sections).toEqual(expected)
    expect((await readHtml(Buffer.from(`\uFEFF${text}`, 'utf16le'))).sections).toEqual(expected)
  })

  it('takes time linear in its length, however it is nested', async () => {
    for (const unit of [
      '<div>',
      '<div class="a b">c ',
      '<p>a<b>',
      '<h1><a href=x>',
      '<table><tr><td>a',
      '<ul><li>a. ',
      'a<br>',
      '<sup><a>1'
    ])
      await expectLinear(unit, 5_000, (length) => unit.repeat(length / unit.length), read)
  })
})
