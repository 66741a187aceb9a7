import type { HeadingMarkup } from '../markup/heading-markup.js'
import { scopesOf, type DraftParts, type EditedDraft, type Scope } from './draft-parts.js'

/** A section of the rearranged draft. */
export interface ArrangedSection {
  /** Absent in the text before the first heading. */
  heading?: ArrangedHeading
  /** Its own parts in order: indices of bodies and fixed parts. */
  parts: number[]
  /** Index of the current section; -1 if it is new. */
  readonly from: number
}

export interface ArrangedHeading {
  /** The current heading's part; undefined if it is new. */
  readonly part?: number | undefined
  /** New words without markup; undefined if they stay. */
  text?: string | undefined
  level: number
}

/** The rearranged draft, which the steps of a change modify. */
export interface Arrangement {
  readonly draft: DraftParts
  readonly analysis: EditedDraft
  readonly markup: HeadingMarkup
  sections: ArrangedSection[]
  /** The current sections by index. */
  readonly today: ReadonlyMap<number, ArrangedSection>
  /** The current scope of each part. */
  readonly scopes: ReadonlyMap<number, Scope>
}

/** Returns the unchanged arrangement of a draft. Text before the first heading, if any, is the first section. */
export function arrangementOf(draft: DraftParts, analysis: EditedDraft, markup: HeadingMarkup): Arrangement {
  const lead = analysis.sections.findIndex(({ headingSpan }) => headingSpan === undefined)
  const sections: ArrangedSection[] = []
  for (const [part, { kind, level, section }] of draft.parts.entries()) {
    if (kind === 'heading') sections.push({ heading: { part, level }, parts: [], from: section })
    else {
      if (sections.length === 0) sections.push({ parts: [], from: lead })
      sections.at(-1)!.parts.push(part)
    }
  }
  if (lead >= 0 && sections.at(0)?.from !== lead) sections.unshift({ parts: [], from: lead })
  const today = new Map(sections.map((section) => [section.from, section]))
  return { draft, analysis, markup, sections, today, scopes: scopesOf(draft.parts, draft.parts.keys()) }
}

/** Returns the place of a current section in the arrangement. @throws Error if there is no such section */
export function placeOf({ sections, analysis, today }: Arrangement, section: number): number {
  const own = section < 0 ? undefined : today.get(section)
  if (own === undefined) {
    throw new Error(`There is no section ${section + 1} in this draft; it has ${analysis.sections.length}.`)
  }
  return sections.indexOf(own)
}

/** Returns the part of a paragraph. @throws Error if there is no such paragraph, or it cannot be moved */
export function partOf({ draft }: Arrangement, paragraph: number): number {
  const part = draft.ofParagraph.at(paragraph) ?? -1
  if (paragraph < 0 || part < 0) {
    throw new Error(`Paragraph ${paragraph + 1} cannot be moved; the draft has ${draft.ofParagraph.length}.`)
  }
  return part
}

/** Returns the level of the draft's top sections, without the title. */
export function topLevel({ draft, markup }: Arrangement): number {
  const levels = draft.parts.flatMap(({ kind, level }) => (kind === 'heading' ? [level] : []))
  if (levels.length > 0) return levels.reduce((least, level) => Math.min(least, level))
  return draft.titled ? Math.max(markup.first, 2) : markup.first
}

/** Returns the level of a new section beside the one at `at`. */
export function levelBeside(arrangement: Arrangement, at: number): number {
  return arrangement.sections[at].heading?.level ?? topLevel(arrangement)
}

/** Returns the end of the section at `at`, including its subsections. */
export function endOf({ sections }: Arrangement, at: number): number {
  const level = sections[at].heading?.level
  let end = at + 1
  if (level === undefined) return end
  while (end < sections.length && sections[end].heading!.level > level) end++
  return end
}

/** Changes the headings' levels by `by`, at most to `deepest`. */
export function shiftLevels(sections: readonly ArrangedSection[], by: number, deepest: number): void {
  for (const { heading } of sections) heading!.level = Math.min(heading!.level + by, deepest)
}

/** Raises headings so that none is more than one level deeper than the one before it, unless the draft already has such gaps. */
export function closeLevels({ sections, draft }: Arrangement): void {
  const start = draft.titled ? 1 : 0
  let before = start
  for (const { kind, level } of draft.parts) {
    if (kind !== 'heading') continue
    if (level > before + 1) return
    before = level
  }
  before = start
  for (const { heading } of sections) {
    if (heading !== undefined) before = heading.level = Math.min(heading.level, before + 1)
  }
}

/** Removes parts from their sections. */
export function takeOut(sections: readonly ArrangedSection[], parts: ReadonlySet<number>): void {
  for (const section of sections) {
    if (section.parts.some((part) => parts.has(part))) section.parts = section.parts.filter((part) => !parts.has(part))
  }
}

/** Inserts parts after a section's last paragraph, before fixed parts at its end, such as a rule. */
export function append({ draft }: Arrangement, section: ArrangedSection, parts: readonly number[]): void {
  const last = section.parts.findLastIndex((part) => draft.parts[part].kind === 'body')
  const at = last < 0 ? section.parts.length : last + 1
  section.parts = [...section.parts.slice(0, at), ...parts, ...section.parts.slice(at)]
}

/** Returns the theme of each part. A part without a theme has that of the body before it in its section; -1 if there is none. */
export function themesOf({ draft, analysis, sections }: Arrangement): Int32Array {
  const themes = new Int32Array(draft.parts.length).fill(-1)
  for (const { parts } of sections) {
    let last = -1
    for (const part of parts) {
      const { paragraph } = draft.parts[part]
      const own = paragraph < 0 ? -1 : analysis.paragraphs[paragraph].theme
      if (own >= 0) last = own
      themes[part] = last
    }
  }
  return themes
}
