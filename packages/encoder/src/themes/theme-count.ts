import { createRandom } from '../random.js'
import { selectRows, type Vectors } from '../vectors.js'
import { sphericalKMeans } from './kmeans.js'
import { nearestCentres } from './nearest.js'
import { drawIndices } from './sample.js'

export interface ThemeCountOptions {
  readonly seed?: number | string
  /** Rows that are looked at, at most: a seeded sample of them. */
  readonly sample?: number
}

export const THEME_COUNT_DEFAULTS = { seed: 1, sample: 3_000 } as const

export interface ThemeCount {
  readonly count: number
  readonly candidates: readonly { readonly count: number; readonly score: number }[]
}

export function chooseThemeCount(vectors: Vectors, options: ThemeCountOptions = {}): ThemeCount {
  const { seed, sample } = { ...THEME_COUNT_DEFAULTS, ...options }
  const rows = drawIndices(vectors.count, sample, createRandom(`${seed}/count`))
  const sampled = rows.length < vectors.count ? selectRows(vectors, rows) : vectors
  const candidates = candidateCounts(vectors.count).map((count) => {
    const { centroids } = sphericalKMeans(sampled, { k: count, seed, restarts: 2 })
    const { index, similarity, second } = nearestCentres(sampled, centroids)
    let sum = 0
    let known = 0
    for (let i = 0; i < index.length; i++) {
      if (index[i] < 0) continue
      known++
      if (similarity[i] > second[i]) sum += (similarity[i] - second[i]) / (1 - second[i])
    }
    return { count, score: known === 0 ? 0 : sum / known }
  })
  let best = { count: 1, score: 0 }
  for (const candidate of candidates) if (candidate.score > best.score) best = candidate
  return { count: best.count, candidates }
}

function candidateCounts(rows: number): number[] {
  const most = Math.floor(Math.sqrt(rows / 2))
  const counts: number[] = []
  for (let k = 2; k <= most; k = Math.max(k + 1, Math.round(k * 1.25))) counts.push(k)
  return counts
}
