import { fileURLToPath } from 'node:url'
import { loadEventEncoder } from '@leitmotif/events'
import { expect, it } from 'vitest'
import { countEvents } from './event-counts.js'

const encoder = await loadEventEncoder(
  fileURLToPath(new URL('../../../../models/leitmotif-en-events', import.meta.url))
)

it('The subject of a passive is who did it', () => {
  const events = ['Harbour towns flooded by storm', 'Storm floods mill'].map((text) =>
    encoder.active(encoder.extract(text)!)
  )
  const { subjects, objects } = countEvents(events)
  expect(subjects).toMatchObject([{ events: 2 }])
  expect(subjects[0].name.toLowerCase()).toBe('storm')
  expect(objects.map(({ name }) => name).sort()).toEqual(['Harbour towns', 'mill'])
})
