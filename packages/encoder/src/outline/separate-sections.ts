import { visitProducts } from '../clustering/nearest.js'
import { drawIndices } from '../clustering/row-sample.js'
import { createRandom } from '../vectors/random.js'
import { dot, row, selectRows, type Vectors } from '../vectors/vectors.js'
import { introducesNext, refersBack } from './anchored-paragraphs.js'
import type { FittedDocument } from './section-fit.js'
import { countWords, type OutlineSection } from '../segmentation/sections.js'
import { weigh, type SuggestionWeights } from '../segmentation/suggestion-weights.js'
import { LEAST_SHARED } from './shared-evidence.js'
import { asWritten, countOf, quoted, sharedWords, sumWords } from '../labels/subject-words.js'

/** A document that may contain misplaced paragraphs. */
export interface MisplacedInput extends Pick<FittedDocument, 'paragraphs' | 'rows' | 'words' | 'sections'> {
  /** `paragraphDirections` of the same vectors. */
  readonly directions: Vectors
  /** Number of sentences of each paragraph. */
  readonly sentences: ArrayLike<number>
}

/** Paragraphs [start, end) of one section, judged together. */
export interface ParagraphRun {
  readonly start: number
  readonly end: number
  /** Index of `sections`. */
  readonly section: number
  /** `SUGGESTION_FEATURES.separate`. */
  readonly features: readonly number[]
}

/** Paragraphs that should have a separate section, because they differ in subject from their own and from the rest. */
export interface SeparateSection extends Omit<ParagraphRun, 'features'> {
  /**
   * The chance that their subject is not the document's, from 0 to 1: the precision at this score in articles into which a paragraph
   * of another was put.
   */
  readonly score: number
  /** A sentence for the user. */
  readonly reason: string
}

/** Maximum number of paragraphs judged together. A longer run is a subject of the section. */
const MOST_TOGETHER = 3

/** Minimum number of paragraphs of a document that can be judged. */
const LEAST_PARAGRAPHS = 10

/** Minimum number of sentences of a paragraph. */
const LEAST_SENTENCES = 2

/** The nearest paragraphs whose mean cosine is a feature, and the most that each is compared with: a sample of longer texts. */
const NEAREST = { count: 5, among: 1000 } as const

/**
 * Returns each paragraph, and each run of up to three, that may be on another subject than the document; in reading order. Left out
 * are paragraphs that could not form a section: fewer words than `minWords`, a single sentence, the first of a section, half of it or
 * more, or one that introduces the next. Left out, too, are those that are not less similar to the rest than the mean.
 * O(paragraphs · min(paragraphs, among) · dims + words).
 */
export function separableRuns(document: MisplacedInput, { minWords }: { readonly minWords: number }): ParagraphRun[] {
  const { paragraphs, directions, rows, sections, sentences } = document
  const { count } = rows
  if (count < LEAST_PARAGRAPHS) return []
  const measure = nearnessIn(document)
  const single = Array.from({ length: count }, (_, p) => measure(p, p + 1))
  const nearest = nearestIn(directions)
  const mean = (of: (p: number) => number, start = 0, end = count): number => {
    let sum = 0
    for (let p = start; p < end; p++) sum += of(p)
    return sum / (end - start)
  }
  const [near, words] = [0, 1].map((i) => mean((p) => single[p][i]))
  const usual = mean((p) => nearest[p])
  // Each paragraph of a run must qualify by itself.
  const candidates = paragraphs.map(
    ({ text }, p) =>
      single[p][0] < near && single[p][1] < words && sentences[p] >= LEAST_SENTENCES && countWords(text) >= minWords
  )
  return sections.flatMap((own, section) => {
    if (own.path.length === 0) return []
    const found: ParagraphRun[] = []
    const most = Math.min(MOST_TOGETHER, Math.ceil((own.end - own.start) / 2) - 1)
    for (let start = own.start + 1; start < own.end; start++) {
      if (introducesNext(paragraphs[start - 1])) continue
      for (let end = start + 1; end <= Math.min(own.end, start + most) && candidates[end - 1]; end++) {
        if (introducesNext(paragraphs[end - 1])) continue
        const [ownNear, ownWords] = measure(start, end)
        const ownNearest = mean((p) => nearest[p], start, end)
        const features = [
          1,
          ownNear,
          ownNear - near,
          ownWords,
          ownWords - words,
          ownNearest,
          ownNearest - usual,
          besides(rows, own, start, end),
          Number(refersBack(paragraphs[start].text)),
          Math.log(own.end - own.start - (end - start))
        ]
        found.push({ start, end, section, features })
      }
    }
    return found
  })
}

/** Returns the mean cosine of each row to the NEAREST others. */
function nearestIn(directions: Vectors): Float64Array {
  const { count, among } = NEAREST
  const drawn = drawIndices(directions.count, among, createRandom(1).fork('nearest paragraphs'))
  const found = new Float64Array(directions.count)
  const best = new Float64Array(count)
  visitProducts(directions, selectRows(directions, drawn), (cosines, first, visited) => {
    for (let n = 0; n < visited; n++) {
      best.fill(-1)
      for (let d = 0; d < drawn.length; d++) {
        if (drawn[d] === first + n) continue
        let cosine = cosines[n * drawn.length + d]
        for (let b = 0; b < count && cosine > best[count - 1]; b++) {
          if (cosine > best[b]) [best[b], cosine] = [cosine, best[b]]
        }
      }
      found[first + n] = best.reduce((sum, cosine) => sum + cosine, 0) / count
    }
  })
  return found
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
 * LEAST_SHARED words must be more frequent in them than in the document. Takes as long as `separableRuns`, plus
 * sorting.
 */
export function suggestMisplaced(
  document: MisplacedInput,
  { separate }: SuggestionWeights,
  options: { readonly minScore: number; readonly minWords: number }
): SeparateSection[] {
  const chosen: SeparateSection[] = []
  const taken = new Set<number>()
  const wordsOfItsOwn = ownWordsIn(document)
  const likely = separableRuns(document, options)
    .map(({ features, ...run }) => ({ ...run, score: 1 / (1 + Math.exp(-weigh(separate, features))) }))
    .filter(({ score }) => score >= options.minScore)
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
  { start, end, section }: Omit<ParagraphRun, 'features'>,
  about: readonly string[]
): string {
  const [has, speaks] = end - start === 1 ? ['It has', 'it speaks'] : ['They have', 'they speak']
  const rest = `little to do with the rest of “${sections[section].path.at(-1)}”, or with any other section`
  return `${has} ${rest}: ${speaks} of ${quoted(about)}.`
}
