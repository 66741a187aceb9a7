import { endsSentence, type DraftText } from './draft-text.js'
import { isInterview, mayBegin } from './paragraph-forms.js'
import { introducesNext, refersBack } from '../outline/anchored-paragraphs.js'
import { findOdds, type BoundaryReading } from '../segmentation/paragraph-boundaries.js'
import { countWords } from '../segmentation/sections.js'
import { wordRows } from '../segmentation/word-rows.js'
import { SUGGESTION_FEATURES, weigh, type SuggestionWeights } from '../segmentation/suggestion-weights.js'
import { cosineSpread } from '../vectors/cosine-spread.js'
import { dot, row, type Vectors } from '../vectors/vectors.js'

/** How likely sections begin at the paragraphs of a draft. */
export interface SectionStarts {
  /** The chance that a section begins at each paragraph of text [start, end) without headings, from 0 to 1; 0 for the first. */
  unheaded(start: number, end: number): number[]
  /**
   * The likeliest place of a missing heading in a section [start, end) that has one, and its chance from 0 to 1. Undefined
   * for a section too short for two. `usual`: the median number of paragraphs of the other sections.
   */
  missing(
    start: number,
    end: number,
    usual: number
  ): { readonly paragraph: number; readonly chance: number } | undefined
  /** What the draft's own form says about a section that begins at a paragraph, as a sentence; undefined if nothing. */
  reason(paragraph: number): string | undefined
}

/** Least paragraphs of a section in which a heading can be missing, and least paragraphs before and after that heading. */
const LEAST_PARAGRAPHS = 4
const LEAST_PART = 2

/** UTF-16 units read at a paragraph's start, which bounds the cost. */
const READ = 100

/** Number of paragraphs compared before and after a place: by their vectors, and by their words. */
const NEAR = 2
const NEAR_WORDS = 3

/**
 * The features of places where sections may begin, each in the order of `SUGGESTION_FEATURES`.
 * `unheaded`: paragraph `p` of text [start, end) without headings. `missing`: paragraph `p` of a section [start, end) that has
 * one; `usual` is the median number of paragraphs of the other sections.
 */
export interface PlaceFeatures {
  /** The log odds that a section begins at each paragraph, by the boundary network alone; those of the first mean nothing. */
  readonly odds: ArrayLike<number>
  readonly unheaded: (p: number, start: number, end: number) => number[]
  readonly missing: (p: number, start: number, end: number, usual: number) => number[]
}

/**
 * Reads the features of a draft's places: they compare the paragraphs around a place, by vectors and shared words, and tell
 * whether the paragraph refers back or the one before introduces it. O(paragraphs · dims) besides `findOdds`.
 * @param texts the paragraphs
 * @param rows their vectors, relative to the draft, of the network for settled text
 * @param quick their vectors of the network `static`, which the boundary network reads
 */
export function readPlaces(
  texts: readonly string[],
  rows: Vectors,
  quick: { readonly rows: Vectors; readonly network: BoundaryReading | undefined }
): PlaceFeatures {
  const odds = findOdds(quick.rows, texts, quick.network)
  const words = wordRows(texts)
  const lengths = texts.map((text) => Math.log(1 + countWords(text)))
  const unit = cosineSpread(rows)
  const unheaded: PlaceFeatures['unheaded'] = (p, start, end) => [
    1,
    odds[p],
    dot(row(rows, p - 1), row(rows, p)) / unit,
    likeness(rows, p, Math.max(start, p - NEAR), Math.min(end, p + NEAR)) / unit,
    likeness(words, p, Math.max(start, p - NEAR_WORDS), Math.min(end, p + NEAR_WORDS)),
    p + 1 < end ? dot(row(rows, p), row(rows, p + 1)) / unit : 0,
    Number(refersBack(texts[p])),
    Number(introducesNext({ text: texts[p - 1] })),
    Number(!endsSentence(texts[p - 1])),
    lengths[p]
  ]
  return {
    odds,
    unheaded,
    missing: (p, start, end, usual) => [
      ...unheaded(p, start, end),
      Math.log((end - start) / Math.max(LEAST_PART, usual)),
      Math.log(Math.min(p - start, end - p)),
      Math.log(end - start)
    ]
  }
}

/** The least chance of a section of text without headings that begins at a label or scene break. */
const MARKED = 0.75

/** How much likelier a heading is missing at a label or scene break than at another place that is judged alike. */
const MARKED_RATIO = 4

/** The same above a sentence with a pronoun. */
const PRONOUN_RATIO = 0.5

/** Words that carry on a thought, with which no section begins. English only. */
const CARRIES_ON =
  /^[\s*_"'“(]*(?:for (?:example|instance)|e\.g\.|in other words|in addition|as a result|therefore|thus|hence|moreover|furthermore|additionally|consequently|otherwise|instead|however|conversely|likewise|similarly)(?![\p{L}\p{N}])/iu

/** Words of a first sentence that go on with the text before it. English only. */
const GOES_ON =
  /(?<![\p{L}\p{N}])(?:above|such|here[’']?s|let[’']?s say|(?:for|as|a|an)(?: \p{L}+)? example|so an?|the (?:first|last|next|solution|good news)|first,|more detail|like that|one possibility|that\?)(?![\p{L}\p{N}])/iu

/** Pronouns of a first sentence; not "this section", nor a name such as "These Rules". English only. */
const PRONOUN =
  /(?<![\p{L}\p{N}])[Tt]h(?:is|ese|ose)(?! \p{Lu}| (?:article|chapter|document|guide|page|paper|part|post|section|tutorial)s?\b)(?![\p{L}\p{N}])/u

/** UTF-16 units of a first sentence that are read, which bounds the cost. */
const READ_SENTENCE = 300

function firstSentence(text: string): string {
  const start = text.slice(0, READ_SENTENCE)
  return /^.*?[.!?:](?=\s|$)/su.exec(start)?.[0] ?? start
}

/** Where sections may begin by the draft's form. */
export interface DraftPlaces {
  readonly mayBegin: (paragraph: number) => boolean
  /** Whether running text begins with bold words. If several paragraphs of a section do, they are items of a list. */
  readonly isItem: (paragraph: number) => boolean
  readonly reason: SectionStarts['reason']
  /**
   * By how much likelier a heading is missing above a paragraph than its features say: more at a label or scene break, less above a
   * sentence with a pronoun, and not above one that goes on with the text before or leads to its next lines.
   */
  readonly factor: (paragraph: number) => number
}

/** Returns the places of a draft by the forms of its paragraphs, their labels and its scene breaks. */
export function placesOf({ paragraphs }: Pick<DraftText, 'paragraphs'>): DraftPlaces {
  const forms = paragraphs.map(({ form }) => form)
  const breaks = new Set([...paragraphs.keys()].filter((p) => paragraphs[p].isAfterBreak))
  const asks = isInterview(forms)
  const reason: SectionStarts['reason'] = (p) => {
    const { form, label } = forms[p]
    // Outside an interview, a question is part of the text.
    const isText = form === 'question' && !asks
    if (label !== undefined && !isText) return `“${label}” stands where a heading would.`
    return breaks.has(p) ? 'A break in the text comes before this paragraph.' : undefined
  }
  return {
    mayBegin: (p) =>
      mayBegin(forms, breaks, p) && (breaks.has(p) || !CARRIES_ON.test(paragraphs[p].text.slice(0, READ))),
    isItem: (p) => forms[p].form === 'text' && forms[p].label !== undefined,
    reason,
    factor: (p) => {
      if (reason(p) !== undefined) return MARKED_RATIO
      const sentence = firstSentence(paragraphs[p].text)
      if (introducesNext({ text: sentence }) || GOES_ON.test(sentence)) return 0
      return PRONOUN.test(sentence) ? PRONOUN_RATIO : 1
    }
  }
}

/** The weights of text without headings, for a bundle without learned ones: the odds of the boundary network alone. */
const ODDS_ALONE = SUGGESTION_FEATURES.unheaded.map((_, feature) => Number(feature === 1))

/**
 * Returns how likely sections begin at the paragraphs of a draft, by learned weights. Without them, no heading is missing and text
 * without headings is divided by the boundary network alone.
 */
export function weighPlaces(
  { unheaded, missing }: PlaceFeatures,
  places: DraftPlaces,
  weights: SuggestionWeights | undefined
): SectionStarts {
  const { unheaded: own = ODDS_ALONE } = weights ?? {}
  return {
    reason: places.reason,
    unheaded: (start, end) =>
      Array.from({ length: end - start }, (_, i) => {
        if (i === 0 || !places.mayBegin(start + i)) return 0
        const chance = 1 / (1 + Math.exp(-weigh(own, unheaded(start + i, start, end))))
        return places.reason(start + i) === undefined ? chance : Math.max(chance, MARKED)
      }),
    missing: (start, end, usual) => {
      if (weights === undefined || end - start < LEAST_PARAGRAPHS) return undefined
      let items = 0
      for (let p = start; p < end; p++) items += Number(places.isItem(p))
      let [all, most, best] = [1, 0, start]
      for (let p = start + 1; p < end; p++) {
        if (!places.mayBegin(p) || (items > 1 && places.isItem(p))) continue
        const factor = places.factor(p)
        const plain = Math.exp(weigh(weights.missing, missing(p, start, end, usual)))
        const ratio = factor * plain
        // A place that is ruled out does not make the others likelier.
        all += Math.max(plain, ratio)
        if (Math.min(p - start, end - p) >= LEAST_PART && ratio > most) [most, best] = [ratio, p]
      }
      return { paragraph: best, chance: most / all }
    }
  }
}

/** Returns the cosine of the sums of rows [start, p) and [p, end). */
function likeness(rows: Vectors, p: number, start: number, end: number): number {
  const [before, behind] = [new Float32Array(rows.dims), new Float32Array(rows.dims)]
  for (let i = start; i < end; i++) {
    const to = i < p ? before : behind
    row(rows, i).forEach((value, d) => (to[d] += value))
  }
  return dot(before, behind) / Math.sqrt(dot(before, before) * dot(behind, behind) || 1)
}
