import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { examineNetwork } from './validation-examples.js'
import type { JudgedArticle } from './examples.js'
import { bestText, chooseJudged, COLLAPSED, judgeNetwork } from './validation.js'
import type { Trainable } from '../networks/trainable.js'

/** Word w is a vector that leans to the axis w modulo 3, and all of them `shared` much to a fourth. */
function networkOf(tf: TensorFlow, shared: number): Trainable {
  return {
    variables: new Map(),
    encode: (sentences) =>
      tf.tensor2d(sentences.map((words) => [...[0, 1, 2].map((axis) => (words[0] % 3 === axis ? 5 : 0)), shared])),
    dispose: () => undefined
  }
}

/** Words 0, 3, 6 are of one theme, 1, 4, 7 of another; the last triplet is hopeless. */
const articleOf = (name: string): JudgedArticle => ({
  texts: [0, 1, 2, 3].map((i) => `${name} ${i}`),
  rows: [[0], [3], [1], [4]],
  triplets: [
    [0, 1, 2],
    [2, 3, 0],
    [1, 0, 3],
    [0, 2, 1]
  ]
})

describe('Judging a network while it trains', () => {
  let tf: TensorFlow
  beforeAll(async () => {
    tf = (await loadBackend()).tf
  })
  const articles = Array.from({ length: 300 }, (_, i) => articleOf(`article ${i}`))

  it('gives TDC without and with context, and how alike sentences are, however long the rows', () => {
    const before = tf.memory().numTensors
    const { score, figures } = judgeNetwork(tf, networkOf(tf, 0), articles, { judge: 'both' })
    expect(score).toBe(0.75)
    expect(figures).toEqual([0.75, 0.75, expect.closeTo(0.5, 5)])
    expect(tf.memory().numTensors).toBe(before)
  })

  it('notices a network that says the same of everything', () => {
    const [, article, alike] = judgeNetwork(tf, networkOf(tf, 500), articles.slice(0, 2), { judge: 'none' }).figures!
    expect(alike).toBeGreaterThan(COLLAPSED)
    expect(article).toBe(0.75) // what little there is still shows
  })

  it('takes articles from everywhere in the corpora, and no more than there are', () => {
    const chosen = chooseJudged(articles, { judgedArticles: 4 }).map(({ texts }) => texts[0])
    expect(chosen).toEqual(['article 0 0', 'article 75 0', 'article 150 0', 'article 225 0'])
    expect(chooseJudged(articles.slice(0, 3), { judgedArticles: 9 })).toHaveLength(3)
  })

  it('ends with intervals, and with triplets of unlike articles to show for right and for wrong', () => {
    const { none, article, right, wrong } = examineNetwork(tf, networkOf(tf, 0), articles.slice(0, 60), 1)
    expect([none.accuracy, article.accuracy, none.triplets, none.articles]).toEqual([0.75, 0.75, 240, 60])
    expect(right.length).toBeGreaterThan(3)
    expect(wrong.length).toBeGreaterThan(3)
    for (const { near, far } of right) expect(near).toBeGreaterThan(far)
    for (const { near, far, pivot, negative } of wrong) {
      expect(near).toBeLessThan(far)
      expect([pivot, negative].map((text) => text.slice(-1))).toEqual(['0', '1'])
    }
    const shown = [...right, ...wrong].map(({ pivot }) => pivot.slice(0, -2))
    expect(new Set(shown).size).toBe(shown.length)
  })
})

describe('The best score of a training', () => {
  it('is the same number while it trains and at its end, and says what it is', () => {
    expect(bestText('both', 0.554)).toBe('best validation TDC 0.5540 (mean without and with context)')
    expect(bestText('both', 0.554, [0.538, 0.57, 0.1])).toBe(
      'best validation TDC 0.5540 (mean without and with context; without 0.5380, with 0.5700)'
    )
    expect(bestText('none', 0.538)).toBe('best validation TDC 0.5380 (without context)')
    expect(bestText('article', 0.57)).toBe('best validation TDC 0.5700 (with context)')
  })
})
