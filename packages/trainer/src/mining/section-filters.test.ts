import type { Article } from '@leitmotif/encoder/stages'
import { describe, expect, it } from 'vitest'
import { refersElsewhere, remainingSections } from './section-filters.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'

const SENTENCE = 'The orchard keeps a row of old perry pears.'

/** An article of one paragraph in each section: [level, heading, text]. */
function article(...sections: (readonly [number, string, string?])[]): Article {
  return {
    id: 'orchard',
    title: 'Orchard',
    sections: sections.map(([level, heading, text = SENTENCE]) => ({
      heading,
      level,
      paragraphs: text === '' ? [] : [text]
    }))
  }
}

/** What remains: each section's heading and the places of its paragraphs in the article's sections. */
function remaining(of: Article, options: Partial<MiningOptions> = {}): [string, number[]][] {
  return remainingSections(of, { ...MINING_DEFAULTS, ...options }).map(({ heading, paragraphs }) => [
    heading,
    paragraphs.map(({ section }) => section)
  ])
}

const WHOLE = article(
  [0, ''],
  [1, 'Trees'],
  [2, 'Apples'],
  [3, 'Cider apples'],
  [2, 'Pears'],
  [1, 'Harvest'],
  [1, 'See also'],
  [2, 'Books'],
  [1, 'Market']
)

describe('The sections that remain', () => {
  it('hold their subsections by default, without the lead and what lists references', () => {
    expect(remaining(WHOLE)).toEqual([
      ['Trees', [1, 2, 3, 4]],
      ['Harvest', [5]],
      ['Market', [8]]
    ])
  })

  it('may be every section and subsection, each on its own', () => {
    expect(remaining(WHOLE, { sections: 'each' })).toEqual([
      ['Trees', [1]],
      ['Apples', [2]],
      ['Cider apples', [3]],
      ['Pears', [4]],
      ['Harvest', [5]],
      ['Market', [8]]
    ])
  })

  it('may keep the lead, and drop the last section', () => {
    expect(remaining(WHOLE, { dropFirst: false, dropLast: true }).map(([heading]) => heading)).toEqual([
      '',
      'Trees',
      'Harvest'
    ])
  })

  it('are without the first section that has text, where there is no lead', () => {
    const headless = article([1, 'Trees'], [1, 'Harvest'], [1, 'Market'])
    expect(remaining(headless).map(([heading]) => heading)).toEqual(['Harvest', 'Market'])
    const hollow = article([0, '', ''], [1, 'Trees'], [1, 'Harvest'])
    expect(remaining(hollow).map(([heading]) => heading)).toEqual(['Harvest'])
  })

  it('are without all of the headings that the paper names, whatever their case', () => {
    const named = MINING_DEFAULTS.dropHeadings.map((heading) => [1, ` ${heading.toUpperCase()}`] as const)
    expect(named).toHaveLength(8)
    expect(remaining(article([0, ''], ...named, [1, 'Trees']))).toEqual([['Trees', [9]]])
  })

  it('are without a subsection of such a heading, and what is beneath it', () => {
    const nested = article([0, ''], [1, 'Trees'], [2, 'Notes'], [3, 'On grafting'], [2, 'Pears'], [1, 'Harvest'])
    expect(remaining(nested)[0]).toEqual(['Trees', [1, 4]])
    expect(remaining(nested, { dropHeadings: [] })[0]).toEqual(['Trees', [1, 2, 3, 4]])
    expect(remaining(nested, { dropHeadings: ['trees'] })).toEqual([['Harvest', [5]]])
  })

  it('are without the letters of a glossary, unless they are wanted', () => {
    const letters = ['A', 'b', ' C ', 'É', 'Z.'].map((letter) => [1, letter] as const)
    const glossary = article([0, ''], [1, 'How to read it'], ...letters, [1, 'Sources of it'])
    const headings = (of: Article, options = {}): string[] => remaining(of, options).map(([heading]) => heading)
    expect(headings(glossary)).toEqual(['How to read it', 'Sources of it'])
    expect(headings(glossary, { dropLetters: false })).toHaveLength(7)
    expect(headings(article([0, ''], [1, 'C'], [1, 'D'], [1, 'R'], [1, 'F'], [1, 'Go']))).toEqual([
      'C',
      'D',
      'R',
      'F',
      'Go'
    ])
  })

  it('have at least so many sentences', () => {
    const sized = article(
      [0, ''],
      [1, 'One', 'It rains.'],
      [1, 'Three', 'It rains. It pours. It stops.'],
      [1, 'Blank', ' \n']
    )
    expect(remaining(sized, { minSentences: 3 }).map(([heading]) => heading)).toEqual(['Three'])
    expect(remaining(sized, { minSentences: 1 }).map(([heading]) => heading)).toEqual(['One', 'Three'])
  })

  it('do more than refer elsewhere, unless that is wanted', () => {
    const referring = article([0, ''], [1, 'Trees', 'Main article: List of pears'], [1, 'Harvest'])
    expect(remaining(referring).map(([heading]) => heading)).toEqual(['Harvest'])
    expect(remaining(referring, { dropReferring: false }).map(([heading]) => heading)).toEqual(['Trees', 'Harvest'])
  })

  it('may have to be without any reference elsewhere', () => {
    const mixed = article([0, ''], [1, 'Trees'], [2, 'Grafts', 'See Grafting.'], [1, 'Harvest'])
    expect(remaining(mixed).map(([heading]) => heading)).toEqual(['Trees', 'Harvest'])
    expect(remaining(mixed, { strictReferring: true }).map(([heading]) => heading)).toEqual(['Harvest'])
    const within = article(
      [0, ''],
      [1, 'Soils', 'Pears like clay. This is described in the section Planting. They dislike sand.'],
      [1, 'Pests', 'Wasps come late (see also the section on soils).'],
      [1, 'Harvest', 'We see them from afar (they are red). They lean to the east.']
    )
    expect(remaining(within)).toHaveLength(3)
    expect(remaining(within, { strictReferring: true }).map(([heading]) => heading)).toEqual(['Harvest'])
  })
})

describe('A paragraph that only refers elsewhere', () => {
  const POINTERS = [
    'Main article: Perry',
    'Main articles: Perry and Cider',
    'Further information: History of the orchard § Planting',
    'See Grafting.',
    'See also the section on pests.',
    'Please refer to the list of varieties.',
    'For more on the harvest, see Cider making.',
    'For the later history of the estate, see the article on the Thorne family.',
    'To learn more, visit the page on soils.',
    'This subject is covered in the article Soils.',
    'The varieties are listed in the appendix.',
    'Read more in the handbook.'
  ]
  const PROSE = [
    SENTENCE,
    'Seen from the road, the orchard seems small.',
    'For this reason the owners saw no profit.',
    'The main article of trade was perry.',
    'Reference rows stand in every plot.',
    'See how they bend: the old pears lean to the east. They have done so since the storm.',
    `See the list of varieties${', and of pears'.repeat(30)}.`
  ]
  for (const text of POINTERS) {
    it(`is ${JSON.stringify(text)}`, () => {
      expect(refersElsewhere(text)).toBe(true)
    })
  }
  for (const text of PROSE) {
    it(`is not ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(refersElsewhere(text)).toBe(false)
    })
  }
})
