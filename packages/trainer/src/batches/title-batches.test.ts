import { createRandom } from '@leitmotif/encoder/vectors'
import { slopesApart } from '@leitmotif/testing'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import type { ArticleExamples } from './batches.js'
import { titleLoss } from '../train/losses.js'
import { createTitleBatches, createTitleTripletBatches } from './title-batches.js'

const words = (...rows: number[]): Uint32Array => Uint32Array.from(rows)

/** Three sections of two sentences; a sentence is one word, and so is a title. `titles`: none where it is 0. */
function articleOf(first: number, titles: readonly number[]): ArticleExamples {
  return {
    sentences: titles.flatMap((_, section) =>
      [0, 1].map((position) => ({ rows: words(first + 2 * section + position), section, position }))
    ),
    titles: titles.map((title) => (title === 0 ? words() : words(title)))
  }
}
const articles = [articleOf(10, [1, 2, 3]), articleOf(20, [4, 0, 5, 4])]

describe('Batches of titles', () => {
  it('set the title of each sentence’s section against the article’s other titles', () => {
    const {
      articles: count,
      slots,
      heads,
      sentences,
      titles,
      own,
      others
    } = createTitleBatches(articles, {
      sentences: 16,
      slots: 8,
      seed: 1
    }).at(0)
    expect([count, slots, heads]).toEqual([2, 8, 4])
    const rows = sentences.map((sentence) => [...sentence])
    const described: Record<number, { own: number[]; others: number[] }> = {}
    for (let a = 0; a < count; a++) {
      for (let s = 0; s < slots; s++) {
        const sentence = rows[a * slots + s].at(0)
        const marked = (mask: Float32Array): number[] =>
          titles
            .slice(a * heads, (a + 1) * heads)
            .flatMap(([title], h) => (mask[(a * slots + s) * heads + h] === 1 ? [title] : []))
        if (sentence !== undefined) described[sentence] = { own: marked(own), others: marked(others) }
      }
    }
    expect(described[10]).toEqual({ own: [1], others: [2, 3] })
    expect(described[13]).toEqual({ own: [2], others: [1, 3] })
    expect(described[20]).toEqual({ own: [4], others: [5] }) // not the title that reads alike
    expect(described[22]).toEqual({ own: [], others: [] }) // a section without one
    expect(Object.keys(described)).toHaveLength(14)
  })

  it('draw a pivot’s negative from the titles before and after it', () => {
    const batches = createTitleTripletBatches(articles, { batchTriplets: 5, seed: 1 })
    const seen = new Set<string>()
    for (let step = 0; step < 20; step++) {
      const { sentences, triplets } = batches.at(step)
      for (const triplet of triplets) seen.add(triplet.map((i) => sentences[i][0]).join(' '))
    }
    // 20 and 22 have no neighbour with a title, or none themselves.
    expect([...seen].sort()).toEqual(['10 1 2', '12 2 1', '12 2 3', '14 3 2', '24 5 4', '26 4 5'])
    expect(batches.at(3)).toEqual(createTitleTripletBatches(articles, { batchTriplets: 5, seed: 1 }).at(3))
  })

  it('take the negative from any other title of the article, or from another article', () => {
    const ofArticle = (rows: Uint32Array): number =>
      articles.findIndex(({ titles }) => titles.some((title) => title.join() === rows.join()))
    for (const negative of ['article', 'corpus'] as const) {
      const batches = createTitleTripletBatches(articles, { batchTriplets: 5, seed: 1, negative })
      let far = 0
      for (let step = 0; step < 20; step++) {
        const { sentences, triplets } = batches.at(step)
        for (const [, positive, other] of triplets) {
          expect(sentences[other]).not.toEqual(sentences[positive])
          const same = ofArticle(sentences[other]) === ofArticle(sentences[positive])
          expect(same).toBe(negative === 'article')
          const { titles } = articles[ofArticle(sentences[positive])]
          const place = (rows: Uint32Array): number => titles.findIndex((title) => title.join() === rows.join())
          if (negative === 'article' && Math.abs(place(sentences[other]) - place(sentences[positive])) > 1) far++
        }
      }
      if (negative === 'article') expect(far).toBeGreaterThan(0)
    }
  })

  it('say what is missing where no section has a title', () => {
    expect(() => createTitleTripletBatches([articleOf(1, [0, 0])], { batchTriplets: 5, seed: 1 })).toThrow(
      /no title triplet/
    )
  })
})

describe('The loss of titles', () => {
  let tf: TensorFlow
  beforeAll(async () => {
    tf = (await loadBackend()).tf
  })

  it('is the mean cross entropy of the right title among all, and of the right sentences among all', () => {
    const batch = createTitleBatches([articles[0]], { sentences: 6, slots: 6, seed: 1 }).at(0)
    const cosines = [0.9, -0.2, 0.3, 0.5, 0.1, 0.8, 0.2, 0.4, -0.6, 0.7, 0, -0.1, 0.6, -0.3, 0.25, 0.35, -0.4, 0.45]
    const odds = (s: number, h: number): number => Math.exp(cosines[3 * s + h] / 0.5)
    let expected = 0
    for (let s = 0; s < 6; s++) {
      const h = Math.floor(s / 2)
      const titles = [0, 1, 2].filter((other) => other !== h).map((other) => odds(s, other))
      const sentences = [0, 1, 2, 3, 4, 5].filter((other) => Math.floor(other / 2) !== h).map((other) => odds(other, h))
      for (const against of [titles, sentences]) {
        expected += Math.log(1 + against.reduce((sum, value) => sum + value) / odds(s, h)) / 12
      }
    }
    // Titles along the axes, so that a sentence's numbers are its cosines with them.
    const loss = tf.tidy(() => {
      const vectors = tf.tensor2d([...cosines, 1, 0, 0, 0, 1, 0, 0, 0, 1], [9, 3])
      return titleLoss(tf, vectors, batch, { temperature: 0.5 }).dataSync()[0]
    })
    expect(loss).toBeCloseTo(expected, 5)
  })

  it('has the slopes that small changes show', () => {
    const batch = createTitleBatches([articles[0]], { sentences: 6, slots: 6, seed: 1 }).at(0)
    const random = createRandom('titles')
    const rows = Array.from({ length: 9 }, () => [random.normal(), random.normal(), random.normal()])
    const loss = (vectors: Tensor2D): Scalar => titleLoss(tf, vectors, batch, { temperature: 0.5 })
    const slopes = tf.tidy(() =>
      tf
        .grad((vectors) => loss(vectors as Tensor2D))(tf.tensor2d(rows))
        .dataSync()
    )
    const at = (moved: number[][]): number => tf.tidy(() => loss(tf.tensor2d(moved)).dataSync()[0])
    expect(slopesApart(at, rows, slopes, 5e-3)).toBeLessThan(0.01)
    expect(Math.max(...Array.from(slopes, Math.abs))).toBeGreaterThan(0.05)
  })

  it('is 0 without slopes that are no numbers where no section has a title', () => {
    const batch = createTitleBatches([articleOf(1, [0, 0])], { sentences: 4, slots: 4, seed: 1 }).at(0)
    const slopes = tf.tidy(() => {
      const of = tf.grad((vectors) => titleLoss(tf, vectors as Tensor2D, batch, { temperature: 0.1 }))
      return of(tf.ones([6, 3])).dataSync()
    })
    expect([...slopes].every((slope) => slope === 0)).toBe(true)
  })
})
