import { cosineSpread } from '../vectors/cosine-spread.js'
import { dot, row, type Vectors } from '../vectors/vectors.js'
import { introducesNext, refersBack } from './anchored-paragraphs.js'
import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import { wordRows } from '../segmentation/word-rows.js'
import { countWords, type OutlineSection } from '../segmentation/sections.js'
import { weigh, type SuggestionWeights } from '../segmentation/suggestion-weights.js'
import { LEAST_SHARED, sharedEvidence } from './shared-evidence.js'
import { asWritten, quoted } from '../labels/subject-words.js'

/** A paragraph that should be moved. */
export interface MoveCandidate {
  readonly paragraph: number
  /** Indices in `sections`. */
  readonly from: number
  readonly to: number
  /**
   * The chance that it belongs there, from 0 to 1: the precision at this score in drafts where one paragraph in fourteen
   * had been moved to another section.
   */
  readonly score: number
}

/** A paragraph that belongs elsewhere. */
export interface Move extends MoveCandidate {
  /** The paragraph of the section `to` that it fits best before; the section's end if it fits best there. */
  readonly before: number
  /** A sentence for the user. */
  readonly reason: string
}

/** Least other paragraphs of a section that may lose one; a section of one may receive it. */
const LEFT_PARAGRAPHS = 2

/**
 * Maximum number of other sections that a paragraph is compared with place by place, and their most paragraphs: bounds
 * the cost.
 */
const MOST_SECTIONS = 8
const MOST_PLACES = 40

/** The sections that a paragraph may belong to, its own first, with the features of `SUGGESTION_FEATURES.move`. */
export interface MoveChoices {
  readonly paragraph: number
  readonly sections: readonly number[]
  readonly features: readonly (readonly number[])[]
}

/** The parts of a document that moves are judged by. */
export type MovableDocument = Pick<FittedDocument, 'rows' | 'sections' | 'wordFit' | 'headings' | 'paragraphs'>

/**
 * Returns the sections that each paragraph may belong to, in reading order. Leads keep their paragraphs, and sections neither give
 * to nor take from their own subsections. Cosines are in units of the document's (`cosineSpread`), so that the same weights
 * serve several networks. O(paragraphs · sections · dims).
 */
export function moveChoices({ rows, sections, wordFit, headings, paragraphs }: MovableDocument): MoveChoices[] {
  if (wordFit.length === 0) return []
  const open = sections.flatMap(({ path }, s) => (path.length > 0 ? [s] : []))
  const words = wordRows(paragraphs.map(({ text }) => text))
  const sums = sections.map(({ start, end }) => {
    const sum = new Float32Array(rows.dims)
    for (let p = start; p < end; p++) row(rows, p).forEach((value, d) => (sum[d] += value))
    return sum
  })
  const unit = cosineSpread(rows)
  const headingUnit = headings === undefined ? 1 : cosineSpread(rows, headings)
  return open.flatMap((from) => {
    const { start, end } = sections[from]
    if (end - start <= LEFT_PARAGRAPHS) return []
    return paragraphsOf(sections[from]).flatMap((paragraph): MoveChoices[] => {
      const self = row(rows, paragraph)
      if (dot(self, self) === 0) return []
      const about = (s: number): readonly [mean: number, heading: number] => {
        const others = sections[s].end - sections[s].start - Number(s === from)
        return [
          (dot(sums[s], self) - (s === from ? dot(self, self) : 0)) / Math.max(1, others) / unit,
          headings === undefined ? 0 : dot(self, row(headings, s)) / headingUnit
        ]
      }
      const near = open
        .filter(
          (s) =>
            s !== from && !containsSection(sections[s], sections[from]) && !containsSection(sections[from], sections[s])
        )
        .map((s) => ({ s, features: about(s) }))
        .sort((a, b) => b.features[0] + b.features[1] - a.features[0] - a.features[1] || a.s - b.s)
        .slice(0, MOST_SECTIONS)
      if (near.length === 0) return []
      const fitOf = (s: number): number => wordFit[paragraph * sections.length + s]
      const [mean, heading] = about(from)
      const own = rest(sections[from], paragraph)
      const here = own.findLastIndex((p) => p < paragraph) + 1
      const staying = [
        fitOf(from),
        mean,
        ...placeFeatures(rows, own, paragraph, here, unit),
        ...placeFeatures(words, own, paragraph, here, 1),
        heading,
        0,
        0,
        1,
        Number(paragraph === start),
        Number(paragraph === end - 1),
        Number(refersBack(paragraphs[paragraph].text))
      ]
      const going = near.map(({ s, features: [mean, heading] }) => {
        const others = paragraphsOf(sections[s]).slice(0, MOST_PLACES)
        const place = bestPlace(rows, others, paragraph)
        const size = Math.log(sections[s].end - sections[s].start)
        const distance = Math.log(Math.abs(s - from))
        return [
          fitOf(s),
          mean,
          ...placeFeatures(rows, others, paragraph, place, unit),
          ...placeFeatures(words, others, paragraph, place, 1),
          heading,
          size,
          distance,
          0,
          0,
          0,
          0
        ]
      })
      return [{ paragraph, sections: [from, ...near.map(({ s }) => s)], features: [staying, ...going] }]
    })
  })
}

/** Returns the likeliest other section of each paragraph of `moveChoices`, by a conditional logit (McFadden 1974) with `weights`. */
export function findMoveCandidates(document: MovableDocument, { move }: SuggestionWeights): MoveCandidate[] {
  return moveChoices(document).map(({ paragraph, sections, features }) => {
    const values = features.map((own) => weigh(move, own))
    const best = values.reduce((most, value, i) => (i > 0 && (most === 0 || value > values[most]) ? i : most), 0)
    const all = values.reduce((sum, value) => sum + Math.exp(value - values[best]), 0)
    return { paragraph, from: sections[0], to: sections[best], score: 1 / all }
  })
}

/** Returns the paragraphs of a section without one of them: those nearest to it. */
function rest(section: OutlineSection, paragraph: number): number[] {
  const start = Math.max(section.start, paragraph - MOST_PLACES / 2)
  return paragraphsOf({ start, end: Math.min(section.end, start + MOST_PLACES) }).filter((p) => p !== paragraph)
}

/** Returns the place among `others`, from 0 (before the first), at which a paragraph is nearest to its neighbours. */
function bestPlace(rows: Vectors, others: readonly number[], paragraph: number): number {
  const cosines = others.map((p) => dot(row(rows, paragraph), row(rows, p)))
  let best = 0
  const near = (place: number): number => meanOf([cosines.at(place - 1), cosines.at(place)], place, others.length)
  for (let place = 1; place <= others.length; place++) if (near(place) > near(best)) best = place
  return best
}

/** Returns the mean of the values before and at a place, or the only one of them. */
function meanOf([before, at]: readonly (number | undefined)[], place: number, count: number): number {
  if (place === 0) return at ?? 0
  return place === count ? (before ?? 0) : ((before ?? 0) + (at ?? 0)) / 2
}

/**
 * Returns three features of a paragraph at a place among `others`: the greatest cosine to them, the mean cosine to its
 * neighbours there, and by how much that is more than the neighbours' own cosine, 0 at an end.
 */
function placeFeatures(
  rows: Vectors,
  others: readonly number[],
  paragraph: number,
  place: number,
  unit: number
): readonly [number, number, number] {
  const cosine = (p: number): number => dot(row(rows, paragraph), row(rows, p))
  const neighbours = [place - 1, place].filter((at) => at >= 0 && at < others.length).map((at) => others[at])
  const near = neighbours.reduce((sum, p) => sum + cosine(p), 0) / Math.max(1, neighbours.length)
  const between = neighbours.length < 2 ? near : dot(row(rows, neighbours[0]), row(rows, neighbours[1]))
  return [Math.max(...others.map(cosine)) / unit, near / unit, (near - between) / unit]
}

/**
 * Returns the moves with a score of at least `minScore`, most certain first, of paragraphs with at least `minWords`
 * words. A paragraph stays if it introduces the next, or the one before introduces it. Words shared with the target
 * section must support each move; words of other candidates do not count.
 */
export function suggestMoves(
  document: FittedDocument,
  weights: SuggestionWeights,
  { minScore, minWords }: { readonly minScore: number; readonly minWords: number }
): Move[] {
  const likely = findMoveCandidates(document, weights).filter(({ score }) => score >= minScore)
  const candidates = new Set(likely.map(({ paragraph }) => paragraph))
  return likely
    .filter((place) => canLeave(document, place, minWords))
    .flatMap((place) => {
      const shared = sharedWithTarget(document, place, candidates)
      if (shared.length < LEAST_SHARED) return []
      return [{ ...place, before: placeIn(document, place), reason: moveReason(document, place, shared) }]
    })
    .sort((a, b) => b.score - a.score || a.paragraph - b.paragraph)
}

/** Returns the paragraph of the target section before which a paragraph is nearest to its neighbours, not between one and what it introduces. */
function placeIn({ rows, sections, paragraphs }: FittedDocument, { paragraph, to }: MoveCandidate): number {
  const others = paragraphsOf(sections[to]).slice(0, MOST_PLACES)
  // The first paragraph opens the section.
  let place = Math.max(1, bestPlace(rows, others, paragraph))
  while (place > 0 && place < others.length && introducesNext(paragraphs[others[place - 1]])) place++
  return place < others.length ? others[place] : sections[to].end
}

function canLeave(
  { paragraphs, sections }: FittedDocument,
  { paragraph, from }: MoveCandidate,
  minWords: number
): boolean {
  if (countWords(paragraphs[paragraph].text) < minWords || introducesNext(paragraphs[paragraph])) return false
  return paragraph === sections[from].start || !introducesNext(paragraphs[paragraph - 1])
}

/**
 * Returns the words that a paragraph shares with the target section more than with the rest of its current section. The
 * other `candidates` in both sections are left out.
 */
function sharedWithTarget(
  document: FittedDocument,
  { paragraph, from, to }: MoveCandidate,
  candidates: ReadonlySet<number>
): string[] {
  const wordsOf = (s: number): ReadonlyMap<string, number> =>
    wordsAt(
      document,
      paragraphsOf(document.sections[s]).filter((p) => p !== paragraph && !candidates.has(p))
    )
  return sharedEvidence(document.words[paragraph], wordsOf(to), wordsOf(from))
}

function moveReason(
  { paragraphs, sections }: FittedDocument,
  { paragraph, from, to }: MoveCandidate,
  shared: readonly string[]
): string {
  const nearer = `It is nearer to “${sections[to].path.at(-1)}” than to the rest of “${sections[from].path.at(-1)}”`
  return `${nearer}, and shares ${quoted(asWritten(paragraphs[paragraph].text, shared))} with it.`
}

/** Returns whether `inner` is `outer` or one of its subsections. */
export function containsSection(outer: OutlineSection, inner: OutlineSection): boolean {
  return outer.path.every((heading, level) => heading === inner.path[level])
}
