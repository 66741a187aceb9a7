import { expect, test } from 'vitest'
import { inActive } from './voice.js'

const words = new Set([
  'hit',
  'hits',
  'flood',
  'floods',
  'marry',
  'marries',
  'married',
  'catch',
  'catches',
  'bite',
  'bites'
])
const isWord = (word: string): boolean => words.has(word)

const event = (text: string): Parameters<typeof inActive>[0] => {
  const [subject, verb, object] = text.split(' | ').map((part) => part.split(' ').filter((word) => word !== ''))
  return { subject, verb, object }
}

test.each([
  ['old towns | hit | by storm', 'storm | hits | old towns'],
  ['old towns | Are Hit | By Storms', 'Storms | hit | old towns'],
  ['Heiress | married | by pilot', 'pilot | marries | Heiress'],
  ['Man | bitten | by dog', 'dog | bites | Man'],
  ['Eel | caught | by boy', 'boy | catches | Eel'],
  ['Old town | is n’t flooded | by the river', 'the river | n’t flooded | Old town'],
  ['Plane | has been shot down | By army', 'army | has shot down | Plane'],
  ['Player | Wants to Be Drafted | by the club', 'the club | Wants to Drafted | Player']
])('who did it goes before what was done in %j', (passive, active) => {
  const { subject, verb, object } = inActive(event(passive), isWord)
  expect([subject, verb, object].map((words) => words.join(' ')).join(' | ')).toBe(active)
})

test.each([
  'storm | hits | old towns',
  'ten | killed | in old town',
  'rents | increased | by 5 %',
  'fares | cut | by $ 3',
  'rents | have increased | by half',
  'ferry | goes | by night',
  'mill | closed | by',
  'shop | opened | by mistake'
])('%j stays as it is', (text) => {
  const active = event(text)
  expect(inActive(active, isWord)).toBe(active)
})
