'use strict'
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

// Beside the code, because Node's default is a folder that all users of a machine can write to.
enableCompileCache(join(__dirname, '..', 'dist', '.compiled'))
import('../dist/command/leitmotif.js').catch((error) => {
  // 1, the status of Node.js, would say that something was found.
  process.exitCode = 2
  process.stderr.write(`${error.stack}\n`)
})
