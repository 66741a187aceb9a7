import { createProgram, type LazyCommand } from '@leitmotif/command'
import { COMMANDS as ofIndexer } from '../packages/indexer/dist/cli/commands.js'
import { COMMANDS as ofTrainer } from '../packages/trainer/dist/cli/commands.js'
import type { Tool } from './command-line.js'

type Command = Awaited<ReturnType<LazyCommand['load']>>

/** Returns the help of each command of a program by its words, sub-commands too, as `--help` prints it: a process for each would take half a minute. */
export async function helpsOf(tool: Tool): Promise<ReadonlyMap<string, string>> {
  const program = createProgram(tool, '', '')
  for (const { load } of { leitmotif: ofIndexer, 'leitmotif-train': ofTrainer }[tool]) program.addCommand(await load())
  const helps = new Map<string, string>()
  const add = (command: Command, words: string): void => {
    helps.set(words, command.helpInformation())
    for (const child of command.commands) add(child, `${words} ${child.name()}`)
  }
  for (const command of program.commands) add(command, command.name())
  return helps
}
