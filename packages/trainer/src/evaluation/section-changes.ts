import type { Representation } from '@leitmotif/encoder'
import type { Article, OutlineSection } from '@leitmotif/encoder/stages'
import { findMergeCandidates, findMixedSections, findMoveCandidates, fitSections } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'
import { detect, type Detection, type Scores } from './detection.js'
import {
  encodeSections,
  moveOne,
  paragraphsOf,
  rearrange,
  untouchedScores,
  type ReadArticle,
  type SectionedArticle
} from './moves-articles.js'
import type { Measurable } from './tdc.js'

/** Whether changes of sections of any level are noticed, and what their authors wrote left as it is. */
export interface SectionChanges {
  /** Sections cut in two, beside neighbours under one heading. */
  readonly merges: Detection
  /** Two sections of unlike top-level headings made one. */
  readonly mixed: Detection
  /** Paragraphs put into another section. */
  readonly moves: Detection
  readonly articles: number
}

/** What articles the task takes: sections under headings of any level, with paragraphs of their own. */
const SECTION_CHANGES_BOUNDS = { sections: 5, paragraphsPerPart: 2, paragraphsPerHome: 3 } as const

/** Cases of each kind made of an article, at most. */
const CASES = 3

/**
 * Cuts sections in two, makes two one, and moves paragraphs, a few of each in every article, and looks whether that is
 * noticed. Thresholds are set on `others`; left out: on the articles themselves. Undefined where either has none.
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

/** The article's sections of every level, without the lead, references and the like. */
async function readSections(
  encoder: Measurable,
  article: Article,
  representation?: Representation
): Promise<ReadArticle | undefined> {
  const above: string[] = []
  const pathOf = article.sections.map(({ heading, level }, s) => {
    above.length = Math.min(above.length, Math.max(0, level - 1))
    // Two sections may have one heading.
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
        const cut = cutInTwo(article, s, random)
        return (
          findMergeCandidates({ ...cut, fit: fitSections(cut) }).find(({ section }) => section === s + 1)?.score ?? 0
        )
      })
    },
    mixed: {
      untouched: Object.values(mixtureScores(article)),
      cases: pairs.map(([a, b]) => mixtureScores(putTogether(article, a, b))[a])
    },
    moves: {
      untouched: untouchedScores({ ...article, movable }),
      cases: Array.from({ length: canMove ? CASES : 0 }, () => {
        const { paragraph, home, ...moved } = moveOne({ ...article, movable }, random)
        const place = findMoveCandidates(moved.rows, moved.sections, fitSections(moved)).find(
          (one) => one.paragraph === paragraph
        )
        return place?.to === home ? place.score : 0
      })
    }
  }
}

/** The score of each section that is long enough to be of two, by its index; 0 where it has no two groups. */
function mixtureScores(article: SectionedArticle): number[] {
  const scores: number[] = []
  article.sections.forEach(({ start, end }, s) => {
    if (end - start >= 2 * SECTION_CHANGES_BOUNDS.paragraphsPerPart) scores[s] = 0
  })
  for (const { section, score } of findMixedSections(article)) scores[section] = score
  return scores
}

/** The section's last paragraphs, any number that leaves two parts, as a section of their own behind it. */
function cutInTwo(article: SectionedArticle, section: number, random: Random): SectionedArticle {
  const { paragraphsPerPart } = SECTION_CHANGES_BOUNDS
  const order = article.sections.map(paragraphsOf)
  const paths = article.sections.map(({ path }) => path)
  const own = order[section]
  const at = paragraphsPerPart + random.integer(own.length - 2 * paragraphsPerPart + 1)
  order.splice(section, 1, own.slice(0, at), own.slice(at))
  paths.splice(section + 1, 0, [...paths[section].slice(0, -1), 'the rest'])
  return rearrange(article, order, paths)
}

/** Section `b`'s paragraphs behind those of `a`, and none where they were. */
function putTogether(article: SectionedArticle, a: number, b: number): SectionedArticle {
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
