import { expectLinear } from '@leitmotif/testing'
import { expect, it } from 'vitest'
import { isGeneric } from './common-headings.js'

it('A heading fits any text with its number and what ends it, and not where it names something', () => {
  for (const heading of ['Introduction', '1.2 Introduction:', 'Reference', 'FAQ?', 'What’s next'])
    expect(isGeneric(heading)).toBe(true)
  for (const heading of ['Lighthouse keepers', '', 'Introduction to tides']) expect(isGeneric(heading)).toBe(false)
})

it('A heading of any length is told in time linear in it', async () => {
  await expectLinear('isGeneric', 50_000, (length) => `A${'.'.repeat(length)}b`, isGeneric)
})
