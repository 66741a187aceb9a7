import { expectLinear } from '@leitmotif/testing'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createGenericTest, packHeadings, readHeadings } from './common-headings.js'

const bytes = readFileSync(new URL('../../../../models/leitmotif-en/headings.json', import.meta.url))
const common = readHeadings(bytes)
const isGeneric = createGenericTest(common)

it('Headings are the same once they were written and read', () => {
  expect(Buffer.from(packHeadings(common))).toEqual(bytes)
  expect(common[0]).toEqual({ heading: 'History', articles: 2003, generic: true })
})

it.each([
  ['{}', 'is not a list'],
  ['[null]', 'item 0 is not a heading'],
  [
    '[{"heading":"A","articles":1,"generic":true},{"heading":"","articles":1,"generic":true}]',
    'item 1 is not a heading'
  ],
  ['[{"heading":"A","articles":0.5,"generic":true}]', 'item 0 is not a heading'],
  ['[{"heading":"A","articles":1}]', 'item 0 is not a heading']
])('%s is no list of headings, and an error says so', (text, message) => {
  expect(() => readHeadings(new TextEncoder().encode(text))).toThrow(message)
})

it('A heading fits any text with its number and what ends it, and not where it names something', () => {
  for (const heading of ['Introduction', '1.2 Introduction:', 'Reference', 'FAQ?', 'What’s next'])
    expect(isGeneric(heading)).toBe(true)
  for (const heading of ['Lighthouse keepers', '', 'Introduction to tides']) expect(isGeneric(heading)).toBe(false)
})

it('A heading of any length is told in time linear in it', async () => {
  await expectLinear('isGeneric', 50_000, (length) => `A${'.'.repeat(length)}b`, isGeneric)
})
