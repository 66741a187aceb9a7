import type { Article } from '@leitmotif/encoder/stages'
import { createRandom } from '@leitmotif/encoder/vectors'
import { openSections, type OpenedSection } from './openers.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'
import { createNegatives, limitShare, type MiningRun, type Triplet } from './triplets.js'

/** A section's title and its position: the article's title, a space, and the heading of `article.sections[section]`. */
export interface Title {
  readonly article: string
  readonly section: number
  readonly text: string
}

export type TitleTriplet = Triplet<Title>

/**
 * Returns the title triplets of an article (Ein Dor et al., section 3.2): a section's first sentence, its title, and the title
 * of a section drawn by `negative`. A section gives none if its first sentence fails the filters or it has no heading. Equal
 * titles give no triplet.
 * @throws Error when negatives come from the corpus and the run has no pool.
 */
export function mineTitleTriplets(
  article: Article,
  options: Partial<MiningOptions> = {},
  run: MiningRun<Title> = {}
): TitleTriplet[] {
  const settled = { ...MINING_DEFAULTS, ...options }
  const random = createRandom(settled.seed).fork(article.id)
  const sections = openSections(article, settled, run.tally)
  const titles = sections.map((section) => titlesOf(article, section))
  const negatives = createNegatives(titles, settled, run.pool)
  const triplets = sections.flatMap((section, index) => {
    const pivot = section.openers.find(({ position, order }) => position === 0 && order === 0)
    const positive = titles[index].at(0)
    if (pivot === undefined) return []
    if (positive === undefined) {
      run.tally?.drop('no positive', pivot.text)
      return []
    }
    const drawn = negatives(index, random).filter(({ text }) => text !== positive.text)
    if (drawn.length === 0) run.tally?.drop('no negative', pivot.text)
    else run.tally?.keep('pivots', 1)
    return drawn.map((negative) => ({ pivot, positive, negative }))
  })
  run.pool?.add(titles.flat())
  return limitShare(triplets, settled.maxPerArticle, random, run.tally)
}

/** Returns a section's title; empty without a heading. */
function titlesOf(article: Article, { heading, section }: OpenedSection): Title[] {
  const text = titleText(article, heading)
  return text === '' ? [] : [{ article: article.id, section, text }]
}

/** Returns the title of a section (Ein Dor et al., section 3.2, note 3); empty for a section without a heading. */
export function titleText({ title }: Article, heading: string): string {
  return heading.trim() === '' ? '' : `${title} ${heading}`.trim()
}
