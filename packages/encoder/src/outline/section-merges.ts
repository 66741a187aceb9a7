import { paragraphsOf, wordsAt, type FittedDocument } from './section-fit.js'
import { containsSection } from './move-choices.js'
import type { OutlineSection } from '../segmentation/sections.js'
import { LEAST_SHARED, sharedEvidence } from './shared-evidence.js'
import { asWritten, quoted, sumWords } from '../labels/subject-words.js'

/** Two adjacent sections that may be one. */
export interface MergeCandidate {
  /** Index in `sections` of the second; the first precedes it. */
  readonly section: number
  /**
   * The chance that they are one, from 0 to 1: the precision at this score among adjacent sections of which one pair in
   * twenty was a section cut in two (bench/RESULTS.md, *Moves*).
   */
  readonly score: number
}

/** A section that should be merged into the one before it. */
export interface SectionMerge extends MergeCandidate {
  /** A sentence for the user. */
  readonly reason: string
}

/** Minimum number of paragraphs of either section. */
const MERGE_PARAGRAPHS = 2

/**
 * Logistic regression on sections of Wikipedia's validation articles, cut in two or not: a constant, and the weights of
 * the other section's fit relative to the paragraph's own, and relative to the rest of the document.
 */
const WEIGHTS = { constant: -2.3, own: 0.57, rest: 0.3 } as const

/**
 * Returns the chance that each section belongs to the one before it, in reading order. It is high if the paragraphs of
 * each fit the other as well as their own (`fitSections`), and better than the rest. Only adjacent siblings with
 * headings and without subsections are compared. O(paragraphs · sections).
 */
export function findMergeCandidates({ sections, fit }: Pick<FittedDocument, 'sections' | 'fit'>): MergeCandidate[] {
  const count = sections.length
  if (fit.length === 0) return []
  return sections.flatMap((second, section) => {
    const first = sections[section - 1]
    if (section === 0 || !areSiblings(first, second) || hasInner(second, sections[section + 1])) return []
    if ([first, second].some(({ start, end }) => end - start < MERGE_PARAGRAPHS)) return []
    let [own, rest, known] = [0, 0, 0]
    for (const [home, other] of [
      [section - 1, section],
      [section, section - 1]
    ]) {
      for (const p of paragraphsOf(sections[home])) {
        const to = fit.subarray(p * count, (p + 1) * count)
        const others = Array.from(to).filter((value, s) => s !== home && s !== other && value > -Infinity)
        if (others.length === 0 || to[home] === -Infinity || to[other] === -Infinity) continue
        own += to[other] - to[home]
        rest += to[other] - logMeanExp(others)
        known++
      }
    }
    if (known === 0) return []
    const odds = WEIGHTS.constant + (WEIGHTS.own * own + WEIGHTS.rest * rest) / known
    return [{ section, score: 1 / (1 + Math.exp(-odds)) }]
  })
}

/**
 * This many adjacent short siblings of similar length form a list. Its entries stay separate, however similar they are.
 */
const LIST_SECTIONS = 3

/** Maximum number of paragraphs of a list's entry, and of the difference in length between entries. */
const ENTRY_PARAGRAPHS = 3
const ENTRY_DIFFERENCE = 1

/**
 * Returns the merges with a score of at least `minScore`, in reading order. Both sections share words that are rarer in
 * the rest, and neither is an entry of a list.
 */
export function suggestMerges(document: FittedDocument, { minScore }: { readonly minScore: number }): SectionMerge[] {
  const { sections } = document
  return findMergeCandidates(document).flatMap((candidate) => {
    const [first, second] = [sections[candidate.section - 1], sections[candidate.section]]
    if (candidate.score < minScore || isListed(sections, candidate.section) || areParallel(first, second)) return []
    const shared = sharedByBoth(document, candidate.section)
    return shared.length < LEAST_SHARED
      ? []
      : [{ ...candidate, reason: mergeReason(document, candidate.section, shared) }]
  })
}

/** Whether two headings are entries of a series: names of commands, or "Time limits" and "Memory limits". */
function areParallel(one: OutlineSection, other: OutlineSection): boolean {
  const [a, b] = [one, other].map(({ path }) => path.at(-1)!.toLowerCase().split(/\s+/))
  if (a.length === 1 && b.length === 1) return [one, other].every(({ path }) => !/^\p{Lu}\p{Ll}+$/u.test(path.at(-1)!))
  const shared = a.filter((word) => b.includes(word)).length
  return a.length > 1 && b.length > 1 && 2 * shared >= Math.min(a.length, b.length)
}

/**
 * Returns whether a section and the one before it are among LIST_SECTIONS adjacent short siblings of similar length.
 */
function isListed(sections: readonly OutlineSection[], section: number): boolean {
  const length = (s: number): number => sections[s].end - sections[s].start
  const isEntry = (s: number): boolean =>
    s in sections &&
    areSiblings(sections[s], sections[section]) &&
    length(s) <= ENTRY_PARAGRAPHS &&
    Math.abs(length(s) - length(section)) <= ENTRY_DIFFERENCE
  if (!isEntry(section) || !isEntry(section - 1)) return false
  let entries = 2
  for (let s = section + 1; entries < LIST_SECTIONS && isEntry(s); s++) entries++
  for (let s = section - 2; entries < LIST_SECTIONS && isEntry(s); s--) entries++
  return entries >= LIST_SECTIONS
}

function sharedByBoth(document: FittedDocument, section: number): string[] {
  const { words, sections } = document
  const [first, second] = [sections[section - 1], sections[section]]
  const rest = sumWords(words.filter((_, p) => p < first.start || p >= second.end))
  return sharedEvidence(wordsAt(document, paragraphsOf(first)), wordsAt(document, paragraphsOf(second)), rest)
}

function mergeReason({ paragraphs, sections }: FittedDocument, section: number, shared: readonly string[]): string {
  const [first, second] = [sections[section - 1], sections[section]]
  const text = paragraphsOf(second).map((p) => paragraphs[p].text)
  const both = quoted(asWritten(text.join('\n'), shared))
  return `“${second.path.at(-1)}” is about the same as “${first.path.at(-1)}”: both speak of ${both}.`
}

/** Returns whether two sections have headings under the same parent. */
function areSiblings(a: OutlineSection, b: OutlineSection): boolean {
  const depth = a.path.length
  return (
    depth > 0 && depth === b.path.length && a.path.slice(0, -1).every((heading, level) => heading === b.path[level])
  )
}

/** Returns whether the following section is under `section`. */
function hasInner(section: OutlineSection, next: OutlineSection | undefined): boolean {
  return next !== undefined && next.path.length > section.path.length && containsSection(section, next)
}

function logMeanExp(values: readonly number[]): number {
  const most = Math.max(...values)
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0) / values.length)
}
