import { expectLinear } from '@leitmotif/testing'
import { expect, test } from 'vitest'
import type { Change } from '../change.js'
import { readDraftText } from '@leitmotif/encoder/draft'
import { editsFor } from './draft-edits.js'
import type { EditedDraft } from './draft-parts.js'

/** A draft of so many sections of two paragraphs, whose themes take turns; every second section is proposed to be another. */
function draftOf(count: number): { text: string; draft: EditedDraft } {
  const text = Array.from(
    { length: count },
    (_, n) => `${'#'.repeat(2 + (n % 4))} Part ${n}\n\nIt rains on ${n}.\n\nThe sun is ${n}.\n`
  ).join('\n')
  const { paragraphs, sections } = readDraftText(text, 'markdown')
  const proposed = sections.map(({ heading, level, start }, from) => ({
    paragraphs: [start, (start + 4) % paragraphs.length].map((p, n) => (n === 0 ? p : p | 1)),
    heading: from % 2 === 0 ? heading : `New ${from}`,
    level,
    from: from % 4 === 0 ? -1 : from,
    changed: true
  }))
  const draft = {
    paragraphs: paragraphs.map((paragraph, p) => ({ ...paragraph, theme: p % 8 })),
    sections: sections.map((section) => ({ ...section, themes: [] })),
    themes: Array.from({ length: 8 }, (_, n) => ({
      id: `${n}`,
      name: `Theme ${n}`,
      terms: [],
      colour: n,
      paragraphs: [],
      share: 0
    })),
    proposed
  }
  return { text, draft }
}

const CHANGES: Change[] = [
  { kind: 'group' },
  { kind: 'outline' },
  { kind: 'outline', sections: Array.from({ length: 200 }, (_, n) => n) },
  { kind: 'move-theme', theme: 3, to: { section: 0, where: 'after' } },
  { kind: 'move-section', section: 1, to: { section: 0, where: 'after' } }
]

test.each(CHANGES)('the edits of $kind take time linear in the draft', async (change) => {
  expect(editsFor(draftOf(250).text, 'markdown', draftOf(250).draft, change).edits.length).toBeGreaterThan(0)
  await expectLinear(change.kind, 300, draftOf, ({ text, draft }) => editsFor(text, 'markdown', draft, change))
})
