import {
  findMisfits,
  suggestHeadings,
  type EncodeTexts,
  type HeadedText,
  type MisfitOptions,
  type Representation
} from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { matchHeadings, namingKeys, type Learned } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { exchangeHeadings, headedArticle, sharedWords } from './heading-articles.js'
import type { Measurable } from './tdc.js'

/** A share of sections, with its 95 % interval by bootstrap over articles. */
interface Share {
  readonly share: number
  readonly interval: Interval
  readonly sections: number
}

/** Suggested headings of an article's sections, compared with the actual ones. */
export interface HeadingSuggestions {
  /** Sections whose text matches its own heading better than any other of the article. */
  readonly first: Share
  /** Figure of random choice. */
  readonly chance: number
  /**
   * Sections whose hidden heading is among the first three suggestions (`same`), or shares words with one of them
   * (`sharing`) or with the very first (`sharingFirst`).
   */
  readonly same: Share
  readonly sharing: Share
  readonly sharingFirst: Share
  /** Headings reported not to match their text: one of two that were exchanged, and unchanged ones. */
  readonly exchanged: Share
  readonly untouched: Share
  readonly articles: number
}

export interface HeadingSuggestionsOptions {
  readonly representation?: Representation | undefined
  /** Seeds the exchanged headings and the intervals' resamples. */
  readonly seed: number
}

const HEADING_SUGGESTIONS_DEFAULTS: HeadingSuggestionsOptions = { seed: 1 }

/** Minimum number of an article's sections with headings. */
const MIN_SECTIONS = 4

/** Minimum number of sentences of a section for a suggestion. */
const MIN_SENTENCES = 3

const MEASURES = ['first', 'same', 'sharing', 'sharingFirst', 'exchanged', 'untouched'] as const
type Measure = (typeof MEASURES)[number]
type Outcome = Readonly<Record<Measure, Part>> & { readonly chance: number }

/** Measures heading suggestions, with sections of every level. Undefined if no article has four sections. */
export async function measureHeadingSuggestions(
  encoder: Measurable,
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<HeadingSuggestionsOptions> = {}
): Promise<HeadingSuggestions | undefined> {
  const { representation, seed } = { ...HEADING_SUGGESTIONS_DEFAULTS, ...options }
  const encode: EncodeTexts = (texts) => encoder.encode(texts, { representation })
  const outcomes: Outcome[] = []
  for await (const article of articles) {
    const { sentences, section, sections } = headedArticle(article)
    if (sections.filter(({ heading }) => heading !== '').length < MIN_SECTIONS) continue
    const text = { sentences, section, sections, vectors: await encode(sentences) }
    outcomes.push(await judge(text, encode, createRandom(seed).fork(article.id), encoder.learned))
  }
  if (outcomes.length === 0) return undefined
  const shareIn = (measure: Measure): Share => {
    const parts = outcomes.map((outcome) => outcome[measure])
    const sections = parts.reduce((sum, { count }) => sum + count, 0)
    return { share: shareOf(parts), interval: shareInterval(parts, seed), sections }
  }
  const [first, same, sharing, sharingFirst, exchanged, untouched] = MEASURES.map(shareIn)
  const chance = outcomes.reduce((sum, outcome) => sum + outcome.chance, 0) / first.sections
  return { first, chance, same, sharing, sharingFirst, exchanged, untouched, articles: outcomes.length }
}

async function judge(text: HeadedText, encode: EncodeTexts, random: Random, learned: Learned = {}): Promise<Outcome> {
  const { headings: common, suggestions: weights } = learned
  const { sections: named, of } = await matchHeadings(text, encode)
  const places = [...named.keys()]
  const found = places.filter((own) => places.every((other) => other === own || of(own, other) < of(own, own)))
  return {
    first: { sum: found.length, count: named.length },
    chance: named.length === 0 ? 0 : 1,
    ...(await judgeCandidates(text, encode, common)),
    untouched: { sum: (await findMisfits(text, encode, { common, weights })).length, count: named.length },
    exchanged: await judgeExchange(text, named, encode, random, { common, weights })
  }
}

/** Compares suggested headings with the actual ones. The suggestions are made with all headings hidden. */
async function judgeCandidates(
  text: HeadedText,
  encode: EncodeTexts,
  common: Learned['headings']
): Promise<Pick<Outcome, 'same' | 'sharing' | 'sharingFirst'>> {
  const own = new Int32Array(text.sections.length)
  for (let i = 0; i < text.section.length; i++) own[text.section[i]]++
  const only = [...text.sections.keys()].filter(
    (s) => own[s] >= MIN_SENTENCES && namingKeys(text.sections[s].heading).length > 0
  )
  const unnamed = text.sections.map(({ parent }) => ({ heading: '', parent }))
  const suggested = await suggestHeadings({ ...text, sections: unnamed }, encode, { only, common })
  const count = only.length
  const ranks = only.map((s, n) => {
    const keys = namingKeys(text.sections[s].heading)
    return suggested[n].map((heading) => sharedWords(keys, namingKeys(heading)))
  })
  return {
    same: { sum: ranks.filter((list) => list.includes(1)).length, count },
    sharing: { sum: ranks.filter((list) => list.some((shared) => shared > 0)).length, count },
    sharingFirst: { sum: ranks.filter((list) => (list.at(0) ?? 0) > 0).length, count }
  }
}

/** Counts how many of two exchanged headings are reported. */
async function judgeExchange(
  text: HeadedText,
  named: readonly number[],
  encode: EncodeTexts,
  random: Random,
  options: MisfitOptions
): Promise<Part> {
  const exchanged = exchangeHeadings(text.sections, named, random)
  if (exchanged === undefined) return { sum: 0, count: 0 }
  const found = await findMisfits({ ...text, sections: exchanged.sections }, encode, options)
  return { sum: found.filter(({ section }) => exchanged.pair.includes(section)).length, count: 2 }
}
