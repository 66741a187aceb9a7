import { expect, it } from 'vitest'
import * as command from './index.js'

it('The package exports these names, and a change of them is meant', () => {
  expect(Object.keys(command).sort()).toEqual([
    'EXIT',
    'Failure',
    'FileFailure',
    'addCommands',
    'counted',
    'createParquet',
    'createProgram',
    'createProgress',
    'decimal',
    'duration',
    'fileSize',
    'html',
    'missingPath',
    'openParquet',
    'printJson',
    'printable',
    'readFailure',
    'readLines',
    'reportPage',
    'runProgram',
    'shellWord',
    'ticks',
    'wholeNumber',
    'writeFailure'
  ])
})
