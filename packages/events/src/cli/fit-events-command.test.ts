import { createRandom } from '@leitmotif/encoder/vectors'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitOf } from '@leitmotif/trainer/training'
import { readEvents } from '../corpora/event-file.js'
import { fitEventsCommand } from './fit-events-command.js'
import type { EventFigures } from '../evaluation/measure-events.js'

const NOUNS = ['mayor', 'fire', 'storm', 'dog', 'judge', 'mill', 'harbour', 'bridge', 'child', 'court']
const VERBS = ['opens', 'guts', 'floods', 'finds']

let folder = ''
let eventsPath = ''
let vectorsPath = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-events-fit-'))
  eventsPath = join(folder, 'events.jsonl')
  vectorsPath = join(folder, 'vectors.txt')
  const random = createRandom('events')
  const word = (words: readonly string[]): string => words[random.integer(words.length)]
  const events = Array.from({ length: 120 }, (_, i) => {
    const [subject, verb, object] = [word(NOUNS), word(VERBS), word(NOUNS)]
    return {
      id: String(i),
      text: `${subject} ${verb} ${object} ${i}`,
      subject: [subject],
      verb: [verb],
      object: [object]
    }
  })
  await writeFile(eventsPath, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const words = [...NOUNS, ...VERBS]
  const lines = words.map((word) => `${word} ${Array.from({ length: 6 }, () => random.normal().toFixed(4)).join(' ')}`)
  await writeFile(vectorsPath, `${words.length} 6\n${lines.join('\n')}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

const SMALL = '--slices 4 --dims 4 --steps 4 --validate-every 2 --batch 8 --corruptions 2'.split(' ')

async function fit(...flags: string[]): Promise<string> {
  let written = ''
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text: string | Uint8Array): boolean => {
    written += String(text)
    return true
  }
  try {
    await fitEventsCommand().parseAsync([eventsPath, '--vectors', vectorsPath, ...SMALL, ...flags], {
      from: 'user'
    })
  } finally {
    process.stdout.write = write
  }
  return written
}

describe('leitmotif-train fit events', () => {
  it('trains, and tells what the network does on events that it has not seen', async () => {
    const { steps, part, figures } = JSON.parse(await fit('--json')) as Record<string, unknown>
    expect([steps, part]).toEqual([4, 'validation'])
    expect(figures).toHaveProperty('subjects.accuracy')
    expect(await fit('--part', 'test')).toMatch(/^ +subjects .*\nnetwork, test +\d/)
  })

  it('writes a report of the training with --report, whose examples are validation events', async () => {
    const report = join(folder, 'report.html')
    const { figures } = JSON.parse(await fit('--json', '--part', 'test', '--report', report)) as {
      figures: EventFigures
    }
    const page = await readFile(report, 'utf8')
    expect(page).toContain(figures.subjects?.accuracy.toFixed(4).replace(/^0/, ''))
    for (const said of ['Each test event', 'vectors.txt', 'events.jsonl', 'corruptions']) expect(page).toContain(said)
    expect(page.match(/<svg/g)).toHaveLength(3)
    const events = (await readEvents(eventsPath)).filter(({ text }) => splitOf(text) === 'validation')
    const validation = events.map(({ subject, verb, object }) => [subject, verb, object].join(' · '))
    const shown = [...page.matchAll(/<td>(\S+ · \S+ · \S+)<br/g)].map(([, event]) => event)
    expect(shown.length).toBeGreaterThan(4)
    expect(shown.filter((event) => !validation.includes(event))).toEqual([])
    await expect(fit('--report', join(folder, 'missing/report.html'))).rejects.toThrow('no such file or folder')
  })

  it('says before it trains what it cannot do', async () => {
    const out = join(folder, 'bundle')
    for (const recurrent of ['lstm', 'gru'])
      await expect(fit('--composition', recurrent, '--out', out)).rejects.toThrow(
        `${recurrent}: a bundle cannot hold it`
      )
    await expect(fit('--out', out)).rejects.toThrow('--out needs --tagger FILE')
    const flags = ['--license', 'CC0-1.0', '--tagger']
    await expect(fit('--out', out, ...flags, join(folder, 'missing'))).rejects.toThrow('no such file')
    await expect(fit('--out', folder, ...flags, eventsPath)).rejects.toThrow('no part of a bundle of events')
    await expect(fit('--out', out, ...flags, eventsPath)).rejects.toThrow('is no tagger and chunker')
    await expect(fit('--corruptions', '100', '--batch', '101')).rejects.toThrow('expected 101 of each at least')
    await expect(fit('--batch', '4', '--corruptions', '4')).rejects.toThrow('name 5 or more, or fewer --corruptions')
    expect(await readdir(out)).toEqual([])
  })

  it.each([
    ['--loss dynamic --margin 2', '--margin goes with --loss margin|triplet only'],
    ['--schedule linear --cycle-steps 8', '--cycle-steps goes with --schedule cyclical only'],
    ['--schedule linear --lowest-rate .2', '--lowest-rate goes with --schedule cyclical only'],
    ['--warm-up 3', '--warm-up goes with --schedule linear only'],
    ['--final-rate .2', '--final-rate goes with --schedule linear only'],
    ['--name mine', '--name goes with --out or --report only'],
    ['--license CC0-1.0', '--license goes with --out only']
  ])('refuses a flag that nothing would follow from: %s', async (line, message) => {
    await expect(fit(...line.split(' '))).rejects.toThrow(message)
  })
})
