#!/usr/bin/env node
'use strict'
require('@leitmotif/command/node-version.cjs')('leitmotif')
require('@leitmotif/indexer/bin')
