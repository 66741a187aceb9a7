import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createEncoder } from '../model/encoder.js'
import { readBundle } from '../model/bundle.js'
import { readFrom } from '../model/folder.js'
import { createRandom } from '../vectors/random.js'
import { splitSentences } from '../text/sentence-splitter.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { paragraphDirections, paragraphVectors } from '../outline/outline.js'
import { findParagraphBoundaries, weighParagraphBoundaries } from './paragraph-boundaries.js'

const passages = readFileSync(new URL('../themes/passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n').slice(1))

/** Rows about a direction for each subject, as alike as an encoder's of one subject are. */
function rowsOf(subjects: readonly number[], noise = 1, dims = 80): Vectors {
  const rows = zeroVectors(subjects.length, dims)
  const chance = createRandom('noise')
  subjects.forEach((subject, i) => {
    const direction = createRandom(`subject ${subject}`)
    const to = row(rows, i)
    for (let d = 0; d < dims; d++) to[d] = direction.normal() + noise * chance.normal()
    normalize(to)
  })
  return rows
}

const subjects = [0, 1, 2, 3].flatMap((subject) => Array.from({ length: 8 }, () => subject))
/** Paragraphs of four sentences each. */
const texts = subjects.map((subject, i) =>
  [0, 1, 2, 3].map((n) => passages[subject][(i + n) % passages[subject].length]).join(' ')
)

const encoder = createEncoder(await readBundle(readFrom(new URL('../../../../models/leitmotif-en/', import.meta.url))))
const weights = encoder.learned.boundaries!

describe('Boundaries between paragraphs', () => {
  it('are where subject and words change', () => {
    expect(findParagraphBoundaries(rowsOf(subjects), texts)).toEqual([8, 16, 24])
  })

  it('are likely where the subject changes, and unlikely where one was asked for in a text of one subject', () => {
    for (const { chance } of weighParagraphBoundaries(rowsOf(subjects), texts)) {
      expect(chance).toBeGreaterThan(0.5)
      expect(chance).toBeLessThan(1)
    }
    const one = Array.from({ length: 12 }, () => 0)
    const same = weighParagraphBoundaries(
      rowsOf(one, 0),
      Array.from(one, () => texts[0]),
      { sections: 2 }
    )
    expect(same).toHaveLength(1)
    expect(same[0].chance).toBeLessThan(0.3)
  })

  it('are found by the words alone where nothing is known of the subject', () => {
    const unknown = zeroVectors(texts.length, 4)
    expect(findParagraphBoundaries(unknown, texts, { sections: 4 })).toEqual([8, 16, 24])
  })

  it('are none in a text of one subject, of one paragraph, of none, and of paragraphs without a known word', () => {
    const one = Array.from({ length: 12 }, () => 0)
    expect(
      findParagraphBoundaries(
        rowsOf(one, 0),
        Array.from(one, () => texts[0])
      )
    ).toEqual([])
    expect(findParagraphBoundaries(rowsOf([0]), ['One.'])).toEqual([])
    expect(findParagraphBoundaries(zeroVectors(0, 3), [])).toEqual([])
    expect(findParagraphBoundaries(zeroVectors(6, 3), ['', '', '', '', '', ''])).toEqual([])
  })

  it('are as many as asked for, and keep the lengths where any division does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 32 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 9 }),
        fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        (n, least, more, sections) => {
          const maxLength = least + more
          const wanted = sections === undefined ? {} : { sections }
          const options = { minLength: least, maxLength, ...wanted }
          const found = findParagraphBoundaries(rowsOf(subjects.slice(0, n)), texts.slice(0, n), options)
          const lengths = [...found, n].map((end, s) => end - (found[s - 1] ?? 0))
          const most = Math.floor(n / least)
          if (most < 2) return found.length === 0
          const longest = Math.max(maxLength, Math.ceil(n / most))
          const kept = Math.min(...lengths) >= least && Math.max(...lengths) <= longest
          const count =
            sections === undefined ? lengths.length : Math.min(Math.max(sections, Math.ceil(n / longest)), most)
          return kept && lengths.length === count
        }
      ),
      { numRuns: 150, seed: 1 }
    )
  })

  it('are found by the network, too, in whatever number and lengths are asked for', () => {
    const rows = rowsOf(subjects, 1, 300)
    const network = { weights, directions: rowsOf(subjects, 2, 300) }
    for (const sections of [1, 2, 5, 16]) {
      expect(findParagraphBoundaries(rows, texts, { network, sections, minLength: 2 })).toHaveLength(sections - 1)
    }
    const none = zeroVectors(0, 300)
    expect(findParagraphBoundaries(none, [], { network: { weights, directions: none } })).toEqual([])
  })

  it('are not found by the network in rows of another representation', () => {
    const rows = rowsOf(subjects)
    expect(() => findParagraphBoundaries(rows, texts, { network: { weights, directions: rows } })).toThrow(
      'rows have 80 dimensions; expected 300'
    )
  })

  it('are found in time linear in the text', async () => {
    const make = (n: number): [Vectors, string[]] => {
      const order = Array.from({ length: n }, (_, i) => Math.floor(i / 9) % 5)
      return [rowsOf(order), order.map((subject, i) => passages[subject % 4][i % 5])]
    }
    await expectLinear('findParagraphBoundaries', 1_000, make, ([rows, own]) => findParagraphBoundaries(rows, own))
  })

  it('are found by the network in time linear in the text', async () => {
    const make = (n: number): [Vectors, string[], Vectors] => {
      const order = Array.from({ length: n }, (_, i) => Math.floor(i / 9) % 5)
      const rows = rowsOf(order, 1, 300)
      return [rows, order.map((subject, i) => passages[subject % 4][i % 5]), rows]
    }
    await expectLinear('findParagraphBoundaries', 200, make, ([rows, own, directions]) =>
      findParagraphBoundaries(rows, own, { network: { weights, directions }, maxLength: 20 })
    )
  })
})

describe('The network of boundaries that ships', () => {
  it('finds where the passages of different subjects begin', async () => {
    const sentences = texts.flatMap((text, paragraph) =>
      splitSentences(text).map(({ start, end }) => ({ text: text.slice(start, end).trim(), paragraph }))
    )
    const vectors = await encoder.encode(
      sentences.map(({ text }) => text),
      { representation: 'static' }
    )
    const input = {
      paragraphs: texts.map((text) => ({ text, path: [] })),
      sentences,
      vectors
    }
    const network = { weights, directions: paragraphDirections(input) }
    const starts = findParagraphBoundaries(paragraphVectors(input), texts, { minLength: 2, network })
    expect(starts).toEqual([8, 16, 24])
  })
})
