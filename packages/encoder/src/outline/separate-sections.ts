import { dot, row, type Vectors } from '../vectors/vectors.js'
import { introducesNext, refersBack } from './anchored-paragraphs.js'
import type { FittedDocument } from './section-fit.js'
import { countWords, type OutlineSection } from '../segmentation/sections.js'
import { LEAST_SHARED } from './shared-evidence.js'
import { asWritten, countOf, quoted, sharedWords, sumWords } from '../labels/subject-words.js'

/** A document that may contain misplaced paragraphs. */
export interface MisplacedInput extends Pick<FittedDocument, 'paragraphs' | 'rows' | 'words' | 'sections'> {
  /** `paragraphDirections` of the same vectors. */
  readonly directions: Vectors
  /** Number of sentences of each paragraph. */
  readonly sentences: ArrayLike<number>
}

/** Paragraphs [start, end) of one section that differ in subject from it and from the rest. */
export interface MisplacedParagraphs {
  readonly start: number
  readonly end: number
  /** Index of `sections`. */
  readonly section: number
  /**
   * Three features: the cosine of their sum to the sum of the rest; the share of their words that occur elsewhere; the
   * mean cosine to the adjacent paragraphs. The document's mean is subtracted from the first two.
   */
  readonly features: readonly number[]
  /**
   * The chance that their subject is not the document's, from 0 to 1: the precision at this score in articles where one
   * paragraph in twenty came from another article (bench/RESULTS.md, *Moves*).
   */
  readonly score: number
}

/** Paragraphs that should have a separate section. */
export interface SeparateSection extends Omit<MisplacedParagraphs, 'features'> {
  /** A sentence for the user. */
  readonly reason: string
}

/** Maximum number of paragraphs judged together. A longer run is a subject of the section. */
const MOST_TOGETHER = 3

/**
 * Minimum number of paragraphs that must remain in the section. So a section made of misplaced paragraphs is not
 * divided again.
 */
const LEFT_PARAGRAPHS = MOST_TOGETHER

/** Minimum number of paragraphs of a document that can be judged. */
const LEAST_PARAGRAPHS = 10

/** Minimum number of sentences of a paragraph. */
const LEAST_SENTENCES = 2

/**
 * Logistic regression over `MisplacedParagraphs.features`, fitted on Wikipedia's validation articles with the
 * representation `static`: `node bench/dist/misplaced-paragraphs.js static validation 250 CORPUS`. It works equally
 * well with `sentences`.
 */
const WEIGHTS = [-11.4, -15.61, -8.76]
const CONSTANT = -7.85

/**
 * Returns the chance that each paragraph, and each run of up to three, came from elsewhere; in reading order. Left out
 * are paragraphs that could not form a section: fewer words than `minWords`, a single sentence, the first of a section,
 * or a reference to a neighbour. Left out, too, are those that are not less similar to the rest than the mean.
 * O(paragraphs · dims + words).
 */
export function findMisplaced(
  document: MisplacedInput,
  { minWords }: { readonly minWords: number }
): MisplacedParagraphs[] {
  const { paragraphs, rows, sections, sentences } = document
  if (rows.count < LEAST_PARAGRAPHS) return []
  const measure = nearnessIn(document)
  const single = Array.from({ length: rows.count }, (_, p) => measure(p, p + 1))
  const usual = [0, 1].map((i) => single.reduce((sum, one) => sum + one[i], 0) / rows.count)
  // Each paragraph of a run must qualify by itself.
  const candidates = paragraphs.map(
    ({ text }, p) =>
      single[p].every((value, i) => value < usual[i]) && sentences[p] >= LEAST_SENTENCES && countWords(text) >= minWords
  )
  return sections.flatMap((own, section) => {
    if (own.path.length === 0) return []
    const found: MisplacedParagraphs[] = []
    for (let start = own.start + 1; start < own.end; start++) {
      if (refersBack(paragraphs[start].text) || introducesNext(paragraphs[start - 1])) continue
      const last = Math.min(own.end, start + MOST_TOGETHER, start + own.end - own.start - LEFT_PARAGRAPHS)
      for (let end = start + 1; end <= last && candidates[end - 1]; end++) {
        if (introducesNext(paragraphs[end - 1])) continue
        const [near, words] = measure(start, end)
        const features = [near - usual[0], words - usual[1], besides(rows, own, start, end)]
        const odds = features.reduce((sum, feature, f) => sum + WEIGHTS[f] * feature, CONSTANT)
        found.push({ start, end, section, features, score: 1 / (1 + Math.exp(-odds)) })
      }
    }
    return found
  })
}

/**
 * Returns a function of paragraphs [start, end). It gives the cosine of their sum to the sum of all others, and the
 * share of their words that occur in others.
 */
function nearnessIn({
  directions,
  words
}: Pick<MisplacedInput, 'directions' | 'words'>): (start: number, end: number) => readonly [number, number] {
  const { count, dims } = directions
  const all = new Float64Array(dims)
  for (let p = 0; p < count; p++) row(directions, p).forEach((value, d) => (all[d] += value))
  const total = sumWords(words)
  return (start, end) => {
    const own = new Float64Array(dims)
    for (let p = start; p < end; p++) row(directions, p).forEach((value, d) => (own[d] += value))
    let [product, ownSquare, restSquare] = [0, 0, 0]
    for (let d = 0; d < dims; d++) {
      const rest = all[d] - own[d]
      product += own[d] * rest
      ownSquare += own[d] * own[d]
      restSquare += rest * rest
    }
    const counts = sumWords(words.slice(start, end))
    let shared = 0
    for (const [word, n] of counts) if (total.get(word)! > n) shared += n
    return [product / Math.sqrt(ownSquare * restSquare || 1), shared / (countOf(counts) || 1)]
  }
}

/** Returns the mean cosine of the first paragraph to the one before, and of the last to the one after. */
function besides(rows: Vectors, section: OutlineSection, start: number, end: number): number {
  const before = dot(row(rows, start), row(rows, start - 1))
  return end < section.end ? (before + dot(row(rows, end - 1), row(rows, end))) / 2 : before
}

/**
 * Returns the paragraphs with a score of at least `minScore`, in reading order and without overlap. At least
 * LEAST_SHARED words must be more frequent in them than in the document. Takes as long as `findMisplaced`, plus
 * sorting.
 */
export function suggestMisplaced(
  document: MisplacedInput,
  options: { readonly minScore: number; readonly minWords: number }
): SeparateSection[] {
  const chosen: SeparateSection[] = []
  const taken = new Set<number>()
  const wordsOfItsOwn = ownWordsIn(document)
  const likely = findMisplaced(document, options).filter(({ score }) => score >= options.minScore)
  for (const { start, end, section, score } of likely.sort((a, b) => b.score - a.score || a.start - b.start)) {
    const own = Array.from({ length: end - start }, (_, i) => start + i)
    if (own.some((p) => taken.has(p))) continue
    const about = wordsOfItsOwn(start, end)
    if (about.length < LEAST_SHARED) continue
    for (const p of own) taken.add(p)
    chosen.push({ start, end, section, score, reason: misplacedReason(document, { start, end, section }, about) })
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/**
 * Returns a function that gives the words more frequent in paragraphs [start, end) than in the document, as written.
 */
function ownWordsIn(document: Pick<MisplacedInput, 'paragraphs' | 'words'>): (start: number, end: number) => string[] {
  const total = sumWords(document.words)
  const size = countOf(total)
  return (start, end) => {
    const own = sumWords(document.words.slice(start, end))
    const text = document.paragraphs.slice(start, end).map((paragraph) => paragraph.text)
    // Comparing with the whole document gives the same words, in the same order, as comparing with the rest.
    return asWritten(text.join('\n'), sharedWords(own, own, total, undefined, size))
  }
}

function misplacedReason(
  { sections }: MisplacedInput,
  { start, end, section }: Omit<MisplacedParagraphs, 'features' | 'score'>,
  about: readonly string[]
): string {
  const [has, speaks] = end - start === 1 ? ['It has', 'it speaks'] : ['They have', 'they speak']
  const rest = `little to do with the rest of “${sections[section].path.at(-1)}”, or with any other section`
  return `${has} ${rest}: ${speaks} of ${quoted(about)}.`
}
