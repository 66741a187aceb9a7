import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { loadPairScorer, type PairScorer } from './pair-scorer.js'

let scorer: PairScorer
beforeAll(async () => {
  scorer = await loadPairScorer(fileURLToPath(new URL('../../../../models/leitmotif-en-malstm', import.meta.url)))
})

function relatedness(a: string, b: string): number {
  const rows = scorer.embed([a, b])
  return scorer.relatedness(scorer.similarity(rows, 0, rows, 1))
}

const PLAYS = 'A man is playing a guitar on a stage'
const RUN = 'Two children are running through the snow'

test.each([
  [PLAYS, 'A guitar is being played on a stage by a man', 4.5, 5],
  [RUN, 'Two kids are running in the snow', 4.3, 5],
  [PLAYS, 'A man is singing on a stage', 2.5, 4.3],
  [RUN, 'Nobody is running through the snow', 2.5, 4.3],
  [PLAYS, 'A woman is slicing tomatoes', 1, 2],
  [RUN, 'The kettle is on the stove', 1, 2]
])('the shipped scorer rates %j and %j from %d to %d, as people would', (a, b, least, most) => {
  const found = relatedness(a, b)
  expect(found).toBeGreaterThanOrEqual(least)
  expect(found).toBeLessThanOrEqual(most)
  expect(relatedness(b, a)).toBeCloseTo(found, 6)
})
