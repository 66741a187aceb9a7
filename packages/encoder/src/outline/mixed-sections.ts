import { dot, row, rowsBetween, type Vectors } from '../vectors/vectors.js'
import { sphericalKMeans } from '../clustering/kmeans.js'
import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import type { OutlineSection } from '../segmentation/sections.js'
import { asWritten, quoted, sharedWords } from '../labels/subject-words.js'

/** A section's paragraphs in two groups, each nearer to its own than to the other. */
export interface MixedSection {
  /** Index of `sections`. */
  readonly section: number
  /** The paragraphs of each group, ascending; the larger group first. Paragraphs of which nothing is known are in none. */
  readonly groups: readonly [readonly number[], readonly number[]]
  /**
   * The chance that it was two, from 0 to 1: the part of such that were, among sections of articles of which one in
   * twenty was made of two (bench/RESULTS.md, *Moves*).
   */
  readonly score: number
}

/** A section that mixes two subjects. */
export interface MixedSectionSuggestion extends MixedSection {
  /** A sentence. */
  readonly reason: string
}

/** Paragraphs that either group has at least. */
const GROUP_PARAGRAPHS = 2

/**
 * Of a logistic regression on sections of Wikipedia's validation articles, two put together or as they are: a constant,
 * and the weights of the mean cosine of two paragraphs of one group, and of different groups. The constant is lower than
 * fitted, as the scores of articles of every kind want it.
 */
const WEIGHTS = { constant: -4, within: 3.5, across: -10.7 } as const

/**
 * How likely each section is made of two, in reading order, wherever its paragraphs stand in it: where the paragraphs of
 * its two clusters have less to do with one another than is usual in a section. O(paragraphs · dims), times the rounds of
 * the clustering.
 */
export function findMixedSections({ rows, sections }: Pick<FittedDocument, 'rows' | 'sections'>): MixedSection[] {
  return sections.flatMap((own, section) => {
    if (own.path.length === 0 || own.end - own.start < 2 * GROUP_PARAGRAPHS) return []
    const groups = inTwo(rows, own)
    if (groups === undefined) return []
    const { within, across } = cosines(rows, groups)
    const odds = WEIGHTS.constant + WEIGHTS.within * within + WEIGHTS.across * across
    return [{ section, groups, score: 1 / (1 + Math.exp(-odds)) }]
  })
}

function inTwo(rows: Vectors, { start, end }: OutlineSection): MixedSection['groups'] | undefined {
  const { assignment } = sphericalKMeans(rowsBetween(rows, start, end), { k: 2, restarts: 2, swaps: 0 })
  const group = (c: number): number[] => paragraphsOf({ start, end }).filter((p) => assignment[p - start] === c)
  const groups = [group(0), group(1)] as const
  return groups.every(({ length }) => length >= GROUP_PARAGRAPHS) ? groups : undefined
}

/** The mean cosine of two paragraphs of one group, and of one of each. By sums, for the pairs are many. */
function cosines(rows: Vectors, groups: MixedSection['groups']): { readonly within: number; readonly across: number } {
  const sums = groups.map((group) => {
    const sum = new Float32Array(rows.dims)
    for (const p of group) row(rows, p).forEach((value, d) => (sum[d] += value))
    return sum
  })
  // Each unit row with itself counts 1.
  const inner = groups.reduce((all, { length }, g) => all + dot(sums[g], sums[g]) - length, 0)
  const pairs = groups.reduce((all, { length }) => all + length * (length - 1), 0)
  return { within: inner / pairs, across: dot(sums[0], sums[1]) / (groups[0].length * groups[1].length) }
}

/** The mixed sections that are sure enough, in reading order: `minScore` is the least score that one has. */
export function suggestMixed(
  document: FittedDocument,
  { minScore }: { readonly minScore: number }
): MixedSectionSuggestion[] {
  return findMixedSections(document)
    .filter(({ score }) => score >= minScore)
    .map((mixed) => ({ ...mixed, reason: mixedReason(document, mixed) }))
}

function mixedReason(document: FittedDocument, { section, groups }: MixedSection): string {
  const [first, second] = groups.map((group, g) => {
    const words = wordsAt(document, group)
    const text = group.map((p) => document.paragraphs[p].text).join('\n')
    return quoted(asWritten(text, sharedWords(words, words, wordsAt(document, groups[1 - g]))))
  })
  const name = `“${document.sections[section].path.at(-1)}”`
  if (first === '' || second === '') return `${name} has two subjects that could be told apart.`
  return `${name} has two subjects that could be told apart: ${first}, and ${second}.`
}
