import type { Encoder } from '@leitmotif/encoder'
import { readDraftText, type DraftText } from '@leitmotif/encoder/draft'
import {
  type Article,
  type BoundaryReading,
  findSections,
  OUTLINE_DEFAULTS,
  paragraphDirections,
  paragraphVectors
} from '@leitmotif/encoder/stages'
import {
  compareHeadings,
  fitDocument,
  headedText,
  moveChoices,
  readPlaces,
  separableRuns,
  type SuggestionKind
} from '@leitmotif/encoder/training'
import type { Vectors } from '@leitmotif/encoder'
import { DAMAGE_CASES, damageDraft, type Draft } from '../evaluation/draft-damage.js'
import type { Choice } from './choice-weights.js'

/** What the weights of each kind of suggestion are fitted on. */
export type Lessons = Readonly<Record<SuggestionKind, Choice[]>>

export function noLessons(): Lessons {
  return { unheaded: [], missing: [], move: [], separate: [], heading: [] }
}

/** Least paragraphs of a section in which a heading may be missing: as in the analysis of drafts. */
const MISSING_PARAGRAPHS = 4

/** Moves of an article, more than other damages: moves are judged by the most features. */
const MOVES = 16

/**
 * The log odds by which a paragraph stays more often where a draft has as many moves as other damages. Scores are chances in such
 * drafts, where one paragraph in fourteen was moved.
 */
export const STAYS_MORE = Math.log(MOVES / DAMAGE_CASES)

/** Adds what a draft teaches: as it is, and after each damage of `damageDraft`. `foreign` are paragraphs of other texts. */
export async function addLessons(
  lessons: Lessons,
  encoder: Encoder,
  draft: Draft,
  foreign: readonly string[],
  seed: number
): Promise<void> {
  const whole = await readEvidence(encoder, draft.text, draft)
  lessons.move.push(...(await moveLessons(whole)))
  for (const section of whole.draft.sections.keys()) lessons.missing.push(...missingLesson(whole, section))
  lessons.heading.push(...(await headingLessons(whole)))
  lessons.separate.push(...separateLessons(whole))
  for (const { text, damage } of damageDraft(draft, seed, { moved: MOVES, foreign })) {
    if (damage.kind === 'merged') continue
    const damaged = await readEvidence(encoder, text, draft)
    switch (damage.kind) {
      case 'moved':
        lessons.move.push(...(await moveLessons(damaged, damage)))
        break
      case 'foreign':
        lessons.separate.push(...separateLessons(damaged, damage.paragraph))
        break
      case 'deleted':
        lessons.missing.push(
          ...missingLesson(damaged, damaged.draft.paragraphs[damage.paragraph].section, damage.paragraph)
        )
        break
      case 'exchanged':
        lessons.heading.push(...(await headingLessons(damaged, damage.sections)))
        break
      case 'removed':
        lessons.unheaded.push(...unheadedLessons(damaged, damage.starts))
    }
  }
}

/** A draft with what its suggestions are judged by. */
interface Evidence {
  readonly encoder: Encoder
  readonly draft: DraftText
  readonly vectors: Vectors
  readonly places: ReturnType<typeof readPlaces>
  readonly input: Parameters<typeof paragraphVectors>[0]
}

async function readEvidence(encoder: Encoder, text: string, { format }: Pick<Draft, 'format'>): Promise<Evidence> {
  const draft = readDraftText(text, format)
  const sentences = draft.sentences.map((one) => one.text)
  const paragraphs = draft.paragraphs.map(({ text, section }) => ({ text, path: draft.sections[section].path }))
  const [vectors, quick] = await Promise.all(
    (['sentences', 'static'] as const).map((representation) => encoder.encode(sentences, { representation }))
  )
  const input = { paragraphs, sentences: draft.sentences, vectors }
  const fast = { ...input, vectors: quick }
  const weights = encoder.learned.boundaries
  const network: BoundaryReading | undefined = weights && { weights, directions: paragraphDirections(fast) }
  const places = readPlaces(
    paragraphs.map((one) => one.text),
    paragraphVectors(input),
    { rows: paragraphVectors(fast), network }
  )
  return { encoder, draft, vectors, places, input }
}

/** Returns whether a section begins at each paragraph of a draft without headings. */
function unheadedLessons({ draft, places }: Evidence, starts: readonly number[]): Choice[] {
  const count = draft.paragraphs.length
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) =>
    either(places.unheaded(i + 1, 0, count), starts.includes(i + 1))
  )
}

/** Returns at which paragraph of a section a heading was deleted, or that none was; nothing for a section that is not judged. */
function missingLesson({ draft, places }: Evidence, section: number, deleted?: number): Choice[] {
  const { heading, start, end } = draft.sections[section]
  if (heading === '' || end - start < MISSING_PARAGRAPHS) return []
  const usual = usualLength(draft, section)
  const options = Array.from({ length: end - start - 1 }, (_, i) => places.missing(start + 1 + i, start, end, usual))
  return [
    {
      options: [...options, options[0].map(() => 0)],
      chosen: deleted === undefined ? options.length : deleted - start - 1
    }
  ]
}

/** Returns the upper median of the numbers of paragraphs of the other sections that have some. */
function usualLength({ sections }: DraftText, section: number): number {
  const others = sections.flatMap(({ start, end }, s) => (s !== section && end > start ? [end - start] : []))
  return others.sort((a, b) => a - b).at(others.length >> 1) ?? 0
}

/** Returns that each paragraph belongs where it is, or where the moved one does. */
async function moveLessons(
  { encoder, draft, input, places: { odds } }: Evidence,
  moved?: { readonly paragraph: number; readonly home: number }
): Promise<Choice[]> {
  const sections = findSections(input.paragraphs)
  const headings = await encoder.encode(
    sections.map(({ path }) => path.at(-1) ?? ''),
    { representation: 'sentences' }
  )
  const choices = moveChoices(fitDocument(input.paragraphs, paragraphVectors(input), sections, { headings, odds }))
  if (moved === undefined) return choices.map(({ features }) => ({ options: features, chosen: 0 }))
  const own = choices.find(({ paragraph }) => paragraph === moved.paragraph)
  const chosen = own?.sections.findIndex((s) => draft.paragraphs[sections[s].start].section === moved.home) ?? -1
  return own === undefined || chosen < 0 ? [] : [{ options: own.features, chosen }]
}

/** Returns that no paragraph is of another text, or that this one is. */
function separateLessons({ draft, input }: Evidence, foreign?: number): Choice[] {
  const sentences = new Int32Array(draft.paragraphs.length)
  for (const { paragraph } of draft.sentences) sentences[paragraph]++
  const sections = findSections(input.paragraphs)
  const document = { ...fitDocument(input.paragraphs, paragraphVectors(input), sections), sentences }
  return separableRuns({ ...document, directions: paragraphDirections(input) }, OUTLINE_DEFAULTS)
    .filter(({ start, end }) => end === start + 1 && (foreign === undefined || start === foreign))
    .map(({ features }) => either(features, foreign !== undefined))
}

/** Returns that no heading was exchanged, or that those of these sections were. */
async function headingLessons({ encoder, draft, vectors }: Evidence, exchanged?: readonly number[]): Promise<Choice[]> {
  const text = headedText(draft, vectors)
  const compared = await compareHeadings(
    text,
    (texts) => encoder.encode(texts, { representation: 'sentences' }),
    encoder.learned.headings
  )
  const wanted = exchanged?.map((section) => text.sectionOf.get(section))
  return compared
    .filter(({ section }) => wanted === undefined || wanted.includes(section))
    .map(({ features }) => either(features, wanted !== undefined))
}

function either(features: readonly number[], isTrue: boolean): Choice {
  return { options: [features, features.map(() => 0)], chosen: isTrue ? 0 : 1 }
}

/** Characters that would make a paragraph's first line something else in Markdown. */
const MARKUP = /^(?=[#>*+=|`~:<[_-])|^(\d{1,9})(?=[.)])/

/** Returns an article as a draft in Markdown: its title, headings and paragraphs. */
export function draftOf({ id, title, sections }: Article): Draft {
  const parts = sections.flatMap(({ heading, level, paragraphs }) => [
    ...(heading === '' ? [] : [`${'#'.repeat(Math.min(6, level + 1))} ${oneLine(heading)}`]),
    ...paragraphs.map((text) => oneLine(text).replace(MARKUP, '$1\\'))
  ])
  return { name: id, format: 'markdown', text: [`# ${oneLine(title)}`, ...parts, ''].join('\n\n') }
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
