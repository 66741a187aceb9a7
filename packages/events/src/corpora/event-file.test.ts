import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEvents } from './event-file.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-event-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(text: string): Promise<unknown> {
  const path = join(folder, 'events.jsonl')
  await writeFile(path, text)
  return readEvents(path)
}

const event = { id: '1', text: 'Fire guts mill', subject: ['Fire'], verb: ['guts'], object: ['mill'] }

describe('A file of events', () => {
  it('is read as it was written, members that an event does not have left out', async () => {
    expect(await read(`${JSON.stringify({ ...event, colour: 'red' })}\n\n`)).toEqual([event])
  })

  it('is refused at the first line that is no event, with how to make one', async () => {
    const cases = ['{', '7', JSON.stringify({ ...event, verb: 'guts' }), JSON.stringify({ ...event, id: undefined })]
    for (const bad of cases) {
      await expect(read(`${JSON.stringify(event)}\n${bad}\n`)).rejects.toThrow(/line 2: .*events extract/)
    }
    await expect(read('')).rejects.toThrow('holds no event')
  })
})
