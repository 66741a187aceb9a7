import { expectLinear } from '@leitmotif/testing'
import { describe, test } from 'vitest'
import { splitSentences } from './sentence-splitter.js'
import { terms } from './tokens.js'

// Each is repeated to the length wanted.
const UNITS = [
  '.',
  'a.',
  'A. ',
  'a.a.a.a.ab',
  'U.S.',
  '1.',
  '1,000',
  '1.1 ',
  '((((',
  '"',
  "'",
  "a'",
  '." ',
  '.)',
  '. . ',
  ' .',
  '[1]',
  '.[1] ',
  '. [',
  '?!',
  '…',
  ' ',
  '\n',
  ' \n',
  '\r',
  '.\n',
  'word',
  'e.g. ',
  'Mr. (',
  '“Why?” Mary ',
  '。」',
  '漢。',
  '👍',
  '\ud83d',
  'e\u0301',
  '\u0301\u0323',
  '\u200d',
  'https://a.b/c?d=e.F'
]
const LENGTH = 20_000

/** Not just the unit over and over: an end may undo what was decided before. */
function expectLinearIn(run: (text: string) => unknown, unit: string, lead: string): Promise<void> {
  const make = (length: number): string => lead + unit.repeat(length / unit.length) + 'ab'
  return expectLinear(JSON.stringify(unit), LENGTH, make, run)
}

describe.each([
  ['splitSentences', splitSentences],
  ['terms', terms]
])('%s takes time linear in the text', (_name, run) => {
  test('whatever is repeated', async () => {
    for (const unit of UNITS) await expectLinearIn(run, unit, '')
  })

  test('after long white space and after a long word', async () => {
    for (const lead of [' ', '\n', 'x', '(']) {
      for (const unit of ['A. ', '. ', '1. ', '." ']) await expectLinearIn(run, unit, lead.repeat(LENGTH))
    }
  })
})
