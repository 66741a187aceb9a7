import type { DocumentFormat, Encoder } from '@leitmotif/encoder'
import { SUGGESTION_KINDS, type DraftAnalysis, type ProposedSection, type Suggestion } from './analysis.js'
import type { SectionLengths } from './divisions.js'
import { createThemeFinder, type FoundThemes } from './draft-themes.js'
import { readDraftText, type DraftText } from './draft-text.js'
import { proposeSections } from './counted-outline.js'
import { refuseDraft, refuseText, type DraftRefusal } from './limits.js'
import { outlineDistance, proposeOutline } from './proposed-outline.js'
import { standingSuggestions, type SuggestedBefore } from './carried-suggestions.js'
import { createSuggester } from './suggester.js'
import { chooseSuggestions, PRECISION } from './chosen-suggestions.js'

export interface DraftOptions {
  /** Themes at most, from 1 to 8. */
  readonly themes: number
  /** Suggestions that are made. */
  readonly kinds: readonly Suggestion['kind'][]
  readonly precision: keyof typeof PRECISION
  /** Of sections that are suggested, in paragraphs; longer ones are always divided. */
  readonly lengths: SectionLengths
  /** Sections of the proposed outline, where the writer gives their number. */
  readonly sections?: number | undefined
  /** Ids of suggestions that are not made again. */
  readonly dismissed: ReadonlySet<string>
}

export const DRAFT_DEFAULTS: DraftOptions = {
  themes: 8,
  kinds: SUGGESTION_KINDS,
  precision: 'few',
  lengths: { least: 2, most: 40 },
  dismissed: new Set()
}

/**
 * `themes`: all but suggestions, which are being worked out; till then there are those of the last time whose text still stands.
 * `done`: all. `refused`: nothing, and `why`.
 */
export type DraftResult =
  | { readonly state: 'themes' | 'done'; readonly analysis: DraftAnalysis }
  | { readonly state: 'refused'; readonly why: DraftRefusal }

/** Analyses one draft again and again while it is edited. */
export interface DraftAnalyser {
  /**
   * Gives the themes at once, by the network `static`, and then the suggestions, by the network `sentences` where the encoder
   * has it. A text that is no draft, or too long for one, is refused. Start one analysis after the last has ended or been aborted.
   *
   * Only themes remember what was before: their number, ids, colours and names, and which paragraph is on the edge of which; so does
   * what is suggested for mixed sections, which are told by their themes. Once it is `done`, all else is as if the text were seen for the first time. The same texts in the same order give the same bytes.
   * @throws the signal's reason once it is aborted; what the encoder throws.
   */
  analyse(
    text: string,
    format: DocumentFormat,
    options?: Partial<DraftOptions>,
    signal?: AbortSignal
  ): AsyncGenerator<DraftResult, void, undefined>
}

export function createDraftAnalyser(encoder: Encoder): DraftAnalyser {
  const findThemes = createThemeFinder(encoder)
  const suggester = createSuggester(encoder)
  let before: SuggestedBefore | undefined
  return {
    async *analyse(text, format, options, signal) {
      const { themes: most, kinds, precision, lengths, sections, dismissed } = { ...DRAFT_DEFAULTS, ...options }
      const refused = refuseText(text)
      if (refused !== undefined) return yield { state: 'refused', why: refused }
      const draft = readDraftText(text, format)
      const excess = refuseDraft(draft)
      if (excess !== undefined) return yield { state: 'refused', why: excess }
      const input = {
        paragraphs: draft.paragraphs.map(({ text, section }) => ({ text, path: draft.sections[section].path })),
        sentences: draft.sentences
      }
      const isSure = ({ kind, score }: Suggestion): boolean => score >= PRECISION[precision][kind]
      // Splits and moves that are less sure bear one another out in a whole outline, which is looked over whole; a heading stands alone.
      const isWanted = (one: Suggestion): boolean =>
        kinds.includes(one.kind) &&
        !dismissed.has(one.id) &&
        (isSure(one) || (one.kind !== 'heading' && one.score >= PRECISION.more[one.kind]))
      // Of a number that is given nothing is proposed before it is worked out.
      const outlined = (likely: readonly Suggestion[]): ProposedSection[] =>
        proposeOutline(draft, sections === undefined ? likely : [])
      const found = await findThemes(draft, input, most, signal)
      const standing = before ? standingSuggestions(draft, found.themes, before).filter(isWanted) : []
      const kept = chooseSuggestions(draft, standing, chooseSuggestions(draft, standing.filter(isSure)))
      yield { state: 'themes', analysis: assemble(draft, found, kept.filter(isSure), outlined(kept)) }
      signal?.throwIfAborted()
      const possible = await suggester.suggest(draft, input, found, lengths, signal)
      const wanted = possible.filter(isWanted)
      const sure = chooseSuggestions(draft, wanted.filter(isSure))
      const likely = await suggester.addHeadings(draft, chooseSuggestions(draft, wanted, sure), signal)
      before = { draft, themes: found.themes, suggestions: likely }
      const named = { ...found, themes: found.named() }
      const addHeadings = (divided: DraftText, wanted: readonly Suggestion[]): Promise<Suggestion[]> =>
        suggester.addHeadings(divided, wanted, signal)
      const proposed =
        sections === undefined ? outlined(likely) : await proposeSections(draft, named, sections, addHeadings)
      yield { state: 'done', analysis: assemble(draft, named, likely.filter(isSure), proposed) }
    }
  }
}

function assemble(
  draft: DraftText,
  { themes, theme, sections: shares }: FoundThemes,
  suggestions: readonly Suggestion[],
  proposed: readonly ProposedSection[]
): DraftAnalysis {
  const paragraphs = draft.paragraphs.map(({ span, opening, words, section }, p) => {
    return { span, opening, words, section, theme: theme[p] }
  })
  const sections = draft.sections.map((section, s) => ({ ...section, themes: shares[s] }))
  const distance = outlineDistance({ paragraphs, sections }, proposed)
  return { title: draft.title, paragraphs, sections, themes, suggestions, proposed, distance }
}
