import { expectLinear } from '@leitmotif/testing'
import { expect, it } from 'vitest'
import { headingText } from './documents.js'

it('A heading is shown without icons, template tags and attribute lists, and with all its words', () => {
  for (const marked of [
    ':material-anchor: Mooring lines',
    'Mooring lines {#mooring}',
    'Mooring :octicons-link-16: lines { .wide #b } {: .c}',
    'Mooring lines {/* lines */}',
    'Mooring lines {/examples}',
    '{% icon %} Mooring lines {{ badge }}'
  ])
    expect(headingText(marked)).toBe('Mooring lines')
  for (const plain of ['At 10:30:45', 'std::vec::Vec', 'Sets {a, b}', 'f(x) = {x}', ':tada:', '', 'C:\\path:x'])
    expect(headingText(plain)).toBe(plain)
})

it('A heading of any number of attribute lists takes time linear in its length', async () => {
  await expectLinear('headingText', 5_000, (length) => `x ${'{:a}'.repeat(length)}`, headingText)
})
