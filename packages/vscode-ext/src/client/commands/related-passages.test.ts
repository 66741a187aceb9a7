import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { citation, isDocument, passagesPage, placeOfPassage } from './related-passages.js'

describe('A passage', () => {
  it('is of the file that its document is called by, from whichever folder', () => {
    expect(isDocument('notes/tides.md', 'notes/tides.md')).toBe(true)
    expect(isDocument('tides.md', 'notes/tides.md')).toBe(true)
    expect(isDocument('book/notes/tides.md', 'notes/tides.md')).toBe(true)
    expect(isDocument('notes\\tides.md', 'notes/tides.md')).toBe(true)
    expect(isDocument('ides.md', 'notes/tides.md')).toBe(false)
    expect(isDocument('other/tides.md', 'notes/tides.md')).toBe(false)
  })

  it('is found in its file between markup and line ends, or not at all', () => {
    const text = '# Tides\n\nThe **tide** is\nlate, as *ever* (1).'
    expect(placeOfPassage(text, 'The tide is late, as ever (1).')).toEqual({ start: 9, end: text.length - 2 })
    expect(placeOfPassage(text, 'The tide is early.')).toBeUndefined()
    expect(placeOfPassage(text, '…')).toBeUndefined()
  })

  it('is looked for in time linear in the text', () =>
    expectLinear(
      'placeOfPassage',
      2_000,
      (count) => 'a b c '.repeat(count),
      (text) => placeOfPassage(text, `${'a b c '.repeat(12)}d`)
    ))
})

const passage = { text: 'The tide is\nlate. ', document: 'tides.md', title: 'Tides', path: ['Moon', 'Lag'] }

describe('A citation', () => {
  it('has what the passage has, and leaves other braces as they are', () => {
    expect(citation('“{text}” ({title}, {path}) {link}{other}{toString}', { ...passage, text: ' $& {title} ' })).toBe(
      '“$& {title}” (Tides, Moon › Lag) {other}{toString}'
    )
    expect(citation('[{title}]({link})', { ...passage, link: 'http://127.0.0.1/#d' })).toBe(
      '[Tides](http://127.0.0.1/#d)'
    )
  })
})

describe('A page of passages', () => {
  it('quotes each under its document, and knows where each begins', () => {
    const { text, lines } = passagesPage([passage, { ...passage, link: 'http://a/' }])
    expect(text.split('\n')[lines[1]]).toBe('## Tides › Moon › Lag')
    expect(text).toContain('> The tide is\n> late. ')
    expect(text).toContain('<http://a/>')
    expect(lines[0]).toBe(0)
  })
})
