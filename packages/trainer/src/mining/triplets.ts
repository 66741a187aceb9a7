import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { Tally } from './section-filters.js'
import { openSections, type Opener, type Sentence } from './openers.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'
import type { Pool } from './pool.js'

/** A pivot with a candidate that shares its theme and one that does not. */
export interface Triplet<Candidate = Sentence> {
  readonly pivot: Sentence
  readonly positive: Candidate
  readonly negative: Candidate
}

/** What mining one article may need of the whole run. */
export interface MiningRun<Candidate> {
  /** Candidates of earlier articles; wanted, and added to, when negatives come from the corpus. */
  readonly pool?: Pool<Candidate>
  readonly tally?: Tally
}

/**
 * The sentence triplets of one article (Ein Dor et al., section 3.1). Each opener of a remaining section is a pivot
 * once: its positive is drawn at random among the openers of its section at most `paragraphDistance` paragraphs away,
 * and each negative at random from the openers of a section drawn by `negative`. In the pivots' order.
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

/** Draws positives from one section: another opener within `distance` paragraphs. Called with rising indices. */
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
 * Draws negatives for pivots of one article: given the section of a pivot, up to `tripletsPerPair` candidates, each of
 * a section of its own. `candidates` holds those of each remaining section, which may be none.
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

/** At most `most` of an article's triplets, drawn at random and left in their order; 0 is no limit. */
export function limitShare<T>(triplets: T[], most: number, random: Random, tally?: Tally): T[] {
  const count = most === 0 ? triplets.length : Math.min(most, triplets.length)
  tally?.keep('triplets', count)
  if (count === triplets.length) return triplets
  for (let i = count; i < triplets.length; i++) tally?.drop('over its share', '')
  return random
    .shuffle(triplets.map((_, index) => index))
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((index) => triplets[index])
}
