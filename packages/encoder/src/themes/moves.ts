import { terms } from '../text/tokens.js'
import { dot, normalize, row, type Vectors } from '../vectors.js'
import type { Term } from './labels.js'
import { countWords, labelSpans, type OutlineInput, type OutlineSection } from './sections.js'

/** A paragraph that is nearer to another section than to its own. */
export interface Move {
  readonly paragraph: number
  /** Indices of `sections`. */
  readonly from: number
  readonly to: number
  /** Cosine to the rest of its own section, and to the other. */
  readonly own: number
  readonly other: number
  /** `other` less `own`, less what is usual in the document: how sure the suggestion is. */
  readonly score: number
  readonly reason: string
}

/** With more sections than this, moves are not looked for: every paragraph is compared with every section. */
const MOVE_SECTIONS = 500

/** Paragraphs that a section has at least to give one away, its own included, or to take one in. */
const MOVE_PARAGRAPHS = 3

/**
 * The moves that are clear, the surest first: `rows` are the paragraphs' vectors (unit or zero), `margin` is the score
 * that a move has at least, `minWords` the words that its paragraph has at least.
 */
export function suggestMoves(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  { margin, minWords }: { readonly margin: number; readonly minWords: number }
): Move[] {
  // A lead speaks of everything, and a short section is no measure.
  const open = sections.flatMap(({ path, start, end }, s) =>
    path.length > 0 && end - start >= MOVE_PARAGRAPHS ? [s] : []
  )
  if (open.length < 2 || open.length > MOVE_SECTIONS) return []
  const sums = open.map((s) => sumRows(rows, sections[s].start, sections[s].end))
  const lengths = sums.map((sum) => Math.sqrt(dot(sum, sum)))
  const found: Omit<Move, 'reason'>[] = []
  open.forEach((from, f) => {
    // The first paragraph leads in, and the last on to what follows: neither need be on the section's own subject.
    for (let p = sections[from].start + 1; p < sections[from].end - 1; p++) {
      const x = row(rows, p)
      if (countWords(input.paragraphs[p].text) < minWords || !x.some((value) => value !== 0)) continue
      const rest = sums[f].map((value, d) => value - x[d])
      normalize(rest)
      const own = dot(x, rest)
      let to = -1
      let other = -1
      sums.forEach((sum, s) => {
        const cosine = lengths[s] > 0 ? dot(x, sum) / lengths[s] : 0
        if (cosine <= other || holds(sections[open[s]], sections[from]) || holds(sections[from], sections[open[s]]))
          return
        other = cosine
        to = open[s]
      })
      found.push({ paragraph: p, from, to, own, other, score: other - own })
    }
  })
  const usual = median(found.map(({ score }) => score))
  const near = median(found.map(({ own }) => own))
  const clear = found
    .map((move) => ({ ...move, score: move.score - usual }))
    // The other section must be as near as a paragraph's own usually is.
    .filter(({ score, other }) => score >= margin && other >= near)
    .sort((a, b) => b.score - a.score || a.paragraph - b.paragraph)
  if (clear.length === 0) return []
  const labels = labelSpans(
    input,
    sections.map(({ start }) => start)
  )
  return clear.map((move) => ({ ...move, reason: moveReason(move, input, sections, labels[move.to].terms) }))
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function moveReason(
  move: Omit<Move, 'reason'>,
  { paragraphs }: OutlineInput,
  sections: readonly OutlineSection[],
  about: readonly Term[]
): string {
  const text = wordsOf(paragraphs[move.paragraph].text)
  const shared = about.filter(({ term }) => text.includes(wordsOf(term))).map(({ term }) => term)
  const near = `nearer to “${sections[move.to].path.at(-1)}” (${move.other.toFixed(2)})`
  const far = `than to the rest of “${sections[move.from].path.at(-1)}” (${move.own.toFixed(2)})`
  return shared.length === 0 ? `${near} ${far}` : `${near} ${far}; it shares ${shared.slice(0, 3).join(', ')}`
}

/** Whether `inner` is `outer` or under its heading: what stands above subsections speaks of all of them, as a lead does. */
function holds(outer: OutlineSection, inner: OutlineSection): boolean {
  return outer.path.every((heading, level) => heading === inner.path[level])
}

/** The words of `text` with a space before and after each, so that whole words are found in it. */
function wordsOf(text: string): string {
  return ` ${terms(text).join(' ')} `
}

function sumRows(rows: Vectors, start: number, end: number): Float32Array {
  const sum = new Float32Array(rows.dims)
  for (let p = start; p < end; p++) {
    const from = row(rows, p)
    for (let d = 0; d < rows.dims; d++) sum[d] += from[d]
  }
  return sum
}
