import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { Tally } from './section-filters.js'
import { openSections, type Opener, type Sentence } from './openers.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'
import type { Pool } from './pool.js'

/** A pivot with a candidate of the same theme and one of another. */
export interface Triplet<Candidate = Sentence> {
  readonly pivot: Sentence
  readonly positive: Candidate
  readonly negative: Candidate
}

/** State shared by the articles of a run. */
export interface MiningRun<Candidate> {
  /** Candidates of earlier articles. Needed, and extended, when negatives come from the corpus. */
  readonly pool?: Pool<Candidate>
  readonly tally?: Tally
}

/**
 * Returns the sentence triplets of an article (Ein Dor et al., section 3.1), in the order of pivots. Each opener is a pivot
 * once. Its positive is a random opener of its section at most `paragraphDistance` paragraphs away; each negative is a random
 * opener of a section drawn by `negative`.
 * @throws Error when negatives come from the corpus and the run has no pool.
 */
export function mineTriplets(
  article: Article,
  options: Partial<MiningOptions> = {},
  run: MiningRun<Sentence> = {}
): Triplet[] {
  const settled = { ...MINING_DEFAULTS, ...options }
  const random = createRandom(settled.seed).fork(article.id)
  const sections = openSections(article, settled, run.tally)
  const negatives = createNegatives(
    sections.map(({ openers }) => openers),
    settled,
    run.pool
  )
  const triplets: Triplet[] = []
  sections.forEach(({ openers }, section) => {
    const draw = createPositives(openers, settled.paragraphDistance)
    openers.forEach((pivot, index) => {
      const positive = draw(index, random)
      if (positive === undefined) return run.tally?.drop('no positive', pivot.text)
      const drawn = negatives(section, random)
      if (drawn.length === 0) return run.tally?.drop('no negative', pivot.text)
      run.tally?.keep('pivots', 1)
      for (const negative of drawn) triplets.push({ pivot, positive, negative })
    })
  })
  run.pool?.add(sections.flatMap(({ openers }) => openers))
  return limitShare(triplets, settled.maxPerArticle, random, run.tally)
}

/** Returns a function that draws another opener within `distance` paragraphs. Call it with rising indices. */
function createPositives(
  openers: readonly Opener[],
  distance: number
): (index: number, random: Random) => Opener | undefined {
  let from = 0
  let to = 0
  return (index, random) => {
    const { position } = openers[index]
    while (openers[from].position < position - distance) from++
    while (to < openers.length && openers[to].position <= position + distance) to++
    if (to - from < 2) return undefined
    const drawn = from + random.integer(to - from - 1)
    return openers[drawn < index ? drawn : drawn + 1]
  }
}

/**
 * Returns a function that draws negatives for a pivot's section: up to `tripletsPerPair` candidates of different sections.
 * `candidates`: those of each section, perhaps none.
 */
export function createNegatives<T>(
  candidates: readonly (readonly T[])[],
  { negative, tripletsPerPair }: MiningOptions,
  pool?: Pool<T>
): (section: number, random: Random) => T[] {
  const pick = (section: number, random: Random): T => candidates[section][random.integer(candidates[section].length)]
  const filled = candidates.flatMap((of, section) => (of.length > 0 ? [section] : []))
  switch (negative) {
    case 'adjacent':
      return (section, random) => {
        const neighbours = [section - 1, section + 1].filter((near) => (candidates[near]?.length ?? 0) > 0)
        if (neighbours.length > tripletsPerPair) neighbours.splice(random.integer(2), 1)
        return neighbours.map((near) => pick(near, random))
      }
    case 'article':
      return (section, random) => {
        const drawn: number[] = []
        const others = filled.length - (candidates[section].length > 0 ? 1 : 0)
        while (drawn.length < Math.min(tripletsPerPair, others)) {
          const other = filled[random.integer(filled.length)]
          if (other !== section && !drawn.includes(other)) drawn.push(other)
        }
        return drawn.map((other) => pick(other, random))
      }
    case 'corpus':
      if (pool === undefined) throw new Error('mining: negatives from the corpus need a pool; expected run.pool')
      return (_, random) =>
        Array.from({ length: tripletsPerPair }, () => pool.draw(random)).filter((drawn) => drawn !== undefined)
  }
}

/** Returns at most `limit` of an article's triplets, drawn at random, in their order; 0: no limit. */
export function limitShare<T>(triplets: T[], limit: number, random: Random, tally?: Tally): T[] {
  const count = limit === 0 ? triplets.length : Math.min(limit, triplets.length)
  tally?.keep('triplets', count)
  if (count === triplets.length) return triplets
  for (let i = count; i < triplets.length; i++) tally?.drop('over its share', '')
  return random
    .shuffle(triplets.map((_, index) => index))
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((index) => triplets[index])
}
