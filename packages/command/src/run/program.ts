import { Command, CommanderError, Help, InvalidArgumentError, type Option } from 'commander'
import pc from 'picocolors'
import { Failure } from './failure.js'

/** Exit statuses of every command: 0 done, 1 done with findings or failed items, 2 could not run. A command that a signal ends has 130 or 143. */
export const EXIT = { done: 0, findings: 1, failed: 2 } as const

/** Returns a commander program whose errors `runProgram` handles. Help hides empty defaults. Actions set `process.exitCode` for status 1. */
export function createProgram(name: string, description: string, version: string): Command {
  const help = new Help()
  const optionDescription = (option: Option): string => {
    const isOff =
      option.defaultValue === false || (Array.isArray(option.defaultValue) && option.defaultValue.length === 0)
    return help.optionDescription(isOff ? (Object.create(option, { defaultValue: {} }) as Option) : option)
  }
  // Shows the first paragraph of a command's description in the list of commands, without its example.
  const subcommandDescription = (command: Command): string => help.subcommandDescription(command).split('\n')[0]
  return new Command(name)
    .description(description)
    .version(version)
    .exitOverride()
    .configureHelp({ optionDescription, subcommandDescription })
}

/** A command of a program, whose code is loaded only when it is used. */
export interface LazyCommand {
  readonly name: string
  /** What the command does, as one sentence for the program's help. */
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Adds commands to a program. Loads only the one that the arguments name; the others only appear in the help. */
export async function addCommands(
  program: Command,
  commands: readonly LazyCommand[],
  argv: readonly string[] = process.argv
): Promise<void> {
  const [first, second] = argv.slice(2).filter((arg) => !arg.startsWith('-'))
  const wanted = first === 'help' ? second : first
  for (const { name, summary, load } of commands) {
    program.addCommand((name === wanted ? await load() : new Command(name)).summary(summary))
  }
}

/**
 * Parses the arguments, runs the command and sets the exit status. Prints a Failure or a wrong option without a stack
 * trace. Any other error is a bug, and is printed with its stack trace.
 */
export async function runProgram(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(EXIT.done)
    process.stderr.write(`error: standard output cannot be written (${code ?? message}); what was to be said is lost\n`)
    process.exit(EXIT.failed)
  })
  settle(program, program.name())
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.failed
      return
    }
    const red = process.stderr.isTTY ? pc.red : String
    if (error instanceof Failure) process.stderr.write(`${red('error:')} ${printable(error.message)}\n`)
    else {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.stderr.write(`${red('error:')} a fault in ${program.name()}; please report it with this text\n${stack}\n`)
    }
    process.exitCode = EXIT.failed
  }
}

/**
 * Copies the program's settings to subcommands that were built separately. A subcommand that is used wrongly points to
 * its own help.
 */
function settle(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help says more)`)
  for (const child of command.commands) {
    const own = child.configureHelp()
    child.copyInheritedSettings(command).configureHelp({ ...command.configureHelp(), ...own })
    settle(child, `${name} ${child.name()}`)
  }
}

/** Returns a parser for an option that is a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`
      throw new InvalidArgumentError(`Expected a whole number, ${range}.`)
    }
    return value
  }
}

/** Returns a parser for an option that is a decimal from `least` to `most`, both included. */
export function decimal(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`)
    }
    return value
  }
}

/** Prints one JSON document on standard output. Everything else that a command prints goes to standard error. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Replaces control characters other than line ends and tabs by �, so that the text cannot move the cursor or change
 * colours, and closes what marks of text direction open, so that the text after it keeps its direction.
 */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return closeDirections(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\uFFFD'))
}

/** The end of an embedding or override of direction, and of an isolate (Unicode Standard Annex 9). */
const END = '\u202c'
const END_ISOLATE = '\u2069'

/** Adds the missing ends of embeddings, overrides and isolates, and removes ends without a beginning. */
function closeDirections(text: string): string {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(text)) return text
  const open: string[] = []
  let isolates = 0
  const closed = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    if (mark === END) return open.at(-1) === END ? open.pop()! : ''
    if (mark === END_ISOLATE) {
      if (isolates === 0) return ''
      while (open.pop() !== END_ISOLATE);
      isolates--
      return mark
    }
    const isIsolate = mark >= '\u2066'
    if (isIsolate) isolates++
    open.push(isIsolate ? END_ISOLATE : END)
    return mark
  })
  return closed + open.reverse().join('')
}

/** Returns a text as one word of a shell command, ready to be copied. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
