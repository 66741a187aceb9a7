import { expectLinear } from '@leitmotif/testing'
import { expect, test } from 'vitest'
import type { ChunkedWords } from '../tagging/chunker.js'
import { extractEvent, shortenEvent } from './extract-event.js'

/** Words as `word/TAG/CHUNK`. */
function chunked(text: string): ChunkedWords {
  const parts = text.split(' ').map((item) => item.split('/'))
  return { words: parts.map(([word]) => word), tags: parts.map(([, tag]) => tag), chunks: parts.map((part) => part[2]) }
}

function event(text: string): string {
  const found = extractEvent(chunked(text))
  return found === undefined ? '-' : [found.subject, found.verb, found.object].map((part) => part.join(' ')).join(' | ')
}

test.each([
  [
    'what stands left of the verb phrase is the subject, what stands right of it the object',
    'Baker/NN/B-NP wins/VBZ/B-VP prize/NN/B-NP for/IN/B-PP rye/NN/B-NP',
    'Baker | wins | prize for rye'
  ],
  [
    'a particle belongs to its verb',
    'Mill/NN/B-NP shuts/VBZ/B-VP down/RP/B-PRT oven/NN/B-NP',
    'Mill | shuts down | oven'
  ],
  [
    'a passive is a verb phrase like any other',
    'Two/CD/B-NP sailors/NNS/I-NP rescued/VBN/B-VP off/IN/B-PP Lima/NNP/B-NP',
    'Two sailors | rescued | off Lima'
  ],
  [
    'a finite verb goes before a participle that stands before it',
    'Baker/NN/B-NP accused/VBN/B-VP of/IN/B-PP theft/NN/B-NP resigns/VBZ/B-VP',
    'Baker accused of theft | resigns | '
  ],
  [
    'the verb of a relative clause is not that of the headline',
    'Baker/NN/B-NP who/WP/B-NP won/VBD/B-VP prize/NN/B-NP leaves/VBZ/B-VP town/NN/B-NP',
    'Baker who won prize | leaves | town'
  ],
  [
    'what stands before the first comma of "As …, " is not of the subject',
    'As/IN/B-SBAR rain/NN/B-NP falls/VBZ/B-VP ,/,/O ferry/NN/B-NP leaves/VBZ/B-VP port/NN/B-NP',
    'ferry | leaves | port'
  ],
  [
    'of a question the subject stands behind the first verb',
    "Why/WRB/B-ADVP Is/VBZ/B-VP n't/RB/O Ada/NNP/B-NP Leaving/VBG/B-VP Town/NN/B-NP ?/./O",
    'Ada | Leaving | Town'
  ],
  ['a negation belongs to its verb', "Rain/NN/B-NP is/VBZ/B-VP n't/RB/O news/NN/B-NP", "Rain | is n't | news"],
  [
    'what follows a semicolon is another event',
    'Storm/NN/B-NP kills/VBZ/B-VP five/CD/B-NP ;/:/O dozens/NNS/B-NP wounded/VBN/B-VP',
    'Storm | kills | five'
  ],
  [
    'what is quoted goes behind what is reported',
    "'/``/O Rain/NN/B-NP ends/VBZ/B-VP '/''/O :/:/O Mayor/NN/B-NP cheers/VBZ/B-VP crowd/NN/B-NP",
    'Mayor | cheers | crowd'
  ],
  ['an announcement is an event', 'Mill/NN/B-NP to/TO/B-VP buy/VB/I-VP bakery/NN/B-NP', 'Mill | to buy | bakery'],
  [
    'a genitive taken for a verb goes behind a verb',
    "Ada/NNP/B-NP 's/VBZ/B-VP Swift/NNP/B-NP detects/VBZ/B-VP hole/NN/B-NP",
    "Ada 's Swift | detects | hole"
  ],
  [
    'a verb that looks like a genitive is one where there is no other',
    "Surf/NN/B-NP 's/VBZ/B-VP up/RB/B-ADVP in/IN/B-PP Chile/NNP/B-NP",
    "Surf | 's up | in Chile"
  ],
  ['an order is none', 'Stop/VB/B-VP what/WP/B-NP you/PRP/I-NP do/VBP/B-VP', '-'],
  ['a list is none', '16/CD/B-NP Words/NNS/I-NP You/PRP/B-NP Need/VBP/B-VP', '-'],
  ['a noun phrase is none', 'Homage/NN/B-NP to/TO/B-PP bakers/NNS/B-NP', '-'],
  ['marks alone are none', ';/:/O ;/:/O', '-'],
  [
    'a mark that is taken for a verb is none',
    'Lessons/NNS/B-NP (/VBP/B-VP or/CC/O Not/RB/O )/)/O Teach/VBP/B-VP Bakers/NNS/B-NP',
    'Lessons or Not | Teach | Bakers'
  ],
  ['a mark that is taken for a verb is none where there is no other', 'Bread/NN/B-NP =/VBZ/B-VP cake/NN/B-NP', '-'],
  ['a mark that is taken for a subject is none', '*/NN/B-NP wins/VBZ/B-VP prize/NN/B-NP', '-']
])('%s', (_, text, expected) => {
  expect(event(text)).toBe(expected)
})

test('long subjects and objects keep their first words, verbs their last', () => {
  const words = Array.from({ length: 20 }, (_, i) => String(i))
  const { subject, verb, object } = shortenEvent({ subject: words, verb: words, object: words })
  expect([subject, verb, object]).toEqual([words.slice(0, 7), words.slice(17), words.slice(0, 11)])
})

test.each([
  ['will be raised', 'will be raised'],
  ['might have to postpone', 'have to postpone'],
  ['believed to have been shot down', 'been shot down'],
  ['will not be raised', 'not be raised'],
  ["does n't want to talk", 'not to talk'],
  ["does n't want not to talk", 'not to talk']
])('the verb "%s" is shortened to "%s": what is done stays, and whether it is', (verb, expected) => {
  const event = shortenEvent({ subject: ['Mill'], verb: verb.split(' '), object: [] })
  expect(event.verb.join(' ')).toBe(expected)
})

test('events are extracted in linear time', async () => {
  for (const clause of ['a/NN/B-NP b/VBZ/B-VP ', 'a/VBN/B-VP ', 'who/WP/B-NP ', ',/,/O a/NN/B-NP ', 'is/VBZ/B-VP ']) {
    await expectLinear(
      `extractEvent of ${clause}`,
      4_000,
      (length) => chunked(clause.repeat(length).trim()),
      extractEvent
    )
  }
})
