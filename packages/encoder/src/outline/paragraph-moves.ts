import { dot, row, type Vectors } from '../vectors/vectors.js'
import { introducesNext, refersBack } from './anchored-paragraphs.js'
import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import { countWords, type OutlineSection } from '../segmentation/sections.js'
import { LEAST_SHARED, sharedEvidence } from './shared-evidence.js'
import { asWritten, quoted } from '../labels/subject-words.js'

/** Where a paragraph would go if it went, and how sure that is. */
export interface MoveCandidate {
  readonly paragraph: number
  /** Indices of `sections`. */
  readonly from: number
  readonly to: number
  /**
   * The chance that it belongs there, from 0 to 1: the part of such that did, in articles of which one paragraph in
   * twenty had been put into another section (bench/RESULTS.md, *Moves*).
   */
  readonly score: number
}

/** A paragraph that belongs elsewhere. */
export interface Move extends MoveCandidate {
  /** A sentence. */
  readonly reason: string
}

/** Paragraphs beside it that a section has at least to keep a paragraph or to take it in: fewer are no measure. */
const MOVE_PARAGRAPHS = 2

/**
 * What speaks for the section that a paragraph stands in, in the units of `fitSections`: that it stands there, and how near
 * (cosine) its neighbours are. Fitted with the weights of SECTION_FIT.
 */
const STAYING = 2.6
const NEIGHBOURS = 3.2

/** Paragraphs that nobody moved stray, too, some as surely as what was moved: so much of the chance remains. */
const LAPSE = 0.95

/**
 * The likeliest other section of each paragraph that has one, in reading order: by a conditional logit over its own
 * section and the others. `rows` are the paragraphs' vectors (unit or zero, relative to the document's mean), `fit` is
 * what `fitSections` gives. A lead speaks of everything and keeps its paragraphs; what stands above subsections neither
 * gives to them nor takes. O(paragraphs · sections).
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

/** The mean cosine of a paragraph to the one before and the one behind it in its section. */
function neighbourCosine(rows: Vectors, { start, end }: OutlineSection, paragraph: number): number {
  const neighbours = [paragraph - 1, paragraph + 1].filter((p) => p >= start && p < end)
  const sum = neighbours.reduce((all, p) => all + dot(row(rows, paragraph), row(rows, p)), 0)
  return sum / neighbours.length
}

/** The last paragraph of a section closes it, if it has fewer than so many times the words that a paragraph must have. */
const CLOSING_WORDS = 2

/**
 * The moves that are sure enough, the surest first: `minScore` is the least score that a move has, `minWords` the words
 * that its paragraph has at least. What holds a section together stays in it: the paragraph that opens it, a short one that
 * closes it, and any that can't be read elsewhere. Words must tell it, too, and not those of paragraphs that stray themselves.
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

/** Words that a paragraph shares with the section it would go to, `candidates` aside, rather than with the rest of its own. */
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

/** Whether `inner` is `outer` or under its heading: what stands above subsections speaks of all of them, as a lead does. */
export function holds(outer: OutlineSection, inner: OutlineSection): boolean {
  return outer.path.every((heading, level) => heading === inner.path[level])
}
