import { describe, expect, it } from 'vitest'
import { readMail } from './mail.js'

const HEAD = `From: "Mei Farrow" <Mei@Harbour.example>
To: keeper@harbour.example
Subject: Re: AW: The =?UTF-8?Q?lamp_=26_the_oil?=
Date: Thu, 2 May 2024 08:30:00 +0200
Message-ID: <one@harbour.example>
MIME-Version: 1.0
`
const message = (type: string, body: string): Buffer =>
  Buffer.from(`${HEAD}Content-Type: ${type}; charset=utf-8\n\n${body}`.replaceAll('\n', '\r\n'))
const paragraphs = async (type: string, body: string): Promise<readonly string[]> =>
  (await readMail(message(type, body))).sections.flatMap((section) => section.paragraphs)

describe('A message', () => {
  it('is what its writer wrote, without quotes and signature', async () => {
    const body = `Good morning,

the oil has come, and it is
enough for the summer. I said:

- Trim the wick.
- Fill the lamp.

On Wed, 1 May 2024 at 19:02, The Keeper
<keeper@harbour.example> wrote:

> Has the oil come yet?
> > Nobody told me.

It came by boat.

-- 
Mei Farrow, harbour master
`
    expect(await paragraphs('text/plain', body)).toEqual([
      'Good morning,',
      'the oil has come, and it is enough for the summer. I said:',
      'Trim the wick.',
      'Fill the lamp.',
      'It came by boat.'
    ])
    for (const original of [
      '-----Original Message-----\nFrom: The Keeper\nHas the oil come?',
      'From: The Keeper <keeper@harbour.example>\nSent: Wednesday\n\nHas the oil come?',
      '________________________________\nFrom: The Keeper\nHas the oil come?',
      'Von: Der Wärter\nGesendet: Mittwoch\n\nIst das Öl da?',
      'Best regards,\nMei\n\nHarbour master\n\nSent from my phone'
    ])
      expect(await paragraphs('text/plain', `It has come.\n\n${original}\n`)).toEqual(['It has come.'])
  })

  it('keeps thanks that do not close it', async () => {
    const body =
      'It has come.\n\nThanks,\nthis is the oil that we have waited for since the storm in the last days of March.\n'
    expect(await paragraphs('text/plain', body)).toHaveLength(2)
    expect(await paragraphs('text/plain', 'Hello Mei,\n\nThanks!\n\nI come at noon.\n')).toHaveLength(3)
    expect(await paragraphs('text/plain', 'Thanks,\nMei\n')).toEqual(['Thanks, Mei'])
  })

  it('is read from HTML where it has no plain text', async () => {
    const html =
      '<p>The oil has come.</p><div class="gmail_quote"><p>Has the oil come yet?</p></div><blockquote type="cite">Nobody told me.</blockquote><p>It came by boat.</p><div id="divRplyFwdMsg">From: The Keeper</div><p>An older message.</p>'
    expect(await paragraphs('text/html', html)).toEqual(['The oil has come.', 'It came by boat.'])
  })

  it('has its subject as title, and date, sender and thread as fields', async () => {
    expect(await readMail(message('text/plain', 'It came.'))).toMatchObject({
      title: 'Re: AW: The lamp & the oil',
      date: '2024-05-02T06:30:00.000Z',
      fields: { author: 'Mei Farrow', from: 'mei@harbour.example', subject: 'The lamp & the oil' }
    })
  })

  it('leaves out attachments', async () => {
    const body = [
      '--x',
      'Content-Type: text/plain',
      '',
      'It came.',
      '--x',
      'Content-Type: text/plain; name=a.txt',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'The list of all barrels.',
      '--x--',
      ''
    ]
    expect(await paragraphs('multipart/mixed; boundary=x', body.join('\n'))).toEqual(['It came.'])
  })
})
