import { slice, type DocumentFormat } from '@leitmotif/encoder'
import { readDraftText, type DraftText } from '@leitmotif/encoder/draft'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'

/** A draft as its writer wrote it. */
export interface Draft {
  readonly name: string
  readonly text: string
  readonly format: DocumentFormat
}

/** An artificial change of a draft. Indices are those of its paragraphs and sections after the change. */
export type Damage =
  /** A paragraph was moved from its section `home` to another one. */
  | { readonly kind: 'moved'; readonly paragraph: number; readonly home: number }
  /** This paragraph is of another text. */
  | { readonly kind: 'foreign'; readonly paragraph: number }
  /** The heading before this paragraph was deleted. */
  | { readonly kind: 'deleted'; readonly paragraph: number }
  /** The headings of these sections were exchanged. */
  | { readonly kind: 'exchanged'; readonly sections: readonly [number, number] }
  /** All headings were removed; sections began at these paragraphs. */
  | { readonly kind: 'removed'; readonly starts: readonly number[] }
  /**
   * The paragraphs from this one on were moved to the end of this section from another one, whose heading was deleted.
   */
  | { readonly kind: 'merged'; readonly paragraph: number; readonly section: number }

export const DAMAGES = [
  'moved',
  'foreign',
  'deleted',
  'exchanged',
  'merged',
  'removed'
] as const satisfies Damage['kind'][]

/** A draft's text after a damage. */
export interface DamagedDraft {
  readonly text: string
  readonly damage: Damage
}

/** Maximum number of damages of each kind in a draft. */
export const DAMAGE_CASES = 3

/** Limits for damages. Only a section's own paragraphs count, not those of its subsections. */
const BOUNDS = {
  /** Number of tries to draw a place for a damage. */
  draws: 30,
  /** Minimum number of words of a paragraph to move, and of paragraphs of the sections that lose and get it. */
  movedWords: 25,
  movedParagraphs: 2,
  /** Words of a paragraph of another text. */
  foreignWords: { least: 30, most: 150 },
  /** Minimum number of paragraphs of the sections before and after a deleted heading, and of merged sections. */
  headedParagraphs: 3,
  /** Minimum number of words of sections whose headings are exchanged. */
  exchangedWords: 40,
  /** Minimum number of sections and of paragraphs of a draft that loses all headings. */
  sections: 4,
  paragraphs: 12
} as const

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A damage before it is checked: the edits, and the expected paragraphs afterwards, each with its heading. -1 is the paragraph
 * `added`.
 */
interface Planned {
  readonly edits: readonly Edit[]
  readonly expected: readonly (readonly [paragraph: number, heading: string])[]
  readonly added?: string
  readonly damage: Damage
}

/** Returns paragraphs of a draft that can be put into others, in any format. */
export function looseParagraphs({ text, format }: Draft): string[] {
  const { paragraphs, sentences } = readDraftText(text, format)
  const counts = new Int32Array(paragraphs.length)
  for (const { paragraph } of sentences) counts[paragraph]++
  const { least, most } = BOUNDS.foreignWords
  return paragraphs.flatMap(({ text, words, form }, p) =>
    form.form === 'text' && words >= least && words <= most && counts[p] > 1 && !MARKUP.test(text) ? [text] : []
  )
}

/**
 * Damages a draft in several ways, each in a separate copy of the text: up to three damages of each kind, or `moved` moves, and
 * once the removal of all headings. `foreign` are paragraphs of other texts to put into it. Leaves out damages that would change how
 * other text is parsed. The same seed, name and paragraphs give the same damages.
 */
export function damageDraft(
  { name, text, format }: Draft,
  seed: number,
  { moved = DAMAGE_CASES, foreign = [] }: { readonly moved?: number; readonly foreign?: readonly string[] } = {}
): DamagedDraft[] {
  const draft = { ...readDraftText(text, format), foreign }
  const random = createRandom(seed).fork(name)
  return DAMAGES.flatMap((kind) => {
    const drawn = random.fork(kind)
    const found = new Map<string, DamagedDraft>()
    const most = kind === 'removed' ? 1 : kind === 'moved' ? moved : DAMAGE_CASES
    for (let draw = 0; draw < BOUNDS.draws && found.size < most; draw++) {
      const planned = PLANS[kind](text, draft, drawn)
      if (planned === undefined) continue
      const damaged = applyEdits(text, planned.edits)
      if (isAsExpected(readDraftText(damaged, format), draft, planned)) {
        found.set(JSON.stringify(planned.damage), { text: damaged, damage: planned.damage })
      }
    }
    return [...found.values()]
  })
}

/** Characters that mean markup in one of the formats. */
const MARKUP = /[\\_$`*<>|{}[\]#~^&%]/

/** A draft, and paragraphs of others. */
type Damageable = DraftText & { readonly foreign: readonly string[] }

const PLANS: Readonly<
  Record<Damage['kind'], (text: string, draft: Damageable, random: Random) => Planned | undefined>
> = {
  moved: planMove,
  foreign: planForeign,
  deleted: planDeletion,
  exchanged: planExchange,
  merged: planMerge,
  removed: planRemoval
}

type Section = DraftText['sections'][number]

function planMove(text: string, draft: DraftText, random: Random): Planned | undefined {
  const { paragraphs, sections } = draft
  const open = indices(sections, (one) => one.heading !== '' && lengthOf(one) >= BOUNDS.movedParagraphs)
  const home = pick(open, random)
  if (home === undefined) return undefined
  const movable = paragraphsOf(sections[home]).filter((p) => paragraphs[p].words >= BOUNDS.movedWords)
  const moved = pick(movable, random)
  const target = pick(
    open.filter((s) => s !== home && !isWithin(sections, s, home) && !isWithin(sections, home, s)),
    random
  )
  if (moved === undefined || target === undefined) return undefined
  const { start, end } = sections[target]
  const before = start + random.integer(end - start + 1)
  const expected = expectedOf(draft).filter(([p]) => p !== moved)
  const place =
    before < end ? expected.findIndex(([p]) => p === before) : expected.findIndex(([p]) => p === end - 1) + 1
  expected.splice(place, 0, [moved, sections[target].heading])
  return {
    edits: [cut(draft, moved, moved + 1), paste(text, draft, target, before, slice(text, paragraphs[moved].span))],
    expected,
    damage: { kind: 'moved', paragraph: place, home }
  }
}

function planForeign(text: string, draft: Damageable, random: Random): Planned | undefined {
  const { sections, foreign } = draft
  const target = pick(
    indices(sections, (one) => one.heading !== '' && lengthOf(one) >= BOUNDS.movedParagraphs),
    random
  )
  const added = pick(foreign, random)
  if (target === undefined || added === undefined) return undefined
  const { start, end, heading } = sections[target]
  const before = start + 1 + random.integer(end - start)
  const expected = expectedOf(draft)
  expected.splice(before, 0, [-1, heading])
  return {
    edits: [paste(text, draft, target, before, added)],
    expected,
    added,
    damage: { kind: 'foreign', paragraph: before }
  }
}

function planDeletion(_text: string, draft: DraftText, random: Random): Planned | undefined {
  const { sections } = draft
  const isLong = (s: number): boolean => sections[s].heading !== '' && lengthOf(sections[s]) >= BOUNDS.headedParagraphs
  const section = pick(
    indices(sections, (_, s) => s > 0 && isLong(s) && isLong(s - 1)),
    random
  )
  if (section === undefined) return undefined
  const { start, headingSpan } = sections[section]
  const { heading } = sections[section - 1]
  return {
    edits: [{ ...headingSpan!, text: '' }],
    expected: expectedOf(draft, (s) => (s === section ? heading : sections[s].heading)),
    damage: { kind: 'deleted', paragraph: start }
  }
}

function planExchange(text: string, draft: DraftText, random: Random): Planned | undefined {
  const { paragraphs, sections } = draft
  const wordsOf = (section: Section): number => paragraphsOf(section).reduce((sum, p) => sum + paragraphs[p].words, 0)
  const open = indices(
    sections,
    (one, s) =>
      one.heading !== '' && wordsOf(one) >= BOUNDS.exchangedWords && sections.every(({ parent }) => parent !== s)
  )
  const first = pick(open, random)
  const second = pick(
    open.filter(
      (s) =>
        s !== first && sections[s].level === sections[first!].level && sections[s].heading !== sections[first!].heading
    ),
    random
  )
  if (first === undefined || second === undefined) return undefined
  const spans = [sections[first].headingSpan!, sections[second].headingSpan!]
  const other = (s: number): number => (s === first ? second : s === second ? first : s)
  return {
    edits: spans.map((span, i) => ({ ...span, text: slice(text, spans[1 - i]) })),
    expected: expectedOf(draft, (s) => sections[other(s)].heading),
    damage: { kind: 'exchanged', sections: [Math.min(first, second), Math.max(first, second)] }
  }
}

function planMerge(text: string, draft: DraftText, random: Random): Planned | undefined {
  const { paragraphs, sections } = draft
  const open = indices(
    sections,
    (one, s) =>
      one.heading !== '' && lengthOf(one) >= BOUNDS.headedParagraphs && sections.every(({ parent }) => parent !== s)
  )
  const gone = pick(open, random)
  const section = pick(
    open.filter((s) => s !== gone && s !== gone! - 1),
    random
  )
  if (gone === undefined || section === undefined) return undefined
  const { start, end, headingSpan } = sections[gone]
  const body = text.slice(paragraphs[start].span.start, paragraphs[end - 1].span.end)
  const all = expectedOf(draft)
  const moved = all.slice(start, end).map(([p]) => [p, sections[section].heading] as const)
  const expected = all.filter(([p]) => p < start || p >= end)
  const place = expected.findIndex(([p]) => p === sections[section].end - 1) + 1
  expected.splice(place, 0, ...moved)
  return {
    edits: [
      { ...headingSpan!, text: '' },
      cut(draft, start, end),
      paste(text, draft, section, sections[section].end, body)
    ],
    expected,
    damage: { kind: 'merged', paragraph: place, section: section > gone ? section - 1 : section }
  }
}

function planRemoval(_text: string, draft: DraftText): Planned | undefined {
  const { paragraphs, sections } = draft
  const starts = [...new Set(sections.flatMap(({ start, end }) => (start > 0 && start < end ? [start] : [])))]
  if (starts.length + 1 < BOUNDS.sections || paragraphs.length < BOUNDS.paragraphs) return undefined
  return {
    edits: sections.flatMap(({ headingSpan }) => (headingSpan === undefined ? [] : [{ ...headingSpan, text: '' }])),
    expected: expectedOf(draft, () => ''),
    damage: { kind: 'removed', starts }
  }
}

function expectedOf(
  { paragraphs, sections }: DraftText,
  headingOf = (s: number): string => sections[s].heading
): (readonly [number, string])[] {
  return paragraphs.map(({ section }, p) => [p, headingOf(section)] as const)
}

/** Returns whether a damaged draft has the expected paragraphs under the expected headings. */
function isAsExpected(damaged: DraftText, before: DraftText, { expected, added }: Planned): boolean {
  const textOf = (paragraph: number): string | undefined => (paragraph < 0 ? added : before.paragraphs[paragraph].text)
  return (
    damaged.paragraphs.length === expected.length &&
    damaged.paragraphs.every(
      ({ text, section }, i) => text === textOf(expected[i][0]) && damaged.sections[section].heading === expected[i][1]
    )
  )
}

/** Removes paragraphs [from, to) of one section. */
function cut({ paragraphs }: DraftText, from: number, to: number): Edit {
  return { start: paragraphs[from].span.start, end: paragraphs[to - 1].span.end, text: '' }
}

/** Inserts text before a paragraph of a section; `before` may also be the section's end. */
function paste(text: string, { paragraphs, sections }: DraftText, section: number, before: number, body: string): Edit {
  const blank = text.includes('\r\n') ? '\r\n\r\n' : '\n\n'
  if (before < sections[section].end) {
    const { start } = paragraphs[before].span
    return { start, end: start, text: body.trimEnd() + blank }
  }
  const { end } = paragraphs[before - 1].span
  return { start: end, end, text: blank + body.trimEnd() }
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let at = 0
  let made = ''
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    made += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return made + text.slice(at)
}

function indices<T>(items: readonly T[], test: (item: T, i: number) => boolean): number[] {
  return [...items.keys()].filter((i) => test(items[i], i))
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items.length === 0 ? undefined : items[random.integer(items.length)]
}

function lengthOf({ start, end }: Section): number {
  return end - start
}

function paragraphsOf({ start, end }: Section): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/** Returns whether a section is `outer` or one of its subsections. */
function isWithin(sections: readonly Section[], section: number, outer: number): boolean {
  for (let s = section; s >= 0; s = sections[s].parent) if (s === outer) return true
  return false
}
