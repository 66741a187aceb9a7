import { expect, it } from 'vitest'
import { readDraftText } from './draft-text.js'
import { isInterview, isStory, mayBegin, mayLeave } from './paragraph-forms.js'

const formsIn = (text: string): string[] =>
  readDraftText(text, 'markdown').paragraphs.map(({ form }) =>
    form.label === undefined ? form.form : `${form.form}: ${form.label}`
  )

it('tells speech, verse, lists, captions, questions and lines that stand for headings from running text', () => {
  const text = [
    'The mill stands on a hill above the river.',
    '“Who is there?” asked the miller.',
    '— Nobody, said the wind.',
    'Round goes the wheel\nDown comes the rain\nGrain becomes flour\nFlour becomes bread',
    '- one sack\n- two sacks',
    'Figure 2. The mill from the south.',
    'How does a mill turn?',
    '**Windmills**',
    '**Sails.** They are made of cloth and wood.',
    'A line that was wrapped by hand goes on\nand on, as lines of running text do,\nuntil it ends.'
  ].join('\n\n')
  expect(formsIn(text)).toEqual([
    'text',
    'speech',
    'speech',
    'verse',
    'list',
    'caption',
    'question: How does a mill turn?',
    'label: Windmills',
    'text: Sails',
    'text'
  ])
})

it('takes remarks set apart and items of plain text for lists', () => {
  const forms = (text: string, format: 'restructuredtext' | 'asciidoc' | 'plain'): string[] =>
    readDraftText(text, format).paragraphs.map(({ form }) => form.form)
  expect(forms('Mills turn.\n\n.. note:: Keep it dry.\n\nThey stop.', 'restructuredtext')).toEqual([
    'text',
    'list',
    'text'
  ])
  expect(forms('Mills turn.\n\nTIP: Keep it dry.\n\nThey stop.', 'asciidoc')).toEqual(['text', 'list', 'text'])
  expect(forms('Mills turn.\n\n* Keep it dry.\n\nThey stop.', 'plain')).toEqual(['text', 'list', 'text'])
})

it('takes neither remarks nor names of speakers for lines that stand for headings', () => {
  const text = [
    '**Note:** Keep it dry.',
    '**Ada:** Mills turn.',
    'They turn.',
    '**Ada:** Then they stop.',
    '**very** loud, it was.'
  ]
  expect(formsIn(text.join('\n\n'))).toEqual(['text', 'text', 'text', 'text', 'text'])
})

it('lets no section begin inside a dialogue, a poem or a list, nor between a question and its answer', () => {
  const { paragraphs } = readDraftText(
    [
      'It rained.',
      '“Who?”',
      '“Me.”',
      '* * *',
      '“Again?”',
      'He left.',
      'Why do they turn?',
      'The wind.',
      '**Sails**',
      'Cloth.'
    ].join('\n\n'),
    'markdown'
  )
  const forms = paragraphs.map(({ form }) => form)
  const breaks = new Set([...paragraphs.keys()].filter((p) => paragraphs[p].isAfterBreak))
  expect([...breaks]).toEqual([3])
  expect([...paragraphs.keys()].filter((p) => mayBegin(forms, breaks, p))).toEqual([1, 3, 4, 5, 7])
  expect([...paragraphs.keys()].filter((p) => mayLeave(forms, p))).toEqual([0, 4])
})

it('knows an interview by its questions, and a story by its speech or by persons who act', () => {
  const formsOf = (parts: readonly string[]): ReturnType<typeof readDraftText>['paragraphs'][number]['form'][] =>
    readDraftText(parts.join('\n\n'), 'markdown').paragraphs.map(({ form }) => form)
  const asked = Array.from({ length: 4 }, (_, q) => [
    `Why mill number ${q}?`,
    'It turns in the wind.',
    'It stands high.'
  ])
  expect(isInterview(formsOf(asked.flat()))).toBe(true)
  expect(isInterview(formsOf(asked.flat().filter((line) => !line.endsWith('?'))))).toBe(false)
  const life = Array.from({ length: 30 }, (_, p) =>
    p % 10 === 0 ? 'He said “wait” and left his house.' : 'He walked to the river and she followed him with her lamp.'
  )
  const guide = Array.from({ length: 30 }, () => 'The wheel turns, and the stone grinds the grain to flour.')
  expect(isStory(formsOf(life), life)).toBe(true)
  expect(isStory(formsOf(guide), guide)).toBe(false)
  const silent = life.filter((_, p) => p % 10 > 0)
  expect(isStory(formsOf(silent), silent)).toBe(false)
})
