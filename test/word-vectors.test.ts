import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createRandom } from '@leitmotif/encoder/vectors'
import { readWordVectors } from '@leitmotif/trainer'
import { commandFile } from './command-line.js'

const cli = commandFile('leitmotif-train')
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-vectors-'))
afterAll(() => rm(folder, { recursive: true }))

const SUBJECTS = [
  ['lathe', 'chisel', 'oak', 'plane', 'joint', 'saw', 'grain', 'varnish'],
  ['comet', 'orbit', 'lens', 'crater', 'dusk', 'planet', 'mirror', 'dust']
]

/** Creates articles, each with sentences on one of two subjects. */
async function writeArticles(path: string, count: number): Promise<void> {
  const random = createRandom('articles')
  const sentence = (words: readonly string[]): string =>
    `The ${Array.from({ length: 9 }, () => words[random.integer(words.length)]).join(' ')}.`
  const lines = Array.from({ length: count }, (_, i) => {
    const paragraphs = Array.from({ length: 6 }, () => sentence(SUBJECTS[i % 2]))
    return JSON.stringify({ id: `a${i}`, title: `Article ${i}`, sections: [{ heading: '', level: 0, paragraphs }] })
  })
  await writeFile(path, `${lines.join('\n')}\n`)
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [cli, 'vectors', ...args], { stdio: 'ignore' })
}

function run(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [cli, 'vectors', ...args], { encoding: 'utf8' })
}

describe('leitmotif-train vectors', () => {
  it('resumes after kill -9 and ends with the bytes of an uninterrupted training', async () => {
    const articles = join(folder, 'articles.jsonl')
    await writeArticles(articles, 1500)
    const out = (name: string): string => join(folder, `${name}.bin`)
    const args = [articles, '--dims', '64', '--epochs', '40', '--threads', '1', '--sample', '0.05', '--seed', '3']
    expect(run([...args, '--out', out('whole')])).toMatchObject({ status: 0 })

    const checkpoint = join(`${out('killed')}.work`, 'checkpoint')
    const killed = start([...args, '--out', out('killed'), '--checkpoint-minutes', '0.01'])
    while (!existsSync(checkpoint)) await wait(20)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(existsSync(out('killed'))).toBe(false)

    const resumed = run([...args, '--out', out('killed'), '--resume', '--json'])
    expect(resumed).toMatchObject({ status: 0 })
    expect(resumed.stderr).not.toContain('reading')
    expect(JSON.parse(resumed.stdout)).toMatchObject({ terms: 18, dims: 64, epochs: 40, threads: 1, seed: 3 })
    expect(await readFile(out('killed'))).toEqual(await readFile(out('whole')))
    expect(existsSync(checkpoint)).toBe(false)
    const words = await readWordVectors(out('killed'))
    expect(words.counts).toHaveLength(18)
    expect(words.terms).toEqual(expect.arrayContaining(SUBJECTS.flat()))
  })

  it('leaves out the articles of the test part by default', async () => {
    const articles = join(folder, 'split.jsonl')
    await writeArticles(articles, 200)
    const words = (...more: string[]): number => {
      const args = [articles, '--out', join(folder, 'split.bin'), '--dims', '8', '--epochs', '1', '--json', ...more]
      return (JSON.parse(run(args).stdout) as { corpus: { words: number } }).corpus.words
    }
    expect(words('--no-split')).toBe(200 * 6 * 11)
    expect(words()).toBeGreaterThan(200 * 6 * 11 * 0.8)
    expect(words()).toBeLessThan(200 * 6 * 11 * 0.97)
  })

  it('explains errors with exit status 2 and without a stack trace', () => {
    const missing = run([join(folder, 'nowhere.jsonl'), '--out', join(folder, 'x.bin')])
    expect(missing.status).toBe(2)
    expect(missing.stderr).toMatch(/^error: .*nowhere\.jsonl: no such file or folder; check the path\n$/)
    const range = run([join(folder, 'split.jsonl'), '--out', join(folder, 'x.bin'), '--dims', '0'])
    expect(range.status).toBe(2)
    expect(range.stderr).toContain('Expected a whole number, from 1 to 4096.')
    const nowhere = run([join(folder, 'split.jsonl'), '--out', join(folder, 'nowhere', 'x.bin')])
    expect(nowhere).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/nowhere: no such file or folder/) as string
    })
    const rising = run([join(folder, 'split.jsonl'), '--out', join(folder, 'x.bin'), '--min-alpha', '0.5'])
    expect(rising.status).toBe(2)
    expect(rising.stderr).toContain('--min-alpha 0.5 is above --alpha 0.025; the rate can only fall')
  })
})
