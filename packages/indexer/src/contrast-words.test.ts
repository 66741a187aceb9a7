import { describe, expect, it } from 'vitest'
import { contrastWords } from './contrast-words.js'
import type { SentenceRecord } from './store.js'

/** Sentences of as many documents, ten times each. */
function sentencesOf(...texts: readonly string[]): SentenceRecord[] {
  return texts.flatMap((text, index) =>
    Array.from({ length: 10 }, (_, position): SentenceRecord => {
      const document = `${index}-${position}.md`
      return { id: document, document, title: document, path: [], position, paragraph: 0, text, fields: {} }
    })
  )
}

const told = (a: readonly SentenceRecord[], b: readonly SentenceRecord[]): string[] =>
  contrastWords(a, b).map(({ term }) => term)

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
})
