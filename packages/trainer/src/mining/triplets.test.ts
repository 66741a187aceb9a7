import { slice, splitSentences } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { tokenize } from '@leitmotif/encoder/training'
import fc from 'fast-check'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'
import type { Sentence } from './openers.js'
import { createPool } from './pool.js'
import { mineTitleTriplets, type Title } from './title-triplets.js'
import { mineTriplets } from './triplets.js'

const HEADINGS = ['Soil', 'Weather', 'Harvest', 'Trees', 'Market', 'Notes', 'Background', 'Tools', 'People']

/** A sentence of `words` tokens, its full stop included, unlike any other. */
let sentences = 0
const sentence = (words: number): string =>
  `Row ${++sentences}${Array.from({ length: words - 3 }, (_, n) => ` ${['pear', 'plum', 'quince'][n % 3]}`).join('')}.`

/** Articles with a lead, sections two levels deep, and paragraphs of one to three sentences, some of them blank. */
const anyArticle: fc.Arbitrary<Article> = fc
  .record({
    id: fc.string({ minLength: 1 }),
    sections: fc.array(
      fc.record({
        heading: fc.constantFrom(...HEADINGS),
        level: fc.constantFrom(1, 1, 1, 2),
        paragraphs: fc.array(fc.array(fc.constantFrom(3, 4, 5, 9, 50, 51), { maxLength: 3 }), { maxLength: 5 })
      }),
      { minLength: 3, maxLength: 14 }
    )
  })
  .map(({ id, sections }) => ({
    id,
    title: 'Orchard',
    sections: [{ heading: '', level: 0, paragraphs: [`  ${sentence(9)}`] }, ...sections].map((section, index) => ({
      heading: section.heading,
      level: index === 1 ? 1 : section.level,
      paragraphs: section.paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? paragraph : ` ${paragraph.map(sentence).join(' ')} `
      )
    }))
  }))

const anyOptions: fc.Arbitrary<Partial<MiningOptions>> = fc.record({
  sections: fc.constantFrom('top', 'each'),
  minSections: fc.integer({ min: 2, max: 6 }),
  dropFirst: fc.boolean(),
  dropLast: fc.boolean(),
  sentencesPerParagraph: fc.integer({ min: 1, max: 3 }),
  paragraphDistance: fc.integer({ min: 0, max: 4 }),
  negative: fc.constantFrom('adjacent', 'article'),
  tripletsPerPair: fc.constantFrom(1, 2),
  maxPerArticle: fc.constantFrom(0, 3, 20),
  seed: fc.integer({ min: 0, max: 9 })
})

interface Placed {
  readonly text: string
  /** Which of the remaining sections it is in, and which of that one's paragraphs. */
  readonly group: number
  readonly position: number
}

/** The obvious implementation of the rules: every sentence that may be used, and its section among those that remain. */
function usable(article: Article, options: MiningOptions): Placed[] {
  const named = (heading: string): boolean => ['Notes', 'Background'].includes(heading)
  const groups: { named: boolean; paragraphs: string[] }[] = []
  let above = ''
  for (const { heading, level, paragraphs } of article.sections) {
    if (level <= 1) above = heading
    const drop = named(heading) || named(above)
    const opens = level <= 1 || options.sections === 'each'
    if (opens) groups.push({ named: drop, paragraphs: [] })
    if (!drop) groups.at(-1)!.paragraphs.push(...paragraphs.filter((text) => text.trim() !== ''))
  }
  const written = groups.filter((group) => group.named || group.paragraphs.length > 0)
  const remaining = written.filter(
    (group, index) =>
      !group.named && !(options.dropFirst && index === 0) && !(options.dropLast && index === written.length - 1)
  )
  if (remaining.length < options.minSections) return []
  return remaining.flatMap(({ paragraphs }, group) =>
    paragraphs.flatMap((paragraph, position) =>
      splitSentences(paragraph)
        .slice(0, options.sentencesPerParagraph)
        .map((span) => slice(paragraph, span).trim())
        .filter((text) => tokenize(text).length >= 5 && tokenize(text).length <= 50)
        .map((text) => ({ text, group, position }))
    )
  )
}

describe('The triplets of any article', () => {
  it('obey every rule of mining, as the obvious implementation has them', () => {
    let mined = 0
    fc.assert(
      fc.property(anyArticle, anyOptions, (article, options) => {
        const settled = { ...MINING_DEFAULTS, ...options }
        const places = new Map(usable(article, settled).map((placed) => [placed.text, placed]))
        const filled = new Set([...places.values()].map(({ group }) => group))
        const triplets = mineTriplets(article, options)
        const uses = new Map<string, number[]>()
        for (const { pivot, positive, negative } of triplets) {
          const [p, q, n] = [pivot, positive, negative].map(({ text }) => places.get(text)!)
          expect(q.group).toBe(p.group)
          expect(q.text).not.toBe(p.text)
          expect(Math.abs(q.position - p.position)).toBeLessThanOrEqual(settled.paragraphDistance)
          if (settled.negative === 'adjacent') expect(Math.abs(n.group - p.group)).toBe(1)
          expect(n.group).not.toBe(p.group)
          uses.set(p.text, [...(uses.get(p.text) ?? []), n.group])
        }
        for (const groups of uses.values()) {
          expect(groups.length).toBeLessThanOrEqual(settled.tripletsPerPair)
          expect(new Set(groups).size).toBe(groups.length)
        }
        if (settled.maxPerArticle > 0) expect(triplets.length).toBeLessThanOrEqual(settled.maxPerArticle)
        else {
          // Every sentence that has a positive and a negative is a pivot, with as many negatives as there may be.
          for (const p of places.values()) {
            const near = [...places.values()].some(
              (q) => q !== p && q.group === p.group && Math.abs(q.position - p.position) <= settled.paragraphDistance
            )
            const others =
              settled.negative === 'adjacent'
                ? [p.group - 1, p.group + 1].filter((group) => filled.has(group)).length
                : filled.size - 1
            const expected = near ? Math.min(others, settled.tripletsPerPair) : 0
            expect(uses.get(p.text)?.length ?? 0, p.text).toBe(expected)
          }
        }
        mined += triplets.length
      }),
      { seed: 3, numRuns: 300 }
    )
    expect(mined).toBeGreaterThan(500)
  })

  it('name places in the article that hold their texts', () => {
    fc.assert(
      fc.property(anyArticle, anyOptions, (article, options) => {
        const titles = mineTitleTriplets(article, options)
        for (const { pivot, positive, negative } of mineTriplets(article, options)) {
          for (const { article: id, section, paragraph, span, text } of [pivot, positive, negative]) {
            expect(id).toBe(article.id)
            expect(slice(article.sections[section].paragraphs[paragraph], span)).toBe(text)
          }
        }
        for (const { pivot, positive, negative } of titles) {
          expect(slice(article.sections[pivot.section].paragraphs[pivot.paragraph], pivot.span)).toBe(pivot.text)
          for (const { section, text } of [positive, negative]) {
            expect(text).toBe(`${article.title} ${article.sections[section].heading}`)
          }
        }
      }),
      { seed: 4, numRuns: 100 }
    )
  })

  it('are the same for the same seed, and others for another', () => {
    const article = sample('orchard')
    expect(mineTriplets(article, { seed: 5 })).toEqual(mineTriplets(article, { seed: 5 }))
    expect(mineTriplets(article, { seed: 5 })).not.toEqual(mineTriplets(article, { seed: 6 }))
  })
})

/** Six sections of four paragraphs, besides the lead. */
function sample(id: string): Article {
  const paragraphs = (): string[] => Array.from({ length: 4 }, () => `${sentence(8)} ${sentence(8)}`)
  return {
    id,
    title: 'Orchard',
    sections: ['', 'Soil', 'Weather', 'Harvest', 'Trees', 'Market', 'Tools'].map((heading, index) => ({
      heading,
      level: index === 0 ? 0 : 1,
      paragraphs: paragraphs()
    }))
  }
}

describe('Sentence triplets', () => {
  it('by default have two negatives for each pivot, one of each neighbour', () => {
    const triplets = mineTriplets(sample('orchard'))
    const negatives = new Map<string, number[]>()
    for (const { pivot, negative } of triplets) {
      negatives.set(pivot.text, [...(negatives.get(pivot.text) ?? []), negative.section - pivot.section])
    }
    // Four pivots in each of six sections; the first and the last have one neighbour.
    expect([...negatives.values()].filter((sides) => sides.length === 1)).toHaveLength(8)
    expect([...negatives.values()].filter((sides) => sides.length === 2)).toEqual(Array(16).fill([-1, 1]))
  })

  it('draw their positives and negatives evenly', () => {
    const article = sample('orchard')
    const drawn = new Map<string, number>()
    for (let seed = 0; seed < 300; seed++) {
      const triplets = mineTriplets(article, { seed, tripletsPerPair: 1 })
      const { positive, negative } = triplets[5]
      for (const key of [`positive ${positive.paragraph}`, `negative ${negative.section} ${negative.paragraph}`]) {
        drawn.set(key, (drawn.get(key) ?? 0) + 1)
      }
    }
    // The pivot is the second paragraph of the second section: three positives, two sections of four negatives.
    expect([...drawn.keys()].sort()).toHaveLength(3 + 8)
    for (const [key, count] of drawn) expect(count, key).toBeGreaterThan(key.startsWith('positive') ? 70 : 18)
  })

  it('of an article are limited to its share, drawn from all of it', () => {
    const article = sample('orchard')
    const all = mineTriplets(article)
    const few = mineTriplets(article, { maxPerArticle: 10 })
    expect(few).toHaveLength(10)
    expect(all).toEqual(expect.arrayContaining(few))
    const order = few.map((triplet) => all.findIndex(({ pivot }) => pivot.text === triplet.pivot.text))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order.at(-1)).toBeGreaterThan(20)
  })

  it('with negatives of the corpus have them from earlier articles', () => {
    const pool = createPool<Sentence>(1)
    expect(mineTriplets(sample('a'), { negative: 'corpus' }, { pool })).toEqual([])
    const second = mineTriplets(sample('b'), { negative: 'corpus' }, { pool })
    expect(new Set(second.map(({ negative }) => negative.article))).toEqual(new Set(['a']))
    const third = mineTriplets(sample('c'), { negative: 'corpus', tripletsPerPair: 1 }, { pool })
    expect(third).toHaveLength(24)
    expect(new Set(third.map(({ negative }) => negative.article))).toEqual(new Set(['a', 'b']))
    expect(() => mineTriplets(sample('d'), { negative: 'corpus' })).toThrow('need a pool')
  })

  it('of an article of very many sections and sentences take time linear in it', async () => {
    const wide = (count: number): Article => ({
      id: 'wide',
      title: 'Wide',
      sections: Array.from({ length: count }, (_, n) => ({
        heading: `Plot ${n}`,
        level: 1,
        paragraphs: ['The old pear leans east. The plum leans west again.', 'The quince stands straight between.']
      }))
    })
    const deep = (count: number): Article => ({
      id: 'deep',
      title: 'Deep',
      sections: HEADINGS.map((heading) => ({
        heading,
        level: 1,
        paragraphs: [Array.from({ length: count }, () => 'The old pear leans east.').join(' ')]
      }))
    })
    for (const [make, count] of [
      [wide, 1500],
      [deep, 300]
    ] as const) {
      for (const negative of ['adjacent', 'article'] as const) {
        await expectLinear(`${make.name} ${negative}`, count, make, (article) =>
          mineTriplets(article, { negative, sentencesPerParagraph: 1e9 })
        )
      }
    }
  })
})

describe('Title triplets', () => {
  it("pair each section's first sentence with its own title and its neighbours'", () => {
    const article = sample('orchard')
    const triplets = mineTitleTriplets(article)
    expect(triplets).toHaveLength(10)
    for (const { pivot, positive } of triplets) {
      expect(pivot.paragraph).toBe(0)
      expect(positive).toEqual({
        article: 'orchard',
        section: pivot.section,
        text: `Orchard ${article.sections[pivot.section].heading}`
      })
    }
    expect(triplets.slice(0, 3).map(({ negative }) => negative.text)).toEqual([
      'Orchard Weather',
      'Orchard Soil',
      'Orchard Harvest'
    ])
  })

  it('have no pivot but the first sentence, even where that is too short', () => {
    const article = sample('orchard')
    const short = { ...article.sections[2], paragraphs: ['Rain.', ...article.sections[2].paragraphs] }
    const triplets = mineTitleTriplets({ ...article, sections: article.sections.with(2, short) })
    expect(new Set(triplets.map(({ pivot }) => pivot.section))).toEqual(new Set([1, 3, 4, 5, 6]))
  })

  it('are never of two titles that read alike, and a section without a heading has none', () => {
    const article = sample('orchard')
    const alike = { ...article, sections: article.sections.map((section) => ({ ...section, heading: 'Plot' })) }
    expect(mineTitleTriplets(alike)).toEqual([])
    const titles = mineTitleTriplets(article, { dropFirst: false }).flatMap(({ positive, negative }) => [
      positive.text,
      negative.text
    ])
    expect(titles).not.toContain('Orchard')
    const dropped: string[] = []
    const tally = { keep: () => undefined, drop: (filter: string) => dropped.push(filter) }
    mineTitleTriplets(article, { dropFirst: false }, { tally })
    expect(dropped).toEqual(['no positive'])
    expect(titles).toContain('Orchard Soil')
  })

  it('may have negatives of the article, or of earlier ones', () => {
    const article = sample('orchard')
    const far = mineTitleTriplets(article, { negative: 'article', seed: 2 })
    expect(far.some(({ pivot, negative }) => Math.abs(negative.section - pivot.section) > 1)).toBe(true)
    const pool = createPool<Title>(1)
    mineTitleTriplets({ ...sample('meadow'), title: 'Meadow' }, { negative: 'corpus' }, { pool })
    const others = mineTitleTriplets(article, { negative: 'corpus' }, { pool })
    expect(others).toHaveLength(12)
    for (const { negative } of others) expect(negative.text).toMatch(/^Meadow \w+$/)
  })
})
