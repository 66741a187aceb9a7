import { describe, expect, it } from 'vitest'
import { readCase, toHeading } from './heading-case.js'

describe('The case of headings', () => {
  it.each([
    [['How Keys Are Kept', 'Locks and Doors'], 'title'],
    [['How keys are kept', 'Locks and doors', 'In New York'], 'sentence'],
    [['Keys', 'Locks'], 'sentence'],
    [['FAQ', 'API and SDK'], 'sentence'],
    [[], 'sentence']
  ])('of %j is %s case', (headings, expected) => {
    expect(readCase(headings)).toBe(expected)
  })

  it.each([
    ['sound posts', 'sentence', 'Sound posts'],
    ['sound posts of spruce', 'title', 'Sound Posts of Spruce'],
    ['iPhone cases', 'title', 'iPhone Cases'],
    ['end-to-end encryption', 'title', 'End-to-end Encryption'],
    ["violin maker's loft", 'title', "Violin Maker's Loft"],
    ['Ñandú nests', 'sentence', 'Ñandú nests'],
    ['the example.org site', 'title', 'The example.org Site'],
    ['npm and x86 builds', 'title', 'npm and x86 Builds'],
    ['nth rhythm', 'sentence', 'nth rhythm'],
    ['spruce', 'sentence', 'Spruce'],
    ['', 'title', '']
  ] as const)('makes of “%s” in %s case “%s”', (phrase, style, heading) => {
    expect(toHeading(phrase, style)).toBe(heading)
  })
})
