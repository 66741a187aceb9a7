#!/usr/bin/env node
// In the repository, so that npm links the command before anything is compiled.
'use strict'
require('@leitmotif/command/node-version.cjs')('leitmotif-train')
require('./run.cjs')
