import { readFileSync } from 'node:fs'
import { createProgram, runProgram } from '@leitmotif/command'
import { indexCommand } from './index-command.js'
import { outlineCommand } from './outline-command.js'
import { searchCommand } from './search-command.js'
import { themesCommand } from './themes-command.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const program = createProgram(
  'leitmotif',
  'Indexes a collection by theme: thematic search, the themes of a collection, the outline of a draft.',
  manifest.version
)
  .addCommand(indexCommand())
  .addCommand(searchCommand())
  .addCommand(themesCommand())
  .addCommand(outlineCommand())

await runProgram(program)
