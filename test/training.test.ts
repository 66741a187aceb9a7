import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom, type Article } from '@leitmotif/encoder'
import { writeWordVectors } from '@leitmotif/trainer'
import { afterAll, beforeAll, expect, it } from 'vitest'

const cli = fileURLToPath(new URL('../packages/trainer/dist/cli.js', import.meta.url))
const words = Array.from({ length: 60 }, (_, i) => `${'bcdfghklmnprstv'[i % 15]}${'aeiou'[i % 5]}${i}`)

/** Sections that favour ten words each. */
function articleOf(index: number): Article {
  const random = createRandom(`training ${index}`)
  const sentence = (section: number): string =>
    `${Array.from({ length: 8 }, (_, i) => words[i < 2 ? section * 8 + random.integer(8) : random.integer(60)]).join(' ')}.`
  const sections = [0, 1, 2, 3, 4, 5].map((section) => ({
    heading: `Section ${section}`,
    level: 1,
    paragraphs: Array.from({ length: 4 }, () => sentence(section))
  }))
  return {
    id: `training:${index}`,
    title: `Article ${index}`,
    sections: [{ heading: '', level: 0, paragraphs: [] }, ...sections]
  }
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-killed-'))
  const lines = Array.from({ length: 80 }, (_, i) => `${JSON.stringify(articleOf(i))}\n`)
  await writeFile(join(folder, 'toy.jsonl'), lines.join(''))
  const random = createRandom('vectors')
  const data = Float32Array.from({ length: words.length * 24 }, () => random.normal())
  await writeWordVectors(
    join(folder, 'toy.bin'),
    { terms: words, vectors: { count: words.length, dims: 24, data } },
    'binary'
  )
})
afterAll(() => rm(folder, { recursive: true }))

function train(out: string, ...more: string[]): ReturnType<typeof spawn> {
  const options = [
    '--dims',
    '32',
    '--steps',
    '60',
    '--validate-every',
    '10',
    '--warm-up',
    '5',
    '--patience',
    '20',
    '--slots',
    '24',
    '--sentences',
    '192'
  ]
  const line = ['fit', 'toy.jsonl', '--vectors', 'toy.bin', '--out', out, ...options, ...more]
  return spawn(process.execPath, [cli, ...line], { cwd: folder, stdio: 'ignore' })
}

const ended = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve) =>
    child.on('exit', (status) => {
      resolve(status)
    })
  )

it('A training that is killed outright and started again ends with the same bundle, byte for byte', async () => {
  expect(await ended(train('whole'))).toBe(0)
  const checkpoint = join(folder, 'state')
  const killed = train('resumed', '--checkpoint', checkpoint)
  const death = ended(killed)
  while (!existsSync(checkpoint) && killed.exitCode === null) await wait(5)
  killed.kill('SIGKILL')
  expect(await death).toBeNull()
  expect(await readdir(join(folder, 'resumed'))).toEqual([])
  expect(await ended(train('resumed', '--checkpoint', checkpoint))).toBe(0)
  expect(existsSync(checkpoint)).toBe(false)
  for (const name of await readdir(join(folder, 'whole'))) {
    expect(await readFile(join(folder, 'resumed', name)), name).toEqual(await readFile(join(folder, 'whole', name)))
  }
})
