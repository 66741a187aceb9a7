import { describe, expect, it } from 'vitest'
import { readOrg } from './org.js'
import { readSubtitles } from './subtitles.js'

describe('An Org file', () => {
  it('is read as its reader sees it: no plans, drawers, code and comments', async () => {
    const text = `#+TITLE: Harbour
#+AUTHOR: Mei Farrow
#+DATE: <2024-05-02 Thu>

There are /two/ piers, see [[https://example.org][the chart]] and [[Tides]].[fn:1]
They are old.

* TODO [#A] The lamp :light:work:
SCHEDULED: <2024-05-03 Fri>
:PROPERTIES:
:ID: 17
:END:
- [X] Trim the *wick*
- Fill a/b with
  oil
# Not to be read.
#+begin_src sh
make lamp
#+end_src
#+begin_quote
It burns all night.
#+end_quote
** Oil
| Port | Barrels |
|------+---------|
| Salt | 12      |
`
    expect(await readOrg(Buffer.from(text))).toEqual({
      title: 'Harbour',
      date: '2024-05-02',
      fields: { author: 'Mei Farrow' },
      sections: [
        { heading: '', level: 0, paragraphs: ['There are two piers, see the chart and Tides. They are old.'] },
        { heading: 'The lamp', level: 1, paragraphs: ['Trim the wick', 'Fill a/b with oil', 'It burns all night.'] },
        { heading: 'Oil', level: 2, paragraphs: ['Port | Barrels', 'Salt | 12'], rows: [0, 1] }
      ]
    })
  })
})

describe('Subtitles', () => {
  it('are sentences across cues, and paragraphs between speakers and pauses', async () => {
    const srt = `1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>The ferry sails</i>\r\n{\\an8}at noon.\r\n\r\n2\r\n00:00:02,600 --> 00:00:04,000\r\n- Who says so?\r\n- The master.\r\n\r\n3\r\n00:01:00,000 --> 00:01:02,000\r\nFog came in.\r\n`
    expect((await readSubtitles(Buffer.from(srt))).sections).toEqual([
      { heading: '', level: 0, paragraphs: ['The ferry sails at noon.', 'Who says so?', 'The master.', 'Fog came in.'] }
    ])
    const vtt = `WEBVTT\n\nNOTE not shown\n\n00:01.000 --> 00:02.000 align:start\nThe <c>ferry</c> sails\n\n00:02.000 --> 00:03.000\nThe ferry sails\nat noon.\n`
    expect((await readSubtitles(Buffer.from(vtt))).sections[0].paragraphs).toEqual(['The ferry sails at noon.'])
  })
})
