import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pdfFile, zipFile } from '@leitmotif/testing'
import { expect, it } from 'vitest'
import { commandFile, run, temporaryFolder } from './command-line.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')

function lay(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

const index = (...args: string[]): ReturnType<typeof run> => run('leitmotif', 'index', ...args, '--to', shelf)

it('leitmotif index reads files of all formats, names what it passes over, and notices a renamed folder', () => {
  const docx = '<w:document><w:body><w:p><w:r><w:t>The ferry sails at noon.</w:t></w:r></w:p></w:body></w:document>'
  lay({
    'docs/page.html': '<title>Lamps</title><nav>Home</nav><p>The lamp is lit at dusk by its keeper.</p>',
    'docs/letter.docx': zipFile({ 'word/document.xml': docx }),
    'docs/report.pdf': pdfFile([[['The tide turns twice a day.', 11, 72, 700]]]),
    'docs/scan.pdf': pdfFile([[]]),
    'docs/damaged.docx': 'no archive',
    'docs/log.csv': 'text,port\nFog lay on the pier.,A\nRagged.,B,C\n',
    'docs/study.ipynb': JSON.stringify({ cells: [{ cell_type: 'markdown', source: 'Salt keeps the fish.' }] }),
    'docs/box.mbox': 'From a\nSubject: Oil\n\nThe oil has come by boat.\n',
    'docs/a.png': 'x',
    'docs/b.png': 'x',
    'docs/.gitignore': 'draft.md\n',
    'docs/draft.md': 'A draft that nobody reads.'
  })
  const first = index(join(folder, 'docs'), '--json')
  expect(first.status).toBe(1)
  expect(JSON.parse(first.out)).toMatchObject({
    ...{ read: 9, indexed: 6, failed: 3, skipped: 0, otherKinds: 2, otherEndings: { '.png': 2 }, ignored: 1 }
  })
  for (const reason of ['scan.pdf: has no text', 'damaged.docx: is a damaged archive', 'log.csv:3: has 3 columns'])
    expect(first.err).toContain(reason)
  const found = run('leitmotif', 'search', 'ferry', '--mode', 'keyword', '--in', shelf)
  expect(found.out).toContain('The ferry sails at noon.')

  renameSync(join(folder, 'docs'), join(folder, 'papers'))
  const moved = index(join(folder, 'papers'))
  expect(moved.out).toContain('2 files of unsupported formats skipped: 2 .png')
  const [, command = ''] = /docs no longer exists, but .* 6 documents .*: leitmotif (index .*)/.exec(moved.err) ?? []
  expect(run('leitmotif', ...command.split(' ')).out).toContain('6 removed')

  lay({ 'empty/a.png': 'x' })
  expect(index(join(folder, 'empty')).status).toBe(1)
})

it('leitmotif index reports a file that would fill the memory, and reads the others', async () => {
  const archive = (part: string, text: string): Buffer => zipFile({ [part]: text })
  const entities =
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' +
    Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('') +
    ']>'
  const container = `${entities}<container><rootfiles><rootfile full-path="&a8;"/></rootfiles></container>`
  const zeros = '\0'.repeat(160 << 20)
  lay({
    'hostile/bomb.docx': archive('word/document.xml', zeros),
    'hostile/bomb.epub': archive('META-INF/container.xml', zeros),
    'hostile/laughs.docx': archive('word/document.xml', `${entities}<w:document><w:t>&a8;</w:t></w:document>`),
    'hostile/laughs.epub': archive('META-INF/container.xml', container),
    'hostile/long.pdf': pdfFile(Array.from({ length: 10_000 }, () => [])),
    'hostile/line.jsonl': `{"id":"a","text":"The ferry sails at noon."}\n{"id":"b","text":"${'fog '.repeat(25 << 20)}"}\n{"id":"z","text":"The pier is long."}\n`,
    'hostile/list.json': `[{"id":"c","text":"The tide turns."},{"id":"d","text":"${'fog '.repeat(3 << 20)}"},{"id":"e","text":"Oil came."}]`,
    'hostile/note.md': 'The lamp is lit at dusk.'
  })
  const cli = commandFile('leitmotif')
  const args = [cli, 'index', join(folder, 'hostile'), '--to', join(folder, 'hostile-shelf'), '--fast']
  const child = spawn(process.execPath, args, { stdio: 'pipe' })
  let out = ''
  let peak = 0
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (out += String(data)))
  const watched = setInterval(() => {
    // The most memory that it has had, where Linux tells.
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : ''
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
  }, 50)
  const ended = await once(child, 'exit')
  clearInterval(watched)
  expect(ended).toEqual([1, null])
  for (const reason of [
    'bomb.docx: unpacks to more than 134217728 bytes',
    'bomb.epub: unpacks to more than 134217728 bytes',
    'laughs.docx: has a damaged part document.xml',
    'laughs.epub: has a damaged part',
    'long.pdf: has 10000 pages; expected at most 5000; split it',
    'line.jsonl:2: is longer than 67108864 bytes; split the document',
    'list.json:1, item 2: has 12582932 characters; expected at most 8388608; split it'
  ])
    expect(out).toContain(reason)
  expect(out).toContain('5 indexed')
  expect(peak).toBeLessThan(1500)
})

it('leitmotif index reads data as they are, and tells what it left out', () => {
  const at = join(folder, 'data')
  const port = (id: number, at: string, text: string): object => ({
    _id: `port-${id}`,
    _source: { doc: { body: text }, seen: at, tons: id === 2 ? 'many' : id }
  })
  lay({
    'data/dump.json': JSON.stringify([
      port(1, '02/05/2024', '<p>The <b>ferry</b> sails at noon.</p>'),
      port(2, '03/05/2024', 'The pilot meets the ships at the mole.'),
      port(3, '04/05/2024', 'The tide turns at nine.')
    ]),
    'data/settings.json': '{"no": "documents"}',
    'data/alt.txt': Buffer.from(
      'Der Wärter zündet früh die Lampe an, und für die Fähre läutet er eine Glocke.',
      'latin1'
    )
  })
  const store = join(folder, 'data-shelf')
  const args = ['--to', store, '--text', 'doc.body', '--date', 'seen', '--field', 'weight=tons:number']
  const made = run('leitmotif', 'index', at, ...args, '--date-format', 'dd/MM/yyyy', '--fast')
  expect([made.status, made.err.includes('failed')]).toEqual([0, false])
  expect(made.out).toContain('4 documents read = 4 indexed')
  expect(made.out).toMatch(
    /Field "weight" left out of 1 document, first in \S+dump\.json:1, item 2: field "weight" is "many"; expected a number/
  )
  expect(made.out).toContain('1 document read as iso-8859-1')
  expect(made.out).toContain('1 file of unsupported formats skipped: 1 .json')
  const found = run(
    'leitmotif',
    'search',
    'ferry',
    '--mode',
    'keyword',
    '--filter',
    'date>=2024-05-02',
    '--in',
    store,
    '--json'
  )
  const { hits } = JSON.parse(found.out) as { hits: { record: { text: string; fields: object } }[] }
  expect(hits.map(({ record: { text, fields } }) => [text, fields])).toEqual([
    ['The ferry sails at noon.', { date: '2024-05-02', weight: 1 }]
  ])
  expect(run('leitmotif', 'index', at, '--to', store, '--date-format', '%d/%m/%Y').err).toContain(
    'expected a format with a year'
  )
  expect(run('leitmotif', 'index', at, '--to', store, '--encoding', 'klingon').err).toContain(
    '--encoding klingon: is not known'
  )
})

it('A document in a language that the encoder does not read is found by its words, and has no theme', () => {
  const english =
    'The keeper lights the lamp at dusk and trims its wick. The oil comes by boat, and in winter it is late.'
  const german =
    'Der Wärter zündet die Lampe in der Dämmerung an und kürzt den Docht. Das Öl kommt mit dem Boot, im Winter spät. ' +
    'Er schreibt jedes Schiff auf, das den Hafen erreicht.'
  lay({
    'tongues/lamp.md': `${english}\n\nHe writes down every ship that reaches the harbour.`,
    'tongues/lampe.md': german
  })
  const store = join(folder, 'tongues-shelf')
  const args = ['index', join(folder, 'tongues'), '--to', store, '--fast'] as const
  const made = run('leitmotif', ...args)
  expect(made.out).toContain(
    `1 document in languages that the encoder does not read (1 German), first in ${join(folder, 'tongues', 'lampe.md')}: found`
  )
  expect(run('leitmotif', 'themes', 'build', '--in', store, '--count', '1').status).toBe(0)
  const hits = (...more: string[]): { document: string; theme?: string }[] => {
    const { out } = run('leitmotif', 'search', ...more, '--in', store, '--json')
    return (JSON.parse(out) as { hits: { record: { document: string; theme?: string } }[] }).hits.map(
      ({ record }) => record
    )
  }
  const word = hits('Docht', '--mode', 'keyword')
  expect(word).toHaveLength(1)
  expect(word[0]).toMatchObject({ document: 'tongues/lampe.md', fields: { language: 'de' } })
  expect(word[0]).not.toHaveProperty('theme')
  expect(new Set(hits('Lampe Boot Winter Hafen lamp').map(({ document }) => document))).toEqual(
    new Set(['tongues/lamp.md'])
  )
  // Asked for, they are encoded with the others; reindex applies it to what was there before.
  expect(run('leitmotif', ...args, '--all-languages').status).toBe(0)
  expect(run('leitmotif', 'reindex', '--in', store, '--fast').status).toBe(0)
  expect(hits('Lampe Boot Winter Hafen lamp').map(({ document }) => document)).toContain('tongues/lampe.md')
})

it('leitmotif index reads lines from standard input, and keeps their documents', () => {
  const store = join(folder, 'piped-shelf')
  const cli = commandFile('leitmotif')
  const pipe = (input: string): { status: number | null; out: string; err: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'index', '-', '--to', store, '--fast'], {
      ...{ encoding: 'utf8', input }
    })
    return { status, out: stdout, err: stderr }
  }
  expect(pipe('{"id":"a","text":"The ferry sails at noon."}\n').out).toContain('1 indexed')
  const second = pipe('{"id":"b","text":"Fog lay on the pier."}\nno JSON\n')
  expect([second.status, second.err]).toEqual([1, expect.stringContaining('standard input:2: is not JSON')])
  expect(second.out).toContain('2 sentences of 2 documents')
})

it('leitmotif index --watch follows what is written, renamed and deleted', async () => {
  lay({ 'watched/a.md': 'The ferry sails at noon.' })
  const store = join(folder, 'watched', '.shelf')
  const cli = commandFile('leitmotif')
  const args = [cli, 'index', join(folder, 'watched'), '--to', store, '--fast', '--watch']
  const child = spawn(process.execPath, args, { stdio: 'pipe' })
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (out += String(data)))
  try {
    await expect.poll(() => out).toContain('watching')
    lay({ 'watched/deep/b.md': 'Fog lay on the pier.' })
    await expect.poll(() => out).toContain('holds 2 sentences of 2 documents')
    renameSync(join(folder, 'watched/a.md'), join(folder, 'watched/c.md'))
    await expect.poll(() => out).toMatch(/1 indexed .*1 unchanged.*1 removed/)
    // Its own writes wake it up for nothing.
    const runs = (): number => out.split(' read = ').length
    const before = runs()
    await setTimeout(2000)
    expect(runs()).toBe(before)
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
