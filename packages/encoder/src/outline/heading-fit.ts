import { centerRows, dot, row } from '../vectors/vectors.js'
import { createGenericTest, type CommonHeading } from '../labels/common-headings.js'
import { checkHeaded, holdersOf, sectionVectors, type EncodeTexts, type HeadedText } from './headed-text.js'
import { countEvidence, namingKeys } from './heading-evidence.js'
import { readWords } from '../labels/words.js'
import { weigh, type SuggestionWeights } from '../segmentation/suggestion-weights.js'

/** How well headings and texts of sections match. */
export interface HeadingMatches {
  /** Indices of the sections with a heading and enough text, ascending. */
  readonly sections: readonly number[]
  /**
   * How well the text of one of `sections`, with its subsections, matches the heading of another, by their positions in
   * that list: the centred cosine plus weighted evidence of the heading's words.
   */
  readonly of: (text: number, heading: number) => number
}

/** Minimum number of sentences of a section, with its subsections, whose heading is judged. */
const LEAST_SENTENCES = 3

/** Weight of the words' evidence relative to the cosine. */
const EVIDENCE = 0.4

/**
 * Matches the headings of a text with its sections. `encode` is called once, with the headings. Linear in the text.
 * @throws Error for an inconsistent text, or a row whose length is neither 1 nor 0.
 */
export async function matchHeadings(text: HeadedText, encode: EncodeTexts): Promise<HeadingMatches> {
  checkHeaded(text)
  const judged = sectionsToJudge(text)
  if (judged.length === 0) return { sections: [], of: () => 0 }
  const headings = judged.map((s) => text.sections[s].heading)
  const keys = headings.map(namingKeys)
  const evidence = countEvidence(readWords(text.sentences), text)
  const about = sectionVectors(text)
  const named = centerRows(await encode(headings))
  return {
    sections: judged,
    of: (t, h) => dot(row(about, judged[t]), row(named, h)) + EVIDENCE * evidence(keys[h], judged[t])
  }
}

function sectionsToJudge({ section, sections }: HeadedText): number[] {
  const counts = new Int32Array(sections.length)
  for (let i = 0; i < section.length; i++) if (section[i] >= 0) counts[section[i]]++
  for (let s = sections.length - 1; s >= 0; s--) if (sections[s].parent >= 0) counts[sections[s].parent] += counts[s]
  return [...sections.keys()].filter((s) => sections[s].heading.trim() !== '' && counts[s] >= LEAST_SENTENCES)
}

/** A heading that does not match its text. */
export interface Misfit {
  /** Index in `sections`. */
  readonly section: number
  /**
   * Confidence from 0 to 1: among the headings of drafts of which a third had been exchanged, the fraction with this score
   * that were exchanged.
   */
  readonly score: number
  /** The section that it belongs to: each of the two headings fits the other's text better. */
  readonly belongs: number
}

export interface MisfitOptions {
  /** Minimum score reported, from 0 to 1. Default: 0.5. */
  readonly least?: number
  /** Headings of other texts: `Encoder.learned.headings`. Generic headings are never reported. Default: none. */
  readonly common?: readonly CommonHeading[] | undefined
  /** Learned weights: `Encoder.learned.suggestions`. Default: none, and no heading is reported. */
  readonly weights?: SuggestionWeights | undefined
}

const MISFIT_DEFAULTS = { least: 0.5 } as const

/** The most sections compared with: those around it. */
const MOST_OTHERS = 40

/**
 * Returns the headings that do not match their text, most certain first. Each heading is compared with the texts of
 * other sections, and its text with their headings; ancestors and descendants are excluded. A heading is reported if it
 * and another would each fit the other's text better. Others that match badly, such as "Lessons learned", may just be
 * general. Never reported: generic headings ("Overview"), headings with subsections, and those of fewer than three
 * sentences; nor a heading that would fit under a generic one. `encode` is called once, with the headings. Linear in the text.
 * @example
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const sentences = ['Tea is steamed.', 'Tea is rolled.', 'Tea is dried.']
 * const text = {
 *   sentences,
 *   vectors: await encoder.encode(sentences),
 *   section: [0, 0, 0],
 *   sections: [{ heading: 'Tea', parent: -1 }]
 * }
 * await findMisfits(text, (texts) => encoder.encode(texts), { weights: encoder.learned.suggestions }) // => []
 */
export async function findMisfits(
  text: HeadedText,
  encode: EncodeTexts,
  options: MisfitOptions = {}
): Promise<Misfit[]> {
  const { least, common, weights } = { ...MISFIT_DEFAULTS, ...options }
  const compared = await compareHeadings(text, encode, common)
  if (weights === undefined) return []
  const found = compared.flatMap(({ section, features, belongs }): Misfit[] => {
    const score = 1 / (1 + Math.exp(-weigh(weights.heading, features)))
    return score < least || belongs < 0 ? [] : [{ section, score, belongs }]
  })
  return found.sort((a, b) => b.score - a.score || a.section - b.section)
}

/**
 * Returns the features (`SUGGESTION_FEATURES.heading`) of each heading that can be judged, and the section that it belongs
 * to, -1 for none; differences are in units of the text's.
 */
export async function compareHeadings(
  text: HeadedText,
  encode: EncodeTexts,
  common: readonly CommonHeading[] = []
): Promise<(Omit<Misfit, 'score'> & { readonly features: readonly number[] })[]> {
  const { sections } = text
  const matches = await matchHeadings(text, encode)
  const holders = new Map(matches.sections.map((s) => [s, new Set(holdersOf(sections, s))]))
  // A heading above subsections covers all of their subjects, so it is not judged.
  const broad = new Set(sections.map(({ parent }) => parent))
  const isGeneric = createGenericTest(common)
  const unit = spreadOf(matches)
  return matches.sections.flatMap((section, own) => {
    if (broad.has(section) || isGeneric(sections[section].heading)) return []
    const others = around(own, matches.sections.length).filter((other) => {
      const place = matches.sections[other]
      return !holders.get(section)!.has(place) && !holders.get(place)!.has(section)
    })
    if (others.length < 2) return []
    const matched = matches.of(own, own)
    const elsewhere = others.map((other) => matches.of(other, own))
    const best = Math.max(...elsewhere)
    const better = Math.max(...others.map((other) => matches.of(own, other)))
    const place = others[elsewhere.indexOf(best)]
    const isExchange =
      best > matches.of(place, place) &&
      matches.of(own, place) > matched &&
      !isGeneric(sections[matches.sections[place]].heading)
    const gains = others.map((other, i) => elsewhere[i] + matches.of(own, other) - matched - matches.of(other, other))
    const features = [
      1,
      (best - matched) / unit,
      (better - matched) / unit,
      Math.log(others.length),
      Math.max(...gains) / unit
    ]
    return [{ section, belongs: isExchange ? matches.sections[place] : -1, features }]
  })
}

/** Returns the root mean square of the matches of texts with headings of other sections around them; 1 for a single section. */
function spreadOf({ sections, of }: HeadingMatches): number {
  let [sum, pairs] = [0, 0]
  for (const own of sections.keys()) {
    for (const other of around(own, sections.length)) {
      sum += of(own, other) ** 2
      pairs++
    }
  }
  return sum === 0 ? 1 : Math.sqrt(sum / pairs)
}

/** Returns up to MOST_OTHERS of `count` positions: those around `own`, without it. */
function around(own: number, count: number): number[] {
  const start = Math.max(0, Math.min(own - MOST_OTHERS / 2, count - 1 - MOST_OTHERS))
  const found = []
  for (let at = start; at < count && found.length < MOST_OTHERS; at++) if (at !== own) found.push(at)
  return found
}
