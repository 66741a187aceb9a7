import * as l10n from '@vscode/l10n'
import {
  append,
  endOf,
  levelBeside,
  partOf,
  placeOf,
  shiftLevels,
  takeOut,
  themesOf,
  topLevel,
  type ArrangedSection,
  type Arrangement
} from './arrangement.js'
import type { DraftParts, Scope } from './draft-parts.js'
import type { Change, Place, ThemePlace } from '../change.js'

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

/** Inserts a heading before a paragraph. */
export function split(arrangement: Arrangement, { paragraph, heading, replaces }: Of<'split'>): void {
  const { sections } = arrangement
  const part = partOf(arrangement, paragraph)
  const at = sections.findIndex(({ parts }) => parts.includes(part))
  const section = sections[at]
  const first = section.parts.indexOf(part)
  if (first === 0 && section.heading !== undefined) {
    throw new Error(
      l10n.t('A section already begins at this paragraph. Rename its heading, or split at a later paragraph.')
    )
  }
  const parts = section.parts.splice(first)
  const level = levelBeside(arrangement, at)
  if (replaces === true && isOneLine(arrangement.draft, part)) parts.shift()
  sections.splice(at + 1, 0, { heading: { text: heading, level }, parts, from: -1 })
}

function isOneLine({ text, parts }: DraftParts, part: number): boolean {
  const { start, end, blocks } = parts[part]
  return blocks[1] - blocks[0] === 1 && !/[\r\n]/.test(text.slice(start, end).trim())
}

/** Moves paragraphs to a section's end, before one of its paragraphs, or to a new section. */
export function move(
  arrangement: Arrangement,
  paragraphs: readonly number[],
  to: number,
  heading?: string,
  before?: number
): void {
  const { sections } = arrangement
  if (paragraphs.length === 0) throw new Error('No paragraph was named; name one or more to move.')
  const parts = [...new Set(paragraphs.map((paragraph) => partOf(arrangement, paragraph)))]
  if (to < 0 && heading === undefined)
    throw new Error('No section was named to move to; name one, or a heading for a new one.')
  const at = to < 0 ? sections.findIndex((section) => section.parts.includes(parts[0])) : placeOf(arrangement, to)
  takeOut(sections, new Set(parts))
  const next = before === undefined ? -1 : sections[at].parts.indexOf(partOf(arrangement, before))
  if (heading === undefined && next >= 0) sections[at].parts.splice(next, 0, ...parts)
  else if (heading === undefined) append(arrangement, sections[at], parts)
  else {
    const level = levelBeside(arrangement, at)
    sections.splice(endOf(arrangement, at), 0, { heading: { text: heading, level }, parts, from: -1 })
  }
}

export function moveSection(arrangement: Arrangement, { section, to }: Of<'move-section'>): void {
  const { sections } = arrangement
  const at = placeOf(arrangement, section)
  const { heading } = sections[at]
  if (heading === undefined) {
    throw new Error(l10n.t('Text before the first heading cannot be moved. Give it a heading first.'))
  }
  const moved = sections.slice(at, endOf(arrangement, at))
  const target = sections[placeOf(arrangement, to.section)]
  if (moved.includes(target)) {
    if (target === moved[0]) return
    throw new Error(l10n.t('A section cannot be moved into one of its subsections. Choose another place.'))
  }
  const left = takeLooseEnd(arrangement, moved)
  sections.splice(at, moved.length)
  if (left.length > 0 && at === 0) sections.unshift({ parts: left, from: -1 })
  else if (left.length > 0) sections[at - 1].parts = [...sections[at - 1].parts, ...left]
  insertSections(arrangement, moved, target, to.where)
}

/** Removes and returns trailing parts that apply to other sections, such as a tag around sections below, and the parts after them. */
function takeLooseEnd({ draft }: Arrangement, moved: readonly ArrangedSection[]): number[] {
  const own = new Set<number>()
  for (const { heading, parts } of moved) {
    for (const part of [heading?.part ?? [], parts].flat()) {
      for (const { pair, opens } of draft.parts[part].ends) if (opens) own.add(pair)
    }
  }
  const isLoose = (part: number): boolean =>
    draft.parts[part].turns || draft.parts[part].ends.some(({ pair, opens }) => opens || !own.has(pair))
  return takeEnd(draft, moved[moved.length - 1], isLoose)
}

/** Removes and returns the parts after a section's last text, from the first that `isFirst` accepts. */
function takeEnd({ parts }: DraftParts, section: ArrangedSection, isFirst: (part: number) => boolean): number[] {
  const last = section.parts.findLastIndex((part) => {
    const { kind, blocks } = parts[part]
    return kind === 'body' || blocks[0] < blocks[1]
  })
  const first = section.parts.findIndex((part, index) => index > last && isFirst(part))
  return first < 0 ? [] : section.parts.splice(first)
}

/** Inserts a section and its subsections before, after or into `target`, with their levels adjusted. */
function insertSections(
  arrangement: Arrangement,
  moved: readonly ArrangedSection[],
  target: ArrangedSection,
  where: Place['where']
): void {
  const { sections, markup } = arrangement
  const at = sections.indexOf(target)
  const lead = target.heading === undefined
  if (lead && where === 'before') {
    throw new Error(l10n.t('Text before the first heading must stay first. Choose a place after it.'))
  }
  const level = levelBeside(arrangement, at) + (where === 'inside' && !lead ? 1 : 0)
  if (level > markup.deepest) {
    throw new Error(
      l10n.t(
        'A section inside this one would have level {0}; the deepest level is {1}. Choose a place at a higher level.',
        level,
        markup.deepest
      )
    )
  }
  shiftLevels(moved, level - moved[0].heading!.level, markup.deepest)
  const place = where === 'before' ? at : endOf(arrangement, at)
  const below = place === 0 ? [] : takeBelow(arrangement, sections[place - 1], moved[0])
  sections.splice(place, 0, ...moved)
  moved[moved.length - 1].parts = [...moved[moved.length - 1].parts, ...below]
}

/** Removes and returns trailing parts that must come after the moved section, so that its scope stays the same. */
function takeBelow({ draft, scopes }: Arrangement, section: ArrangedSection, { heading }: ArrangedSection): number[] {
  const end = takeEnd(draft, section, (part) => draft.parts[part].turns || draft.parts[part].ends.length > 0)
  const scope = scopes.get(heading?.part ?? -1)
  const before = end.map((part) => scopes.get(part)!)
  const behind = scopes.get((end.at(-1) ?? 0) + 1)
  const isSame = (place?: Scope): boolean => place?.pair === scope?.pair && place?.turn === scope?.turn
  const first = isSame(behind) ? -1 : before.findLastIndex(isSame)
  section.parts.push(...end.slice(0, first < 0 ? end.length : first))
  return first < 0 ? [] : end.slice(first)
}

/** Removes a section's heading, so that its parts join the section before it. */
export function merge(arrangement: Arrangement, { section }: Of<'merge'>): void {
  const { sections, markup } = arrangement
  const at = placeOf(arrangement, section)
  const { heading, parts } = sections[at]
  if (heading === undefined) {
    throw new Error(l10n.t('Text before the first heading has no heading to remove. Choose a section with a heading.'))
  }
  const children = sections.slice(at + 1, endOf(arrangement, at))
  if (at === 0) sections.unshift({ parts: [], from: -1 })
  const before = sections[at === 0 ? 0 : at - 1]
  sections.splice(sections.indexOf(before) + 1, 1)
  before.parts = [...before.parts, ...parts]
  const orphaned = before.heading === undefined || before.heading.level < heading.level
  if (children.length > 0 && orphaned) {
    const least = children.reduce((level, child) => Math.min(level, child.heading!.level), markup.deepest)
    shiftLevels(children, heading.level - least, markup.deepest)
  }
}

/** Moves a section with its subsections up or down by a level. */
export function changeLevel(arrangement: Arrangement, { section, by }: Of<'level'>): void {
  const { sections, markup } = arrangement
  const at = placeOf(arrangement, section)
  const { heading } = sections[at]
  if (heading === undefined)
    throw new Error(l10n.t('This text has no heading. Split the draft at its first paragraph to add one.'))
  const own = sections.slice(at, endOf(arrangement, at))
  const levels = own.map((one) => one.heading!.level + by)
  if (by < 0 && heading.level <= topLevel(arrangement))
    throw new Error(l10n.t('This section already has the top level of the draft.'))
  if (Math.max(...levels) > markup.deepest)
    throw new Error(l10n.t('A subsection would have a level deeper than the format has. Promote it first.'))
  if (
    by > 0 &&
    !sections.slice(0, at).some((other) => other.heading !== undefined && other.heading.level >= heading.level)
  )
    throw new Error(l10n.t('There is no section before this one that it could become a subsection of.'))
  own.forEach((one, i) => (one.heading!.level = levels[i]))
}

export function rename(arrangement: Arrangement, { section, heading }: Of<'rename'>): void {
  const own = arrangement.sections[placeOf(arrangement, section)].heading
  if (own === undefined) {
    throw new Error(l10n.t('This text has no heading. Split the draft at its first paragraph to add one.'))
  }
  own.text = heading
}

/** Groups paragraphs by theme: of one section as subsections, or of the whole draft. */
export function group(arrangement: Arrangement, { section }: Of<'group'>): void {
  const { sections, markup } = arrangement
  const themes = themesOf(arrangement)
  const at = section === undefined ? -1 : placeOf(arrangement, section)
  const grouped = at < 0 ? sections.flatMap(({ parts }) => parts) : sections[at].parts
  const byTheme = new Map<number, number[]>()
  for (const part of grouped) {
    const own = byTheme.get(themes[part]) ?? []
    byTheme.set(themes[part], own)
    own.push(part)
  }
  const opening = byTheme.get(-1) ?? []
  byTheme.delete(-1)
  if (byTheme.size < 2) {
    throw new Error(
      byTheme.size === 0
        ? l10n.t('There is nothing to group: these paragraphs have no theme.')
        : l10n.t('There is nothing to group: these paragraphs have only one theme.')
    )
  }
  const beside = at < 0 ? topLevel(arrangement) : levelBeside(arrangement, at)
  const level = Math.min(at < 0 || sections[at].heading === undefined ? beside : beside + 1, markup.deepest)
  const made = Array.from(byTheme, ([theme, parts]) => newSection(arrangement, theme, parts, level))
  if (at < 0) arrangement.sections = [{ parts: opening, from: -1 }, ...made]
  else {
    sections[at].parts = opening
    sections.splice(at + 1, 0, ...made)
  }
}

function newSection({ analysis }: Arrangement, theme: number, parts: number[], level: number): ArrangedSection {
  return { heading: { text: analysis.themes[theme].name, level }, parts, from: -1 }
}

/** Moves the paragraphs of a theme together, with the headings of sections entirely of that theme. */
export function moveTheme(arrangement: Arrangement, { theme, to }: Of<'move-theme'>): void {
  const { sections, analysis } = arrangement
  if (!(theme in analysis.themes))
    throw new Error(`There is no theme ${theme + 1}; the draft has ${analysis.themes.length}.`)
  if ('theme' in to && to.theme === theme) return
  const themes = themesOf(arrangement)
  const isOwn = (part: number): boolean => themes[part] === theme
  const target = sections[targetOf(arrangement, to, themes)]
  // Sections entirely of the theme, including subsections, move whole.
  const whole: ArrangedSection[][] = []
  for (let at = 0; at < sections.length;) {
    const end = endOf(arrangement, at)
    const run = sections.slice(at, end)
    const owned =
      sections[at].heading !== undefined && !run.includes(target) && run.some(({ parts }) => parts.length > 0)
    if (owned && run.every(({ parts }) => parts.every(isOwn))) {
      whole.push(run)
      at = end
    } else at++
  }
  const moved = new Set(whole.flat())
  const rest = sections.filter((section) => !moved.has(section))
  const inside = to.where === 'inside' && whole.length === 0
  const otherParts = rest.flatMap((section) => (inside && section === target ? [] : section.parts.filter(isOwn)))
  if (whole.length === 0 && otherParts.length === 0) {
    if (inside) return
    throw new Error(l10n.t('No paragraph of “{0}” can be moved.', analysis.themes[theme].name))
  }
  takeOut(rest, new Set(otherParts))
  arrangement.sections = rest
  if (inside) {
    append(arrangement, target, otherParts)
    return
  }
  if ('theme' in to && whole.length === 0) {
    const isNext = (part: number): boolean => themes[part] === to.theme
    const at = to.where === 'before' ? target.parts.findIndex(isNext) : target.parts.findLastIndex(isNext) + 1
    target.parts.splice(at, 0, ...otherParts)
    return
  }
  if (whole.length === 0) whole.push([newSection(arrangement, theme, [], topLevel(arrangement))])
  append(arrangement, whole[0][0], otherParts)
  let after = target
  for (const [index, run] of whole.entries()) {
    insertSections(arrangement, run, after, index === 0 ? to.where : 'after')
    after = run[0]
  }
}

/** Returns the place of the target section in the arrangement. */
function targetOf(arrangement: Arrangement, to: Place | ThemePlace, themes: Int32Array): number {
  if ('section' in to) return placeOf(arrangement, to.section)
  const { sections } = arrangement
  const isOf = ({ parts }: ArrangedSection): boolean => parts.some((part) => themes[part] === to.theme)
  const last = sections.findLastIndex(isOf)
  if (last < 0) throw new Error(`There is no theme ${to.theme + 1} in this draft.`)
  if (to.where !== 'before') return last
  // Text before the first heading must stay first, so the target is the first section after it.
  const isHeaded = ({ heading }: ArrangedSection): boolean => heading !== undefined
  const headed = sections.findIndex((section) => isHeaded(section) && isOf(section))
  return headed >= 0 ? headed : Math.max(0, sections.findIndex(isHeaded))
}
