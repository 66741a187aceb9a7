import type { Article } from '@leitmotif/encoder/stages'
import { describe, expect, it } from 'vitest'
import { learnHeadingWords, type HeadingWords } from './heading-words.js'

const repeat = (count: number, text: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => text(i))

function articleOf(
  source: string,
  id: number,
  headings: readonly string[],
  paragraphs: readonly string[] = []
): Article {
  return {
    id: `${source} ${id}`,
    title: 'A Walk',
    source,
    sections: [
      { heading: '', level: 0, paragraphs },
      ...headings.map((heading) => ({ heading, level: 1, paragraphs: [] }))
    ]
  }
}

const headingsOf = ({ common }: HeadingWords): string[] => common.map(({ heading }) => heading)

describe('Common headings', () => {
  it('are those of several sources, however they are written; generic ones those of more', async () => {
    const articles = ['north', 'south', 'west', 'east'].flatMap((source, s) => [
      articleOf(source, 1, ['OVERVIEW', 'overview', `Only here ${source}`, ...(s < 3 ? ['The harbour'] : [])]),
      articleOf(source, 2, ['Overview'])
    ])
    expect((await learnHeadingWords(articles)).common).toEqual([
      { heading: 'Overview', articles: 8, generic: true },
      { heading: 'The harbour', articles: 3, generic: false }
    ])
  })

  it('are those of many articles of an encyclopaedia, not of one project’s template', async () => {
    const large = Array.from({ length: 5_000 }, (_, i) => articleOf('large', i, i < 20 ? ['Early life'] : []))
    const small = Array.from({ length: 300 }, (_, i) => articleOf('small', i, ['Unresolved questions']))
    expect(headingsOf(await learnHeadingWords([...large, ...small]))).toEqual(['Early life'])
  })

  it('are no names, no numbers, nothing long', async () => {
    const prose = ['He went to Lisbon, and to Lisbon she went. We saw Lisbon and the castle in the rain.']
    const headings = ['Lisbon', 'The castle', '1999', 'What we saw when we went away']
    const articles = ['a', 'b', 'c'].map((source) => articleOf(source, 1, headings, prose))
    expect(headingsOf(await learnHeadingWords(articles))).toEqual(['The castle'])
  })
})

describe('Words of headings', () => {
  const prose = [
    ...repeat(200, () => 'They incorporate the wood. We incorporate it. The regular tide and a regular path.'),
    ...repeat(200, () => 'The tide of it is high. A path in the wood was long, and the tide was, too.')
  ]

  it('are verbs, which stand before what they are done to, and words that lead others', async () => {
    const { verbs, leading } = await learnHeadingWords([articleOf('a', 1, ['The tide'], prose)])
    expect(verbs).toContain('incorporate')
    expect(leading).toContain('regular')
    for (const noun of ['tide', 'path', 'wood']) expect([...verbs, ...leading]).not.toContain(noun)
  })

  it('are as nouns where they often end headings', async () => {
    const launch = repeat(200, () => 'They launch it, and we launch the boat.')
    const headings = repeat(40, (i) => `Boat ${'xyz'[i % 3]}${i} launch`)
    const { verbs } = await learnHeadingWords([articleOf('a', 1, headings, launch)])
    expect(verbs).not.toContain('launch')
    expect((await learnHeadingWords([articleOf('a', 1, [], launch)])).verbs).toContain('launch')
  })
})
