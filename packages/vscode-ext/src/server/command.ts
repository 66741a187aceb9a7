import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { NODE_HOST } from './node-host.js'
import { leaveRuntimeAsItIs } from './node-memory.js'
import { serve } from './server.js'

const HELP = `Usage: leitmotif-lsp [--stdio] [--model FOLDER]

Serves drafts to an editor by the Language Server Protocol, on standard input and output: hints where a paragraph is misplaced or a
section should begin, actions that apply them, and the themes of a section on its heading.

  --stdio          the only transport, and the default
  --model FOLDER   encoder bundle to use; default: the one that comes with this command
  --version        prints the version
  --help           prints this text
`

/**
 * Runs the command `leitmotif-lsp`, the server for editors other than VS Code.
 * @param folder the folder of the package, with `models` and `ort`
 */
export function main(folder: string): void {
  const { values, unknown } = parse(process.argv.slice(2))
  if (unknown !== undefined) {
    process.stderr.write(`error: ${unknown}; leitmotif-lsp --help lists the options\n`)
    process.exitCode = 2
  } else if (values.help) process.stdout.write(HELP)
  else if (values.version) {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    process.stdout.write(`${version}\n`)
  } else {
    leaveRuntimeAsItIs()
    serve((options) => createConnection(ProposedFeatures.all, process.stdin, process.stdout, options), {
      ...NODE_HOST,
      encoder: {
        bundle: values.model ?? join(folder, 'models', 'leitmotif-en'),
        wasm: join(folder, 'ort', 'ort-wasm-simd-threaded.wasm')
      }
    })
  }
}

interface Options {
  readonly model?: string
  readonly version?: boolean
  readonly help?: boolean
}

function parse(args: string[]): { readonly values: Options; readonly unknown?: string } {
  const flag = { type: 'boolean' } as const
  try {
    const options = { stdio: flag, model: { type: 'string' }, version: flag, help: flag } as const
    return { values: parseArgs({ args, options }).values }
  } catch (error) {
    return { values: {}, unknown: (error as Error).message }
  }
}
