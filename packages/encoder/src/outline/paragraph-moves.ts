import { dot, row, type Vectors } from '../vectors/vectors.js'
import { introducesNext } from './anchored-paragraphs.js'
import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import { countWords, type OutlineSection } from '../segmentation/sections.js'
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
  /** A sentence for the user. */
  readonly reason: string
}

/** Minimum number of other paragraphs of a section that may lose or receive one. */
const MOVE_PARAGRAPHS = 2

/**
 * Weights of a conditional logit of the section that a paragraph belongs to, fitted on drafts of guides, essays, manuals and
 * posts in which one paragraph in fourteen had been moved: the tuning part of `leitmotif-train evaluate --task drafts`.
 */
const MOVE = {
  /** Of the fit to the section (`fitSections`). */
  fit: 0.3,
  /** Of its mean cosine to the section's other paragraphs, and of the greatest. */
  mean: 2.21,
  nearest: 1.94,
  /** Of its mean cosine to its neighbours, or to those at the best place in another section. */
  place: 1.97,
  /** Of its cosine to the section's heading. */
  heading: 3.56,
  /** Of the log of another section's paragraphs, and of its distance in sections. */
  size: -0.26,
  distance: -0.49,
  /** For the section where it is, and more if it is the last there. */
  staying: 3.64,
  last: 1.95
} as const

/**
 * Maximum number of other sections that a paragraph is compared with place by place, and their most paragraphs: bounds
 * the cost.
 */
const MOST_SECTIONS = 8
const MOST_PLACES = 40

/**
 * Returns the likeliest other section of each paragraph, in reading order, by a conditional logit over its own section
 * and the others. `rows` are the paragraphs' vectors (unit or zero, relative to the document's mean), `fit` comes from
 * `fitSections`, `headings` has a row for each section's heading, relative to all headings. Leads keep their paragraphs,
 * and sections neither give to nor take from their own subsections. O(paragraphs · sections · dims).
 */
export function findMoveCandidates(
  rows: Vectors,
  sections: readonly OutlineSection[],
  fit: Float64Array,
  headings?: Vectors
): MoveCandidate[] {
  const open = sections.flatMap(({ path, start, end }, s) =>
    path.length > 0 && end - start >= MOVE_PARAGRAPHS ? [s] : []
  )
  if (fit.length === 0) return []
  const sums = sections.map(({ start, end }) => {
    const sum = new Float32Array(rows.dims)
    for (let p = start; p < end; p++) row(rows, p).forEach((value, d) => (sum[d] += value))
    return sum
  })
  return open.flatMap((from) => {
    const { start, end } = sections[from]
    if (end - start === MOVE_PARAGRAPHS) return []
    return paragraphsOf(sections[from]).flatMap((paragraph): MoveCandidate[] => {
      const own = row(rows, paragraph)
      const about = (s: number): number => {
        const others = sections[s].end - sections[s].start - Number(s === from)
        const mean = (dot(sums[s], own) - (s === from ? dot(own, own) : 0)) / others
        const heading = headings === undefined ? 0 : dot(own, row(headings, s))
        return MOVE.fit * fit[paragraph * sections.length + s] + MOVE.mean * mean + MOVE.heading * heading
      }
      if (fit[paragraph * sections.length + from] === -Infinity) return []
      const likely = open
        .filter((s) => s !== from && !holds(sections[s], sections[from]) && !holds(sections[from], sections[s]))
        .map((s) => ({ s, value: about(s) + awayFrom(sections, from, s) }))
        .filter(({ value }) => value > -Infinity)
        .sort((a, b) => b.value - a.value || a.s - b.s)
        .slice(0, MOST_SECTIONS)
        .map(({ s, value }) => ({ s, value: value + bestPlace(rows, sections[s], own) }))
      if (likely.length === 0) return []
      const best = likely.reduce((most, one) => (one.value > most.value ? one : most))
      const staying =
        about(from) +
        MOVE.nearest * nearestCosine(rows, sections[from], paragraph) +
        MOVE.place * neighbourCosine(rows, sections[from], paragraph) +
        MOVE.staying +
        (paragraph === end - 1 ? MOVE.last : 0)
      const all = likely.reduce((sum, { value }) => sum + Math.exp(value - best.value), Math.exp(staying - best.value))
      return [{ paragraph, from, to: best.s, score: 1 / all }]
    })
  })
}

/** Returns the evidence of a section's size and of its distance from the paragraph's own. */
function awayFrom(sections: readonly OutlineSection[], from: number, to: number): number {
  const { start, end } = sections[to]
  return MOVE.size * Math.log(end - start) + MOVE.distance * Math.log(Math.abs(to - from))
}

/** Returns the evidence of the most similar paragraph of a section, and of its best place between two paragraphs. */
function bestPlace(rows: Vectors, { start, end }: OutlineSection, own: Float32Array): number {
  const last = Math.min(end, start + MOST_PLACES)
  let [nearest, place, before] = [-1, -1, NaN]
  for (let p = start; p < last; p++) {
    const cosine = dot(own, row(rows, p))
    nearest = Math.max(nearest, cosine)
    place = Math.max(place, p === start ? cosine : (before + cosine) / 2)
    before = cosine
  }
  return MOVE.nearest * nearest + MOVE.place * Math.max(place, before)
}

/** Returns the greatest cosine of a paragraph to another of its section, of those nearest to it. */
function nearestCosine(rows: Vectors, { start, end }: OutlineSection, paragraph: number): number {
  let nearest = -1
  const first = Math.max(start, paragraph - MOST_PLACES / 2)
  for (let p = first; p < Math.min(end, first + MOST_PLACES); p++) {
    if (p !== paragraph) nearest = Math.max(nearest, dot(row(rows, paragraph), row(rows, p)))
  }
  return nearest
}

/** Returns the mean cosine of a paragraph to the previous and the next in its section. */
function neighbourCosine(rows: Vectors, { start, end }: OutlineSection, paragraph: number): number {
  const neighbours = [paragraph - 1, paragraph + 1].filter((p) => p >= start && p < end)
  const sum = neighbours.reduce((all, p) => all + dot(row(rows, paragraph), row(rows, p)), 0)
  return sum / neighbours.length
}

/**
 * Returns the moves with a score of at least `minScore`, most certain first, of paragraphs with at least `minWords`
 * words. A paragraph stays if it introduces the next, or the one before introduces it. Words shared with the target
 * section must support each move; words of other candidates do not count.
 */
export function suggestMoves(
  document: FittedDocument,
  { minScore, minWords }: { readonly minScore: number; readonly minWords: number }
): Move[] {
  const { rows, sections, fit, headings } = document
  const likely = findMoveCandidates(rows, sections, fit, headings).filter(({ score }) => score >= minScore)
  const candidates = new Set(likely.map(({ paragraph }) => paragraph))
  return likely
    .filter((place) => canLeave(document, place, minWords))
    .flatMap((place) => {
      const shared = sharedWithTarget(document, place, candidates)
      return shared.length < LEAST_SHARED ? [] : [{ ...place, reason: moveReason(document, place, shared) }]
    })
    .sort((a, b) => b.score - a.score || a.paragraph - b.paragraph)
}

function canLeave(
  { paragraphs, sections }: FittedDocument,
  { paragraph, from }: MoveCandidate,
  minWords: number
): boolean {
  const { text } = paragraphs[paragraph]
  if (countWords(text) < minWords || introducesNext(text)) return false
  return paragraph === sections[from].start || !introducesNext(paragraphs[paragraph - 1].text)
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
export function holds(outer: OutlineSection, inner: OutlineSection): boolean {
  return outer.path.every((heading, level) => heading === inner.path[level])
}
