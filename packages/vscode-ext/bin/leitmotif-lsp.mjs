#!/usr/bin/env node
// Checks the version of Node before it loads the server, which an older one cannot parse.
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`error: this is Node ${process.versions.node}; leitmotif-lsp needs Node 22.12 or later\n`)
  process.exit(2)
}
const { default: command } = await import('../dist/command.js')
command.main(fileURLToPath(new URL('..', import.meta.url)))
