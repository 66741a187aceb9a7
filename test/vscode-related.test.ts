import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { relatedPassages } from '../packages/vscode-ext/src/server/related.js'
import { run, samples, temporaryFolder } from './command-line.js'
import { serve, type RunningService } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const token = 'a-token-of-a-collection'

describe('Related passages, from a collection that is served', () => {
  let open: RunningService
  let guarded: RunningService

  beforeAll(async () => {
    expect(run('leitmotif', 'index', samples, '--fast', '--to', shelf).status).toBe(0)
    const file = join(folder, 'token')
    writeFileSync(file, token)
    open = await serve(shelf)
    guarded = await serve(shelf, '--token-file', file)
  })

  it('are on the selection’s theme, nearest first, with place and page', async () => {
    const selection =
      '## A hive\n\n*Bees* gather nectar from flowers, and make honey of it. The queen lays eggs in the comb.'
    const passages = await relatedPassages(selection, 'markdown', { url: open.url })
    expect(passages.length).toBe(20)
    expect(passages.slice(0, 5).filter(({ document }) => document.endsWith('beekeeping.md')).length).toBeGreaterThan(3)
    expect(passages[0].percentile).toBeGreaterThan(90)
    expect(passages[0].title).not.toBe('')
    const page = await fetch(passages[0].link!)
    expect(page.status).toBe(200)
  })

  it('leave out the selected sentences', async () => {
    const [{ text }] = await relatedPassages('Bees gather nectar.', 'plain', { url: open.url })
    const passages = await relatedPassages(text, 'plain', { url: open.url })
    expect(passages.map((passage) => passage.text)).not.toContain(text)
  })

  it('need the token of a service that has one', async () => {
    const look = (given?: string): Promise<unknown> =>
      relatedPassages('Bees.', 'plain', { url: guarded.url, ...(given === undefined ? {} : { token: given }) })
    await expect(look()).rejects.toThrow(/requires a token\. Set it with the command/)
    await expect(look('another-token-of-16')).rejects.toThrow(/does not accept this token/)
    expect(await look(token)).toHaveLength(20)
  })
})
