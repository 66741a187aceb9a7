import { centerRows, dot, row } from '../vectors/vectors.js'
import { createGenericTest, type CommonHeading } from '../labels/common-headings.js'
import { checkHeaded, holdersOf, sectionVectors, type EncodeTexts, type HeadedText } from './headed-text.js'
import { countEvidence, namingKeys } from './heading-evidence.js'
import { readWords } from '../labels/words.js'

/** How well the headings and texts of sections match one another. */
export interface HeadingMatches {
  /** Indices of the sections that have a heading and enough text, ascending. */
  readonly sections: readonly number[]
  /**
   * How well the text of one of `sections`, its subsections' with it, matches the heading of another, by their places in that
   * list: the cosine of their vectors, each less the mean of its kind, and a part of the evidence of the heading's words.
   */
  readonly of: (text: number, heading: number) => number
}

/** Sentences that a section has at least, its subsections' with its own, for its heading to be judged. */
const LEAST_SENTENCES = 3

/** What a heading's own words count beside the cosine of its vector. */
const EVIDENCE = 0.4

/**
 * Matches the headings of a text with its sections. `encode` is called once, with the headings. Linear in the text.
 * @throws Error for a text whose parts do not fit together, or a row that is neither unit nor zero.
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
  /** Index of `sections`. */
  readonly section: number
  /**
   * How sure that is, from 0 to 1: where two headings of every fourth article are exchanged for one another, the part of the
   * headings that look as wrong as this which are exchanged ones.
   */
  readonly score: number
  /** The section whose text it would match better than that section's own heading does; -1 for none. */
  readonly belongs: number
}

export interface MisfitOptions {
  /** Score that is told of, from 0 to 1. */
  readonly least?: number
  /** Headings of other texts: `Encoder.learned.headings`. The generic ones are never told of. Default: none. */
  readonly common?: readonly CommonHeading[] | undefined
}

export const MISFIT_DEFAULTS = { least: 0.5 } as const

/**
 * Log-odds of being one of two exchanged headings: logistic regression on validation articles (bench/heading-weights.ts). Of how
 * much better another text matches the heading, how much better another heading the text, and the logarithm of how many there are.
 */
const WEIGHTS = [3.49, 4.18, -1.33] as const
const BIAS = -1.6

/** Sections that a section is compared with, at most: those around it. */
const MOST_OTHERS = 40

/**
 * The headings that do not match their text, the surest first. A heading is compared with the texts of other sections, and its
 * text with their headings; sections that hold it, or that it holds, are no others. Headings that fit anything ("Overview"),
 * that stand above subsections, or above two sentences are never told of. `encode` is called once, with the headings. Linear in the text.
 */
export async function findMisfits(
  text: HeadedText,
  encode: EncodeTexts,
  options: MisfitOptions = {}
): Promise<Misfit[]> {
  const { least, common } = { ...MISFIT_DEFAULTS, ...options }
  const found = (await compareHeadings(text, encode, common)).flatMap(({ section, features, belongs }): Misfit[] => {
    const odds = features.reduce((sum, value, i) => sum + WEIGHTS[i] * value, BIAS)
    const score = 1 / (1 + Math.exp(-odds))
    return score < least ? [] : [{ section, score, belongs }]
  })
  return found.sort((a, b) => b.score - a.score || a.section - b.section)
}

/** What speaks against each heading that can be judged: what the weights are for. */
export async function compareHeadings(
  text: HeadedText,
  encode: EncodeTexts,
  common: readonly CommonHeading[] = []
): Promise<(Omit<Misfit, 'score'> & { readonly features: readonly [number, number, number] })[]> {
  const { sections } = text
  const matches = await matchHeadings(text, encode)
  const holders = new Map(matches.sections.map((s) => [s, new Set(holdersOf(sections, s))]))
  // What stands above subsections is as broad as all of them.
  const broad = new Set(sections.map(({ parent }) => parent))
  const isGeneric = createGenericTest(common)
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
    const belongs = best > matches.of(place, place) ? matches.sections[place] : -1
    return [{ section, belongs, features: [best - matched, better - matched, Math.log(others.length)] }]
  })
}

/** The places around `own`, without it: of `count` at most MOST_OTHERS. */
function around(own: number, count: number): number[] {
  const start = Math.max(0, Math.min(own - MOST_OTHERS / 2, count - 1 - MOST_OTHERS))
  const found = []
  for (let at = start; at < count && found.length < MOST_OTHERS; at++) if (at !== own) found.push(at)
  return found
}
