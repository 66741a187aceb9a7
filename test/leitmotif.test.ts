import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { foreignDraft } from './vscode/drafts.js'
import { commandFile, run, runWith, samples, shippedEncoder, temporaryFolder, type Ran } from './command-line.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const docs = join(folder, 'docs')
const leitmotif = (...args: string[]): Ran => run('leitmotif', ...args)

/** Returns the first paragraphs of prose of a sample. */
function openingParagraphs(name: string): string[] {
  const text = readFileSync(join(samples, `${name}.md`), 'utf8').replace(/^---.*?^---$/ms, '')
  return text
    .split(/\n{2,}/)
    .filter((block) => /^[A-Z][^\n]{200}/.test(block))
    .slice(0, 8)
}

interface Report {
  read: number
  indexed: number
  unchanged: number
  skipped: number
  failed: number
  removed: number
}
const index = (...args: string[]): Report =>
  JSON.parse(leitmotif('index', ...args, '--fast', '--to', shelf, '--json').out) as Report

interface Search {
  known: boolean
  mode: string
  hits: { record: { document: string; text: string; fields: Record<string, unknown>; theme?: string }; score: number }[]
}
const search = (...args: string[]): Search =>
  JSON.parse(leitmotif('search', ...args, '--in', shelf, '--json').out) as Search

interface Themes {
  sentences: number
  unassigned: number
  changes?: { kept: unknown[] }
  groups: { id: string; label: string; children: string[]; sentences: number }[]
  themes: {
    id: string
    label: string
    heading: string
    sentences: number
    share: number
    exemplars: { text: string }[]
  }[]
}

beforeAll(() => {
  cpSync(samples, docs, { recursive: true })
  const first = index(docs)
  expect(first).toMatchObject({ read: 14, indexed: 14, failed: 0, skipped: 0 })
})

describe('leitmotif index', () => {
  it('changes nothing the second time', () => {
    expect(index(docs)).toMatchObject({ read: 14, indexed: 0, unchanged: 14, removed: 0 })
  })

  it('replaces changed documents, removes deleted ones, and names unreadable ones, so that the totals add up', () => {
    const more = join(docs, 'more')
    mkdirSync(more)
    writeFileSync(
      join(more, 'new.md'),
      '# Lighthouses\n\nThe keeper trimmed the wick of the lamp at every change of the watch.\n'
    )
    writeFileSync(join(more, 'empty.md'), '')
    writeFileSync(join(more, 'binary.txt'), Buffer.from([80, 0, 75, 3, 0]))
    writeFileSync(join(more, 'latin1.txt'), Buffer.from('Ein Leuchtturm für die Küste.', 'latin1'))
    writeFileSync(
      join(more, 'lines.jsonl'),
      '{"id":"a","text":"The harbour master logs every ship that passes."}\nnot json\n'
    )
    const ran = leitmotif('index', docs, '--fast', '--to', shelf, '--json')
    const report = JSON.parse(ran.out) as Report
    expect(ran.status).toBe(1)
    expect(report).toMatchObject({ indexed: 3, unchanged: 14, skipped: 2, failed: 1 })
    expect(report.read).toBe(report.indexed + report.unchanged + report.skipped + report.failed)
    for (const name of ['empty.md: is empty', 'binary.txt: is binary', 'lines.jsonl:2: is not JSON']) {
      expect(ran.err).toContain(name)
    }
    expect(search('--mode', 'keyword', 'Küste').hits[0]?.record.text).toBe('Ein Leuchtturm für die Küste.')
    expect(search('--mode', 'keyword', 'keeper lamp').hits[0]?.record.text).toContain('trimmed the wick')

    writeFileSync(join(more, 'new.md'), '# Lighthouses\n\nToday an electric lamp turns without anyone on the rock.\n')
    for (const name of ['empty.md', 'binary.txt', 'latin1.txt', 'lines.jsonl']) rmSync(join(more, name))
    expect(index(docs)).toMatchObject({ indexed: 1, unchanged: 14, removed: 2 })
    expect(search('--mode', 'keyword', 'wick').hits).toEqual([])

    rmSync(more, { recursive: true })
    expect(index(docs)).toMatchObject({ indexed: 0, unchanged: 14, removed: 1 })
  })

  it('names a path that is missing, and changes nothing', () => {
    const ran = leitmotif('index', join(folder, 'nowhere'), '--to', shelf)
    expect(ran.status).toBe(2)
    expect(ran.err).toMatch(/nowhere: no such file or folder; check the path/)
    expect(index(docs)).toMatchObject({ unchanged: 14 })
  })

  it('names the limit when files cannot grow, and resumes when it is raised', () => {
    const limited = join(folder, 'limited')
    const cli = commandFile('leitmotif')
    const command = `ulimit -f 100 && exec "$0" "$@"`
    const ran = spawnSync('sh', ['-c', command, process.execPath, cli, 'index', samples, '--fast', '--to', limited])
    expect(ran.status).toBe(2)
    expect(String(ran.stderr)).toContain("this user's limit of the size of files is reached")
    expect(leitmotif('index', samples, '--fast', '--to', limited).out).toContain('holds 705 sentences of 14 documents')
  })
})

describe('leitmotif search', () => {
  it('finds sentences on a theme in documents that share no subject', () => {
    const { hits } = search('how cold weather and the seasons change the work', '-n', '20')
    expect(hits).toHaveLength(20)
    expect(new Set(hits.map(({ record }) => record.document)).size).toBeGreaterThanOrEqual(5)
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('finds a sentence by its own words in every mode', () => {
    const [first] = search('flour', '--mode', 'keyword').hits
    for (const mode of ['thematic', 'keyword', 'hybrid']) {
      expect(search(first.record.text, '--mode', mode, '-n', '1').hits[0].record.text).toBe(first.record.text)
    }
  })

  it('applies a filter', () => {
    const { hits } = search('the work of the year', '--filter', 'author=Ruth Calloway', '-n', '50')
    expect(new Set(hits.map(({ record }) => record.document.replace(/.*\//, '')))).toEqual(new Set(['beekeeping.md']))
    const wrong = leitmotif('search', 'bees', '--filter', 'colour=red', '--in', shelf)
    expect(wrong.status).toBe(2)
    expect(wrong.err).toContain('colour')
  })

  it('asks for a missing query', () => {
    const ran = leitmotif('search', ' ', '--in', shelf)
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('the query is empty; expected a text')
  })

  it('reports a query without a known word', () => {
    const ran = leitmotif('search', 'qzxvw wvxzq', '--in', shelf)
    expect(ran.status).toBe(0)
    expect(ran.out).toContain('knows no word of “qzxvw wvxzq”')
    expect(search('qzxvw', '--mode', 'hybrid')).toMatchObject({ known: false, mode: 'keyword', hits: [] })
  })

  it('refuses options out of range, and a folder without a collection', () => {
    const range = leitmotif('search', 'bees', '--in', shelf, '-n', '0')
    expect(range.status).toBe(2)
    expect(range.err).toContain('from 1 to 10000')
    const none = leitmotif('search', 'bees', '--in', join(folder, 'no-shelf'))
    expect(none.status).toBe(2)
    expect(none.err).toContain('leitmotif index')
  })
})

describe('leitmotif themes', () => {
  it('must be built before they are listed', () => {
    const ran = leitmotif('themes', 'list', '--in', shelf)
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('leitmotif themes build')
  })

  it('refuses a seed that seems to be a theme without its colon', () => {
    const ran = leitmotif('themes', 'build', '--in', shelf, '--seed', 'Hiring hiring, recruit')
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('--seed “Hiring hiring, recruit” is no seed; expected one word or number, or a theme')
  })

  it('are reproducible, account for every sentence, and can be listed, shown and searched', () => {
    const built = leitmotif('themes', 'build', '--in', shelf, '--json')
    expect(built.status).toBe(0)
    const again = leitmotif('themes', 'build', '--in', shelf, '--json')
    expect(again.out).toBe(built.out)
    expect(again.err).toContain('documents and options are unchanged')
    const { changes, ...fresh } = JSON.parse(
      leitmotif('themes', 'build', '--fresh', '--in', shelf, '--json').out
    ) as Themes
    expect(fresh).toEqual(JSON.parse(built.out))
    expect(changes!.kept).toHaveLength(fresh.themes.length)
    expect(JSON.parse(leitmotif('themes', 'list', '--in', shelf, '--json').out)).toEqual({ ...fresh, changes })
    const { sentences, unassigned, themes } = JSON.parse(built.out) as Themes
    expect(themes.reduce((sum, theme) => sum + theme.sentences, unassigned)).toBe(sentences)
    expect(new Set(themes.map(({ label }) => label)).size).toBe(themes.length)
    const shown = JSON.parse(leitmotif('themes', 'show', themes[0].label, '--in', shelf, '--json').out) as {
      in: { sentences: number }[]
      nearest: { theme: string }[]
    }
    expect(shown.nearest.map(({ theme }) => theme)).toEqual(Array<string>(10).fill(themes[0].id))
    expect(shown.in[0].sentences).toBeGreaterThanOrEqual(shown.in.at(-1)!.sentences)
    for (const name of [themes[1].id, '2', themes[1].label]) {
      const { hits } = search('history', '--filter', `theme=${name}`, '-n', '5')
      expect(hits.map(({ record }) => record.theme)).toEqual(Array<string>(5).fill(themes[1].id))
    }
    const { groups } = JSON.parse(built.out) as { groups: { id: string; label: string; children: string[] }[] }
    for (const { id, label, children } of groups.slice(0, 1)) {
      const { hits } = search('history', '--filter', `theme=${label.toUpperCase()}`, '-n', '5')
      expect(hits).toEqual(search('history', '--filter', `theme=${id}`, '-n', '5').hits)
      expect(children.length).toBeGreaterThan(1)
    }
    expect(themes.map(({ id }) => Number(id.slice('theme-'.length)))).toEqual(themes.map((_, rank) => rank + 1))
  })

  it('of hits have the numbers that --drill accepts', () => {
    const drilled = leitmotif('search', 'history', '--group', '3', '--drill', '2', '--in', shelf).out
    expect(drilled).toMatch(/^2\.1 {2}/m)
    const whole = leitmotif('search', '--group', '--hits', '50', '--in', shelf).out
    expect(whole).toMatch(/ of 50 sentences sampled by document from [\d,]+ sentences/)
  })

  it('are as many as requested', () => {
    const { themes } = JSON.parse(leitmotif('themes', 'build', '--count', '5', '--in', shelf, '--json').out) as Themes
    expect(themes).toHaveLength(5)
  })

  const list = (): Themes => JSON.parse(leitmotif('themes', 'list', '--in', shelf, '--json').out) as Themes

  it('can be renamed, merged and searched by their new names', () => {
    const [first, , third] = list().themes.map(({ id }) => id)
    const renamed = leitmotif('themes', 'rename', first, 'What comes first', '--in', shelf)
    expect(renamed.out).toBe(`${first} is now named “What comes first”\n`)
    const merged = leitmotif('themes', 'merge', third, '--into', 'what comes first', '--in', shelf)
    expect(merged.out).toBe(`${third} is now part of ${first}\n`)
    expect(search('the work', '--filter', 'theme=what comes first').hits[0].record.theme).toBe(first)
    expect(list().themes.map(({ id }) => id)).not.toContain(third)
  })

  it('can be pinned, hidden, reset and compared with the previous ones', () => {
    const [first, second] = list().themes.map(({ id }) => id)
    expect(leitmotif('themes', 'pin', second, '--in', shelf).out).toBe(`${second} is pinned\n`)
    expect(leitmotif('themes', 'hide', second, '--in', shelf).out).toBe(`${second} is hidden\n`)
    const text = leitmotif('themes', 'list', '--in', shelf).out
    expect(text).toContain(`${first}  What comes first`)
    expect(text).toContain('1 theme hidden')
    expect(text).not.toContain(`${second}  `)
    expect(leitmotif('themes', 'compare', '--in', shelf).out).toMatch(/\d+ themes? kept, \d+ new, \d+ gone/)
    expect(leitmotif('themes', 'reset', '--in', shelf).err).toContain('expected either themes to reset or --all')
    expect(leitmotif('themes', 'reset', '--all', '--in', shelf).out).toBe('All edits of themes are undone\n')
    expect(leitmotif('themes', 'list', '--in', shelf).out).not.toContain('What comes first')
  })

  it('leave out boilerplate, which can be shown and searched by its name', () => {
    const pages = join(folder, 'pages')
    const place = ['--in', join(folder, 'boilerplate')]
    const notice = 'All partners share these pages under the terms of their agreement.'
    mkdirSync(pages)
    for (const name of readdirSync(samples).slice(0, 6))
      writeFileSync(join(pages, name), `${readFileSync(join(samples, name), 'utf8')}\n${notice}\n`)
    expect(leitmotif('index', pages, '--fast', '--to', place[1]).status).toBe(0)
    expect(leitmotif('themes', 'build', ...place).status).toBe(0)
    const shown = leitmotif('themes', 'show', 'boilerplate', ...place)
    expect([shown.status, shown.err]).toEqual([0, ''])
    expect(shown.out).toContain('6 sentences')
    expect(shown.out).toContain(notice)
    const found = leitmotif('search', 'agreement', '--mode', 'keyword', '--filter', 'theme=boilerplate', ...place)
    expect(found.out).toContain(notice)
  })

  it('of an empty collection are none, with the reason', () => {
    const empty = join(folder, 'empty-shelf')
    const nothing = join(folder, 'nothing')
    mkdirSync(nothing)
    const indexed = leitmotif('index', nothing, '--to', empty)
    expect(indexed.status).toBe(1)
    expect(indexed.out).toContain('0 documents read')
    const built = leitmotif('themes', 'build', '--in', empty)
    expect(built.status).toBe(2)
    expect(built.err).toContain('holds no sentences')
  })
})

describe('leitmotif outline', () => {
  it('shows themes and sections of one document', () => {
    const ran = leitmotif('outline', join(samples, 'tea.md'), '--json')
    expect([0, 1]).toContain(ran.status)
    const outline = JSON.parse(ran.out) as {
      representation: string
      title: string
      themes: unknown[]
      sections: { path: string[] }[]
    }
    expect(outline.representation).toBe('static')
    expect(outline.title).toBe('Tea, from Leaf to Cup')
    expect(outline.sections.map(({ path }) => path[0])).toContain('Tea in history')
    expect(outline.themes.length).toBeGreaterThan(1)
  })

  it('reads no front matter of plain text as a paragraph, and counts its lines', () => {
    const file = join(folder, 'letter.txt')
    const [tea] = openingParagraphs('tea')
    writeFileSync(file, `---\ntitle: A letter\nplace: Salt\n---\n\n${tea}\n`)
    const { paragraphs } = JSON.parse(leitmotif('outline', file, '--json').out) as { paragraphs: object[] }
    expect(paragraphs).toMatchObject([{ lines: [6, 6] }])
  })

  it('moves a misplaced paragraph back, and exits with status 1', () => {
    const [bread, bridges, stars] = ['bread', 'bridges', 'stargazing'].map(openingParagraphs)
    const stray = bread.splice(3, 1)
    bridges.splice(4, 0, ...stray)
    const section = (heading: string, paragraphs: string[]): string => [`## ${heading}`, ...paragraphs].join('\n\n')
    const file = join(folder, 'moved.md')
    writeFileSync(file, [section('Bread', bread), section('Bridges', bridges), section('Stars', stars)].join('\n\n'))
    const ran = leitmotif('outline', file, '--json')
    expect(ran.status).toBe(1)
    const { moves, sections } = JSON.parse(ran.out) as {
      moves: { paragraph: number; to: number }[]
      sections: { path: string[] }[]
    }
    expect(moves.map(({ paragraph, to }) => [paragraph, sections[to].path])).toEqual([[bread.length + 4, ['Bread']]])
    expect(leitmotif('outline', file).out).toContain('move to “Bread”')
  })

  it('finds a paragraph that fits no section', () => {
    const { text, stray } = foreignDraft()
    const file = join(folder, 'apart.md')
    writeFileSync(file, text)
    const ran = leitmotif('outline', file)
    expect(ran.status).toBe(1)
    expect(ran.out).toContain('Paragraphs that need their own section')
    expect(ran.out).toContain(`“${stray.slice(0, 30)}`)
    const { misplaced } = JSON.parse(leitmotif('outline', file, '--json').out) as {
      misplaced: { start: number; end: number }[]
    }
    expect(misplaced.map(({ start, end }) => end - start)).toEqual([1])
  })

  it('prints no control character of a draft, and closes its marks of text direction', () => {
    const file = join(folder, 'marked.md')
    const { text, stray } = foreignDraft()
    const [first, ...more] = stray.split(' ')
    writeFileSync(file, text.replace(stray, [`\u001b[31m${first}`, `\u202e${more[0]}`, ...more.slice(1)].join(' ')))
    const { out } = leitmotif('outline', file)
    expect(out).toMatch(new RegExp(`“\ufffd\\[31m${first} \u202e${more[0]} .*\u202c”`))
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(out).not.toMatch(/\u001b\[31m/)
  })

  it('says why it cannot outline a file', () => {
    const ran = leitmotif('outline', join(folder, 'nothing.md'))
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('no such file')
    expect(runWith(' \n', 'leitmotif', 'outline', '-')).toMatchObject({
      status: 2,
      err: 'error: standard input: is empty\n'
    })
    for (const name of ['notes.org', 'notes.docx', 'rows.csv', 'talk.pptx']) {
      writeFileSync(join(folder, name), 'text,more\nThe tide turns.,a\nThe sea falls.,b\n')
      expect(leitmotif('outline', join(folder, name))).toMatchObject({
        status: 2,
        err: expect.stringMatching(/: \.\w+ is not supported here; expected one of \.md, .*\.txt, /) as string
      })
    }
  })

  it('says that a text of one sentence is too short, without an empty list of themes', () => {
    const { status, out } = runWith('The harbour is full of boats today.\n', 'leitmotif', 'outline', '-')
    expect(status).toBe(0)
    expect(out).not.toMatch(/^Themes/m)
    expect(out.replace(/\s+/g, ' ')).toContain(
      'No themes and no suggestions: the text is too short; at least two paragraphs are needed to compare them.'
    )
  })

  it('reads a draft in another encoding, and Markdown on standard input', () => {
    const file = join(folder, 'latin1.md')
    writeFileSync(file, Buffer.from('# Café\n\nThe café opens at noon, and the waiters bring coffee.\n', 'latin1'))
    const ran = leitmotif('outline', file, '--encoding', 'windows-1252')
    expect(ran).toMatchObject({ status: 0, err: '' })
    expect(ran.out).toMatch(/^Café\n1 paragraph, 10 words, 1 section\n/)
    expect(leitmotif('outline', file).err).toMatch(
      /latin1\.md: read as iso-8859-\d+; if that is wrong, name the --encoding\n$/
    )
    const piped = runWith(readFileSync(join(samples, 'tea.md')), 'leitmotif', 'outline', '-')
    expect(piped.out).toBe(leitmotif('outline', join(samples, 'tea.md')).out)
  })

  it('says why it makes no suggestions for a draft in another language', () => {
    const file = join(folder, 'french.md')
    const bees =
      'Les abeilles de la ruche volent vers les fleurs du tilleul, et la reine pond dans les cellules que les ouvrières ont bâties.'
    writeFileSync(file, `# Les abeilles\n\n${bees}\n\n${bees.replace('abeilles', 'reines')}\n`)
    expect(leitmotif('outline', file).out).toContain('The draft is in French, which the encoder does not read')
  })
})

describe('A bundle that is not sound', () => {
  const copy = (name: string, change: (folder: string) => void): string => {
    const to = join(folder, name)
    cpSync(shippedEncoder, to, { recursive: true })
    change(to)
    return to
  }
  const manifest = (bundle: string, change: (value: Record<string, unknown>) => void): void => {
    const file = join(bundle, 'encoder.json')
    const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    change(value)
    writeFileSync(file, JSON.stringify(value))
  }

  it.each([
    [
      'of another version',
      'version',
      (to: string) => {
        manifest(to, (value) => (value.version = 99))
      }
    ],
    [
      'cut short',
      'vectors.bin',
      (to: string) => {
        truncateSync(join(to, 'vectors.bin'), 1000)
      }
    ],
    [
      'altered',
      'vocabulary.txt',
      (to: string) => {
        const file = join(to, 'vocabulary.txt')
        writeFileSync(file, readFileSync(file, 'utf8').replace('the', 'teh'))
      }
    ]
  ])('because it is %s is refused with the reason', (name, word, change) => {
    const bundle = copy(name.replaceAll(' ', '-'), change)
    const ran = leitmotif('search', 'bees', '--in', shelf, '--encoder', bundle)
    expect(ran.status).toBe(2)
    expect(ran.err).toContain(word)
    expect(ran.err).not.toContain('    at ')
    rmSync(bundle, { recursive: true })
  })

  it('or is missing is refused with advice', () => {
    const ran = leitmotif('search', 'bees', '--in', shelf, '--encoder', join(folder, 'no-bundle'))
    expect(ran.status).toBe(2)
    expect(ran.err).toContain('encoder.json')
  })
})
