import { expectFlags, expectKept } from '@leitmotif/testing'
import type { Command } from 'commander'
import { describe, it } from 'vitest'
import { EVENT_DEFAULTS } from '../training/event-options.js'
import { CHUNKER_DEFAULTS } from '../training/train-chunker.js'
import { chunkerCommand } from './chunker-command.js'
import { extractCommand } from './extract-command.js'
import { fitEventsCommand } from './fit-events-command.js'
import { eventsMapCommand } from './map-command.js'

describe('A command has a flag for each option, with the default of the interface, and says what it means', () => {
  it.each([
    ['events chunker', chunkerCommand, CHUNKER_DEFAULTS],
    ['fit events', fitEventsCommand, EVENT_DEFAULTS]
  ] as const)('%s', (_, command, defaults) => {
    expectFlags(command(), defaults)
  })
})

describe('No command writes over what it reads', () => {
  it.each<[name: string, line: string, kept: string, command: () => Command]>([
    ['events chunker', 'IT --out IT', 'a.txt', chunkerCommand],
    ['events chunker', 'OUT --test IT --out IT', 'a.txt', chunkerCommand],
    ['events extract', 'IT --out IT', 'a.jsonl', extractCommand],
    ['fit events', 'IT --vectors OUT --report IT', 'a.jsonl', fitEventsCommand],
    ['fit events', 'OUT --vectors IT --checkpoint IT', 'a.txt', fitEventsCommand],
    ['events map', 'IT --out IT', 'a.html', eventsMapCommand]
  ])('%s %s', (_, line, name, command) => expectKept(command(), line, name))
})
