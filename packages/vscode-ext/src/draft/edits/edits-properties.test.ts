import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDocument, type DocumentFormat, type Span } from '@leitmotif/encoder'
import { createRandom } from '@leitmotif/encoder/vectors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change } from '../change.js'
import { readDraftText } from '@leitmotif/encoder/draft'
import { applyEdits, editsFor, inverseEdits } from './draft-edits.js'
import type { EditedDraft } from './draft-parts.js'
import { INGREDIENTS, SENTENCES } from '../../../testing/draft-pieces.js'

const NAMES = [
  'Water',
  'Soil and sand',
  'C# & F*',
  'What_is <b>this</b>?',
  'Notes [one]',
  '1. First',
  'Über alles #',
  '{x}: $5 ~ $6'
]
const THEMES = ['Rain', 'Soil', 'Seeds & more', 'Tools']

/** A draft in `format`, as text. */
function drafts(format: DocumentFormat): fc.Arbitrary<string> {
  const { head, bodies, fixed, heading, levels } = INGREDIENTS[format]!
  const words = fc.constantFrom('Water', 'Soil and sand', 'Beans', 'The Well House', 'Late Summer Days')
  const titles = fc.record({ title: words, level: fc.integer({ min: 1, max: levels }), style: fc.nat(2) })
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...bodies) },
    { weight: 2, arbitrary: titles },
    ...(fixed.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...fixed) }] : [])
  )
  const gap = fc.constantFrom<string[]>('\n\n', '\n\n', '\n\n\n', '\n \t\n')
  return fc
    .tuple(
      fc.constantFrom(...head),
      fc.array(fc.tuple(piece, gap), { minLength: 1, maxLength: 14 }),
      fc.constantFrom('', '\n', '\n\n'),
      fc.constantFrom('\n', '\r\n')
    )
    .map(([first, pieces, last, lineEnd]) => {
      let before = 0
      const texts = pieces.map(([own]) => {
        if (typeof own === 'string') return own
        // In reStructuredText no heading may skip a level.
        before = format === 'restructuredtext' ? Math.min(own.level, before + 1) : own.level
        return heading(own.title, before, own.style)
      })
      if (format === 'plain') texts.push(SENTENCES[0])
      const body = texts
        .map((text, index) => text + (index + 1 < texts.length ? (pieces[index]?.[1] ?? '') : last))
        .join('')
      return `${first}${first === '' || first === '\ufeff' ? '' : '\n'}${body}`.replace(/\n/g, lineEnd)
    })
}

/** An analysis of the draft with themes and a proposed outline by `numbers`. */
function analysisOf(text: string, format: DocumentFormat, numbers: readonly number[]): EditedDraft {
  const { paragraphs, sections } = readDraftText(text, format)
  const pick = (index: number): number => numbers[index % numbers.length]
  const order = paragraphs.map((_, p) => p).sort((a, b) => (pick(a) % 3) - (pick(b) % 3) || a - b)
  const cut = order.filter((_, index) => index === 0 || pick(index) % 3 === 0)
  const froms = sections.map((_, s) => s).sort((a, b) => pick(a) - pick(b) || a - b)
  const proposed = cut.map((first, index) => {
    const start = order.indexOf(first)
    const end = index + 1 < cut.length ? order.indexOf(cut[index + 1]) : order.length
    const from = pick(index) % 2 === 0 ? (froms[index] ?? -1) : -1
    const heading = from >= 0 && pick(index) % 4 === 0 ? sections[from].heading : NAMES[pick(index) % NAMES.length]
    return { paragraphs: order.slice(start, end), heading, level: 1 + (pick(index) % 3), from, changed: true }
  })
  return {
    paragraphs: paragraphs.map((paragraph, p) => ({ ...paragraph, theme: (pick(p) % (THEMES.length + 1)) - 1 })),
    sections: sections.map((section) => ({ ...section, themes: [] })),
    themes: THEMES.map((name, colour) => ({ id: name, name, terms: [], colour, paragraphs: [], share: 0 })),
    proposed
  }
}

const WHERE = ['before', 'after', 'inside'] as const
const KINDS: Change['kind'][] = [
  'split',
  'move',
  'move-section',
  'move-theme',
  'merge',
  'level',
  'rename',
  'group',
  'outline'
]

/** A change of a draft, by `numbers`; its indices are those of paragraphs and sections that are there. */
function changeBy(kind: Change['kind'], draft: EditedDraft, numbers: readonly number[]): Change | undefined {
  const [a, b, c, d] = numbers
  const paragraph = a % Math.max(draft.paragraphs.length, 1)
  const section = b % Math.max(draft.sections.length, 1)
  const heading = NAMES[c % NAMES.length]
  if (draft.paragraphs.length === 0 || draft.sections.length === 0) return undefined
  const place = { section: d % draft.sections.length, where: WHERE[c % 3] }
  switch (kind) {
    case 'split':
      return { kind, paragraph, heading }
    case 'move':
      return {
        kind,
        paragraphs: [...new Set([paragraph, c % draft.paragraphs.length])],
        to: section,
        ...(d % 2 === 0 ? { heading } : {})
      }
    case 'move-section':
      return { kind, section, to: place }
    case 'move-theme':
      return {
        kind,
        theme: a % THEMES.length,
        to: d % 2 === 0 ? place : { theme: b % THEMES.length, where: c % 2 === 0 ? 'before' : 'after' }
      }
    case 'merge':
      return { kind, section }
    case 'level':
      return { kind, section, by: c % 2 === 0 ? -1 : 1 }
    case 'rename':
      return { kind, section, heading }
    case 'group':
      return d % 2 === 0 ? { kind } : { kind, section }
    case 'outline':
      return d % 2 === 0
        ? { kind }
        : { kind, sections: draft.proposed.flatMap((_, index) => (numbers[index % 4] % 2 ? [index] : [])) }
  }
}

/** What a change is refused for, in the words that the writer reads. */
const REFUSALS = [
  /^A section already begins at this paragraph/,
  /^Text before the first heading/,
  /^This text has no heading/,
  /^This section already has the top level/,
  /^A subsection would have a level deeper/,
  /^There is no section before this one/,
  /^There is nothing to group/,
  /^A section cannot be moved into one of its subsections/,
  /^A section inside this one would have level/,
  /^There is no theme \d+ in this draft/,
  /^No paragraph of “.*” can be moved/,
  /^“.*” would apply to other text after this change/
]

/** The edits of a change; undefined where it is refused. */
function attempt(
  text: string,
  format: DocumentFormat,
  draft: EditedDraft,
  change: Change
): ReturnType<typeof editsFor> | undefined {
  try {
    return editsFor(text, format, draft, change)
  } catch (error) {
    const { message } = error as Error
    if (!REFUSALS.some((refusal) => refusal.test(message))) throw error
    return undefined
  }
}

/** The characters that are not white space, headings aside, sorted. */
function characters(text: string, format: DocumentFormat): string {
  const { blocks } = parseDocument(text, format)
  // A heading of plain text is known by the text below it, and is none where that has gone.
  const isHeading = /\n[=-]+\s*$/
  const pieces: string[] = []
  let at = 0
  for (const { kind, span } of blocks) {
    if (kind !== 'heading' && !(format === 'plain' && isHeading.test(text.slice(span.start, span.end)))) continue
    pieces.push(text.slice(at, span.start))
    at = span.end
  }
  // A label stays where its heading goes. An empty comment parts what is indented.
  return (pieces.join('') + text.slice(at))
    .replace(/^\.\.$/gm, '')
    .replace(/\s+|\\label\{[^}]*\}/g, '')
    .split('')
    .sort()
    .join('')
}

function lastLineEnds(text: string): string {
  return /\s*$/.exec(text)![0].replace(/[^\r\n]/g, '')
}

type Outline = { heading: string; paragraphs: string[] }[]

/** Each section's heading and its paragraphs' prose, without that of their footnotes, which stay where they are. */
function outlineOf(text: string, format: DocumentFormat): Outline {
  const { blocks } = parseDocument(text, format)
  const { sections, paragraphs } = readDraftText(text, format)
  const proseOf = ({ start, end }: Span): string =>
    blocks.flatMap(({ span, prose }) => (span.start >= start && span.start < end ? [prose.text] : [])).join('\n')
  return sections.map(({ heading, start, end }) => ({
    heading,
    paragraphs: paragraphs.slice(start, end).map(({ span }) => proseOf(span))
  }))
}

/** The same of the text alone, line by line; a title is no section. */
function read(text: string, format: DocumentFormat, titled: boolean): Outline {
  const { units, blocks } = parseDocument(text, format)
  const sections: Outline = [{ heading: '', paragraphs: [] }]
  const first = units.findIndex(({ kind }) => kind === 'heading')
  for (const [index, { kind, blocks: range }] of units.entries()) {
    const own = blocks.slice(...range).map(({ prose }) => prose.text)
    if (kind === 'heading' && !(titled && index === first)) sections.push({ heading: own[0], paragraphs: [] })
    else if (kind === 'prose') sections.at(-1)!.paragraphs.push(...own)
  }
  return sections
}

function inLines(outline: Outline): string[] {
  return outline.flatMap(({ heading, paragraphs }) => [
    ...(heading === '' ? [] : [`# ${heading}`]),
    ...paragraphs.flatMap((text) => text.split('\n'))
  ])
}

function isTitled(text: string, format: DocumentFormat): boolean {
  const { blocks } = parseDocument(text, format)
  return blocks.at(0)?.level === 1 && blocks.filter(({ level }) => level === 1).length === 1
}

function checkChange(text: string, format: DocumentFormat, numbers: readonly number[], kind: Change['kind']): void {
  const draft = analysisOf(text, format, numbers)
  const change = changeBy(kind, draft, numbers)
  if (change === undefined) return
  const answer = attempt(text, format, draft, change)
  if (answer === undefined) return
  const { edits, select } = answer
  let at = 0
  for (const { start, end } of edits) {
    expect(start).toBeGreaterThanOrEqual(at)
    expect(end).toBeGreaterThanOrEqual(start)
    at = end
  }
  expect(at).toBeLessThanOrEqual(text.length)
  const after = applyEdits(text, edits)
  expect(applyEdits(after, inverseEdits(text, edits))).toBe(text)
  expect(characters(after, format)).toBe(characters(text, format))
  expect(lastLineEnds(after)).toBe(lastLineEnds(text))
  if (text.includes('\r\n')) expect(after.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
  if (select !== undefined) {
    const heading = parseDocument(after, format).units.find(
      ({ kind, span }) => kind === 'heading' && span.end > select.start
    )!
    expect(select.start).toBeGreaterThanOrEqual(heading.span.start)
    expect(select.end).toBeLessThanOrEqual(heading.span.end)
  }
  if (kind === 'split' || kind === 'rename') {
    expect(edits.length).toBeLessThan(3)
    if (kind === 'split') expect(edits.map(({ start, end }) => end - start)).toEqual([0])
  }
  const promised = promise(outlineOf(text, format), draft, change)
  // In plain text a heading without text below it is none.
  if (promised === undefined || (format === 'plain' && promised.some(({ paragraphs }) => paragraphs.length === 0)))
    return
  expect(inLines(read(after, format, isTitled(text, format)))).toEqual(inLines(promised))
}

/** What a change says that the outline will be, told once more in the simplest way; undefined of what is not simple. */
function promise(before: Outline, draft: EditedDraft, change: Change): Outline | undefined {
  const { paragraphs, sections } = draft
  const after = before.map(({ heading, paragraphs: own }) => ({ heading, paragraphs: [...own] }))
  const endOf = (section: number): number => {
    const end = sections.findIndex(({ level }, s) => s > section && level <= sections[section].level)
    return sections[section].level === 0 ? section + 1 : end < 0 ? sections.length : end
  }
  switch (change.kind) {
    case 'split': {
      const { section } = paragraphs[change.paragraph]
      const moved = after[section].paragraphs.splice(change.paragraph - sections[section].start)
      return after.toSpliced(section + 1, 0, { heading: change.heading, paragraphs: moved })
    }
    case 'move': {
      const moved = change.paragraphs.map((p) => {
        const { section } = paragraphs[p]
        return before[section].paragraphs[p - sections[section].start]
      })
      for (const [section, { start }] of sections.entries()) {
        after[section].paragraphs = after[section].paragraphs.filter(
          (_, index) => !change.paragraphs.includes(start + index)
        )
      }
      if (change.heading === undefined) after[change.to].paragraphs.push(...moved)
      else after.splice(endOf(change.to), 0, { heading: change.heading, paragraphs: moved })
      return after
    }
    case 'merge': {
      const [merged] = after.splice(change.section, 1)
      if (change.section === 0) after.unshift({ heading: '', paragraphs: [] })
      after[Math.max(change.section - 1, 0)].paragraphs.push(...merged.paragraphs)
      return after
    }
    case 'rename':
      after[change.section].heading = change.heading
      return after
    case 'move-section': {
      const { section, to } = change
      const size = endOf(section) - section
      const at = to.where === 'before' ? to.section : endOf(to.section)
      if (to.section === section) return after
      const moved = after.splice(section, size)
      after.splice(at > section ? at - size : at, 0, ...moved)
      return after
    }
    default:
      return undefined
  }
}

describe.each(Object.keys(INGREDIENTS) as DocumentFormat[])('In %s, of any draft', (format) => {
  it.each(KINDS)('the change "%s" keeps all prose, once, and can be taken back', (kind) => {
    fc.assert(
      fc.property(drafts(format), fc.array(fc.nat(1000), { minLength: 4, maxLength: 12 }), (text, numbers) => {
        checkChange(text, format, numbers, kind)
      }),
      { numRuns: 40, seed: 6 }
    )
  })
})

// Real drafts, which are no part of the project.
const DRAFTS = `${process.env.LEITMOTIF_DATA ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url))}/drafts/`
const hasDrafts = existsSync(DRAFTS)
if (!hasDrafts) console.log(`Real drafts are not changed: there is no folder ${DRAFTS}; LEITMOTIF_DATA names another.`)

describe.skipIf(!hasDrafts)('In real drafts', () => {
  it.each(hasDrafts ? readdirSync(DRAFTS).filter((name) => name.endsWith('.md')) : [])('%s keeps its prose', (name) => {
    const text = readFileSync(`${DRAFTS}${name}`, 'utf8')
    // One kind of change each, so that each is tried on several.
    const random = createRandom(name)
    const numbers = Array.from({ length: 12 }, () => random.integer(1000))
    checkChange(text, 'markdown', numbers, KINDS[text.length % KINDS.length])
  })
})
