import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from './failure.js'
import { createProgram, decimal, printable, runProgram, shellWord, wholeNumber } from './program.js'

function program(action: () => void): { run: (...args: string[]) => Promise<string> } {
  return {
    run: async (...args) => {
      const said: string[] = []
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
      const tool = createProgram('tool', 'A tool.', '1.2.3')
      tool.addCommand(
        new Command('do')
          .option('--count <n>', 'how many, 1 to 9', wholeNumber(1, 9))
          .option('--rate <x>', 'a rate, 0 to 1', decimal(0, 1))
          .option('--file <path...>', 'files', [])
          .option('--loud', 'be loud', false)
          .option('--size <n>', 'a size', '3')
          .description('Does it.\n\nExample: tool do --count 3')
          .action(action)
      )
      await runProgram(tool, ['node', 'tool', ...args])
      vi.restoreAllMocks()
      return said.join('')
    }
  }
}

beforeEach(() => {
  process.exitCode = undefined
})
afterEach(() => {
  process.exitCode = undefined
})

describe('Running a command line', () => {
  it('ends with 0 when the command is done, and for help', async () => {
    await program(() => undefined).run('do', '--count', '3')
    expect(process.exitCode).toBeUndefined()
    expect(await program(() => undefined).run('--help')).toContain('A tool.')
    expect(process.exitCode).toBe(0)
  })

  it('shows no empty default, and an example only in the help of its own command', async () => {
    const help = await program(() => undefined).run('do', '--help')
    expect(help).toContain('Example: tool do')
    expect(help.match(/\(default: .*?\)/g)).toEqual(['(default: "3")'])
    expect(await program(() => undefined).run('--help')).toMatch(/Does it\.\n(?!.*Example)/s)
  })

  it('ends with 2 and a range for an option out of range', async () => {
    expect(await program(() => undefined).run('do', '--count', '12')).toContain('Expected a whole number, from 1 to 9.')
    expect(process.exitCode).toBe(2)
    expect(await program(() => undefined).run('do', '--rate', 'much')).toContain('Expected a number from 0 to 1.')
  })

  it('names the help of the command that was used wrongly', async () => {
    expect(await program(() => undefined).run('do', '--cuont', '3')).toContain('(tool do --help says more)')
    expect(await program(() => undefined).run('od')).toContain('(tool --help says more)')
  })

  it('lets no text move the cursor or change the colours of a terminal', async () => {
    const escaping = await program(() => {
      throw new Failure('\x1b[31mx\x07.md: no such file;\n\tcheck the path')
    }).run('do')
    expect(escaping).toBe('error: �[31mx�.md: no such file;\n\tcheck the path\n')
  })

  it('lets no text change the direction of what is printed after it', () => {
    expect(printable('plain')).toBe('plain')
    expect(printable('a \u202eb \u2067c')).toBe('a \u202eb \u2067c\u2069\u202c')
    expect(printable('\u202aa\u202c \u2068b\u2069')).toBe('\u202aa\u202c \u2068b\u2069')
    expect(printable('a\u202c b\u2069')).toBe('a b')
    // The end of an isolate ends what was opened within it.
    expect(printable('\u2066a \u202eb\u2069 c')).toBe('\u2066a \u202eb\u2069 c')
  })

  it('prints words of a command line so that they can be copied', () => {
    expect(shellWord('./shelf-2/a.b')).toBe('./shelf-2/a.b')
    expect(shellWord("Mei's papers")).toBe("'Mei'\\''s papers'")
  })

  it('says what to mend without a stack, and shows the stack of a fault of its own', async () => {
    const mendable = await program(() => {
      throw new Failure('x.md: no such file; check the path')
    }).run('do')
    expect(mendable).toBe('error: x.md: no such file; check the path\n')
    const fault = await program(() => {
      throw new TypeError('broken')
    }).run('do')
    expect(fault).toContain('please report it')
    expect(fault).toContain('program.test.ts')
    expect(process.exitCode).toBe(2)
  })
})
