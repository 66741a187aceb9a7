import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { contrastWords, createWordReader, type ContrastWord } from './contrast.js'
import type { SentenceRecord } from '../store/store.js'

/** Sentences of as many documents, ten times each. */
function sentencesOf(...texts: readonly string[]): SentenceRecord[] {
  return texts.flatMap((text, index) =>
    Array.from({ length: 10 }, (_, position): SentenceRecord => {
      const document = `${text} ${index}-${position}.md`
      return { id: document, document, title: document, path: [], position, paragraph: 0, text, fields: {} }
    })
  )
}

function compare(a: readonly SentenceRecord[], b: readonly SentenceRecord[]): ContrastWord[] {
  const reader = createWordReader()
  for (const [side, records] of [a, b].entries()) for (const record of records) reader.add(record, side)
  return contrastWords(reader.words())
}

const told = (a: readonly SentenceRecord[], b: readonly SentenceRecord[]): string[] =>
  compare(a, b).flatMap(({ term, certain }) => (certain ? [term] : []))

describe('The words that separate two parts', () => {
  it('are no function words, in English or in another language that one of them is in', () => {
    const spanish = sentencesOf('El puerto se cierra cuando la marea es muy baja.', 'La marea de los puertos es alta.')
    const english = sentencesOf(
      'The harbour is closed when the tide is very low.',
      'The tides of the harbours are high.'
    )
    const words = told(spanish, english)
    expect(words).toEqual(expect.arrayContaining(['marea', 'puerto', 'harbour', 'tide']))
    for (const word of ['el', 'la', 'los', 'se', 'de', 'cuando', 'es', 'muy', 'the', 'when']) {
      expect(words).not.toContain(word)
    }
  })

  it('may be what is a function word elsewhere', () => {
    const words = told(sentencesOf('The war went on for years.'), sentencesOf('The peace went on for years.'))
    expect(words).toEqual(expect.arrayContaining(['war', 'peace']))
  })

  it('are none of which one document is full and the others are not', () => {
    const tide = sentencesOf(...['fell', 'rose', 'turned', 'waited', 'returned'].map((did) => `The tide ${did}.`))
    const bread = sentencesOf('The bread is warm.', 'The bread is fresh.').map((record) => named('b', record))
    const burst = Array.from({ length: 20 }, (_, position) => ({
      ...tide[0],
      ...{ id: `pilot-${position}`, document: 'pilot.md', position, text: 'The pilot waits for a pilot.' }
    }))
    const words = told([...tide, ...burst, named('c', { ...tide[0], text: 'One more pilot.' })], bread)
    expect(words).toEqual(expect.arrayContaining(['tide', 'bread']))
    expect(words).not.toContain('pilot')
    // Where one document is what is asked about, they are its own.
    expect(told(burst, [...bread, named('c', { ...tide[0], text: 'One more pilot.' })])).toContain('pilot')
  })

  it('are none between parts that were told apart by chance, though many were compared', () => {
    const random = createRandom('words')
    const draw = (): string => `w${Array.from({ length: 2 }, () => 'bcdfghjklm'[random.integer(10)]).join('')}`
    const [a, b] = ['a', 'b'].map((side) =>
      sentencesOf(...Array.from({ length: 10 }, String)).map((record) =>
        named(side, { ...record, text: `${`${draw()} `.repeat(10)}${draw()} ${draw()} ${draw()}.` })
      )
    )
    expect(told(a, b)).toEqual([])
  })

  it('are phrases, too, and not the words that are hardly said without them', () => {
    const reports = (harbour: string): SentenceRecord[] =>
      sentencesOf(...Array.from({ length: 4 }, (_, i) => `The ${harbour} of day ${i} was long; the boats waited.`))
    const b = reports('quay').map((record) => named('b', record))
    const words = told(reports('storm warning'), b)
    expect(words).toContain('storm warning')
    expect(words).not.toContain('storm')
    expect(words).toContain('quay')
  })

  it('are those of a part as surely beside the whole that it is part of as beside the rest', () => {
    const some = sentencesOf('The tide rose.', 'The tide fell.', 'The tide turned.', 'The bread rose.')
    const rest = sentencesOf('The bread rose.', 'The bread fell.', 'The bread turned.', 'The tide rose.').map(
      (record) => named('rest', record)
    )
    const p = (b: readonly SentenceRecord[]): number => compare(some, b).find(({ term }) => term === 'tide')!.p
    // As deviates are compared: the logarithm of p goes with their squares.
    expect(Math.sqrt(Math.log(p([...some, ...rest])) / Math.log(p(rest)))).toBeCloseTo(1, 1)
  })
})

/** The sentence in a document of its own. */
function named(prefix: string, record: SentenceRecord): SentenceRecord {
  return { ...record, id: `${prefix}-${record.id}`, document: `${prefix}-${record.document}` }
}
