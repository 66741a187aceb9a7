import { dot, row, rowsBetween, type Vectors } from '../vectors/vectors.js'
import { sphericalKMeans } from '../clustering/kmeans.js'
import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import type { OutlineSection } from '../segmentation/sections.js'
import { asWritten, quoted, sharedWords } from '../labels/subject-words.js'

/** A section whose paragraphs form two groups, each closer to its own than to the other. */
export interface MixedSection {
  /** Index in `sections`. */
  readonly section: number
  /** The paragraphs of each group, ascending; the larger group first. Paragraphs without known words are in neither. */
  readonly groups: readonly [readonly number[], readonly number[]]
  /**
   * The chance that it mixes two subjects, from 0 to 1: the precision at this score among sections of which one in
   * twenty was made of two (bench/RESULTS.md, *Moves*).
   */
  readonly score: number
}

/** A mixed section with a reason. */
export interface MixedSectionSuggestion extends MixedSection {
  /** A sentence for the user. */
  readonly reason: string
}

/** Minimum number of paragraphs of either group. */
const GROUP_PARAGRAPHS = 2

/**
 * Logistic regression on sections of Wikipedia's validation articles, merged in pairs or unchanged: a constant, and the
 * weights of the mean cosine within groups and across them. The constant is lower than fitted, which suits the scores
 * of other kinds of articles.
 */
const WEIGHTS = { constant: -4, within: 3.5, across: -10.7 } as const

/**
 * Returns the chance that each section mixes two subjects, in reading order. The paragraphs of a section are clustered
 * in two, whatever their order; a mixed section has clusters that are less similar than usual. O(paragraphs · dims) per
 * iteration of the clustering.
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

/**
 * Returns the mean cosine of two paragraphs of the same group, and of two of different groups. Sums avoid visiting each
 * pair.
 */
function cosines(rows: Vectors, groups: MixedSection['groups']): { readonly within: number; readonly across: number } {
  const sums = groups.map((group) => {
    const sum = new Float32Array(rows.dims)
    for (const p of group) row(rows, p).forEach((value, d) => (sum[d] += value))
    return sum
  })
  // A unit row has the product 1 with itself.
  const inner = groups.reduce((all, { length }, g) => all + dot(sums[g], sums[g]) - length, 0)
  const pairs = groups.reduce((all, { length }) => all + length * (length - 1), 0)
  return { within: inner / pairs, across: dot(sums[0], sums[1]) / (groups[0].length * groups[1].length) }
}

/** Returns the mixed sections with a score of at least `minScore`, in reading order. */
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
