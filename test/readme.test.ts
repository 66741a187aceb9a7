import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, run, type Ran } from './command-line.js'

const pages = ['README.md', 'models/leitmotif-en/README.md', 'bench/RESULTS.md']

/** Commands that a page tells its reader to type: tool, subcommand and the rest of the line. */
function commandsOf(page: string): { tool: 'leitmotif' | 'leitmotif-train'; command: string; line: string }[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\\\n', ' ')
  return [...text.matchAll(/npx (leitmotif(?:-train)?) ([a-z-]+)([^\n`#]*)/g)].map(([, tool, command, rest]) => ({
    tool: tool as 'leitmotif' | 'leitmotif-train',
    command,
    line: rest
  }))
}

const helps = new Map<string, Ran>()

/** What a command says of itself, asked once. */
function helpOf(...[tool, ...command]: Parameters<typeof run>): Ran {
  const name = [tool, ...command].join(' ')
  const known = helps.get(name)
  if (known !== undefined) return known
  const help = run(tool, ...command, '--help')
  helps.set(name, help)
  return help
}

describe.each(pages)('%s', (page) => {
  const commands = commandsOf(page)

  it('names commands that there are, with flags that they have', { timeout: 300_000 }, () => {
    expect(commands.length).toBeGreaterThan(0)
    for (const { tool, command, line } of commands) {
      const [sub = ''] = /^ (?:build|list|show|trends|report|extract|map|fit)\b/.exec(line) ?? []
      const help = helpOf(tool, command, ...sub.split(' ').filter(Boolean))
      expect(help.status, `${tool} ${command}`).toBe(0)
      for (const [flag] of line.matchAll(/--[a-z-]+/g)) expect(help.out, `${tool} ${command}`).toContain(`${flag} `)
    }
  })
})
