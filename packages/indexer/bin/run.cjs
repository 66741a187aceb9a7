'use strict'
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

// Beside the code, because Node's default is a folder that all users of a machine can write to.
enableCompileCache(join(__dirname, '..', 'dist', '.compiled'))
import('../dist/command/leitmotif.js')
