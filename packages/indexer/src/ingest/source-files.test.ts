import { execFileSync } from 'node:child_process'
import { chmod, link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FileSelection } from './file-selection.js'
import { FILE_ENDS } from './file-kinds.js'
import { leftPaths, listFiles, namingFolder, shownPath, surveyFiles, type SourceFile } from './source-files.js'

const root = await realpath(await mkdtemp(join(tmpdir(), 'leitmotif-files-')))
afterAll(() => rm(root, { recursive: true, force: true }))

async function lay(folder: string, files: Record<string, string>): Promise<string> {
  const path = join(root, folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

async function list(paths: readonly string[], base = root, selection: FileSelection = {}): Promise<string[]> {
  const files: SourceFile[] = []
  for await (const file of listFiles(paths, base, selection)) files.push(file)
  return files.map((file) => {
    if (!('status' in file)) return file.source
    return `${file.source} ${file.status}${['other kind', 'ignored'].includes(file.status) ? '' : `: ${file.reason}`}`
  })
}

describe('The files under the paths that a user names', () => {
  it('are named from the working directory where it holds them, else from the deepest folder that does', async () => {
    const here = await realpath('.')
    expect(await namingFolder(['.', 'notes/a.md'])).toBe(here)
    expect(await namingFolder(['.', join(here, '..', 'other')])).toBe(dirname(here))
    const far = await lay('far', { 'a/deep/one.md': 'One.', 'b/two.md': 'Two.' })
    expect(await namingFolder([far])).toBe(root)
    expect(await namingFolder([join(far, 'a', 'deep'), join(far, 'b', 'two.md')])).toBe(far)
    const paths = [join(far, 'a'), join(far, 'b')]
    expect(await list(paths, await namingFolder(paths))).toEqual(['a/deep/one.md', 'b/two.md'])
  })

  it('come in order of name, without hidden ones, node_modules and collections, and those of other kinds are told apart', async () => {
    const path = await lay('tree', {
      'b.md': '1',
      'a/z.TXT': '22',
      'a/y.markdown': '333',
      'c.ndjson.gz': '4',
      'c.rst': '5',
      'c.jsonl': '6',
      'picture.png': '7',
      '.hidden.md': '8',
      '.git/x.md': '9',
      'node_modules/x.md': '10',
      'shelf/collection.json': '{}',
      'shelf/tables-1/x.txt': '11'
    })
    expect(await list([path])).toEqual(
      ['a/y.markdown', 'a/z.TXT', 'b.md', 'c.jsonl', 'c.ndjson.gz', 'c.rst', 'picture.png other kind'].map(
        (name) => `tree/${name}`
      )
    )
    expect(await surveyFiles([path])).toEqual({ bytes: 9, unmatched: [] })
  })

  it('are read once, however often and by whatever links they are reached', async () => {
    const path = await lay('links', { 'a.md': 'a', 'sub/b.md': 'b' })
    await symlink(join(path, 'a.md'), join(path, 'c.md'))
    await symlink(path, join(path, 'sub', 'round'))
    await symlink(join(path, 'nowhere'), join(path, 'lost.md'))
    await symlink(path, join(root, 'way-round'))
    await link(join(path, 'a.md'), join(path, 'd.md'))
    const expected = [
      'links/a.md',
      `links/d.md skipped: is the same file as ${shownPath(root, 'links/a.md')}`,
      'links/lost.md failed: is a link that leads nowhere',
      'links/sub/b.md',
      'links/sub/round skipped: is a link to a folder; name that folder itself'
    ]
    expect(await list([path])).toEqual(expected)
    expect(await list([path, join(path, 'sub'), join(path, 'a.md'), join(root, 'way-round'), path])).toEqual(expected)
    expect(await list([join(root, 'way-round', 'sub', 'round', 'c.md')])).toEqual(['links/a.md'])
  })

  it('are reported where they cannot be read at all, and a missing path stops everything', async () => {
    const path = await lay('odd', { 'notes.pptx': 'x' })
    execFileSync('mkfifo', [join(path, 'pipe.md')])
    expect(await list([join(path, 'notes.pptx'), path])).toEqual([
      `odd/notes.pptx failed: is of no kind that can be indexed; expected one of ${FILE_ENDS.join(', ')}`,
      'odd/pipe.md skipped: is not a regular file'
    ])
    await expect(list([join(path, 'gone')])).rejects.toThrow('gone: no such file or folder; check the path')
    await expect(list(['-'])).rejects.toThrow('-: no such file or folder; standard input is not read')
  })

  it('are left out as ignore files say, the nearest first, unless the user names them', async () => {
    const path = await lay('kept', {
      '.git/HEAD': 'x',
      '.gitignore': 'build/\n*.log.txt\n',
      'a.md': '1',
      'b.log.txt': '2',
      'build/c.md': '3',
      'sub/.leitmotifignore': '/d.md\n!*.log.txt\n',
      'sub/d.md': '4',
      'sub/e.log.txt': '5',
      'sub/deep/d.md': '6'
    })
    const expected = [
      'a.md',
      'b.log.txt ignored',
      'build ignored',
      'sub/d.md ignored',
      'sub/deep/d.md',
      'sub/e.log.txt'
    ]
    expect((await list([path])).sort()).toEqual(expected.map((name) => `kept/${name}`))
    expect(await list([join(path, 'build')])).toEqual(['kept/build/c.md'])
    expect(await list([join(path, 'b.log.txt')])).toEqual(['kept/b.log.txt'])
    expect(await list([join(path, 'sub')])).toContain('kept/sub/d.md ignored')
    expect(await list([path], root, { ignoreFiles: false })).toContain('kept/build/c.md')
    expect(await list([path], root, { exclude: ['sub/'], include: ['*.md'] })).toEqual([
      'kept/a.md',
      'kept/b.log.txt ignored',
      'kept/build ignored',
      'kept/sub ignored'
    ])
  })

  it('tell which patterns match none of them', async () => {
    const path = await lay('patterns', { 'a.md': '1', 'drafts/b.txt': '2', 'drafts/c.md': '3' })
    const unmatched = async (...include: string[]): Promise<readonly string[]> =>
      (await surveyFiles([path], { include, exclude: ['c.md'] })).unmatched
    expect(await unmatched('*.md', 'drafts/**')).toEqual([])
    expect(await unmatched('*.md', '*.mdx', 'notes/**', '!b.md', 'drafts/c.md')).toEqual([
      '*.mdx',
      'notes/**',
      'drafts/c.md'
    ])
  })

  it('are told as the outermost folder where they are gone', async () => {
    const path = await lay('left', { 'here/a.md': '1' })
    const paths = ['here/a.md', 'here/b.md', 'gone/c.md', 'gone/deep/d.md'].map((name) => join(path, name))
    expect(await leftPaths(paths)).toEqual([
      { path: join(path, 'here', 'b.md'), documents: 1 },
      { path: join(path, 'gone'), documents: 2 }
    ])
  })

  it('are reported where their name is not UTF-8', async ({ skip }) => {
    if (process.platform !== 'linux') skip('other systems take no such names')
    const path = await lay('names', { 'a.md': '1' })
    await writeFile(Buffer.concat([Buffer.from(`${path}/b`), Buffer.of(0xff), Buffer.from('.md')]), '2')
    expect(await list([path])).toEqual([
      'names/a.md',
      'names/b\uFFFD.md failed: has a name that is not UTF-8; rename it'
    ])
  })

  it('are reported where this user may not read them', async ({ skip }) => {
    skip(process.platform === 'win32', 'its permissions are others')
    const path = await lay('closed', { 'sub/a.md': 'a', 'b.md': 'b' })
    await chmod(join(path, 'sub'), 0)
    await chmod(root, 0o755)
    // Root may read everything, so it becomes somebody else for a moment.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      expect(await list([path])).toEqual([
        'closed/b.md',
        'closed/sub failed: not readable by this user; check its permissions'
      ])
    } finally {
      if (isRoot) process.seteuid?.(0)
      await chmod(join(path, 'sub'), 0o700)
    }
  })
})

describe('The name of a document', () => {
  it('is shown as a path that opens from where the user stands', () => {
    const here = process.cwd()
    expect(shownPath(here, 'notes/a.md')).toBe(join('notes', 'a.md'))
    expect(shownPath(join(here, 'notes'), 'a.md')).toBe(join('notes', 'a.md'))
    expect(shownPath('/', 'x.md')).toBe('/x.md')
  })
})
