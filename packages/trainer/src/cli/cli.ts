import { createRequire } from 'node:module'
import { createProgram, runProgram } from '@leitmotif/command'
import { boundaryNetworkCommand } from './boundary-network-command.js'
import { distillCommand } from './distill-command.js'
import { sentenceBoundariesCommand } from './sentence-boundaries-command.js'
import { evaluateCommand } from './evaluate-command.js'
import { loadExtensions } from './extensions.js'
import { fitCommand } from './fit-command.js'
import { headingWordsCommand } from './heading-words-command.js'
import { mineCommand } from './mine-command.js'
import { recipeCommand } from './recipe-command.js'
import { vectorsCommand } from './vectors-command.js'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const extensions = await loadExtensions()
const program = createProgram(
  'leitmotif-train',
  'Mines triplets from sectioned articles, trains thematic encoders and measures them.',
  version
)
program.addCommand(mineCommand())
program.addCommand(vectorsCommand())
program.addCommand(fitCommand())
program.addCommand(distillCommand())
program.addCommand(evaluateCommand(extensions.flatMap(({ tasks = [] }) => tasks)))
program.addCommand(recipeCommand())
program.addCommand(headingWordsCommand())
program.addCommand(sentenceBoundariesCommand())
program.addCommand(boundaryNetworkCommand())
for (const extension of extensions) extension.register(program)
await runProgram(program)
