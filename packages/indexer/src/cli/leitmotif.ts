import { readFileSync } from 'node:fs'
import { addCommands, createProgram, runProgram } from '@leitmotif/command'
import { COMMANDS } from './commands.js'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

const program = createProgram(
  'leitmotif',
  'Indexes a collection by theme: thematic search, the themes of a collection, the outline of a draft.',
  manifest.version
)
await addCommands(program, COMMANDS)
await runProgram(program)
