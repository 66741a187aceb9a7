import { describe, expect, it } from 'vitest'
import type { Suggestion } from './analysis.js'
import { readDraftText } from './draft-text.js'
import { carriedSuggestions } from './carried-suggestions.js'

const TEXT = `# Bees

Bees fly.

Hives hum.

# Glass

Glass melts.

Sand is glass.

# Sand

Dunes move.`
const common = { id: '', score: 1, reason: '' }
const [split, move, merge, mixed, heading, separate]: Suggestion[] = [
  { ...common, kind: 'split', paragraph: 1, headings: ['Hives'] },
  { ...common, kind: 'move', paragraph: 3, to: 2 },
  { ...common, kind: 'merge', section: 2 },
  { ...common, kind: 'mixed', section: 1, themes: [0, 1] },
  { ...common, kind: 'heading', section: 0, headings: ['Flight'] },
  { ...common, kind: 'separate', paragraph: 3, end: 4, headings: ['Sand'] }
]
const ALL = [split, move, merge, mixed, heading]

/** What still stands in the text once it is another, where the themes have changed places. */
function standing(text: string, suggestions = ALL): Suggestion[] {
  const draft = readDraftText(TEXT, 'markdown')
  const themes = [{ id: 'a' }, { id: 'b' }]
  const now = readDraftText(text, 'markdown')
  return carriedSuggestions(now, themes.toReversed(), { draft, themes, suggestions })
}

describe('Suggestions for a draft that is edited', () => {
  it('go with their text where others come before it, and name its themes as they are now', () => {
    expect(standing(`# New\n\nSomething else.\n\n${TEXT}`)).toEqual([
      { ...split, paragraph: 2 },
      { ...move, paragraph: 4, to: 3 },
      { ...merge, section: 3 },
      { ...mixed, section: 2, themes: [1, 0] },
      { ...heading, section: 1 }
    ])
  })

  it('are gone with the text or the heading that they are about', () => {
    expect(standing(TEXT.replace('Hives hum', 'Hives are quiet'))).not.toContainEqual(split)
    expect(standing(TEXT.replace('Sand is glass', 'Sand is not'), [move, mixed])).toEqual([])
    expect(standing(TEXT.replace('# Sand', '# Deserts'), [move, merge])).toEqual([])
    expect(standing(TEXT.replace('# Glass', '# Glassware'), [merge, mixed])).toEqual([])
    expect(standing(TEXT.replace('# Bees', '# Flight'), [heading])).toEqual([])
    expect(standing('', ALL)).toEqual([])
  })

  it('of a section of its own go with all of its paragraphs, while another stands beside them', () => {
    expect(standing(`Something else.\n\n${TEXT}`, [separate])).toEqual([{ ...separate, paragraph: 4, end: 5 }])
    const both: Suggestion[] = [{ ...common, kind: 'separate', paragraph: 2, end: 4, headings: [] }]
    const three = TEXT.replace('# Glass', '# Glass\n\nIt is old.')
    expect(standing(three, both)).toMatchObject([{ paragraph: 3, end: 5 }])
    expect(standing(three.replace('Sand is', 'Here.\n\nSand is'), both)).toEqual([])
    expect(standing(TEXT, both)).toEqual([])
    expect(standing(TEXT.replace('Sand is glass', '# Beaches\n\nSand is glass'), [separate])).toEqual([])
  })

  it('are gone once they have been followed', () => {
    expect(standing(TEXT.replace('Hives hum', '# Hives\n\nHives hum'), [split])).toEqual([])
    const moved = `${TEXT.replace('Sand is glass.\n\n', '')}\n\nSand is glass.`
    expect(standing(moved, [move])).toEqual([])
    expect(standing(TEXT.replace('# Sand\n\n', ''), [merge])).toEqual([])
  })

  it('stand nowhere where their text stands twice', () => {
    expect(standing(`${TEXT}\n\nHives hum.`, [split])).toEqual([])
  })
})
