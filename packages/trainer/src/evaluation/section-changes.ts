import type { Representation } from '@leitmotif/encoder'
import type { Article, OutlineSection } from '@leitmotif/encoder/stages'
import { findMergeCandidates, findMixedSections, fitSections } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'
import { detect, type Detection, type Scores } from './detection.js'
import {
  encodeSections,
  moveOne,
  paragraphsOf,
  rearrange,
  movesIn,
  untouchedScores,
  type ReadArticle,
  type SectionedArticle
} from './moves-articles.js'
import type { Measurable } from './tdc.js'

/** Detection of changed sections of any level. */
export interface SectionChanges {
  /** Sections split into two adjacent ones. */
  readonly merges: Detection
  /** Two sections of different top-level sections joined into one. */
  readonly mixed: Detection
  /** Paragraphs moved to another section. */
  readonly moves: Detection
  readonly articles: number
}

/** Bounds of the task's articles: sections of any level with their own paragraphs. */
const SECTION_CHANGES_BOUNDS = { sections: 5, paragraphsPerPart: 2, paragraphsPerHome: 3 } as const

/** Maximum number of cases of each kind in an article. */
const CASES = 3

/**
 * Splits sections, joins sections and moves paragraphs, a few of each in every article, and measures how often that is detected.
 * `others` set the thresholds; default: the articles themselves. Undefined when either has no suitable article.
 */
export async function measureSectionChanges(
  encoder: Measurable,
  articles: AsyncIterable<Article> | Iterable<Article>,
  others?: AsyncIterable<Article> | Iterable<Article>,
  { representation, seed = 1 }: { readonly representation?: Representation | undefined; readonly seed?: number } = {}
): Promise<SectionChanges | undefined> {
  const judge = async (some: AsyncIterable<Article> | Iterable<Article>): Promise<ScoresOf[]> => {
    const random = createRandom(seed).fork('section changes')
    const judged: ScoresOf[] = []
    for await (const article of some) {
      const sectioned = await readSections(encoder, article, representation)
      if (sectioned !== undefined) judged.push(judgeChanges(sectioned, random))
    }
    return judged
  }
  const measured = await judge(articles)
  const setOn = others === undefined ? measured : await judge(others)
  if (measured.length === 0 || setOn.length === 0) return undefined
  const of = (kind: keyof ScoresOf): Detection =>
    detect(
      measured.map((scores) => scores[kind]),
      setOn.map((scores) => scores[kind]),
      seed
    )
  return { merges: of('merges'), mixed: of('mixed'), moves: of('moves'), articles: measured.length }
}

type ScoresOf = Readonly<Record<'merges' | 'mixed' | 'moves', Scores>>

/** Reads an article's sections of every level, without lead, references and the like. */
async function readSections(
  encoder: Measurable,
  article: Article,
  representation?: Representation
): Promise<ReadArticle | undefined> {
  const above: string[] = []
  const pathOf = article.sections.map(({ heading, level }, s) => {
    above.length = Math.min(above.length, Math.max(0, level - 1))
    // Numbered, because two sections may have the same heading.
    above.push(`${s} ${heading}`)
    return [...above]
  })
  const remaining = remainingSections(article, { ...MINING_DEFAULTS, sections: 'each' }).filter(
    ({ paragraphs }) => paragraphs.length > 0
  )
  if (remaining.length < SECTION_CHANGES_BOUNDS.sections) return undefined
  const paths = remaining.map(({ section }) => pathOf[section])
  return encodeSections(encoder, remaining, paths, representation)
}

function judgeChanges(article: ReadArticle, random: Random): ScoresOf {
  const { paragraphsPerPart, paragraphsPerHome } = SECTION_CHANGES_BOUNDS
  const lengthOf = ({ start, end }: OutlineSection): number => end - start
  const sections = Array.from(article.sections.keys())
  const atLeast = (length: number): number[] => sections.filter((s) => lengthOf(article.sections[s]) >= length)
  const fit = fitSections(article)
  const homes = new Set(atLeast(paragraphsPerHome).flatMap((s) => paragraphsOf(article.sections[s])))
  const movable = article.movable.filter((p) => homes.has(p))
  const canMove = movable.length > 0 && atLeast(paragraphsPerPart).length > 1
  const draw = <T>(items: readonly T[]): T[] => random.shuffle([...items]).slice(0, CASES)
  const inner = new Set(article.sections.map(({ path }) => path.slice(0, -1).join('\n')))
  const whole = atLeast(2 * paragraphsPerPart).filter((s) => !inner.has(article.sections[s].path.join('\n')))
  const pairs = draw(atLeast(paragraphsPerPart)).flatMap((a) => {
    const unlike = atLeast(paragraphsPerPart).filter((b) => article.sections[b].path[0] !== article.sections[a].path[0])
    return unlike.length === 0 ? [] : [[a, unlike[random.integer(unlike.length)]] as const]
  })
  return {
    merges: {
      untouched: findMergeCandidates({ ...article, fit }).map(({ score }) => score),
      cases: draw(whole).map((s) => {
        const changed = splitSection(article, s, random)
        const candidates = findMergeCandidates({ ...changed, fit: fitSections(changed) })
        return candidates.find(({ section }) => section === s + 1)?.score ?? 0
      })
    },
    mixed: {
      untouched: Object.values(mixtureScores(article)),
      cases: pairs.map(([a, b]) => mixtureScores(joinSections(article, a, b))[a])
    },
    moves: {
      untouched: untouchedScores({ ...article, movable }),
      cases: Array.from({ length: canMove ? CASES : 0 }, () => {
        const { paragraph, home, ...moved } = moveOne({ ...article, movable }, random)
        const place = movesIn(moved).find((one) => one.paragraph === paragraph)
        return place?.to === home ? place.score : 0
      })
    }
  }
}

/** Returns the mixture score of each section that is long enough for two groups, by index; 0 without two groups. */
function mixtureScores(article: SectionedArticle): number[] {
  const scores: number[] = []
  article.sections.forEach(({ start, end }, s) => {
    if (end - start >= 2 * SECTION_CHANGES_BOUNDS.paragraphsPerPart) scores[s] = 0
  })
  for (const { section, score } of findMixedSections(article)) scores[section] = score
  return scores
}

/** Splits a section at a random paragraph into two adjacent sections. */
function splitSection(article: SectionedArticle, section: number, random: Random): SectionedArticle {
  const { paragraphsPerPart } = SECTION_CHANGES_BOUNDS
  const order = article.sections.map(paragraphsOf)
  const paths = article.sections.map(({ path }) => path)
  const own = order[section]
  const at = paragraphsPerPart + random.integer(own.length - 2 * paragraphsPerPart + 1)
  order.splice(section, 1, own.slice(0, at), own.slice(at))
  paths.splice(section + 1, 0, [...paths[section].slice(0, -1), 'the rest'])
  return rearrange(article, order, paths)
}

/** Moves section `b`'s paragraphs to the end of section `a`. */
function joinSections(article: SectionedArticle, a: number, b: number): SectionedArticle {
  const order = article.sections.map((section, s) => {
    const own = s === b ? [] : paragraphsOf(section)
    return s === a ? [...own, ...paragraphsOf(article.sections[b])] : own
  })
  return rearrange(
    article,
    order,
    article.sections.map(({ path }) => path)
  )
}
