#!/usr/bin/env node
// In the repository, so that npm links the command before anything is compiled.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Beside the code, because Node's default is a folder that all users of a machine can write to.
enableCompileCache(fileURLToPath(new URL('../dist/.compiled', import.meta.url)))
await import('../dist/cli/cli.js')
