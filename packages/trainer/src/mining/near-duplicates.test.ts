import { describe, expect, it } from 'vitest'
import { createNearDuplicates } from './near-duplicates.js'

const paragraph = (about: string, n: number): string =>
  `Paragraph ${n} tells the reader more about ${about} than the others do.`

function groupsOf(articles: readonly (readonly string[])[]): number[] {
  const duplicates = createNearDuplicates()
  articles.forEach((paragraphs, i) => {
    duplicates.add({ id: `${i}`, title: '', sections: [{ heading: '', level: 0, paragraphs }] })
  })
  return [...duplicates.groups()]
}

const ten = (about: string): string[] => Array.from({ length: 10 }, (_, n) => paragraph(about, n))

describe('Near-duplicates', () => {
  it('are articles that share a tenth of their paragraphs', () => {
    const copy = [...ten('bees').slice(0, 9), paragraph('frost', 3)]
    expect(groupsOf([ten('frost'), ten('looms'), copy])).toEqual([0, 1, 0])
  })

  it('are found through case and white space', () => {
    const copy = paragraph('frost', 3).toUpperCase().replaceAll(' ', '\n ')
    expect(groupsOf([ten('frost'), [copy]])).toEqual([0, 0])
  })

  it('of near-duplicates belong to the same group', () => {
    const between = [paragraph('frost', 1), paragraph('looms', 1)]
    expect(groupsOf([ten('frost'), ten('looms'), between, ten('bees')])).toEqual([0, 0, 0, 3])
  })

  it('are not articles with the same short lines, or with the template of many', () => {
    const template = 'This page is part of a long series about the same subject.'
    const many = Array.from({ length: 60 }, (_, i) => [template, 'Contents', paragraph(`stone ${i}`, 1)])
    expect(groupsOf(many)).toEqual(many.map((_, i) => i))
  })
})
