import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadEventEncoder } from '@leitmotif/events'
import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './events-command.js'
import { nearestText } from '../terminal/events-text.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const bundle = `${root}/models/leitmotif-en-events`

describe('The headline that help and documentation give as an example', () => {
  it.skipIf(!existsSync(`${bundle}/events.json`))('is read by the shipped bundle as a reader reads it', async () => {
    const [subject, verb, object] = EXAMPLE.split(' ').map((word) => [word])
    expect((await loadEventEncoder(bundle)).extract(EXAMPLE)).toEqual({ subject, verb, object })
  })

  it('is the same in both', () => {
    const page = readFileSync(`${root}/docs/themes-and-analytics.md`, 'utf8')
    expect(/events nearest "([^"]*)"/.exec(page)?.[1]).toBe(EXAMPLE)
    expect(page).toContain(`read as: ${EXAMPLE.split(' ').join(' · ')}`)
  })
})

describe('Events near that of a headline', () => {
  const summary = { sentences: 3, of: 3, events: 0 }

  it('come after how the headline was read', () => {
    const event = { subject: ['Storm', "'s", 'floods'], verb: ['harbour'], object: ['towns'] }
    expect(nearestText(summary, event, [])).toMatch(/^read as: Storm's floods · harbour · towns\n0 events in 3/)
    expect(nearestText(summary, { ...event, object: [] }, [])).toMatch(/^read as: Storm's floods · harbour\n/)
  })
})
