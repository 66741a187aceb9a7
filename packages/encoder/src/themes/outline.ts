import { centerRows, dot, meanVector, normalize, row, selectRows, zeroVectors, type Vectors } from '../vectors.js'
import { findBoundaries, meanScatter, type BoundaryOptions } from './boundaries.js'
import { labelThemes, type Term, type ThemeLabel } from './labels.js'
import { findThemes, type Themes, type ThemesOptions } from './themes.js'

export interface OutlineParagraph {
  readonly text: string
  /** The headings above it, the outermost first. Consecutive paragraphs under the same ones are a section. */
  readonly path: readonly string[]
}

export interface OutlineSentence {
  readonly text: string
  /** Index of its paragraph. */
  readonly paragraph: number
}

export interface OutlineInput {
  readonly paragraphs: readonly OutlineParagraph[]
  /** In reading order. */
  readonly sentences: readonly OutlineSentence[]
  /** A row for each sentence. */
  readonly vectors: Vectors
}

export interface OutlineOptions {
  readonly themes?: ThemesOptions
  /** How suggested sections are cut, in paragraphs. */
  readonly boundaries?: BoundaryOptions
  /**
   * A move is suggested where another section is nearer than the paragraph's own by this much cosine more than is usual
   * in the document. At .8, documents as their authors left them get one suggestion in five; of paragraphs moved to
   * another section at random, 15 % are found.
   */
  readonly margin?: number
  /**
   * Scatter that a heading inside a section must take away, in squared distance between unit vectors. At 1.6, one in
   * twelve sections as their authors left them gets a heading; of sections made of two, 27 % are divided where they met.
   */
  readonly headingGain?: number
  /** Words that a paragraph to move, or a part that should have a heading, has at least. */
  readonly minWords?: number
}

export const OUTLINE_DEFAULTS = {
  themes: { most: 8 },
  boundaries: { minLength: 2, penalty: 1.2 },
  margin: 0.8,
  headingGain: 1.6,
  minWords: 25
} as const

/** Paragraphs [start, end) under the same headings. */
export interface OutlineSection {
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
  /** Share of each theme among its sentences, the largest first; themes that it lacks are left out. */
  readonly themes: readonly { readonly theme: string; readonly share: number }[]
}

/** Paragraphs [start, end) that keep to one subject. */
export interface SuggestedSection {
  readonly start: number
  readonly end: number
  /** A heading made of its words. */
  readonly heading: string
  readonly terms: readonly Term[]
  /** Headings of the section that starts here already; absent where none does. */
  readonly path?: readonly string[]
}

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

/** A place inside a section where a new subject begins without a heading. */
export interface MissingHeading {
  /** The heading would stand before this paragraph. */
  readonly paragraph: number
  /** Index of `sections`. */
  readonly section: number
  readonly heading: string
  readonly reason: string
}

export interface Outline {
  readonly themes: Themes
  readonly sections: readonly OutlineSection[]
  readonly suggested: readonly SuggestedSection[]
  /** The surest first. */
  readonly moves: readonly Move[]
  /** In reading order. */
  readonly headings: readonly MissingHeading[]
}

/** A part of a section must have this many times the words that a paragraph must have, to deserve a heading. */
const PART_WORDS = 2

/** With more sections than this, moves are not looked for: every paragraph is compared with every section. */
const MOVE_SECTIONS = 500

/** Paragraphs that a section has at least to give one away, its own included, or to take one in. */
const MOVE_PARAGRAPHS = 3

/**
 * What one document is about, and how it could be better divided: its themes, sections by subject with a heading each,
 * paragraphs that belong elsewhere, and headings that are missing. Suggestions are few: each must be clear.
 * @throws Error if there is not one vector for each sentence, or a sentence names a paragraph that is not there.
 */
export function outlineOf(input: OutlineInput, options: OutlineOptions = {}): Outline {
  const settings = {
    ...OUTLINE_DEFAULTS,
    ...options,
    themes: { ...OUTLINE_DEFAULTS.themes, ...options.themes },
    boundaries: { ...OUTLINE_DEFAULTS.boundaries, ...options.boundaries }
  }
  const { paragraphs, sentences, vectors } = input
  const astray = sentences.find(({ paragraph }) => !(paragraph in paragraphs))
  if (astray !== undefined) {
    throw new Error(`a sentence names paragraph ${astray.paragraph}; expected one of 0 … ${paragraphs.length - 1}`)
  }
  const starts = sectionStarts(paragraphs)
  const section = spanOf(starts, paragraphs.length)
  const themes = findThemes(
    {
      sentences: sentences.map(({ text }) => text),
      vectors,
      passages: sentences.map(({ paragraph }) => section[paragraph])
    },
    settings.themes
  )
  const rows = paragraphVectors(input)
  const sections = readSections(input, starts, themes)
  const suggested = suggestSections(input, rows, sections, settings.boundaries)
  return {
    themes,
    sections,
    suggested,
    moves: suggestMoves(input, rows, sections, settings),
    headings: missingHeadings(input, rows, sections, settings)
  }
}

/** A row for each paragraph: the direction of its sentences' sum, relative to the document's mean. */
function paragraphVectors({ paragraphs, sentences, vectors }: OutlineInput): Vectors {
  const centered = centerRows(vectors, meanVector(vectors))
  const rows = zeroVectors(paragraphs.length, vectors.dims)
  sentences.forEach(({ paragraph }, i) => {
    const to = row(rows, paragraph)
    const from = row(centered, i)
    for (let d = 0; d < vectors.dims; d++) to[d] += from[d]
  })
  for (let p = 0; p < rows.count; p++) normalize(row(rows, p))
  return rows
}

function sectionStarts(paragraphs: readonly OutlineParagraph[]): number[] {
  return paragraphs.flatMap(({ path }, p) => (p === 0 || !equal(path, paragraphs[p - 1].path) ? [p] : []))
}

function readSections(
  { paragraphs, sentences }: OutlineInput,
  starts: readonly number[],
  themes: Themes
): OutlineSection[] {
  const section = spanOf(starts, paragraphs.length)
  const counts = starts.map(() => new Map<number, number>())
  const sizes = new Int32Array(starts.length)
  sentences.forEach(({ paragraph }, i) => {
    const own = section[paragraph]
    sizes[own]++
    const theme = themes.assignment.theme[i]
    if (theme >= 0) counts[own].set(theme, (counts[own].get(theme) ?? 0) + 1)
  })
  return starts.map((start, s) => ({
    path: paragraphs[start].path,
    start,
    end: starts[s + 1] ?? paragraphs.length,
    themes: Array.from(counts[s])
      .sort(([a, x], [b, y]) => y - x || a - b)
      .map(([theme, count]) => ({ theme: themes.themes[theme].id, share: count / sizes[s] }))
  }))
}

/** For each of `count` paragraphs, the span it lies in: spans begin at `starts`, ascending from 0. */
function spanOf(starts: readonly number[], count: number): Int32Array {
  const span = new Int32Array(count)
  starts.forEach((start, s) => span.fill(s, start, starts[s + 1] ?? count))
  return span
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((heading, i) => heading === b[i])
}

function suggestSections(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  options: BoundaryOptions
): SuggestedSection[] {
  if (rows.count === 0) return []
  const starts = [0, ...findBoundaries(rows, options)]
  const labels = labelSpans(input, starts)
  const existingAt = new Map(sections.map((section) => [section.start, section]))
  return starts.map((start, s) => {
    const existing = existingAt.get(start)
    return {
      start,
      end: starts[s + 1] ?? rows.count,
      heading: labels[s].heading,
      terms: labels[s].terms,
      ...(existing === undefined || existing.path.length === 0 ? {} : { path: existing.path })
    }
  })
}

/** A label for each span of paragraphs that begins at one of `starts` (ascending, from 0) and ends at the next. */
function labelSpans({ paragraphs, sentences }: OutlineInput, starts: readonly number[]): ThemeLabel[] {
  const span = spanOf(starts, paragraphs.length)
  return labelThemes(
    sentences.map(({ text }) => text),
    sentences.map(({ paragraph }) => span[paragraph]),
    starts.length
  )
}

function suggestMoves(
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
    for (let p = sections[from].start; p < sections[from].end; p++) {
      const x = row(rows, p)
      if (countWords(input.paragraphs[p].text) < minWords || !x.some((value) => value !== 0)) continue
      const rest = sums[f].map((value, d) => value - x[d])
      normalize(rest)
      const own = dot(x, rest)
      let to = -1
      let other = -1
      sums.forEach((sum, s) => {
        const cosine = lengths[s] > 0 ? dot(x, sum) / lengths[s] : 0
        if (s === f || cosine <= other) return
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
  terms: readonly Term[]
): string {
  const text = paragraphs[move.paragraph].text.toLowerCase()
  const shared = terms.filter(({ term }) => text.includes(term.toLowerCase())).map(({ term }) => term)
  const near = `nearer to “${sections[move.to].path.at(-1)}” (${move.other.toFixed(2)})`
  const far = `than to the rest of “${sections[move.from].path.at(-1)}” (${move.own.toFixed(2)})`
  return shared.length === 0 ? `${near} ${far}` : `${near} ${far}; it shares ${shared.slice(0, 3).join(', ')}`
}

function missingHeadings(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  { headingGain, minWords, boundaries }: { headingGain: number; minWords: number; boundaries: BoundaryOptions }
): MissingHeading[] {
  const words = input.paragraphs.map(({ text }) => countWords(text))
  const wordsIn = (start: number, end: number): number => words.slice(start, end).reduce((sum, n) => sum + n, 0)
  const found = sections.flatMap(({ start, end }, section) => {
    const own = selectRows(
      rows,
      Array.from({ length: end - start }, (_, i) => start + i)
    )
    const unit = meanScatter(own)
    if (unit === 0) return []
    const inside = findBoundaries(own, { ...boundaries, penalty: headingGain / unit }).map((at) => start + at)
    return inside.flatMap((at, i) => {
      const before = wordsIn(inside[i - 1] ?? start, at)
      const after = wordsIn(at, inside[i + 1] ?? end)
      return before < PART_WORDS * minWords || after < PART_WORDS * minWords ? [] : [{ paragraph: at, section }]
    })
  })
  if (found.length === 0) return []
  const starts = [...sections.map(({ start }) => start), ...found.map(({ paragraph }) => paragraph)]
  starts.sort((a, b) => a - b)
  const labels = new Map(labelSpans(input, starts).map((label, s) => [starts[s], label]))
  return found.map(({ paragraph, section }) => {
    const { heading, terms } = labels.get(paragraph)!
    const about = terms.slice(0, 3).map(({ term }) => term)
    return { paragraph, section, heading, reason: `a new subject begins here: ${about.join(', ')}` }
  })
}

function sumRows(rows: Vectors, start: number, end: number): Float32Array {
  const sum = new Float32Array(rows.dims)
  for (let p = start; p < end; p++) {
    const from = row(rows, p)
    for (let d = 0; d < rows.dims; d++) sum[d] += from[d]
  }
  return sum
}

function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0
}
