#!/usr/bin/env node
import { createRequire } from 'node:module'
import { createProgram, runProgram } from '@leitmotif/command'
import { mineCommand } from './mining/mine-command.js'
import { vectorsCommand } from './vectors/vectors-command.js'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

const program = createProgram(
  'leitmotif-train',
  'Mines triplets from sectioned articles, trains thematic encoders and measures them.',
  version
)
program.addCommand(mineCommand())
program.addCommand(vectorsCommand())
await runProgram(program)
