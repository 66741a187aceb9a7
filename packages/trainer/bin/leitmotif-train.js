#!/usr/bin/env node
// In the repository, so that npm links the command before anything is compiled.
import '../dist/cli/cli.js'
