import { readFileSync } from 'node:fs'
import { createProgram, runProgram } from '@leitmotif/command'
import { contrastCommand } from './contrast-command.js'
import { analyticsCommand } from './analytics-command.js'
import { duplicatesCommand } from './duplicates-command.js'
import { eventsCommand } from './events-command.js'
import { exportCommand } from './export-command.js'
import { indexCommand } from './index-command.js'
import { outlineCommand } from './outline-command.js'
import { reindexCommand } from './reindex-command.js'
import { searchCommand } from './search-command.js'
import { serveCommand } from './serve-command.js'
import { themesCommand } from './themes-command.js'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

const program = createProgram(
  'leitmotif',
  'Indexes a collection by theme: thematic search, the themes of a collection, the outline of a draft.',
  manifest.version
)
  .addCommand(indexCommand())
  .addCommand(reindexCommand())
  .addCommand(searchCommand())
  .addCommand(contrastCommand())
  .addCommand(themesCommand())
  .addCommand(analyticsCommand())
  .addCommand(duplicatesCommand())
  .addCommand(eventsCommand())
  .addCommand(exportCommand())
  .addCommand(outlineCommand())
  .addCommand(serveCommand())

await runProgram(program)
