import { describe, expect, test } from 'vitest'
import { splitSentences } from './sentences.js'
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

function milliseconds(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function expectLinear(run: (text: string) => unknown, unit: string, lead = ''): void {
  let times: number[] = []
  // A busy machine may disturb one measurement, hardly three.
  for (let attempt = 0; attempt < 3; attempt++) {
    times = [1, 2, 4].map((factor) => {
      const text = lead + unit.repeat((factor * LENGTH) / unit.length) + 'ab'
      return milliseconds(() => run(text))
    })
    // Quadratic time would be sixteen times as long for four times the text; small times are noise.
    if (times[2] < 9 * times[0] + 40) return
  }
  expect.fail(`${JSON.stringify(unit)} takes ${times.join(', ')} ms for lengths 1, 2, 4`)
}

describe.each([
  ['splitSentences', splitSentences],
  ['terms', terms]
])('%s takes time linear in the text', (_name, run) => {
  test('whatever is repeated', () => {
    for (const unit of UNITS) expectLinear(run, unit)
  })

  test('after long white space and after a long word', () => {
    for (const lead of [' ', '\n', 'x', '(']) {
      for (const unit of ['A. ', '. ', '1. ', '." ']) expectLinear(run, unit, lead.repeat(LENGTH))
    }
  })
})
