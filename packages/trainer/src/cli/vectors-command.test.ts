import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { namesCommand } from './names-command.js'
import { vectorsCommand } from './vectors-command.js'

let folder = ''
const at = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-vectors-'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const articles = Array.from({ length: 6 }, (_, i) => ({
    id: String(i),
    title: '',
    sections: [
      {
        heading: '',
        level: 0,
        paragraphs: [
          'OSLO, Jan 4 (Reuters) - Ferries of Harbour Bank stood still, and Mei Farrow, who leads Harbour Bank, said so.',
          'The bank has a harbour. (Reporting by Ada Berg)'
        ]
      }
    ]
  }))
  await writeFile(at('news.jsonl'), articles.map((article) => `${JSON.stringify(article)}\n`).join(''))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

async function train(out: string, ...flags: string[]): Promise<Map<string, number>> {
  const small = '--no-split --min-count 1 --dims 4 --epochs 1 --threads 1 --format text'.split(' ')
  await vectorsCommand().parseAsync([at('news.jsonl'), '--out', at(out), ...small, ...flags], { from: 'user' })
  const counts = (await readFile(at(`${out}.vocab`), 'utf8')).trim().split('\n')
  return new Map(counts.map((line) => line.split(' ')).map(([term, count]) => [term, Number(count)]))
}

describe('leitmotif-train vectors', () => {
  it('reads news without their datelines and credits', async () => {
    const counts = await train('plain.txt')
    expect(counts.get('harbour')).toBe(18)
    for (const term of ['oslo', 'reuters', 'ada', 'reporting']) expect(counts.has(term), term).toBe(false)
  })

  it('reads the names that names found as one word', async () => {
    const least = '--least 3 --no-split'.split(' ')
    await namesCommand().parseAsync([at('news.jsonl'), '--out', at('names.txt'), ...least], { from: 'user' })
    expect(await readFile(at('names.txt'), 'utf8')).toBe('Harbour Bank\nMei Farrow\n')
    const counts = await train('joined.txt', '--names', at('names.txt'))
    expect(['harbour_bank', 'mei_farrow', 'harbour', 'farrow'].map((term) => counts.get(term))).toEqual([
      ...[12, 6, 6],
      undefined
    ])
    await writeFile(at('none.txt'), 'harbour\n')
    await expect(train('x.txt', '--names', at('none.txt'))).rejects.toThrow('has no name of several words')
  })

  it('by CBOW gives other vectors than by skip-gram', async () => {
    await train('cbow.txt', '--method', 'cbow')
    const [first, second] = await Promise.all(['plain.txt', 'cbow.txt'].map((name) => readFile(at(name), 'utf8')))
    expect(second.split('\n')[0]).toBe(first.split('\n')[0])
    expect(second).not.toBe(first)
  })
})
