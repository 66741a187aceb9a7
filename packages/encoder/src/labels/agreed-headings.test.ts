import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { agreedHeadings } from './agreed-headings.js'
import { withoutSpeakers } from './speakers.js'
import { labelThemes } from './theme-labels.js'

/** Subjects with words of their own, and words that all of one craft share. */
const CRAFTS = {
  pottery: ['kiln', 'glaze', 'clay'],
  weaving: ['loom', 'thread', 'cloth'],
  carving: ['chisel', 'oak', 'mallet']
}
const OBJECTS = ['bowl', 'dish', 'chair', 'coat', 'flute', 'sign', 'gate', 'mask', 'toy', 'lamp', 'bench', 'rug']

const sentences: string[] = []
const theme: number[] = []
const documents: number[] = []
const headings: string[][] = []
for (const [c, words] of Object.values(CRAFTS).entries()) {
  for (const [d, object] of OBJECTS.entries()) {
    for (const [w, word] of words.entries()) {
      // "Workshop" is in nearly every sentence of two of the themes.
      const place = c < 2 || w === 0 ? 'of the workshop' : 'here'
      sentences.push(`${object[0].toUpperCase()}${object.slice(1)} makers ${place} trust a ${word}.`)
      theme.push(c)
      documents.push(100 * c + d)
      headings.push(w === 0 ? ['1. Introduction'] : [d % 2 === 0 ? 'Introduction' : 'Notes', Object.keys(CRAFTS)[c]])
    }
  }
}

/** A direction for each word, the same for all objects and places. */
function vectorsOf(texts: readonly string[]): Vectors {
  const vectors = zeroVectors(texts.length, 32)
  for (const [t, text] of texts.entries()) {
    for (const word of text.toLowerCase().match(/[a-z]+/g)!) {
      const random = createRandom(word)
      const weight = Object.values(CRAFTS).flat().includes(word) ? 3 : 0.3
      for (let d = 0; d < 32; d++) row(vectors, t)[d] += weight * random.normal()
    }
    normalize(row(vectors, t))
  }
  return vectors
}
const vectors = vectorsOf(sentences)
const keysOf = (label: string): string[] => label.toLowerCase().split(/[ ,]+/)

describe('Names chosen by vectors', () => {
  const named = labelThemes(sentences, theme, 3, { vectors, documents })

  it('are words that tell a theme from the others, not those that several have', () => {
    for (const [c, words] of Object.values(CRAFTS).entries()) {
      expect(words, named[c].label).toContain(keysOf(named[c].label)[0])
      expect(named[c].label).not.toMatch(/workshop/i)
    }
  })

  it('begin with different words, and share none of them', () => {
    const words = named.flatMap(({ label }) => [...new Set(keysOf(label))])
    expect(new Set(words).size).toBe(words.length)
  })

  it('are the same for the same sentences', () => {
    expect(labelThemes(sentences, theme, 3, { vectors, documents })).toEqual(named)
  })

  it('leave out words that the user ignores, in any case and number', () => {
    const ignore = ['KILNS', 'loom']
    for (const given of [{ vectors }, {}]) {
      const text = JSON.stringify(labelThemes(sentences, theme, 3, { ...given, ignore }))
      expect(text).not.toMatch(/kiln|loom/i)
      expect(text).toMatch(/glaze/)
    }
  })

  it('refuse vectors and headings of other sentences', () => {
    expect(() => labelThemes(sentences, theme, 3, { vectors: zeroVectors(2, 4) })).toThrow('vectors has 2 members')
    expect(() => labelThemes(sentences, theme, 3, { headings: [[]] })).toThrow('headings has 1 members')
  })
})

describe('Headings that documents agree on', () => {
  it('name a theme first, and are its heading', () => {
    const named = labelThemes(sentences, theme, 3, { vectors, documents, headings })
    for (const [c, craft] of Object.keys(CRAFTS).entries()) {
      expect(named[c].label).toMatch(new RegExp(`^${craft}, `))
      expect(named[c].heading.toLowerCase()).toBe(craft)
    }
  })

  it('are not those that fit any theme, those of few documents, or sentences', () => {
    const agreed = (path: readonly (readonly string[])[]): (string | undefined)[] =>
      agreedHeadings({ headings: path, documents, theme }, 3)
    expect(agreed(theme.map(() => ['Introduction']))).toEqual([undefined, undefined, undefined])
    expect(agreed(documents.map((d) => [d < 2 ? 'Firing' : 'Other']))).toEqual([undefined, undefined, undefined])
    const long = 'What every maker of bowls should know about clay'
    expect(agreed(theme.map((c) => [c === 0 ? long : 'Other']))[0]).toBeUndefined()
    expect(agreed(theme.map((c) => [c === 0 ? '2.1 Firing:' : 'Other']))[0]).toBe('Firing')
  })
})

describe('Speakers of minutes and transcripts', () => {
  it('are told from other words before a colon by how often they speak', () => {
    const said = [
      'Ann Lee: Yes.',
      '<bo_7> No.',
      'Ann Lee: Why?',
      '<bo_7> So.',
      'Ann Lee: Go.',
      '<bo_7>: Ah.',
      'Note: Rest.'
    ]
    expect(withoutSpeakers(said)).toEqual([
      'Yes.',
      '<bo_7> No.',
      'Why?',
      '<bo_7> So.',
      'Go.',
      '<bo_7>: Ah.',
      'Note: Rest.'
    ])
    expect(withoutSpeakers([...said, '<bo_7> Hm.'])).toEqual([
      'Yes.',
      'No.',
      'Why?',
      'So.',
      'Go.',
      '<bo_7>: Ah.',
      'Note: Rest.',
      'Hm.'
    ])
  })

  it('are left out with remarks that a transcript repeats between sentences', () => {
    const said = ['[Laughter] Good evening.', 'Thank you. [laughter] Now to tax.', 'It rose (by half) [sic].']
    expect(
      withoutSpeakers([...said, 'So it goes. [Laughter]', '(Applause.)', 'Yes! (Applause.)', '(Applause)'])
    ).toEqual(['Good evening.', 'Thank you. Now to tax.', 'It rose (by half) [sic].', 'So it goes.', '', 'Yes!', ''])
  })

  it('are told from marks before a bar, as reviews have them', () => {
    const marks = ['✅ Paid Guest | Warm.', '✅ Paid Guest |  Cold.', '✅ Paid Guest | Wet.', 'Soup | Bread']
    expect(withoutSpeakers(marks)).toEqual(['Warm.', 'Cold.', 'Wet.', 'Soup | Bread'])
  })

  it('name no theme, however much they say', () => {
    const said = ['glaze', 'kiln', 'clay'].flatMap((word) =>
      ['Ann Lee', 'Bo'].map((name) => `${name}: the ${word} of ${word === 'clay' ? 'rivers' : 'ash'} is better.`)
    )
    const others = ['The loom broke.', 'The loom is old.', 'A loom needs thread.']
    const [{ label, terms }] = labelThemes([...said, ...others], [...said.map(() => 0), 1, 1, 1], 2)
    expect(`${label} ${terms.map(({ term }) => term).join()}`).not.toMatch(/Ann|Lee|Bo\b/)
    expect(label).toMatch(/glaze|kiln|clay|ash/)
  })
})
