import { readDraftText } from '@leitmotif/encoder/draft'
import { expect, it } from 'vitest'
import { draftOf } from './draft-lessons.js'

it('an article is a draft with the same sections and paragraphs, whatever its lines begin with', () => {
  const sections = [
    { heading: '', level: 0, paragraphs: ['An opening.'] },
    {
      heading: 'Mills',
      level: 1,
      paragraphs: ['1. They turn.', '# They are no heading.', '> Nor a quote.', '- Nor a list.']
    },
    { heading: 'Sails', level: 2, paragraphs: ['Two\nlines.', '*Starred* words.', '---'] }
  ]
  const { text, format } = draftOf({ id: 'a', title: 'Wind', sections })
  const draft = readDraftText(text, format)
  expect(draft.title).toBe('Wind')
  expect(draft.sections.map(({ heading, level, start, end }) => [heading, level, end - start])).toEqual([
    ['', 0, 1],
    ['Mills', 1, 4],
    ['Sails', 2, 2]
  ])
  expect(draft.paragraphs.map((paragraph) => paragraph.text)).toEqual([
    'An opening.',
    '1. They turn.',
    '# They are no heading.',
    '> Nor a quote.',
    '- Nor a list.',
    'Two lines.',
    '*Starred* words.'
  ])
})
