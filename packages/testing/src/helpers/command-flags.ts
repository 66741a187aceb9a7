import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

/** The parts of a commander command that are checked. */
interface TestedCommand {
  readonly options: readonly {
    readonly long?: string | undefined
    readonly description: string
    attributeName(): string
  }[]
  opts(): object
  exitOverride(): TestedCommand
  parseAsync(line: string[], from: { readonly from: 'user' }): Promise<unknown>
}

/** Checks that a command has a flag for each option, with its default and a help text, except for `fixed` options. */
export function expectFlags(command: TestedCommand, defaults: object, fixed: readonly string[] = []): void {
  const flags = new Set(command.options.map((option) => option.attributeName()))
  expect(Object.keys(defaults).filter((name) => !flags.has(name))).toEqual(fixed)
  const open = Object.entries(defaults).filter(([name]) => !fixed.includes(name))
  expect(command.opts()).toMatchObject(Object.fromEntries(open))
  for (const { long, description } of command.options) expect(description.length, long).toBeGreaterThan(12)
}

/** Checks that a command refuses a line in which it reads and writes the same file IT, called `name`, and keeps that file. */
export async function expectKept(command: TestedCommand, line: string, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-kept-'))
  try {
    const path = join(folder, name)
    await writeFile(path, 'kept')
    const places: Record<string, string> = { IT: path, OUT: join(folder, 'out') }
    const given = line.split(' ').map((word) => places[word] ?? word)
    const ran = command.exitOverride().parseAsync(given, { from: 'user' })
    await expect(ran).rejects.toThrow('is read by this command, and would be lost')
    expect(await readFile(path, 'utf8')).toBe('kept')
  } finally {
    await rm(folder, { recursive: true })
  }
}
