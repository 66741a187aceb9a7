import { createRandom } from '@leitmotif/encoder/vectors'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { textTiling } from './text-tiling.js'

const KITCHEN = 'flour yeast dough oven crust butter sugar knead proof loaf bake slice'.split(' ')
const HARBOUR = 'ships anchor tide mast rudder keel sailor dock cargo wharf buoy deck'.split(' ')
const OBSERVATORY = 'star lens orbit comet planet dome mirror spectrum nebula eclipse moon dusk'.split(' ')

/** Paragraphs of 40 words drawn from a subject's. */
function paragraphs(words: readonly string[], count: number, seed: string): string[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: 40 }, () => words[random.integer(words.length)]).join(' ')
  )
}

describe('TextTiling', () => {
  it('finds where the words change, to the paragraph', () => {
    const text = [...paragraphs(KITCHEN, 12, 'a'), ...paragraphs(HARBOUR, 10, 'b'), ...paragraphs(OBSERVATORY, 11, 'c')]
    const found = textTiling(text)
    expect(found).toContain(12)
    expect(found).toContain(22)
  })

  it('leaves three token-sequences between two boundaries, and no more where there is reason for the next', () => {
    const apart = Array.from({ length: 40 }, (_, seed) => {
      const random = createRandom(seed)
      const words = [...KITCHEN, ...HARBOUR, ...OBSERVATORY]
      // Each unit is one token-sequence.
      const units = Array.from({ length: 60 }, () =>
        Array.from({ length: 20 }, () => words[random.integer(words.length)]).join(' ')
      )
      return textTiling(units).flatMap((unit, i, found) => (i === 0 ? [] : [unit - found[i - 1]]))
    }).flat()
    expect(Math.min(...apart)).toBe(3)
  })

  it('puts boundaries between units only, ascending, each once', () => {
    const text = [...paragraphs(KITCHEN, 9, 'd'), ...paragraphs(HARBOUR, 9, 'e')]
    const found = textTiling(text)
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
    expect(found.every((unit) => unit > 0 && unit < text.length)).toBe(true)
    expect(textTiling([text.join(' ')])).toEqual([])
  })

  it('finds nothing in nothing, in a few words, in stop words alone', () => {
    expect(textTiling([])).toEqual([])
    expect(textTiling(['Bread.', 'Boats.'])).toEqual([])
    expect(textTiling(Array.from({ length: 60 }, () => 'and so it is, and that is that'))).toEqual([])
  })

  it('takes time linear in the text', async () => {
    await expectLinear(
      'textTiling',
      2_000,
      (n) => paragraphs([...KITCHEN, ...HARBOUR], n, 'f'),
      (text) => textTiling(text)
    )
  })
})
