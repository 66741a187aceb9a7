import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { centerRows, row, zeroVectors } from '../vectors/vectors.js'
import { findMergeCandidates, suggestMerges } from './section-merges.js'
import { findMixedSections, suggestMixed } from './mixed-sections.js'
import { findMoveCandidates, suggestMoves } from './paragraph-moves.js'
import { fitDocument, type FittedDocument } from './section-fit.js'
import { readSuggestionWeights } from '../segmentation/suggestion-weights.js'

const weights = readSuggestionWeights(
  readFileSync(new URL('../../../../models/leitmotif-en/suggestions.json', import.meta.url))
)

const SUBJECTS: Readonly<Record<string, string>> = {
  bread: 'The dough rests while the oven warms, and yeast lifts the loaf.',
  tides: 'The moon pulls the sea, and the harbour floods at spring tide.',
  clocks: 'A pendulum swings, and the escapement lets one tooth go by.',
  frogs: 'Spawn drifts in the pond until the tadpoles swim.',
  roads: 'Gravel is rolled in layers so that rain drains to the ditch.'
}

/** Each section has a path and the subjects of its paragraphs; a paragraph's vector is its subject's, with noise. */
function documentOf(sections: readonly (readonly [path: string, subjects: string])[], noise = 0.4): FittedDocument {
  const paragraphs = sections.flatMap(([path, subjects]) =>
    subjects
      .split(' ')
      .map((subject) => ({ subject, path: path === '' ? [] : path.split('/'), text: SUBJECTS[subject] }))
  )
  const dims = 40
  const rows = zeroVectors(paragraphs.length, dims)
  paragraphs.forEach(({ subject }, p) => {
    const own = createRandom(subject)
    const chance = createRandom(p)
    const to = row(rows, p)
    for (let d = 0; d < dims; d++) to[d] = own.normal() + noise * chance.normal()
  })
  let end = 0
  const spans = sections.map(([path, subjects]) => {
    const start = end
    end += subjects.split(' ').length
    return { path: path === '' ? [] : path.split('/'), start, end }
  })
  return fitDocument(paragraphs, centerRows(rows), spans)
}

const four = (subject: string): string => Array.from({ length: 4 }, () => subject).join(' ')

describe('Sections that belong together', () => {
  const cut = [
    ['Baking', four('bread')],
    ['Tides', four('tides')],
    ['The sea', four('tides')],
    ['Clocks', four('clocks')]
  ] as const

  it('are found where a section was cut in two, with a sentence that says what both speak of', () => {
    const merges = suggestMerges(documentOf(cut), { minScore: 0.5 })
    expect(merges.map(({ section }) => section)).toEqual([2])
    expect(merges[0].reason).toMatch(
      /^“The sea” is about the same as “Tides”: both speak of “(moon|sea|harbour)”.* and “\w+”\.$/
    )
    const scores = findMergeCandidates(documentOf(cut)).map(({ score }) => score)
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true)
  })

  it('are never at different levels, the text before the first heading, or above subsections', () => {
    const sections = (paths: readonly string[]): FittedDocument =>
      documentOf(cut.map(([, subjects], s) => [paths[s], subjects]))
    const seconds = (paths: readonly string[]): number[] =>
      findMergeCandidates(sections(paths)).map(({ section }) => section)
    expect(seconds(['A', 'B', 'C', 'D'])).toEqual([1, 2, 3])
    expect(seconds(['', 'B', 'C', 'D'])).toEqual([2, 3])
    expect(seconds(['A', 'B', 'B/C', 'B/D'])).toEqual([3])
    expect(seconds(['A', 'B', 'C', 'C/D'])).toEqual([1])
  })

  it('are never entries of a list, nor found by forms of one word or by what the reader does', () => {
    const short = cut.map(
      ([path]) => [path, path === 'Tides' || path === 'The sea' ? 'tides tides' : 'bread bread'] as const
    )
    expect(findMergeCandidates(documentOf(short)).some(({ score }) => score >= 0.5)).toBe(true)
    expect(suggestMerges(documentOf(short), { minScore: 0.5 })).toEqual([])
    const named = (first: string, second: string): number =>
      suggestMerges(documentOf(cut.map(([path, of], s) => [[path, first, second, path][s], of])), { minScore: 0.5 })
        .length
    expect(named('Tides', 'Sea')).toBe(1)
    expect(named('Spring tides', 'Neap tides')).toBe(0)
    expect(named('ebb', 'flood')).toBe(0)
    const { rows, sections, ...document } = documentOf(cut)
    for (const text of ['Encrypt the encrypted encryption.', 'Click to enable, and select the button.']) {
      const paragraphs = document.paragraphs.map((own, p) => (p >= 4 && p < 12 ? { text } : own))
      expect(suggestMerges(fitDocument(paragraphs, rows, sections), { minScore: 0.5 })).toEqual([])
    }
  })
})

describe('Sections of two subjects', () => {
  it('are found however the two are mixed, with what each is about', () => {
    for (const mix of ['bread bread bread tides tides tides', 'bread tides bread tides bread tides']) {
      const document = documentOf([
        ['Both', mix],
        ['Clocks', four('clocks')],
        ['Frogs', four('frogs')]
      ])
      const mixed = suggestMixed(document, { minScore: 0.2 })
      expect(mixed.map(({ section }) => section)).toEqual([0])
      const subjects = mixed[0].groups.map((group) => new Set(group.map((p) => mix.split(' ')[p])))
      expect(subjects.map(({ size }) => size)).toEqual([1, 1])
      expect(mixed[0].reason).toMatch(/^“Both” has two subjects that could be told apart: “.*”, and “.*”\.$/)
    }
  })

  it('have four paragraphs or more, and a heading', () => {
    const document = documentOf([
      ['', 'bread bread tides tides'],
      ['Short', 'bread bread tides'],
      ['Uneven', 'bread bread bread tides'],
      ['Clocks', four('clocks')]
    ])
    expect(findMixedSections(document).filter(({ section }) => section < 3)).toEqual([])
  })
})

describe('Paragraphs that belong elsewhere', () => {
  const strayed = [
    ['Baking', 'bread bread bread bread'],
    ['Tides', 'tides tides bread tides'],
    ['Clocks', four('clocks')],
    ['Frogs', four('frogs')]
  ] as const

  it('are sent home, the others stay', () => {
    const moves = suggestMoves(documentOf(strayed), weights, { minScore: 0.5, minWords: 5 })
    expect(moves.map(({ paragraph, from, to }) => [paragraph, from, to])).toEqual([[6, 1, 0]])
    expect(moves[0].score).toBeLessThan(1)
    expect(moves[0].reason).toMatch(
      /^It is nearer to “Baking” than to the rest of “Tides”, and shares “\w+”, “\w+” and “\w+” with it\.$/
    )
    expect(suggestMoves(documentOf(strayed), weights, { minScore: 0.5, minWords: 50 })).toEqual([])
  })

  it('go home however they begin, also from the start of a section; those that introduce the next, not just their own code, stay', () => {
    const { rows, sections, ...document } = documentOf(strayed)
    const movesOf = (p: number, text: string, form: { readonly endsWithCode?: boolean } = {}): number[] => {
      const paragraphs = document.paragraphs.map((own, at) => (at === p ? { text, ...form } : own))
      const fitted = fitDocument(paragraphs, rows, sections)
      return suggestMoves(fitted, weights, { minScore: 0.1, minWords: 5 }).map(({ paragraph }) => paragraph)
    }
    expect(movesOf(6, SUBJECTS.bread)).toEqual([6])
    for (const opening of [
      'For this reason,',
      'However,',
      'This means that',
      '**Again**,',
      'We’ll see how',
      'As mentioned,'
    ]) {
      expect(movesOf(6, `${opening} ${SUBJECTS.bread}`)).toEqual([6])
    }
    expect(movesOf(5, `${SUBJECTS.tides} The table lists them:`)).toEqual([])
    expect(movesOf(6, `${SUBJECTS.bread} The table lists them:`)).toEqual([])
    expect(movesOf(6, `${SUBJECTS.bread} The code is this:`, { endsWithCode: true })).toEqual([6])
    for (const text of [
      `${SUBJECTS.bread} The oven is described below.`,
      `+--- dough 12 | +--- 34 --+ yeast | 56 +---- loaf 78 90 | ${'-'.repeat(40)}`
    ])
      expect(movesOf(6, text)).toEqual([])
    const opening = documentOf([strayed[0], ['Tides', 'bread tides tides tides'], strayed[2], strayed[3]])
    expect(
      suggestMoves(opening, weights, { minScore: 0.1, minWords: 5 }).map(({ paragraph, to }) => [paragraph, to])
    ).toEqual([[4, 0]])
  })

  it('share words with the other section, unless the vectors leave little doubt', () => {
    const moveOf = (shape: readonly (readonly [string, string])[], p: number): [score: number, reasons: string[]] => {
      const { rows, sections, ...document } = documentOf(shape)
      const paragraphs = [...document.paragraphs]
      paragraphs[p] = { text: 'Nothing more was said by anyone around.' }
      const fitted = fitDocument(paragraphs, rows, sections)
      const [{ score }] = findMoveCandidates(fitted, weights).filter(({ paragraph }) => paragraph === p)
      return [score, suggestMoves(fitted, weights, { minScore: 0.05, minWords: 5 }).map(({ reason }) => reason)]
    }
    const [sure, reasons] = moveOf(strayed, 6)
    expect(sure).toBeGreaterThan(0.6)
    expect(reasons).toEqual(['It is nearer to “Baking” than to the rest of “Tides”.'])
    const closing = [strayed[0], ['Tides', 'tides tides tides bread'], strayed[2], strayed[3]] as const
    const [unsure, none] = moveOf(closing, 7)
    expect(unsure).toBeGreaterThan(0.05)
    expect(unsure).toBeLessThan(0.6)
    expect(none).toEqual([])
  })

  it('stay where they go on with the paragraph before, unless the vectors leave little doubt', () => {
    const { rows, sections, ...document } = documentOf([
      strayed[0],
      ['Tides', 'tides tides tides bread'],
      ...strayed.slice(2)
    ])
    const movesOf = (text: string): number[] => {
      const paragraphs = document.paragraphs.map((own, p) => (p === 7 ? { text } : own))
      const fitted = fitDocument(paragraphs, rows, sections)
      return suggestMoves(fitted, weights, { minScore: 0.01, minWords: 5 }).map(({ paragraph }) => paragraph)
    }
    expect(movesOf(`The harbour knows. ${SUBJECTS.bread}`)).toEqual([7])
    expect(movesOf(`This harbour knows. ${SUBJECTS.bread}`)).toEqual([])
    expect(movesOf(`This baker knows. ${SUBJECTS.bread}`)).toEqual([7])
  })

  it('need more evidence at the end of a section, which closes it', () => {
    const closing = documentOf([strayed[0], ['Tides', 'tides tides tides bread'], strayed[2], strayed[3]])
    const [inside] = suggestMoves(documentOf(strayed), weights, { minScore: 0.01, minWords: 5 })
    const [last] = suggestMoves(closing, weights, { minScore: 0.01, minWords: 5 })
    expect([last.paragraph, last.to]).toEqual([7, 0])
    expect(last.score).toBeLessThan(inside.score)
  })

  it('stay where nothing is known of them, in sections too short to tell, and before the first heading', () => {
    const { rows, ...document } = documentOf(strayed)
    row(rows, 6).fill(0)
    const blind = fitDocument(document.paragraphs, rows, document.sections)
    expect(findMoveCandidates(blind, weights).map(({ paragraph }) => paragraph)).not.toContain(6)
    const short = documentOf([
      ['', 'bread bread'],
      ['Tides', 'tides bread'],
      ['Baking', four('bread')]
    ])
    expect(findMoveCandidates(short, weights).filter(({ from }) => from < 2)).toEqual([])
  })

  it('are not looked for in a document of more paragraphs and sections than can be compared', () => {
    const document = documentOf(Array.from({ length: 710 }, (_, s) => [`Section ${s}`, 'bread tides']))
    expect(findMoveCandidates(document, weights)).toEqual([])
    expect(findMergeCandidates(document)).toEqual([])
  })

  it('are looked for in time that grows with the paragraphs, and fast enough to do so while one types', () => {
    const subjects = Object.keys(SUBJECTS)
    const of = (sections: number): FittedDocument =>
      documentOf(
        Array.from({ length: sections }, (_, s) => [
          `Section ${s}`,
          Array.from({ length: 10 }, () => subjects[s % 5]).join(' ')
        ]),
        2
      )
    const document = of(100)
    const begun = process.cpuUsage()
    findMoveCandidates(document, weights)
    findMergeCandidates(document)
    findMixedSections(document)
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(2000)
  })
})
