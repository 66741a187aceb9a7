import { readFileSync } from 'node:fs'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { terms } from '../text/tokens.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import type { EncodeTexts, HeadedSection, HeadedText } from './headed-text.js'
import * as candidates from './heading-candidates.js'
import * as fit from './heading-fit.js'
import { readHeadings } from '../labels/common-headings.js'
import { readSuggestionWeights } from '../segmentation/suggestion-weights.js'
import { singular } from '../labels/words.js'

const weights = readSuggestionWeights(
  readFileSync(new URL('../../../../models/leitmotif-en/suggestions.json', import.meta.url))
)
const common = readHeadings(readFileSync(new URL('../../../../models/leitmotif-en/headings.json', import.meta.url)))
const suggestHeadings = (
  text: HeadedText,
  encode: EncodeTexts,
  options?: candidates.SuggestHeadingsOptions
): Promise<string[][]> => candidates.suggestHeadings(text, encode, { common, ...options })
const findMisfits = (text: HeadedText, encode: EncodeTexts, options?: fit.MisfitOptions): Promise<fit.Misfit[]> =>
  fit.findMisfits(text, encode, { common, weights, ...options })

/** Passages on unlike subjects: a heading, then a sentence a line. */
const passages = readFileSync(new URL('../themes/passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n'))

const directions = new Map<string, Float32Array>()

/** The sum of a direction for each word: what a text shares with others are their words. */
function byWords(texts: readonly string[], dims = 100): Vectors {
  const vectors = zeroVectors(texts.length, dims)
  texts.forEach((text, i) => {
    for (const term of terms(text).filter((word) => word.length > 3)) {
      const key = singular(term)
      const random = createRandom(key)
      const own = directions.get(key) ?? Float32Array.from({ length: dims }, () => random.normal())
      directions.set(key, own)
      for (let d = 0; d < dims; d++) row(vectors, i)[d] += own[d]
    }
    normalize(row(vectors, i))
  })
  return vectors
}

const encode: EncodeTexts = (texts) => Promise.resolve(byWords(texts))

/** The passages under these headings. */
function textOf(sections: readonly (HeadedSection & { readonly sentences: readonly string[] })[]): HeadedText {
  const sentences = sections.flatMap((section) => section.sentences)
  return {
    sentences,
    vectors: byWords(sentences),
    section: sections.flatMap((section, s) => section.sentences.map(() => s)),
    sections
  }
}

const parts = (headings: readonly string[]): HeadedText =>
  textOf(headings.map((heading, p) => ({ heading, parent: -1, sentences: passages[p].slice(1) })))

const TRUE_HEADINGS = [
  'Violin makers',
  'Tides and the Moon',
  'Chains and brakes',
  'Sourdough bread',
  'Lighthouse keepers'
]

describe('Suggested headings', () => {
  it('are phrases of the section that name what it is about', async () => {
    const found = await suggestHeadings(parts(['', '', '', '', '']), encode)
    const expected = [/violin/i, /tid(?:e|al)/i, /brake|chain/i, /sourdough|dough/i, /lighthouse|lamp|fog/i]
    for (const [s, word] of expected.entries()) expect(found[s].join(', ')).toMatch(word)
  })

  it('are three unlike ones, or as many as wanted, for the sections wanted', async () => {
    const text = parts(['', '', '', '', ''])
    const [found] = await suggestHeadings(text, encode, { only: [3] })
    expect(found).toHaveLength(3)
    expect(new Set(found.flatMap((heading) => terms(heading).map(singular))).size).toBe(
      found.flatMap((heading) => terms(heading)).length
    )
    expect(await suggestHeadings(text, encode, { only: [3, 1], most: 1 })).toEqual([[found[0]], [expect.any(String)]])
    expect(await suggestHeadings(text, encode, { only: [] })).toEqual([])
  })

  it('are written as the draft writes its own, and are none of these', async () => {
    const [first] = (await suggestHeadings(parts(['', '', '', '', '']), encode))[0]
    const titled = ['', 'High and Low Water', 'Chains and Brakes', 'Bread of a Starter', first]
    const [found] = await suggestHeadings(parts(titled), encode, { only: [0] })
    expect(found.map((heading) => heading.toLowerCase())).not.toContain(first.toLowerCase())
    for (const heading of found) expect(heading).toMatch(/^\p{Lu}[^ ]*(?: \p{Lu}[^ ]*| of| and)*$/u)
  })

  it('name what sets a section apart, and not what the whole text is about', async () => {
    const about = textOf(
      [0, 1, 2].map((p) => ({
        heading: '',
        parent: -1,
        sentences: passages[p].slice(1).map((sentence) => sentence.replace(/\.$/, ' in Ravenholm.'))
      }))
    )
    const found = (await suggestHeadings(about, encode)).flat()
    expect(found.filter((heading) => heading.includes('Ravenholm'))).toEqual([])
  })

  it('may be common ones: a section of limits, of which no phrase says so, has "Limitations" among them', async () => {
    const limits = [
      'There are limitations that nobody has lifted so far.',
      'These limitations are known, and so are those of the other half.',
      'Limitations like that are with us for good.'
    ]
    const text = textOf([
      { heading: '', parent: -1, sentences: limits },
      { heading: '', parent: -1, sentences: passages[0].slice(1) },
      { heading: '', parent: -1, sentences: passages[1].slice(1) }
    ])
    expect((await suggestHeadings(text, encode))[0]).toContain('Limitations')
  })

  it('are phrases of the section alone where no common headings are known', async () => {
    const text = parts(['', '', '', '', ''])
    for (const heading of (await candidates.suggestHeadings(text, encode)).flat())
      expect(text.sentences.join(' ').toLowerCase()).toContain(heading.toLowerCase())
  })

  it('of a section that holds others are of their words, too', async () => {
    const text = textOf([
      { heading: '', parent: -1, sentences: ['This part has two.'] },
      { heading: 'A', parent: 0, sentences: passages[0].slice(1) },
      { heading: 'B', parent: -1, sentences: passages[1].slice(1) }
    ])
    expect((await suggestHeadings(text, encode, { only: [0] }))[0].join()).toMatch(/violin/i)
  })

  it('are made of a text without a word, and of one in a language without spaces', async () => {
    const none = textOf([{ heading: '', parent: -1, sentences: ['12.', '…'] }])
    expect(await suggestHeadings(none, encode)).toEqual([expect.any(Array)])
    const tokyo = textOf([
      { heading: '', parent: -1, sentences: ['東京は大きい。', '東京に行く。', '私は東京が好き。'] }
    ])
    expect((await suggestHeadings(tokyo, encode))[0].length).toBeGreaterThan(0)
  })

  it('refuse to be none', async () => {
    await expect(suggestHeadings(parts(['', '']), encode, { most: 0 })).rejects.toThrow(/most is 0/)
  })

  it('take time linear in the sections, and in the text', async () => {
    const many = (n: number): HeadedText =>
      textOf(
        Array.from({ length: n }, (_, s) => ({
          heading: `Part ${s}`,
          parent: -1,
          sentences: passages[s % 5].slice(1, 5)
        }))
      )
    await expectLinear('sections', 60, many, (text) => suggestHeadings(text, encode))
    const long = (n: number): HeadedText =>
      textOf([
        { heading: '', parent: -1, sentences: Array.from({ length: n }, (_, i) => `Salt${i} and word${i} stand here.`) }
      ])
    await expectLinear('sentences', 800, long, (text) => suggestHeadings(text, encode))
  })
})

describe('Headings that do not match their text', () => {
  const exchanged = [
    'Violin makers',
    'Lighthouse keepers',
    'Chains and brakes',
    'Sourdough bread',
    'Tides and the Moon'
  ]

  it('are none where each stands above its own', async () => {
    expect(await findMisfits(parts(TRUE_HEADINGS), encode)).toEqual([])
  })

  it('are the two that were exchanged, each with the section that it belongs to', async () => {
    const found = await findMisfits(parts(exchanged), encode)
    expect(found.map(({ section, belongs }) => [section, belongs]).sort()).toEqual([
      [1, 4],
      [4, 1]
    ])
    for (const { score } of found) {
      expect(score).toBeGreaterThan(0.5)
      expect(score).toBeLessThanOrEqual(1)
    }
  })

  it('are told of from the score that is asked for', async () => {
    const [first, second] = await findMisfits(parts(exchanged), encode, { least: 0 })
    expect(first.score).toBeGreaterThan(second.score)
    expect(await findMisfits(parts(exchanged), encode, { least: (first.score + second.score) / 2 })).toEqual([first])
  })

  it('are not those that would fit no other section better', async () => {
    const found = await findMisfits(parts(TRUE_HEADINGS.with(1, 'Quarterly accounts')), encode, { least: 0 })
    expect(found).toEqual([])
  })

  it.each(['Overview', 'INTRODUCTION', '1. Notes', 'Example:', 'FAQ', 'Summary', 'See also'])(
    'are never generic: “%s” fits anything',
    async (heading) => {
      const found = await findMisfits(parts(exchanged.with(1, heading)), encode, { least: 0 })
      expect(found.map(({ section }) => section)).not.toContain(1)
    }
  )

  it.each(['Introduction', 'Motivation', 'Abstract'])(
    'are not those that would suit “%s” better: its text is about the whole draft',
    async (heading) => {
      const headings = exchanged.with(4, heading)
      const common = [{ heading: 'Introduction', articles: 9, generic: true }]
      expect((await findMisfits(parts(headings), encode, { least: 0, common })).map(({ section }) => section)).toEqual(
        []
      )
    }
  )

  it('are not those of two sentences, nor of a draft of two sections', async () => {
    const short = textOf(exchanged.map((heading, p) => ({ heading, parent: -1, sentences: passages[p].slice(1, 3) })))
    expect(await findMisfits(short, encode, { least: 0 })).toEqual([])
    expect(await findMisfits(parts(['Lighthouse keepers', 'Tides']), encode, { least: 0 })).toEqual([])
    expect(await findMisfits(textOf([]), encode)).toEqual([])
  })

  it('are not headings above subsections, whose text counts as theirs where others are compared with it', async () => {
    const text = textOf([
      { heading: 'Lighthouse keepers', parent: -1, sentences: ['This part is short.'] },
      { heading: 'Lamps', parent: 0, sentences: passages[4].slice(1) },
      { heading: 'Tides', parent: -1, sentences: passages[1].slice(1) },
      { heading: 'Chains and brakes', parent: -1, sentences: passages[2].slice(1) },
      { heading: 'Sourdough bread', parent: -1, sentences: passages[3].slice(1) }
    ])
    const judged = await fit.compareHeadings(text, encode)
    expect(judged.map(({ section }) => section)).toEqual([1, 2, 3, 4])
  })

  it('take time linear in the sections', async () => {
    const many = (n: number): HeadedText =>
      textOf(
        Array.from({ length: n }, (_, s) => ({
          heading: TRUE_HEADINGS[s % 5],
          parent: -1,
          sentences: passages[s % 5].slice(1, 5)
        }))
      )
    await expectLinear('sections', 120, many, (text) => findMisfits(text, encode))
  })
})

describe('Matching headings with texts', () => {
  it('puts the true heading first', async () => {
    const { sections, of } = await fit.matchHeadings(parts(TRUE_HEADINGS), encode)
    for (const t of sections.keys()) {
      const scores = [...sections.keys()].map((h) => of(t, h))
      expect(scores.indexOf(Math.max(...scores))).toBe(t)
    }
  })
})

describe('Texts whose parts do not fit together', () => {
  const whole = textOf([
    { heading: 'Salt', parent: -1, sentences: passages[0].slice(1, 4) },
    { heading: 'Pepper', parent: 0, sentences: passages[1].slice(1, 4) }
  ])
  const [salt, pepper] = whole.sections
  it.each<[string, Partial<HeadedText>]>([
    ['5 sentences have 6 vectors', { sentences: whole.sentences.slice(1) }],
    ['section has 1 members; expected 6', { section: [0] }],
    ['section[5] is 2; expected a whole number from -1 (none) to 1', { section: [0, 0, 0, 1, 1, 2] }],
    [
      'sections[1].parent is 1; expected -1, or the index of an earlier section',
      { sections: [salt, { ...pepper, parent: 1 }] }
    ]
  ])('are refused: %s', async (message, part) => {
    await expect(suggestHeadings({ ...whole, ...part }, encode)).rejects.toThrow(message)
    await expect(findMisfits({ ...whole, ...part }, encode)).rejects.toThrow(message)
  })

  it('are refused where a section is asked for that is not there', async () => {
    await expect(suggestHeadings(whole, encode, { only: [2] })).rejects.toThrow(
      'section 2; expected an index from 0 to 1'
    )
  })
})
