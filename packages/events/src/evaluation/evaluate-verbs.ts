import { centerRows, dot, normalize, row, sphericalKMeans, type Vectors } from '@leitmotif/encoder'
import { selectRows } from '@leitmotif/encoder/vectors'
import type { EventRows } from '../network/event-network.js'
import { agreementOf } from '@leitmotif/trainer/training'
import type { EventModel } from './event-model.js'

/** How well events cluster by their verbs. */
export interface VerbGathering {
  /** Number of events of frequent verbs, and of these verbs. */
  readonly events: number
  readonly verbs: number
  /** Share of the most frequent verb, which is the purity of a single cluster. */
  readonly greatest: number
  /**
   * Share of events in clusters whose most frequent verb is theirs, with as many clusters as verbs (Manning et al.
   * 2008, 16.3).
   */
  readonly purity: number
  /** Adjusted mutual information of clusters and verbs. */
  readonly ami: number
  /** Mean share of the ten nearest other events that have the event's verb. */
  readonly nearest: number
}

/** Number of most frequent verbs that are measured, and the minimum number of events of each. */
const VERBS = 30
const LEAST_EVENTS = 5
const NEAREST = 10

/**
 * Measures how well vectors separate verbs: the observation of section 4.3.1, in figures. `verbs` has the verb's number
 * for each event.
 */
export function measureVerbs(
  model: EventModel,
  events: readonly EventRows[],
  verbs: readonly number[],
  seed: number
): VerbGathering | undefined {
  const counts = new Map<number, number>()
  for (const verb of verbs) counts.set(verb, (counts.get(verb) ?? 0) + 1)
  const followed = [...counts]
    .filter(([, count]) => count >= LEAST_EVENTS)
    .sort(([a, n], [b, m]) => m - n || a - b)
    .slice(0, VERBS)
  const numbers = new Map(followed.map(([verb], i) => [verb, i]))
  if (numbers.size < 2) return undefined
  const chosen = [...events.keys()].filter((i) => numbers.has(verbs[i]))
  const rows = centredRows(model.encode(chosen.map((i) => events[i])))
  const known = [...chosen.keys()].filter((i) => row(rows, i).some((value) => value !== 0))
  if (known.length < 2) return undefined
  const labels = Int32Array.from(known, (i) => numbers.get(verbs[chosen[i]])!)
  const vectors = selectRows(rows, known)
  const { assignment } = sphericalKMeans(vectors, { k: numbers.size, seed })
  return {
    events: known.length,
    verbs: numbers.size,
    greatest: Math.max(...countsOf(labels).values()) / known.length,
    purity: purityOf(assignment, labels),
    ami: agreementOf(labels, assignment).ami,
    nearest: nearestShare(vectors, labels)
  }
}

/** Returns unit rows relative to the mean of all, so that vectors of any kind are comparable. */
export function centredRows(vectors: Vectors): Vectors {
  const copied = { ...vectors, data: vectors.data.slice() }
  for (let i = 0; i < copied.count; i++) normalize(row(copied, i))
  return centerRows(copied)
}

/** Returns the share of items whose label is the most frequent in their cluster. */
export function purityOf(clusters: Int32Array, labels: Int32Array): number {
  const pairs = new Map<number, Map<number, number>>()
  clusters.forEach((cluster, i) => {
    const of = pairs.get(cluster) ?? new Map<number, number>()
    pairs.set(cluster, of.set(labels[i], (of.get(labels[i]) ?? 0) + 1))
  })
  let right = 0
  for (const of of pairs.values()) right += Math.max(...of.values())
  return right / clusters.length
}

function countsOf(labels: Int32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

function nearestShare(vectors: Vectors, labels: Int32Array): number {
  const wanted = Math.min(NEAREST, vectors.count - 1)
  let same = 0
  for (let i = 0; i < vectors.count; i++) {
    const own = row(vectors, i)
    const cosines = Float32Array.from(labels, (_, j) => (i === j ? -Infinity : dot(own, row(vectors, j))))
    const order = [...cosines.keys()].sort((a, b) => cosines[b] - cosines[a] || a - b)
    for (const j of order.slice(0, wanted)) if (labels[j] === labels[i]) same++
  }
  return same / (vectors.count * wanted)
}
