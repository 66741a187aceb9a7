import { matchAt } from '../pattern-finder.js'

/** A command that the document defines. */
export interface Definition {
  /** Its name without the backslash. */
  readonly name: string
  /** The end of the definition in the text. */
  readonly end: number
  /** What it prints, as LaTeX, for a command without arguments that only prints. */
  readonly body?: string
  /** The heading command that it wraps around its first argument. */
  readonly heading?: string
  /** Number of its arguments in braces. */
  readonly count: number
}

const DEFINITION =
  /\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?[ \t]*(?:\{[ \t]*\\([A-Za-z@]{1,60})[ \t]*\}|\\([A-Za-z@]{1,60}))[ \t]*(?:\[(\d)\])?(?:\[[^\]\r\n]{0,100}\])?[ \t]*(?:\r\n|\r|\n)?[ \t]*(?=\{)|\\def[ \t]*\\([A-Za-z@]{1,60})((?:#\d){0,9})[ \t]*(?=\{)/g
const DEFINITION_AT = new RegExp(DEFINITION.source, 'y')

/** Commands of bodies that do more than print: environments, lengths, programs. */
const ACTS =
  /#|\\(?:begin|end|def|let|[hv]skip|[hm]?kern|[hv]rule|[hv]space|setlength|addtolength|setcounter|expandafter|csname|if[A-Za-z]*|(?:re)?newcommand)(?![A-Za-z])/

/** UTF-16 units of a body that are read. */
const READ = 400
const HEADING =
  /\\(part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?[ \t]*(?:\[[^\]\r\n]{0,100}\])?[ \t]*\{[ \t]*(?:\\[A-Za-z@]{1,40}[ \t]*\{?[ \t]*)?#1[ \t]*\}/

/** Returns the definition that begins at a position; undefined if none does or its body is not closed. */
export function definitionAt(text: string, braces: ReadonlyMap<number, number>, at: number): Definition | undefined {
  const found = matchAt(DEFINITION_AT, text, at)
  return found === null ? undefined : definitionOf(text, braces, at, found)
}

/** Returns the commands that a document defines, by name. Linear in the text. */
export function readDefinitions(text: string, braces: ReadonlyMap<number, number>): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>()
  for (const found of text.matchAll(DEFINITION)) {
    const definition = definitionOf(text, braces, found.index, found)
    if (definition !== undefined) definitions.set(definition.name, definition)
  }
  return definitions
}

function definitionOf(
  text: string,
  braces: ReadonlyMap<number, number>,
  at: number,
  [all, braced, plain, count, defined, marks]: readonly (string | undefined)[]
): Definition | undefined {
  const brace = at + all!.length
  const closing = braces.get(brace)
  if (closing === undefined) return undefined
  const body = text.slice(brace + 1, Math.min(closing, brace + 1 + READ))
  const given = count === undefined ? (marks ?? '').length / 2 : Number(count)
  const prints = given === 0 && closing <= brace + 1 + READ && !ACTS.test(body)
  const heading = given > 0 ? HEADING.exec(body)?.[1] : undefined
  return {
    name: (braced ?? plain ?? defined)!,
    end: closing + 1,
    count: given,
    ...(prints && { body }),
    ...(heading !== undefined && { heading })
  }
}
