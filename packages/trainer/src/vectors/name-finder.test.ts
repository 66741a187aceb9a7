import { expect, it } from 'vitest'
import { expectLinear } from '@leitmotif/testing'
import { findNames, namesIn } from './name-finder.js'

it('Names of a sentence are its runs of capitals, with small words between them', () => {
  expect(namesIn('Then the Bank of Harbour Row sued Mei Farrow, Ada Berg and Oslo in the Old Town.')).toEqual([
    'Bank of Harbour Row',
    'Mei Farrow',
    'Ada Berg',
    'Old Town'
  ])
  expect(namesIn('He met Vasco da Gama of the sea.')).toEqual(['Vasco da Gama'])
})

it('The first words of a sentence, sentences in title case and runs too long for a name give none', () => {
  expect(namesIn('Old Town burned.')).toEqual([])
  expect(namesIn('Ten Tips That Mei Farrow Gave')).toEqual([])
  expect(namesIn('they read One Two Three Four Five Six to us in a low voice')).toEqual([])
})

it('Names of articles are those that are frequent, the most frequent first, as they are mostly written', async () => {
  const article = (id: string, ...paragraphs: string[]) => ({
    ...{ id, title: '' },
    sections: [{ heading: '', level: 0, paragraphs }]
  })
  async function* articles() {
    yield await Promise.resolve(article('1', 'We saw Mei Farrow there. They saw Mei Farrow and the Old Mill, too.'))
    yield article('2', 'She is MEI FARROW to all of us. Then the Old Mill fell down. It was Ada Berg who saw it.')
  }
  expect(await findNames(articles(), 2)).toEqual([
    { text: 'Mei Farrow', count: 3 },
    { text: 'Old Mill', count: 2 }
  ])
})

it('Names are found in linear time', async () => {
  await expectLinear('namesIn', 200_000, (length) => `a ${'A of '.repeat(length / 5)} a a a`, namesIn)
})
