import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { SourceDocument } from './source-document.js'
import { readSources } from './sources.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-mailbox-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const BOX = `From mei@harbour.example Thu May  2 08:30:00 2024
From: Mei Farrow <mei@harbour.example>
Subject: Oil
Message-ID: <one@harbour.example>

The oil has come.

>From now on we fill the lamp at noon.

From keeper@harbour.example Thu May  2 09:00:00 2024
Subject: Wicks

We need ten wicks.

From mei@harbour.example Thu May  2 08:30:00 2024
Subject: Oil
Message-ID: <one@harbour.example>

The oil has come.
`

async function read(content: string): Promise<unknown[]> {
  await writeFile(join(root, 'in.mbox'), content)
  const items: unknown[] = []
  for await (const item of readSources([join(root, 'in.mbox')], root))
    items.push('load' in item ? await item.load() : item)
  return items
}

it('A mailbox is a document for each message, named by its id, and tells copies', async () => {
  for (const box of [BOX, BOX.replaceAll('\n', '\r\n')]) {
    const items = await read(box)
    expect(items).toMatchObject([
      { document: 'in.mbox:one@harbour.example', line: 1, title: 'Oil', fields: { from: 'mei@harbour.example' } },
      { document: 'in.mbox:2', line: 10, title: 'Wicks' },
      { status: 'skipped', line: 15, reason: 'is a copy of the message one@harbour.example' }
    ])
    const { body } = items[0] as SourceDocument
    expect(body.kind === 'article' && body.article.sections[0].paragraphs).toEqual([
      'The oil has come.',
      'From now on we fill the lamp at noon.'
    ])
  }
})

it('A file that is no mailbox says so', async () => {
  expect(await read('Dear Mei,\n\nthe oil has come.\n')).toMatchObject(
    [{ status: 'failed', reason: /^is no mailbox/ }].map(({ status }) => ({ status }))
  )
  expect(await read('\n\n')).toMatchObject([{ status: 'skipped', reason: 'is empty' }])
})
