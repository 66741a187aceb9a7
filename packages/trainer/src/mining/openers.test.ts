import type { Article } from '@leitmotif/encoder/stages'
import { describe, expect, it } from 'vitest'
import { openHeadings, openSections } from './openers.js'

const first = 'Every hive has one queen and many workers.'
const article: Article = {
  id: 'bees',
  title: 'Bees',
  sections: [
    { heading: '', level: 0, paragraphs: ['Bees are kept for honey and for wax.'] },
    { heading: ' Life ', level: 1, paragraphs: ['', first, 'Short.', 'Drones are driven out before winter comes.'] },
    { heading: 'Queens', level: 2, paragraphs: ['A queen lays up to two thousand eggs a day.'] },
    { heading: 'Empty', level: 2, paragraphs: ['Too short.'] },
    { heading: 'Keeping', level: 1, paragraphs: [] },
    { heading: '', level: 2, paragraphs: ['Smoke makes them drink, and so they are calm.'] },
    { heading: 'Diseases', level: 2, paragraphs: [] },
    { heading: 'Parasites', level: 3, paragraphs: ['Mites weaken a hive until it dies in winter.'] },
    { heading: 'Moulds', level: 3, paragraphs: ['Chalk brood turns the larvae of a hive white.'] }
  ]
}

describe('openHeadings', () => {
  it('gives the headings of a section and of its subsections with the place of what stands first under each', () => {
    const [life, keeping] = openSections(article, { minSections: 2 })
    expect(openHeadings(article, life)).toEqual([
      { text: 'Life', position: 0 },
      { text: 'Queens', position: 3 }
    ])
    // Its own heading has no paragraph before the first subsection, whose heading is empty.
    expect(openHeadings(article, keeping)).toEqual([
      { text: 'Keeping', position: 0 },
      { text: 'Diseases', position: 1 },
      { text: 'Parasites', position: 1 },
      { text: 'Moulds', position: 2 }
    ])
  })

  it('gives none of a section that nothing opens', () => {
    const [life] = openSections(article, { minSections: 2 })
    expect(openHeadings(article, { ...life, openers: [] })).toEqual([])
  })
})
