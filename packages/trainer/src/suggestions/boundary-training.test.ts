import { row } from '@leitmotif/encoder'
import { BOUNDARY_NETWORK, boundaryOdds } from '@leitmotif/encoder/training'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { loadBackend } from '../backend/backend.js'
import { fit } from '../train/fit.js'
import { crossEntropy, type BoundaryArticle } from './boundary-articles.js'
import { createBoundaries, cutStretches, STRETCH } from './boundary-training.js'

const { dims, figures } = BOUNDARY_NETWORK

/** An article whose sections begin where a paragraph's direction is of a kind of its own. */
function articleOf(paragraphs: number, seed: number): BoundaryArticle {
  const random = createRandom(`article ${seed}`)
  const kinds = [zeroVectors(paragraphs, dims), zeroVectors(paragraphs, dims)]
  const boundaries = Array.from({ length: paragraphs }, (_, p) => p).filter((p) => p > 0 && random.integer(5) === 0)
  for (const rows of kinds) for (let i = 0; i < rows.data.length; i++) rows.data[i] = random.normal() / Math.sqrt(dims)
  for (const p of boundaries) row(kinds[1], p).fill(1 / Math.sqrt(dims))
  const own = Array.from({ length: paragraphs }, () => Float32Array.from({ length: figures }, () => random.next()))
  return { kinds, figures: own, boundaries, headed: boundaries }
}

describe('The network of boundaries in training', async () => {
  const { tf } = await loadBackend()
  const articles = [7, 20, 3].map(articleOf)
  const whole = articles.map((article) => ({ article, start: 0, end: article.figures.length }))

  it('loses what the same network loses when it divides texts', () => {
    const network = createBoundaries(tf, 1, { dropped: 0, headedShare: 0 })
    const weights = network.weights()
    const odds = articles.map((article) => boundaryOdds(weights, article.kinds, article.figures))
    const [loss] = network.loss(whole, createRandom(1)).dataSync()
    expect(loss).toBeCloseTo(crossEntropy(articles, odds), 4)
    network.dispose()
  })

  it('learns what sections begin with, and the same from the same seed', async () => {
    const train = async (): Promise<{ readonly first: number; readonly last: number }> => {
      const network = createBoundaries(tf, 1)
      const losses: number[] = []
      const loss = (step: number): ReturnType<typeof network.loss> => network.loss(whole, createRandom(step))
      const validate = (): { score: number } => ({ score: 0 })
      const onMeasured = ({ mean }: { readonly mean: number }): number => losses.push(mean)
      await fit(
        tf,
        { variables: network.variables, loss, validate, onMeasured },
        { steps: 24, validateEvery: 4, warmUp: 0, learningRate: 1e-2 }
      )
      network.dispose()
      return { first: losses[0], last: losses.at(-1)! }
    }
    const { first, last } = await train()
    expect(last).toBeLessThan(first / 2)
    expect(await train()).toEqual({ first, last })
  })

  it('reads long articles in stretches that leave no paragraph out', () => {
    const long = articleOf(5 * STRETCH + 3, 4)
    const cut = cutStretches([long, articles[0]], createRandom(1))
    expect(cut.map(({ start, end }) => end - start).every((length) => length > 0 && length <= STRETCH)).toBe(true)
    expect(cut.map(({ start }) => start)).toEqual([0, ...cut.slice(0, -2).map(({ end }) => end), 0])
    expect(cut.at(-2)!.end).toBe(5 * STRETCH + 3)
  })
})
