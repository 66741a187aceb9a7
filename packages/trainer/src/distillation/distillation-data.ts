import type { Article } from '@leitmotif/encoder/stages'
import { basename } from 'node:path'
import { openCorpora, type CorpusOptions } from '../corpora/corpus.js'
import { drawFindCollection, type FindCollection } from '../evaluation/collection-search.js'
import { prepareTdc, type TdcArticle } from '../evaluation/tdc.js'
import { openSections, type OpenedSection } from '../mining/openers.js'
import { assignParts } from '../mining/split.js'
import type { CorpusShare } from '../train/examples.js'

/** The texts of a training article, as indices of `Lessons.texts`. */
interface LessonArticle {
  /** Index of its corpus. */
  readonly corpus: number
  /** In reading order. */
  readonly sentences: readonly { readonly text: number; readonly section: number; readonly position: number }[]
  /** Two for each section with a heading: the article's title with the heading, then the heading. */
  readonly queries: readonly { readonly text: number; readonly section: number }[]
}

/** The training and validation data of a network. */
export interface Lessons {
  /** All distinct texts. */
  readonly texts: readonly string[]
  readonly articles: readonly LessonArticle[]
  readonly corpora: readonly CorpusShare[]
  /** The validation part: for each corpus, triplets of some articles, and a collection to search. */
  readonly judged: readonly { readonly triplets: readonly TdcArticle[]; readonly collection: FindCollection }[]
}

export interface LessonOptions {
  /** Maximum number of training articles of a corpus, from its beginning; 0 for all. Default: 0. */
  readonly maxArticles: number
  /** Maximum number of validation articles of a corpus, for triplets and for the search. Default: 40. */
  readonly judgedArticles: number
  readonly seed: number
}

/**
 * Target number of sentences of an article. It contributes the first sentence of each paragraph, or the first two or
 * three if that gives fewer sentences than this.
 */
const SENTENCES = 48
const MOST_OF_PARAGRAPH = 3
/** Minimum number of sections of a training article. */
const SECTIONS = 2

/** Reads the training and validation parts of corpora; skips the test part. */
export async function readLessons(
  corpora: readonly string[],
  { maxArticles, judgedArticles, seed }: LessonOptions,
  reading: CorpusOptions = {}
): Promise<Lessons> {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    const known = places.get(text) ?? places.size
    places.set(text, known)
    return known
  }
  const articles: LessonArticle[] = []
  const validation: Article[][] = corpora.map(() => [])
  const noLicenses = (): Record<string, number> => ({})
  const shares = corpora.map((corpus) => ({
    ...{ corpus: basename(corpus), articles: 0, sentences: 0 },
    licenses: noLicenses()
  }))
  const partOf = await assignParts(corpora)
  for await (const read of openCorpora(corpora, reading)) {
    const corpus = corpora.indexOf(read.corpus)
    const part = partOf(read)
    if (part === 'validation') validation[corpus].push(read.article)
    if (part !== 'train' || (maxArticles > 0 && shares[corpus].articles >= maxArticles)) continue
    const sections = lessonSections(read.article)
    if (sections.length < SECTIONS) continue
    const sentences = sections.flatMap(({ openers }, section) =>
      openers.map(({ text, position }) => ({ text: placeOf(text), section, position }))
    )
    const queries = sections.flatMap(({ heading }, section) =>
      heading.trim() === ''
        ? []
        : [`${read.article.title} ${heading.trim()}`, heading.trim()].map((text) => ({ text: placeOf(text), section }))
    )
    articles.push({ corpus, sentences, queries })
    const share = shares[corpus]
    share.articles++
    share.sentences += sentences.length
    const license = read.article.license ?? 'unknown'
    share.licenses[license] = (share.licenses[license] ?? 0) + 1
  }
  const judged = []
  for (const part of validation) {
    const triplets = part.map((article) => prepareTdc(article)).filter((prepared) => prepared !== undefined)
    const collection = await drawFindCollection(part, { maxArticles: judgedArticles, seed })
    if (collection !== undefined) judged.push({ triplets: spread(triplets, judgedArticles), collection })
  }
  return { texts: [...places.keys()], articles, corpora: shares, judged }
}

/** Returns the sections that have sentences to learn from. */
function lessonSections(article: Article): OpenedSection[] {
  let sections: OpenedSection[] = []
  for (let sentencesPerParagraph = 1; sentencesPerParagraph <= MOST_OF_PARAGRAPH; sentencesPerParagraph++) {
    sections = openSections(article, { minSections: SECTIONS, sentencesPerParagraph }).filter(
      ({ openers }) => openers.length > 0
    )
    if (sections.reduce((sum, { openers }) => sum + openers.length, 0) >= SENTENCES) break
  }
  return sections
}

/** Returns up to `count` items at equal distances. */
function spread<T>(items: readonly T[], count: number): T[] {
  const kept = Math.min(count, items.length)
  return Array.from({ length: kept }, (_, i) => items[Math.floor((i * items.length) / kept)])
}
