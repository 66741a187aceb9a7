import { checkWhole } from '../vectors/option.js'
import { centerRows, dot, meanVector, row, rowsBetween, type Vectors } from '../vectors/vectors.js'
import type { CommonHeading } from '../labels/common-headings.js'
import { checkHeaded, holdersOf, sectionVectors, type EncodeTexts, type HeadedText } from './headed-text.js'
import { readCase, toHeading } from '../labels/heading-case.js'
import { countEvidence, namingKeys, repeatsWords } from './heading-evidence.js'
import { readPhrases } from './heading-phrases.js'
import { readWords } from '../labels/words.js'

export interface SuggestHeadingsOptions {
  /** Sections that headings are wanted for. Default: all. */
  readonly only?: readonly number[]
  /** Headings of each at most, from 1. */
  readonly most?: number
  /** Headings of other texts that may fit as well: `Encoder.learned.headings`. Default: none. */
  readonly common?: readonly CommonHeading[] | undefined
}

export const SUGGEST_HEADINGS_DEFAULTS = { most: 3 } as const

/** Phrases of a section that are encoded, at most. */
const PHRASES = 20

/**
 * Evidence that a phrase of one word, or of several, has at least where some phrase of its section has: what stands everywhere
 * alike names the whole text, and no part.
 */
const LEAST_EVIDENCE = [0.4, 0.25] as const

/**
 * Log-odds of a candidate's sharing its words with the heading that its section has: logistic regression on validation articles
 * (bench/heading-weights.ts).
 */
const WEIGHTS = {
  /** Of the logarithm of how often it stands there, whether the first sentence has it, has several words, evidence, similarity. */
  phrase: [0.42, 1.12, 0.98, 0.44, 2.96],
  /** Of 1, the logarithm of how many articles have it, evidence, similarity. */
  common: [-1.73, 0.28, 1.52, 5.22]
} as const

/** A heading that a section could have. */
export interface HeadingCandidate {
  readonly heading: string
  /** Its words that say something. */
  readonly keys: readonly string[]
  readonly kind: 'phrase' | 'common'
  /** What its kind's weights are for; the last, the cosine of its vector to the section's, is missing until it is encoded. */
  readonly features: readonly number[]
}

/** A phrase's before it is encoded says whether it is to be. */
function scoreOf({ kind, features }: HeadingCandidate): number {
  return features.reduce((sum, value, i) => sum + WEIGHTS[kind][i] * value, 0)
}

/**
 * Headings for sections, a list for each of `only`, the best first: phrases of the section, and common headings that fit it,
 * written as the text's other headings are. None that a section has, and no two of the same words. `encode` is called once, with
 * at most 20 phrases of each section and the common headings, which are the same every time.
 * @throws Error for an option out of its range, a text whose parts do not fit together, or a row that is neither unit nor zero.
 */
export async function suggestHeadings(
  text: HeadedText,
  encode: EncodeTexts,
  options: SuggestHeadingsOptions = {}
): Promise<string[][]> {
  const { only = [...text.sections.keys()], most, common } = { ...SUGGEST_HEADINGS_DEFAULTS, ...options }
  checkWhole('most', most, 1)
  const style = readCase(text.sections.map(({ heading }) => heading))
  const candidates = await findHeadingCandidates(text, encode, only, common)
  return candidates.map((list) => {
    return chooseUnlike(byScore(list), most).map(({ heading }) => toHeading(heading, style))
  })
}

/** The candidates that `suggestHeadings` chooses from, in no order. */
export async function findHeadingCandidates(
  text: HeadedText,
  encode: EncodeTexts,
  wanted: readonly number[],
  common: readonly CommonHeading[] = []
): Promise<HeadingCandidate[][]> {
  checkHeaded(text)
  const astray = wanted.find((s) => !(s in text.sections))
  if (astray !== undefined)
    throw new Error(`a heading is wanted for section ${astray}; expected one of 0 … ${text.sections.length - 1}`)
  if (wanted.length === 0) return []
  const candidates = readCandidates(text, wanted, common)
  const place = new Map(common.map(({ heading }, i) => [heading, i]))
  for (const { heading } of candidates.flat()) if (!place.has(heading)) place.set(heading, place.size)
  const headings = lessCommon(await encode([...place.keys()]), common.length)
  const sections = sectionVectors(text)
  return wanted.map((s, n) =>
    candidates[n].map((candidate) => {
      const similarity = dot(row(sections, s), row(headings, place.get(candidate.heading)!))
      return { ...candidate, features: [...candidate.features, similarity] }
    })
  )
}

/** Relative to what all headings share: the mean of the first `count`, which are the common ones. */
function lessCommon(headings: Vectors, count: number): Vectors {
  return centerRows(headings, meanVector(rowsBetween(headings, 0, count)))
}

function byScore(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((a, b) => b.score - a.score || (a.candidate.heading < b.candidate.heading ? -1 : 1))
    .map(({ candidate }) => candidate)
}

function chooseUnlike(ranked: readonly HeadingCandidate[], most: number): HeadingCandidate[] {
  const chosen: HeadingCandidate[] = []
  for (const candidate of ranked) {
    if (chosen.length === most) break
    if (!chosen.some((better) => repeatsWords(candidate.keys, better.keys))) chosen.push(candidate)
  }
  return chosen
}

/** The candidates of each section wanted, not encoded: its best phrases, and all common headings. */
function readCandidates(
  text: HeadedText,
  wanted: readonly number[],
  commonHeadings: readonly CommonHeading[]
): HeadingCandidate[][] {
  const { sentences, section, sections } = text
  const words = readWords(sentences)
  const evidence = countEvidence(words, text)
  const asked = new Set(wanted)
  const holders = sections.map((_, s) =>
    holdersOf(sections, s).flatMap((part) => (asked.has(part) ? [{ part, weight: 1 }] : []))
  )
  const places = sentences.map((_, i) => holders[section[i]] ?? [])
  const firsts = new Map<number, number>()
  for (const [i, own] of places.entries()) for (const { part } of own) if (!firsts.has(part)) firsts.set(part, i)
  const phrases = readPhrases(sentences, words, places, sections.length)
  const taken = new Set(sections.map(({ heading }) => heading.trim().toLowerCase()))
  const isFree = ({ heading }: { readonly heading: string }): boolean => !taken.has(heading.toLowerCase())
  const common = commonHeadings.filter(isFree).map((one) => ({ ...one, keys: namingKeys(one.heading) }))
  return wanted.map((s) => {
    const own = phrases[s].map(({ text: heading, keys, times, first }): HeadingCandidate => {
      const [leads, several] = [Number(first === firsts.get(s)), Number(keys.length > 1)]
      return { heading, keys, kind: 'phrase', features: [Math.log(times), leads, several, evidence(keys, s)] }
    })
    const free = own.filter(isFree)
    const telling = free.filter(({ features: [, , several, evidence] }) => evidence >= LEAST_EVIDENCE[several])
    return [
      ...byScore(telling.length > 0 ? telling : free).slice(0, PHRASES),
      ...common.map(({ heading, keys, articles }): HeadingCandidate => {
        // Half of its words is no evidence: a policy need be no foreign one.
        const least = keys.length === 0 ? 0 : Math.min(...keys.map((key) => evidence([key], s)))
        return { heading, keys, kind: 'common', features: [1, Math.log(articles), least] }
      })
    ]
  })
}
