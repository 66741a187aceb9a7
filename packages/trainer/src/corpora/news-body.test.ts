import { expectLinear } from '@leitmotif/testing'
import { expect, test } from 'vitest'
import { newsParagraphs, trimNewsBody } from './news-body.js'

test('a news body loses its dateline and its credits', () => {
  const body =
    'OSLO, Jan 4 (Reuters) - Ferries stood still on Monday.\nTalks go on. (Reporting by Ada Berg; Editing by Jo Lund)'
  expect(trimNewsBody(body)).toBe('Ferries stood still on Monday.\nTalks go on.')
  expect(trimNewsBody('LIMA (AP) — The market fell.')).toBe('The market fell.')
  expect(trimNewsBody('OSLO (Reuters) - Reporting by telephone is common, she said.')).toBe(
    'Reporting by telephone is common, she said.'
  )
})

test('an article without a dateline is no standard news article', () => {
  expect(trimNewsBody('Ferries stood still on Monday (Tuesday at sea).')).toBeUndefined()
  expect(trimNewsBody('')).toBeUndefined()
  expect(trimNewsBody('The Associated Press (AP) is a news agency.')).toBeUndefined()
})

test('bodies are trimmed in linear time', async () => {
  await expectLinear(
    'trimNewsBody',
    400_000,
    (length) => `OSLO (Reuters) - ${'( Reporting by '.repeat(length / 15)}`,
    trimNewsBody
  )
})

test('paragraphs of news are without dateline and credits, those of other articles as they are', () => {
  expect(
    newsParagraphs(['OSLO, Jan 4 (Reuters) - Ferries stood still.', 'Talks go on.', '(Reporting by Ada Berg)'])
  ).toEqual(['Ferries stood still.', 'Talks go on.'])
  const other = ['A ferry is a boat.', 'It may be one of the cars.']
  expect(newsParagraphs(other)).toBe(other)
  expect(newsParagraphs([])).toEqual([])
})
