import { dot, row, type Vectors } from '../vectors/vectors.js'
import { introducesNext, refersBack } from './anchored-paragraphs.js'
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
   * The chance that it belongs there, from 0 to 1: the precision at this score in articles where one paragraph in
   * twenty had been moved to another section (bench/RESULTS.md, *Moves*).
   */
  readonly score: number
}

/** A paragraph that belongs elsewhere. */
export interface Move extends MoveCandidate {
  /** A sentence for the user. */
  readonly reason: string
}

/** Least other paragraphs of a section that may lose or receive one. */
const MOVE_PARAGRAPHS = 2

/**
 * Evidence for a paragraph's current section, in the units of `fitSections`: a constant, and the weight of its cosine
 * to its neighbours. Fitted with the weights of SECTION_FIT.
 */
const STAYING = 2.6
const NEIGHBOURS = 3.2

/** Factor that lowers the score, because paragraphs in their right place can look misplaced. */
const LAPSE = 0.95

/**
 * Returns the likeliest other section of each paragraph, in reading order, by a conditional logit over its own section
 * and the others. `rows` are the paragraphs' vectors (unit or zero, relative to the document's mean), `fit` comes from
 * `fitSections`. Leads keep their paragraphs, and sections neither give to nor take from their own subsections.
 * O(paragraphs · sections).
 */
export function findMoveCandidates(
  rows: Vectors,
  sections: readonly OutlineSection[],
  fit: Float64Array
): MoveCandidate[] {
  const open = sections.flatMap(({ path, start, end }, s) =>
    path.length > 0 && end - start >= MOVE_PARAGRAPHS ? [s] : []
  )
  if (fit.length === 0) return []
  return open.flatMap((from) => {
    const { start, end } = sections[from]
    if (end - start === MOVE_PARAGRAPHS) return []
    return paragraphsOf(sections[from]).flatMap((paragraph) => {
      const fitOf = (s: number): number => fit[paragraph * sections.length + s]
      const others = open.filter((s) => s !== from && fitOf(s) > -Infinity)
      if (others.length === 0 || fitOf(from) === -Infinity) return []
      const to = others.reduce((best, s) => (fitOf(s) > fitOf(best) ? s : best))
      if (holds(sections[to], sections[from]) || holds(sections[from], sections[to])) return []
      const own = fitOf(from) + STAYING + NEIGHBOURS * neighbourCosine(rows, sections[from], paragraph)
      const all = others.reduce((sum, s) => sum + Math.exp(fitOf(s) - fitOf(to)), 0)
      return [{ paragraph, from, to, score: LAPSE / (all + others.length * Math.exp(own - fitOf(to))) }]
    })
  })
}

/** Returns the mean cosine of a paragraph to the previous and the next in its section. */
function neighbourCosine(rows: Vectors, { start, end }: OutlineSection, paragraph: number): number {
  const neighbours = [paragraph - 1, paragraph + 1].filter((p) => p >= start && p < end)
  const sum = neighbours.reduce((all, p) => all + dot(row(rows, paragraph), row(rows, p)), 0)
  return sum / neighbours.length
}

/** The last paragraph closes its section if it has fewer than this times `minWords` words. */
const CLOSING_WORDS = 2

/**
 * Returns the moves with a score of at least `minScore`, most certain first, of paragraphs with at least `minWords`
 * words. Paragraphs that hold a section together stay: the first, a short last one, and those that refer to a
 * neighbour. Words shared with the target section must support each move; words of other candidates do not count.
 */
export function suggestMoves(
  document: FittedDocument,
  { minScore, minWords }: { readonly minScore: number; readonly minWords: number }
): Move[] {
  const { rows, sections, fit } = document
  const likely = findMoveCandidates(rows, sections, fit).filter(({ score }) => score >= minScore)
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
  const { start, end } = sections[from]
  const { text } = paragraphs[paragraph]
  const least = paragraph === end - 1 ? CLOSING_WORDS * minWords : minWords
  if (paragraph === start || countWords(text) < least) return false
  return !refersBack(text) && !introducesNext(text) && !introducesNext(paragraphs[paragraph - 1].text)
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
