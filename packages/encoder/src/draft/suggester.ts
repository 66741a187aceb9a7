import type { Encoder } from '../model/encoder.js'
import { isSameStem } from '../labels/theme-labels.js'
import { countOf, subjectWords, sumWords } from '../labels/subject-words.js'
import { findMisfits } from '../outline/heading-fit.js'
import { namingKeys } from '../outline/heading-evidence.js'
import { paragraphVectors, suggestChanges } from '../outline/outline.js'
import { findSections, type OutlineInput } from '../segmentation/sections.js'
import { yieldToHost } from '../vectors/host.js'
import { paragraphsOf, type Suggestion } from './analysis.js'
import {
  divideLongSections,
  isLongEnough,
  longSections,
  missingHeadingSplits,
  storySplits,
  type SectionLengths
} from './section-splits.js'
import type { FoundThemes } from './draft-themes.js'
import type { DraftText } from './draft-text.js'
import { fingerprintOf } from './fingerprint.js'
import { createHeadingWriter, headedText } from './section-headings.js'
import { outlineSuggestions, textsOf } from './outline-suggestions.js'
import { isStory, mayLeave } from './paragraph-forms.js'
import { placesOf, readPlaces, weighPlaces } from './section-starts.js'
import { createSentenceRows } from './sentence-rows.js'

/** Makes suggestions for one draft while it is edited. */
export interface Suggester {
  /**
   * Returns all suggestions, whatever their score, without headings, for `chooseSuggestions` to select from. A story gets only splits
   * at its scene breaks: its chapters follow what happens, not subjects.
   */
  suggest(
    draft: DraftText,
    input: Omit<OutlineInput, 'vectors'>,
    found: Pick<FoundThemes, 'theme' | 'rows' | 'network'>,
    lengths: SectionLengths,
    signal?: AbortSignal
  ): Promise<Suggestion[]>
  /** Returns the same suggestions with candidate headings. */
  addHeadings(draft: DraftText, suggestions: readonly Suggestion[], signal?: AbortSignal): Promise<Suggestion[]>
}

/** The lowest score of other suggestions: that of the least certain kind shown. */
const LEAST_SCORE = 0.2

/** The lowest score of a heading that does not fit; lower ones are nearly always wrong. */
const LEAST_MISFIT = 0.42

/** Returns a suggester that uses the network `sentences`, which ranks headings as well as `titles` does, or `static` without it. */
export function createSuggester(encoder: Encoder): Suggester {
  const network = encoder.dims.sentences === undefined ? 'static' : 'sentences'
  const bySentences = createSentenceRows(encoder, network)
  const ofHeadings = createSentenceRows(encoder, network)
  const ofSections = createSentenceRows(encoder, network)
  const writeHeadings = createHeadingWriter(encoder, network)
  const texts = ({ sentences }: DraftText): string[] => sentences.map(({ text }) => text)
  return {
    async suggest(draft, input, { theme, ...rows }, lengths, signal) {
      const { paragraphs, sections } = draft
      const own = paragraphs.map(({ text }) => text)
      if (own.length === 0) return []
      const forms = paragraphs.map(({ form }) => form)
      const places = placesOf(draft)
      if (draft.language !== undefined || isStory(forms, own))
        return storySplits(draft, places).filter((one) => isLongEnough(draft, one, lengths))
      const vectors = await bySentences.of(texts(draft), signal)
      const headings = await ofSections.of(
        findSections(input.paragraphs).map(({ path }) => path.at(-1) ?? ''),
        signal
      )
      const weights = encoder.learned.suggestions
      const features = readPlaces(own, paragraphVectors({ ...input, vectors }), rows)
      const starts = weighPlaces(features, places, weights)
      await yieldToHost()
      signal?.throwIfAborted()
      const outlined = { ...input, vectors, headings, odds: features.odds }
      const found = await suggestChanges(outlined, { minScore: LEAST_SCORE, weights }, signal)
      const long = longSections(draft, lengths)
      // Short text without headings is divided by the suggested changes, other text by the section starts.
      const isShortOpening = (section: number): boolean => sections[section].heading === '' && !long.has(section)
      const changes = outlineSuggestions(draft, input.paragraphs, found, theme).filter(
        (one) =>
          isLongEnough(draft, one, lengths) &&
          (!('paragraph' in one) || one.kind === 'split' || paragraphsOf(one).every((p) => mayLeave(forms, p))) &&
          (one.kind !== 'split' ||
            (places.mayBegin(one.paragraph) && isShortOpening(paragraphs[one.paragraph].section)))
      )
      const titled = headedText(draft, vectors)
      await yieldToHost()
      signal?.throwIfAborted()
      const misfits = await findMisfits(titled, (own) => ofHeadings.of(own, signal), {
        least: LEAST_MISFIT,
        weights,
        common: encoder.learned.headings
      })
      await yieldToHost()
      signal?.throwIfAborted()
      return surestOfEach([
        ...changes,
        ...divideLongSections(draft, long, starts, lengths),
        ...missingHeadingSplits(draft, long, starts).filter((one) => isLongEnough(draft, one, lengths)),
        ...misfits.flatMap(({ section, score, belongs }): Suggestion[] => {
          const { heading, start, end } = sections[section]
          if (mayFit(heading, own.slice(start, end), own.slice(sections[belongs].start, sections[belongs].end)))
            return []
          const id = fingerprintOf(['heading', ...textsOf(draft, section)])
          const reason = `“${heading}” has little to do with the text under it; it would suit “${sections[belongs].heading}” better.`
          return [{ kind: 'heading', id, score, reason, section, headings: [] }]
        })
      ])
    },
    async addHeadings(draft, suggestions, signal) {
      const isForeign = draft.language !== undefined
      const named: ReadonlyMap<string, readonly string[]> = isForeign
        ? new Map(suggestions.map(({ id }) => [id, []]))
        : await writeHeadings(draft, await bySentences.of(texts(draft), signal), suggestions, signal)
      return suggestions.map((suggestion) => {
        const headings = named.get(suggestion.id)
        if (headings === undefined || !('headings' in suggestion)) return suggestion
        return suggestion.kind === 'split' ? labelled(draft, { ...suggestion, headings }) : { ...suggestion, headings }
      })
    }
  }
}

/** The most characters of a label that is offered as a heading. */
const LONGEST_LABEL = 100

/** Returns a split with its paragraph's `label`, if any, as the first heading. */
function labelled({ paragraphs, sections }: DraftText, split: Extract<Suggestion, { kind: 'split' }>): Suggestion {
  const { form, label = '' } = paragraphs[split.paragraph].form
  const words = label.replace(/^(?:Q|Question|\d+)\s*[.:)]\s*|^\p{Lu}[\p{L} .]{0,30}:\s+(?=.*[?？])/u, '')
  if (words === '' || words.length > LONGEST_LABEL || sections.some(({ heading }) => heading === words)) return split
  const headings = [words, ...split.headings.filter((heading) => heading.toLowerCase() !== words.toLowerCase())]
  return { ...split, headings: headings.slice(0, split.headings.length + 1), ...(form !== 'text' && { label: words }) }
}

/**
 * Whether a heading asks, or the text under it has most of its content words, in any form, and all of them together as often as the
 * `other` text.
 */
function mayFit(heading: string, own: readonly string[], other: readonly string[]): boolean {
  if (/[?？]\s*$/u.test(heading)) return true
  const keys = namingKeys(heading)
  const [here, there] = [own, other].map((texts) => {
    const words = sumWords(texts.map(subjectWords))
    const counts = keys.map((key) => [...words].reduce((sum, [word, n]) => sum + (isForm(word, key) ? n : 0), 0))
    const share = counts.reduce((sum, n) => sum + Math.log1p((1000 * n) / (countOf(words) || 1)), 0)
    return { share, held: counts.filter((n) => n > 0).length }
  })
  return 2 * here.held > keys.length && here.share >= there.share
}

function isForm(word: string, key: string): boolean {
  return word === key || isSameStem(word, key)
}

/** Returns, for each id, the suggestion with the highest score; the first of equals. */
function surestOfEach(suggestions: readonly Suggestion[]): Suggestion[] {
  const best = new Map<string, Suggestion>()
  for (const one of suggestions) if (!((best.get(one.id)?.score ?? -1) >= one.score)) best.set(one.id, one)
  return [...best.values()]
}
