import { describe, expect, it } from 'vitest'
import { nameVerbs, verbBase } from './verb-names.js'

const named = (...phrases: string[]): string[] => {
  const { verbs, verb } = nameVerbs(
    phrases.map((phrase) => ({ subject: ['someone'], verb: phrase.split(' '), object: [] }))
  )
  return verb.map((index) => verbs[index].name)
}

describe('The verb of an event', () => {
  it.each([
    ['announces', 'announced', 'announcing', 'announce'],
    ['plans', 'planned', 'planning', 'plan'],
    ['denies', 'denied', 'denying', 'deny'],
    ['says', 'said', 'saying', 'say'],
    ['passes', 'passed', 'passing', 'pass'],
    ['calls', 'called', 'calling', 'call'],
    ['hits', 'hit', 'hitting'],
    ['is', "'s", "'m", '’re', 'were'],
    ['wins', 'won', 'winning', 'win'],
    ['goes', 'went', 'gone', 'going'],
    ['raises', 'raised', 'raising', 'raise'],
    ['dies', 'died', 'die', 'dying']
  ])('is the same in the forms %s, %s, %s …', (...forms) => {
    expect(new Set(named(...forms)).size).toBe(1)
  })

  it('is another where the word is another', () => {
    const words = [
      'rise',
      'race',
      'lose',
      'leave',
      'live',
      'find',
      'fine',
      'need',
      'bid',
      'be',
      'bring',
      'use',
      'focus',
      'feed'
    ]
    expect(new Set(named(...words)).size).toBe(words.length)
  })

  it('is named as it is written most often', () => {
    expect(named('launched', 'launches', 'launches')).toEqual(['launches', 'launches', 'launches'])
  })

  it('is what is done, whatever stands before and after it', () => {
    expect(named('has been killed', 'takes over', 'Cut back on', 'up')).toEqual(['killed', 'takes', 'cut', 'up'])
  })

  it('may be what every object has, and still is a word', () => {
    expect(named('constructor', 'toString')).toEqual(['constructor', 'tostring'])
  })

  it('are counted, the most frequent first', () => {
    const events = ['buys', 'sells', 'sold', 'buys', 'bought'].map((verb) => ({
      subject: ['a'],
      verb: [verb],
      object: []
    }))
    expect(nameVerbs(events).verbs).toEqual([
      { name: 'buys', count: 3 },
      { name: 'sells', count: 2 }
    ])
  })
})

describe('The base of a verb', () => {
  const words = new Set('kill rescue hope hop plan kiss deny tie board charge add ad visit rate rat'.split(' '))
  it.each([
    'killed kill, rescued rescue, hoped hope, hopped hop, planned plan, kissed kiss, denied deny, tied tie, boarded board',
    'charged charge, added add, visited visit, rated rate, beaten beat, hit hit, zzqxed zzqxed',
    'rescues rescue, denies deny, kisses kiss, zzqxes zzqxes'
  ])('is a word: %s', (cases) => {
    for (const [form, base] of cases.split(', ').map((pair) => pair.split(' '))) {
      expect(verbBase(form, (word) => words.has(word))).toBe(base)
    }
  })
})
