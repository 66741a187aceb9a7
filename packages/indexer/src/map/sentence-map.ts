import { row, type Vectors } from '@leitmotif/encoder'
import { blendNeighbours, layOutLandmarks, scalePositions, type Positions } from '@leitmotif/encoder/stages'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { passagesOf } from '../store/slices.js'
import type { RecordSlice, ThemeStore } from '../store/store.js'

/** A map of sentences: points of the plane, similar sentences close together. */
export interface SentenceMap {
  /** The run whose themes the points have. */
  readonly run: string
  /** Name of the run as built, ignoring later merges. Merges keep the positions of points valid. */
  readonly built: string
  /** Number of sentences in the collection at that time; more than points if the map shows a sample. */
  readonly sentences: number
  /** [points, 2], scaled so that the largest absolute coordinate is 1. */
  readonly positions: Positions
  /** Id of each point's sentence. */
  readonly ids: readonly string[]
  /** Theme of each point: an index into `themes`, or NO_THEME. */
  readonly theme: Uint16Array
  readonly themes: readonly string[]
}

export interface MapOptions {
  readonly seed?: number | string
  /** Number of sentences that are laid out together; all others are placed by these. Time grows with the square. */
  readonly landmarks?: number
  /** Maximum number of points. Of a larger collection, the map shows a random sample. */
  readonly most?: number
}

const MAP_DEFAULTS = { seed: 1, landmarks: 3000, most: 500_000 } as const

/** The theme of a point without one. */
export const NO_THEME = 0xffff

/** Shares of the total time: first reading, and the layout of landmarks. The rest places all points. */
const STAGES = { read: 0.15, layout: 0.6 }

/**
 * Computes the map of a collection that has themes. Lays out a sample of sentences, each blended with its neighbours as
 * for themes; places every other sentence by its nearest landmarks. Time is linear in the sentences; memory is about 60
 * bytes per point. Yields to other work meanwhile. The same collection gives the same map.
 * @param onProgress receives the share of the work done, 0 to 1.
 * @example
 * const { run } = await listThemes(store)
 * const map = await drawMap(store, { run, built: run })
 * map.ids.length === map.sentences // => true
 */
export async function drawMap(
  store: ThemeStore,
  of: Pick<SentenceMap, 'run' | 'built'>,
  options: MapOptions = {},
  onProgress: (done: number) => void = () => {}
): Promise<SentenceMap> {
  const { seed, landmarks: wanted, most } = { ...MAP_DEFAULTS, ...options }
  const { sentences, dims } = await store.describe()
  const sample = await drawRows(store, { wanted, sentences, dims, seed }, (share) => {
    onProgress(share * STAGES.read)
  })
  const { positions, place } = await layOutLandmarks(sample, seed, (share) => {
    onProgress(STAGES.read + share * STAGES.layout)
  })
  const whole = sentences <= sample.count
  const points = new Points(most / sentences, seed)
  for await (const slice of store.scan({ vectors: true })) {
    const from = points.read
    points.add(slice, whole ? positions.subarray(2 * from) : await place(blended(slice)))
    onProgress(STAGES.read + STAGES.layout + (1 - STAGES.read - STAGES.layout) * Math.min(1, points.read / sentences))
  }
  return { ...of, sentences, ...points.done() }
}

/** Returns the map with the themes of another run. Points keep their positions. */
export async function recolourMap(store: ThemeStore, map: SentenceMap, run: string): Promise<SentenceMap> {
  const pointOf = new Map(map.ids.map((id, point) => [id, point]))
  const themes = new Map<string, number>()
  const theme = new Uint16Array(map.ids.length).fill(NO_THEME)
  for await (const { records } of store.scan()) {
    for (const { id, theme: own } of records) {
      const point = pointOf.get(id)
      if (point === undefined || own === undefined) continue
      if (!themes.has(own)) themes.set(own, themes.size)
      theme[point] = themes.get(own)!
    }
  }
  return { ...map, run, theme, themes: [...themes.keys()] }
}

/** Blends sentences with their neighbours. A passage that the slice cuts counts as two. */
function blended({ records, vectors }: RecordSlice): Vectors {
  return blendNeighbours(vectors, passagesOf(records))
}

/**
 * Returns a random sample of sentences, or all if there are fewer (selection sampling: Knuth, The Art of Computer
 * Programming, 3.4.2, algorithm S).
 */
async function drawRows(
  store: ThemeStore,
  { wanted, sentences, dims, seed }: { wanted: number; sentences: number; dims: number; seed: number | string },
  onProgress: (share: number) => void
): Promise<Vectors> {
  const random = createRandom(`${seed}/landmarks`)
  const drawn = zeroVectors(Math.min(wanted, sentences), dims)
  let count = 0
  let met = 0
  for await (const slice of store.scan({ vectors: true })) {
    const rows = blended(slice)
    for (let i = 0; i < rows.count && count < drawn.count; i++) {
      if (random.next() * (sentences - met++) < drawn.count - count) row(drawn, count++).set(row(rows, i))
    }
    onProgress(met / sentences)
  }
  return { count, dims, data: drawn.data.subarray(0, count * dims) }
}

/** Collects the points of a map. */
class Points {
  /** Number of sentences read, whether shown or not. */
  read = 0
  private readonly positions: number[] = []
  private readonly ids: string[] = []
  private readonly theme: number[] = []
  private readonly themes = new Map<string, number>()
  private readonly random

  constructor(
    private readonly share: number,
    seed: number | string
  ) {
    this.random = createRandom(`${seed}/points`)
  }

  add({ records }: RecordSlice, positions: Positions): void {
    for (const [i, { id, theme }] of records.entries()) {
      this.read++
      if (this.share < 1 && this.random.next() >= this.share) continue
      this.positions.push(positions[2 * i], positions[2 * i + 1])
      this.ids.push(id)
      if (theme !== undefined && !this.themes.has(theme)) this.themes.set(theme, this.themes.size)
      this.theme.push(theme === undefined ? NO_THEME : this.themes.get(theme)!)
    }
  }

  done(): Pick<SentenceMap, 'positions' | 'ids' | 'theme' | 'themes'> {
    return {
      positions: scalePositions(Float32Array.from(this.positions)),
      ids: this.ids,
      theme: Uint16Array.from(this.theme),
      themes: [...this.themes.keys()]
    }
  }
}
