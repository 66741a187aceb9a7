import { compileFunction } from 'node:vm'

/**
 * Runs the `@example` of an exported function in a source text. `// => VALUE` after an expression says what it gives.
 * @param scope the names that the example uses; `expect` compares
 * @throws Error if there is no example, or none of its lines says what it gives.
 */
export async function runExample(
  source: string,
  name: string,
  scope: Readonly<Record<string, unknown>>
): Promise<void> {
  const example = new RegExp(`@example\n((?: \\* .*\n)+) \\*/\nexport (?:async )?function\\*? ${name}\\b`).exec(source)
  const code = example?.[1].replace(/^ \* /gm, '').replace(/^(.+) \/\/ => (.*)$/gm, 'expect($1).toEqual($2)')
  if (code?.includes('expect(') !== true) throw new Error(`${name} has no @example with a result`)
  const run = compileFunction(`return (async () => {\n${code}})()`, Object.keys(scope))
  await (run as (...values: unknown[]) => Promise<void>)(...Object.values(scope))
}
