import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, run, type Tool } from './command-line.js'
import { helpsOf } from './help.js'

const docs = readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))
const guides = ['README.md', ...docs]
const WITHOUT_COMMANDS = [
  'docs/README.md',
  'docs/compatibility.md',
  'docs/containers.md',
  'docs/editors.md',
  'docs/library.md'
]
const pages = [...guides, 'models/leitmotif-en/README.md', 'bench/RESULTS.md']

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Commands that a page tells its reader to type: tool, command and the rest of the line. */
function commandsOf(page: string): { tool: Tool; command: string; line: string }[] {
  const text = textOf(page).replaceAll('\\\n', ' ')
  return [...text.matchAll(/npx (leitmotif(?:-train)?) ([a-z-]+)([^\n`#]*)/g)].map(([, tool, command, rest]) => ({
    tool: tool as Tool,
    command,
    line: rest
  }))
}

const helps = { leitmotif: await helpsOf('leitmotif'), 'leitmotif-train': await helpsOf('leitmotif-train') }

/** The help of what a line runs: of the sub-command that it names, if the command has such. Undefined for no command. */
function helpOfLine({ tool, command, line }: ReturnType<typeof commandsOf>[number]): string | undefined {
  const [, sub = ''] = /^ ([a-z-]+)\b/.exec(line) ?? []
  return helps[tool].get(`${command} ${sub}`) ?? helps[tool].get(command)
}

const flagsIn = (text: string): string[] => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*(?!:)\b/g)].map(([flag]) => flag)

describe.each(pages.filter((page) => !WITHOUT_COMMANDS.includes(page)))('%s', (page) => {
  const commands = commandsOf(page)

  it('names existing commands with existing flags', () => {
    expect(commands.length).toBeGreaterThan(0)
    for (const named of commands) {
      const help = helpOfLine(named)
      const { tool, command, line } = named
      expect(help, `${tool} ${command}`).toBeDefined()
      const known = new Set(flagsIn(help!))
      const unknown = flagsIn(line).filter((flag) => !known.has(flag))
      expect(unknown, `${tool} ${command}${line}`).toEqual([])
    }
  })

  if (!guides.includes(page)) return
  it('names only flags that one of its commands has', () => {
    const known = new Set(['--help', ...commands.flatMap((named) => flagsIn(helpOfLine(named)!))])
    const prose = textOf(page).replaceAll(/^```[^]*?^```/gm, '')
    const named = [...prose.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => flagsIn(code))
    expect(named.filter((flag) => !known.has(flag))).toEqual([])
  })
})

it('README.md shows what leitmotif outline suggests', () => {
  const [, file = '', shown = ''] =
    /^\$ npx leitmotif outline (\S+) --precision more\n…\n([^]*?)\n```$/m.exec(textOf('README.md')) ?? []
  expect(shown).toContain('Paragraphs to move')
  expect(run('leitmotif', 'outline', join(root, file), '--precision', 'more').out).toContain(shown)
})

/** The anchor that a heading gets. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

describe.each([...guides, 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'])('%s', (page) => {
  it('links to existing files and headings', () => {
    for (const [, target] of textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path, anchor = ''] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      expect(existsSync(join(root, file)), target).toBe(true)
      if (anchor === '') continue
      const anchors = [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading))
      expect(anchors, target).toContain(anchor)
    }
  })
})

it('README.md has 8 kB at most', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(8192)
})

it('Each picture of the documentation has 250 kB at most', () => {
  const images = join(root, 'docs', 'images')
  for (const name of readdirSync(images)) expect(statSync(join(images, name)).size, name).toBeLessThanOrEqual(250_000)
})
