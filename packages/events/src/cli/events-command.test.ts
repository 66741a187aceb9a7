import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgram, Failure } from '@leitmotif/command'
import { createRandom } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConll } from '../corpora/conll.js'
import { readEvents } from '../corpora/event-file.js'
import { vectorsCommand } from '@leitmotif/trainer/training'
import type { ExtractReport } from '../corpora/headline-events.js'
import type { ChunkerFigures } from '../training/train-chunker.js'
import { eventsCommand } from '../commands.js'

const NOUNS = ['baker', 'miller', 'ferry', 'mayor', 'harbour', 'market']
const VERBS = ['buys', 'leaves', 'opens', 'sees', 'closes']

let folder: string
let said = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-events-'))
  const random = createRandom(7)
  const of = (words: readonly string[]): string => words[random.integer(words.length)]
  const sentences = Array.from(
    { length: 60 },
    () => `The DT B-NP\n${of(NOUNS)} NN I-NP\n${of(VERBS)} VBZ B-VP\nthe DT B-NP\n${of(NOUNS)} NN I-NP\n. . O\n`
  ).join('\n')
  await writeFile(join(folder, 'train.txt'), sentences)
  await writeFile(
    join(folder, 'headlines.txt'),
    [
      'UPDATE 1-Mayor Opens Market',
      '',
      'Baker Opens Harbour',
      'baker opens harbour',
      'Ferry Closes Market',
      'Bakers',
      `${'Mayor '.repeat(400)}opens market`
    ].join('\n')
  )
  await writeFile(
    join(folder, 'news.jsonl'),
    `${JSON.stringify({
      id: 'n1',
      title: 'Harbour',
      sections: [
        {
          heading: '',
          level: 0,
          paragraphs: [
            'OSLO (Reuters) - The mayor opens the ferry.',
            'The miller opens the market.',
            '(Reporting by Ada Berg; Editing by Jo Lund)'
          ]
        }
      ]
    })}\n`
  )
})

afterAll(() => rm(folder, { recursive: true }))

/** What a command of events prints; what it says besides goes to `said`. */
function run(...args: string[]): Promise<string> {
  return runTrainer('events', ...args)
}

async function runTrainer(...args: string[]): Promise<string> {
  const out: string[] = []
  said = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(out.push(String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said += String(text)) !== '')
  ]
  try {
    await createProgram('leitmotif-train', 'test', '0')
      .addCommand(eventsCommand())
      .addCommand(vectorsCommand())
      .parseAsync(['', '', ...args])
    return out.join('')
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.exitCode = 0
  }
}

const at = (name: string): string => join(folder, name)

test('a chunker is trained, measured and used to extract events', async () => {
  const text = ['--text', at('headlines.txt'), '--classes', '2']
  const trained = await run(
    'chunker',
    at('train.txt'),
    '-o',
    at('tagger.bin'),
    '--test',
    at('train.txt'),
    '--json',
    ...text
  )
  const {
    bytes,
    sentences,
    test: figures
  } = JSON.parse(trained) as {
    bytes: number
    sentences: number
    test: ChunkerFigures
  }
  expect(bytes).toBe((await readFile(at('tagger.bin'))).length)
  expect(sentences).toBe(60)
  expect(figures).toMatchObject({ sentences: 60, words: 360, tagAccuracy: 1, ownTags: { f1: 1 } })

  const flags = ['--chunker', at('tagger.bin'), '--least-verb', '2', '-o', at('events.jsonl'), '--json']
  const report = JSON.parse(await run('extract', at('headlines.txt'), at('news.jsonl'), ...flags)) as ExtractReport
  expect(report).toMatchObject({
    ...{
      headlines: 8,
      tooLong: 1,
      withoutVerb: 1,
      duplicates: 1,
      rareVerbs: { events: 1, verbs: 1 },
      kept: 4,
      verbs: 1
    },
    mostCommon: [['opens', 4]]
  })
  expect(JSON.parse(await readFile(at('events.jsonl.report.json'), 'utf8'))).toEqual(report)
  const events = await readEvents(at('events.jsonl'))
  expect(events.map(({ subject, verb, object }) => [subject, verb, object].map((part) => part.join(' ')))).toEqual([
    ['Mayor', 'Opens', 'Market'],
    ['Baker', 'Opens', 'Harbour'],
    ['The mayor', 'opens', 'the ferry'],
    ['The miller', 'opens', 'the market']
  ])
  expect(events[0].text).toBe('UPDATE 1-Mayor Opens Market')
  expect(new Set(events.map(({ id }) => id)).size).toBe(4)
  expect(events[0].id).toMatch(/^[0-9a-f]{16}$/)

  const table = await run('extract', at('headlines.txt'), ...flags.slice(0, -1))
  expect(table).toMatch(/headlines +6\n/)
  expect(table).toMatch(/of rare verbs +1 +1 verb\n/)
})

test('a map shows only events of the groups that are asked for, and says if there are none', async () => {
  const told = ['Bank buys mill', 'Storm hits pier', 'Storm floods mill'].map((text, i) => {
    const [subject, verb, object] = text.split(' ').map((word) => [word])
    return { id: String(i), text, subject, verb, object }
  })
  await writeFile(at('told.jsonl'), told.map((event) => `${JSON.stringify(event)}\n`).join(''))
  await writeFile(at('groups.txt'), 'storm > hits: hit\ntrade: buy\n')
  const map = (...flags: string[]) => run('map', at('told.jsonl'), '-o', at('map.html'), ...flags)
  expect(await map('--groups', at('groups.txt'))).toContain('3 events of 3 groups')
  expect(await map('--groups', at('groups.txt'), '--only-groups')).toContain('2 events of 2 groups')
  expect(await readFile(at('map.html'), 'utf8')).toContain('storm: hits')
  await expect(map('--only-groups')).rejects.toThrow('--only-groups goes with --groups FILE only')
  await writeFile(at('groups.txt'), 'speech: say\n')
  await expect(map('--groups', at('groups.txt'), '--only-groups')).rejects.toThrow('no event of')
})

test('verbs are rare by what is done, whatever their form and what stands around them', async () => {
  const headlines = ['Baker Opens Market', 'Mayor Opens Harbour', 'Miller Closes Ferry', 'Mayor Closes Market']
  await writeFile(at('forms.txt'), [...headlines, 'Ferry Sees Harbour'].join('\n'))
  const flags = ['--chunker', at('tagger.bin'), '--least-verb', '2', '-o', at('forms.jsonl'), '--json']
  const report = JSON.parse(await run('extract', at('forms.txt'), ...flags)) as ExtractReport
  expect(report).toMatchObject({ kept: 4, verbs: 2, rareVerbs: { events: 1, verbs: 1 } })
})

test('where no event is left, it is said what took them', async () => {
  const flags = ['--chunker', at('tagger.bin'), '-o', at('nothing.jsonl')]
  await writeFile(at('few.txt'), 'Baker Opens Market\nMayor Opens Harbour')
  await run('extract', at('few.txt'), ...flags)
  expect(said).toContain('--least-verb 5 dropped all 2')
  const empty = { id: 'n', title: 'Harbour', sections: [{ heading: '', level: 0, paragraphs: [] }] }
  await writeFile(at('none.jsonl'), JSON.stringify(empty))
  await run('extract', at('none.jsonl'), ...flags)
  expect(said).toContain('there is no headline; expected plain text')
  await writeFile(at('none.txt'), '\n')
  await expect(run('extract', at('none.txt'), ...flags)).rejects.toThrow('holds no line of text')
})

test('events and word vectors are learned of the same file of headlines', async () => {
  await writeFile(at('headlines'), 'Baker Opens Market\nMayor Opens Harbour. Ferry Waits\n'.repeat(9))
  const extracted = await run(
    'extract',
    at('headlines'),
    '--chunker',
    at('tagger.bin'),
    '-o',
    at('same.jsonl'),
    '--json'
  )
  expect(JSON.parse(extracted)).toMatchObject({ headlines: 18 })
  const flags = '--dims 4 --epochs 1 --threads 1 --min-count 1 --no-split --json'.split(' ')
  const trained = await runTrainer('vectors', at('headlines'), '--out', at('same.bin'), ...flags)
  expect(JSON.parse(trained)).toMatchObject({ terms: 8, dims: 4 }) // the full stop is one
})

test('what is no text, and texts that are no articles, are refused in words', async () => {
  const flags = ['--chunker', at('tagger.bin'), '-o', at('nothing.jsonl')]
  await writeFile(at('bytes.txt'), Buffer.from([0x42, 0, 0xff, 10, 0x43]))
  await expect(run('extract', at('bytes.txt'), ...flags)).rejects.toThrow(/bytes\.txt: line 1: is binary/)
  await writeFile(at('latin.txt'), Buffer.from('Caf\u00e9 Opens\nBaker Opens Market', 'latin1'))
  await run('extract', at('latin.txt'), ...flags, '--least-verb', '1')
  expect(said).toContain('latin.txt: line 1: not UTF-8; save it as UTF-8')
  expect(await readEvents(at('nothing.jsonl'))).toHaveLength(1)
  await writeFile(at('texts.jsonl'), '{"id":"a","text":"Baker Opens Market"}\n'.repeat(3))
  await expect(run('extract', at('texts.jsonl'), ...flags)).rejects.toThrow(/plain text, one a line/)
})

test('a folder that is missing is named before any work', async () => {
  const out = at('missing/out')
  await expect(run('chunker', at('train.txt'), '-o', out)).rejects.toThrow(/missing.*no such/)
  await expect(run('extract', at('headlines.txt'), '-o', `${out}.jsonl`)).rejects.toThrow(/missing.*no such/)
  await expect(run('map', at('no-events.jsonl'), '-o', `${out}.html`)).rejects.toThrow(/missing.*no such/)
})

test('a file that is no chunker, a missing one and one that would be lost are refused', async () => {
  const extract = (...args: string[]): Promise<string> => run('extract', ...args)
  await expect(extract(at('headlines.txt'), '-o', at('e.jsonl'), '--chunker', at('train.txt'))).rejects.toThrow(Failure)
  await expect(extract(at('headlines.txt'), '-o', at('e.jsonl'), '--chunker', at('none'))).rejects.toThrow(
    /no such file/
  )
  await expect(extract(at('headlines.txt'), '-o', at('headlines.txt'))).rejects.toThrow(/--out/)
  await expect(extract(at('news.jsonl'), '-o', at('news.jsonl'))).rejects.toThrow(/would be lost/)
})

test('sentences for the chunker are read with the marks that people write', async () => {
  await writeFile(at('marks.txt'), '3\\/4 CD B-NP\npoint NN I-NP\n\n\nup RB B-ADVP')
  expect(await readConll(at('marks.txt'))).toEqual([
    { words: ['3/4', 'point'], tags: ['CD', 'NN'], chunks: ['B-NP', 'I-NP'] },
    { words: ['up'], tags: ['RB'], chunks: ['B-ADVP'] }
  ])
})

test('a line that is no word with tag and chunk is named', async () => {
  await writeFile(at('broken.txt'), 'point NN B-NP\nup RB\n')
  await expect(readConll(at('broken.txt'))).rejects.toThrow(/broken\.txt: line 2/)
  await writeFile(at('binary.txt'), '\0'.repeat(20_000))
  const error = (await readConll(at('binary.txt')).catch((reason: unknown) => reason)) as Failure
  expect(error).toBeInstanceOf(Failure)
  expect(error.message.length).toBeLessThan(1000)
  await writeFile(at('empty.txt'), '\n\n')
  await expect(readConll(at('empty.txt'))).rejects.toThrow(/holds no sentence/)
})
