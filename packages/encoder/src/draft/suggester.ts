import type { Encoder } from '../model/encoder.js'
import { findMisfits } from '../outline/heading-fit.js'
import { suggestChanges } from '../outline/outline.js'
import type { OutlineInput } from '../segmentation/sections.js'
import { yieldToHost } from '../vectors/host.js'
import type { Suggestion } from './analysis.js'
import { divideLongSections, isLongEnough, longSections, type SectionLengths } from './divisions.js'
import type { FoundThemes } from './draft-themes.js'
import type { DraftText } from './draft-text.js'
import { fingerprintOf } from './fingerprint.js'
import { createHeadingWriter, headedText } from './section-headings.js'
import { outlineSuggestions, textsOf } from './outline-suggestions.js'
import { createSentenceRows } from './sentence-rows.js'

/** Makes suggestions for one draft while it is edited. */
export interface Suggester {
  /** Returns all suggestions, whatever their score, without headings, for `chooseSuggestions` to select from. */
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

/** The lowest score of a heading that does not fit; lower ones are nearly always wrong. */
const LEAST_MISFIT = 0.5

/** Returns a suggester that uses the network `sentences`, which ranks headings as well as `titles` does, or `static` without it. */
export function createSuggester(encoder: Encoder): Suggester {
  const network = encoder.dims.sentences === undefined ? 'static' : 'sentences'
  const bySentences = createSentenceRows(encoder, network)
  const ofHeadings = createSentenceRows(encoder, network)
  const writeHeadings = createHeadingWriter(encoder, network)
  const texts = ({ sentences }: DraftText): string[] => sentences.map(({ text }) => text)
  return {
    async suggest(draft, input, { theme, ...rows }, lengths, signal) {
      const { sections } = draft
      const vectors = await bySentences.of(texts(draft), signal)
      const found = await suggestChanges({ ...input, vectors }, {}, signal)
      const long = longSections(draft, lengths)
      // The model of missing headings was trained on short sections and overestimates its scores in long ones.
      const changes = outlineSuggestions(draft, input.paragraphs, found, theme).filter(
        (one) =>
          isLongEnough(draft, one, lengths) &&
          (one.kind !== 'split' || !long.has(draft.paragraphs[one.paragraph].section))
      )
      const titled = headedText(draft, vectors)
      await yieldToHost()
      signal?.throwIfAborted()
      const misfits = await findMisfits(titled, (own) => ofHeadings.of(own, signal), {
        least: LEAST_MISFIT,
        common: encoder.learned.headings
      })
      await yieldToHost()
      signal?.throwIfAborted()
      return surestOfEach([
        ...changes,
        ...divideLongSections(draft, long, rows, lengths),
        ...misfits.map(({ section, score, belongs }): Suggestion => {
          const id = fingerprintOf(['heading', ...textsOf(draft, section)])
          const better = belongs < 0 ? '' : `; it would suit “${sections[belongs].heading}” better`
          const reason = `“${sections[section].heading}” has little to do with the text under it${better}.`
          return { kind: 'heading', id, score, reason, section, headings: [] }
        })
      ])
    },
    async addHeadings(draft, suggestions, signal) {
      const named = await writeHeadings(draft, await bySentences.of(texts(draft), signal), suggestions, signal)
      return suggestions.map((suggestion) => {
        const headings = named.get(suggestion.id)
        return headings === undefined ? suggestion : { ...suggestion, headings }
      })
    }
  }
}

/** Returns, for each id, the suggestion with the highest score; the first of equals. */
function surestOfEach(suggestions: readonly Suggestion[]): Suggestion[] {
  const best = new Map<string, Suggestion>()
  for (const one of suggestions) if (!((best.get(one.id)?.score ?? -1) >= one.score)) best.set(one.id, one)
  return [...best.values()]
}
