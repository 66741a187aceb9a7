import { introducesNext, refersBack } from './anchored-paragraphs.js'
import { bestPlace, MOST_PLACES, moveChoices, type MovableDocument } from './move-choices.js'
import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import { countWords } from '../segmentation/sections.js'
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

/** From this score on, a move needs no shared words. */
const SURE = 0.6

/** Returns the likeliest other section of each paragraph of `moveChoices`, by a conditional logit (McFadden 1974) with `weights`. */
export function findMoveCandidates(document: MovableDocument, { move }: SuggestionWeights): MoveCandidate[] {
  return moveChoices(document).map(({ paragraph, sections, features }) => {
    const values = features.map((own) => weigh(move, own))
    const best = values.reduce((most, value, i) => (i > 0 && (most === 0 || value > values[most]) ? i : most), 0)
    const all = values.reduce((sum, value) => sum + Math.exp(value - values[best]), 0)
    return { paragraph, from: sections[0], to: sections[best], score: 1 / all }
  })
}

/**
 * Returns the moves with a score of at least `minScore`, most certain first, of paragraphs with at least `minWords`
 * words. A paragraph stays if it introduces the next, or the one before introduces it. Words shared with the target
 * section must support a move with a score below SURE; words of other candidates do not count.
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
      if (shared.length < LEAST_SHARED && place.score < SURE) return []
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

/** From this score on, a paragraph may leave that opens its section or goes on with the one before. */
const SURER = 0.7

/** Points to text elsewhere in the document, with which it shares words for that reason. English only. */
const POINTS =
  /\b(?:described|discussed|explained|listed|mentioned|more|see|shown) (?:\p{L}+ ){0,2}(?:above|below|later)\b/iu

/** The least share of letters and spaces in running text; diagrams and tables of numbers have fewer. */
const LEAST_LETTERS = 0.7

function canLeave(document: FittedDocument, { paragraph, from, score }: MoveCandidate, minWords: number): boolean {
  const { paragraphs, sections } = document
  const { text } = paragraphs[paragraph]
  if (countWords(text) < minWords || introducesNext(paragraphs[paragraph]) || POINTS.test(text)) return false
  if ((text.match(/[\p{L}\s]/gu)?.length ?? 0) < LEAST_LETTERS * text.length) return false
  const isFirst = paragraph === sections[from].start
  if (!isFirst && introducesNext(paragraphs[paragraph - 1])) return false
  return score >= SURER || !(isFirst || goesOn(document, paragraph))
}

/** Whether a paragraph refers to the text before it, and shares subject words with the paragraph there. */
function goesOn({ paragraphs, words }: FittedDocument, p: number): boolean {
  return refersBack(paragraphs[p].text) && Array.from(words[p].keys()).some((word) => words[p - 1].has(word))
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
  if (shared.length === 0) return `${nearer}.`
  return `${nearer}, and shares ${quoted(asWritten(paragraphs[paragraph].text, shared))} with it.`
}
