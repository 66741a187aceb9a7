import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pdfFile, zipFile } from '@leitmotif/testing'
import { expect, it } from 'vitest'
import { run, temporaryFolder } from './command-line.js'

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
