import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import type { SuggestionWeights } from '../segmentation/suggestion-weights.js'
import { createRandom } from '../vectors/random.js'
import { centerRows, row, zeroVectors } from '../vectors/vectors.js'
import { fitDocument } from './section-fit.js'
import { suggestMisplaced, type SeparateSection, type MisplacedInput } from './separate-sections.js'

const TEXTS: Readonly<Record<string, string>> = {
  tides: 'The harbour floods at spring tide, and boats rise along the quay. The sea falls again within hours.',
  boats: 'Boats lie along the quay while the harbour sleeps. The tide lifts them over the bar to the sea.',
  ropes: 'A rope holds the boats at the quay against the tide. Wet ropes last long by the sea.',
  bread: 'The dough rests while the oven warms, and yeast lifts the loaf. Flour dusts the wooden board.',
  rolls: 'Rolls of rye dough brown in the oven. Yeast and flour make each loaf a little sour.'
}
const HARBOUR = ['tides', 'boats', 'ropes']

/** A paragraph that shares no word with another. */
function unheardOf(subject: string): string {
  const words = Array.from('abcdefghij', (letter) => `${subject}${letter}`)
  return `${words.slice(0, 5).join(' ')}. ${words.slice(5).join(' ')}.`
}

/** Each section has a heading and the subjects of its paragraphs. Those of the harbour have a direction in common. */
function documentOf(...sections: readonly (readonly [heading: string, subjects: string])[]): MisplacedInput {
  const subjects = sections.flatMap(([, own]) => own.split(' '))
  const directions = zeroVectors(subjects.length, 40)
  subjects.forEach((subject, p) => {
    const shared = createRandom(HARBOUR.includes(subject) ? 'harbour' : 'bakery')
    const [own, noise] = [createRandom(subject), createRandom(p)]
    const to = row(directions, p)
    for (let d = 0; d < to.length; d++) to[d] = 4 * shared.normal() + 0.5 * own.normal() + noise.normal()
  })
  let end = 0
  const spans = sections.map(([heading, own]) => {
    const start = end
    end += own.split(' ').length
    return { path: heading === '' ? [] : [heading], start, end }
  })
  const paragraphs = subjects.map((subject) => ({ text: TEXTS[subject] ?? unheardOf(subject) }))
  const rows = centerRows(directions)
  return { ...fitDocument(paragraphs, rows, spans), directions, sentences: subjects.map(() => 2) }
}

/** Only what is relative to the document and to the neighbours counts. */
const WEIGHTS: SuggestionWeights = {
  ...{ unheaded: [], missing: [], move: [], heading: [] },
  separate: [-7.85, 0, -11.4, 0, -15.61, 0, 0, -8.76, 0, 0]
}
const OPTIONS = { minScore: 0.5, minWords: 10 }
const spansOf = (document: MisplacedInput, options = OPTIONS): number[][] =>
  suggestMisplaced(document, WEIGHTS, options).map(({ start, end }) => [start, end])
const QUAY = ['The quay', 'boats tides boats ropes boats tides'] as const
const strayed = [QUAY, ['The sea', 'tides tides bread boats tides tides ropes']] as const

describe('Paragraphs of another subject than all others', () => {
  it('get a section of their own, with a sentence that says what they speak of', () => {
    const [only, ...others] = suggestMisplaced(documentOf(...strayed), WEIGHTS, OPTIONS)
    expect(others).toEqual([])
    expect(only).toMatchObject({ start: 8, end: 9, section: 1 })
    expect(only.reason).toMatch(
      /^It has little to do with the rest of “The sea”, or with any other section: it speaks of “\w+”, “\w+” and “\w+”\.$/
    )
    expect(only.score).toBeLessThanOrEqual(1)
    expect(spansOf(documentOf(QUAY, ['The sea', 'tides tides tides boats tides tides ropes']))).toEqual([])
  })

  it('go together where they stand together', () => {
    const document = documentOf(QUAY, ['The sea', 'tides tides bread rolls boats tides tides'])
    expect(spansOf(document)).toEqual([[8, 10]])
    expect(suggestMisplaced(document, WEIGHTS, OPTIONS)[0].reason).toMatch(/^They have .*: they speak of /)
  })

  it('stay where they open a section, stand before the first heading, or their section could not spare them', () => {
    expect(spansOf(documentOf(QUAY, ['The sea', 'bread tides tides boats tides tides ropes']))).toEqual([])
    expect(spansOf(documentOf(['', 'tides tides bread boats tides tides'], QUAY))).toEqual([])
    const short = (sea: string): number[][] =>
      spansOf(documentOf([...QUAY], ['The sea', sea], ['The bar', 'tides boats ropes']))
    expect(short('tides bread tides')).toEqual([[7, 8]])
    expect(short('tides bread')).toEqual([])
    expect(spansOf(documentOf(['The sea', 'tides tides bread boats tides tides']))).toEqual([])
  })

  it('stay where they could not stand alone', () => {
    const document = documentOf(...strayed)
    const withText = (p: number, text: string): MisplacedInput => {
      const paragraphs = document.paragraphs.map((own, at) => (at === p ? { text } : own))
      return { ...document, paragraphs }
    }
    expect(spansOf(withText(8, TEXTS.bread))).toEqual([[8, 9]])
    expect(spansOf(withText(8, `${TEXTS.bread} It takes:`))).toEqual([])
    expect(spansOf(withText(7, `${TEXTS.tides} They say:`))).toEqual([])
    expect(spansOf(document, { ...OPTIONS, minWords: 30 })).toEqual([])
    expect(spansOf({ ...document, sentences: document.paragraphs.map(() => 1) })).toEqual([])
  })

  it('are suggested in time that grows with the paragraphs, though every section has one', () => {
    const make = (sections: number): MisplacedInput =>
      documentOf(
        ...Array.from({ length: sections }, (_, s) => [`Part ${s}`, `${strayed[1][1]} unheard${s}x tides`] as const)
      )
    const suggest = (document: MisplacedInput): SeparateSection[] =>
      suggestMisplaced(document, WEIGHTS, { ...OPTIONS, minScore: 0.1 })
    expect(suggest(make(20)).length).toBe(20)
    return expectLinear('suggesting strays', 100, make, suggest)
  })
})
