import { createRequire } from 'node:module'
import { addCommands, createProgram, EXIT, runProgram } from '@leitmotif/command'
import { COMMANDS } from './commands.js'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

// A stage of a recipe must not go on beside the next run if the recipe was killed.
process.once('disconnect', () => process.exit(EXIT.failed))
process.channel?.unref()

const program = createProgram(
  'leitmotif-train',
  'Mines triplets from sectioned articles, trains thematic encoders and measures them.',
  version
)
await addCommands(program, COMMANDS)
await runProgram(program)
