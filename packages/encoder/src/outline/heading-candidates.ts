import type { CommonHeading } from '../labels/common-headings.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { centerRows, dot, meanVector, row, type Vectors, rowsBetween } from '../vectors/vectors.js'
import { checkHeaded, holdersOf, sectionVectors, type EncodeTexts, type HeadedText } from './headed-text.js'
import { readCase, toHeading } from '../labels/heading-case.js'
import { countEvidence, namingKeys, repeatsWords } from './heading-evidence.js'
import { readPhrases } from './heading-phrases.js'
import { readWords } from '../labels/words.js'

export interface SuggestHeadingsOptions {
  /** Indices of the sections that need headings. Default: all. */
  readonly only?: readonly number[]
  /** Maximum number of headings per section, from 1. Default: 3. */
  readonly most?: number
  /** Headings of other texts that may fit as well: `Encoder.learned.headings`. Default: none. */
  readonly common?: readonly CommonHeading[] | undefined
}

const SUGGEST_HEADINGS_DEFAULTS = { most: 3 } as const

/** Maximum number of phrases encoded per section. */
const PHRASES = 20

/**
 * Minimum evidence of a phrase of one word, or of several, if any phrase of its section reaches it. A phrase that is
 * frequent everywhere names the whole text, not a section.
 */
const LEAST_EVIDENCE = [0.4, 0.25] as const

/**
 * Log-odds that a candidate shares its words with the section's heading: logistic regression on validation articles
 * (bench/heading-weights.ts).
 */
const WEIGHTS = {
  /**
   * Log of the occurrences; 1 if the section's first sentence has the phrase; 1 if it has several words; evidence;
   * similarity.
   */
  phrase: [0.42, 1.12, 0.98, 0.44, 2.96],
  /** Constant; log of the number of articles that have the heading; evidence; similarity. */
  common: [-1.73, 0.28, 1.52, 5.22]
} as const

/** A possible heading of a section. */
export interface HeadingCandidate {
  readonly heading: string
  /** Its content words. */
  readonly keys: readonly string[]
  readonly kind: 'phrase' | 'common'
  /**
   * Features for the weights of its kind. The last, the cosine to the section's vector, is missing until the candidate
   * is encoded.
   */
  readonly features: readonly number[]
}

/** Returns the score; before encoding, it decides which candidates to encode. */
function scoreOf({ kind, features }: HeadingCandidate): number {
  return features.reduce((sum, value, i) => sum + WEIGHTS[kind][i] * value, 0)
}

/**
 * Suggests headings for sections: a list for each of `only`, best first. Candidates are phrases of the section and
 * common headings whose words it has, written in the case of the text's other headings. No suggestion repeats an existing
 * heading or another suggestion of any section. `encode` is called once, with at most 20 phrases per section and the common headings,
 * which are the same in every call.
 * @throws Error for an option out of its range, an inconsistent text, or a row whose length is neither 1 nor 0.
 * @example
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const sentences = ['Green tea is steamed.', 'Green tea is rolled.', 'The telescope has lenses.', 'The telescope gathers light.']
 * const sections = [{ heading: '', parent: -1 }, { heading: '', parent: -1 }]
 * const text = { sentences, vectors: await encoder.encode(sentences), section: [0, 0, 1, 1], sections }
 * await suggestHeadings(text, (texts) => encoder.encode(texts), { most: 1 }) // => [['Green tea'], ['Telescope']]
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
  return chooseUnlike(candidates.map(byScore), most).map((list) => list.map(({ heading }) => toHeading(heading, style)))
}

/** Returns the candidates that `suggestHeadings` chooses from, unordered. */
export async function findHeadingCandidates(
  text: HeadedText,
  encode: EncodeTexts,
  wanted: readonly number[],
  common: readonly CommonHeading[] = []
): Promise<HeadingCandidate[][]> {
  checkHeaded(text)
  const outOfRange = wanted.find((s) => !(s in text.sections))
  if (outOfRange !== undefined)
    throw new Error(
      `headings were requested for section ${outOfRange}; expected an index from 0 to ${text.sections.length - 1}`
    )
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

/** Subtracts the mean of the first `count` headings, the common ones. */
function lessCommon(headings: Vectors, count: number): Vectors {
  return centerRows(headings, meanVector(rowsBetween(headings, 0, count)))
}

function byScore(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((a, b) => b.score - a.score || (a.candidate.heading < b.candidate.heading ? -1 : 1))
    .map(({ candidate }) => candidate)
}

/** Returns the best candidates of each section that repeat no better one of it, and no heading chosen for another: its words in another case. */
function chooseUnlike(ranked: readonly (readonly HeadingCandidate[])[], most: number): HeadingCandidate[][] {
  const chosen = ranked.map((): HeadingCandidate[] => [])
  const taken = new Set<string>()
  // All first choices before all second ones, so that a section's best heading is not another's third.
  for (let place = 0; place < most; place++) {
    for (const [n, list] of ranked.entries()) {
      const free = list.find(
        ({ heading, keys }) =>
          !taken.has(heading.toLowerCase()) && !chosen[n].some((better) => repeatsWords(keys, better.keys))
      )
      if (free === undefined) continue
      chosen[n].push(free)
      taken.add(free.heading.toLowerCase())
    }
  }
  return chosen
}

/** Returns the candidates of each wanted section before encoding: its best phrases and all common headings. */
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
      ...common.flatMap(({ heading, keys, articles }): HeadingCandidate[] => {
        // All words need evidence: "policy" alone does not make a "foreign policy".
        const least = keys.length === 0 ? -Infinity : Math.min(...keys.map((key) => evidence([key], s)))
        return least > 0 ? [{ heading, keys, kind: 'common', features: [1, Math.log(articles), least] }] : []
      })
    ]
  })
}
