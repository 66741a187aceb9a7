import type { DocumentFormat } from '../text/document.js'
import type { Encoder } from '../model/encoder.js'
import { SUGGESTION_KINDS, type DraftAnalysis, type ProposedSection, type Suggestion } from './analysis.js'
import type { SectionLengths } from './section-splits.js'
import { createThemeFinder, type FoundThemes } from './draft-themes.js'
import { readDraftText, type DraftText } from './draft-text.js'
import { proposeSections } from './counted-outline.js'
import { languageOf } from '../text/language.js'
import { refusalText, refuseDraft, refuseText, type DraftRefusal } from './limits.js'
import { outlineDistance, proposeOutline } from './proposed-outline.js'
import { carriedSuggestions, type SuggestedBefore } from './carried-suggestions.js'
import { createSuggester } from './suggester.js'
import { checkChoice, checkWhole } from '../vectors/argument-checks.js'
import { chooseSuggestions, PRECISION } from './chosen-suggestions.js'

export interface DraftOptions {
  /** Maximum number of themes, 1 to 8. */
  readonly themes: number
  /** The kinds of suggestions to make. */
  readonly kinds: readonly Suggestion['kind'][]
  readonly precision: keyof typeof PRECISION
  /** Lengths of suggested sections in words; longer sections are always divided. */
  readonly lengths: SectionLengths
  /** The number of sections of the proposed outline, if the writer sets it. */
  readonly sections?: number | undefined
  /** Ids of dismissed suggestions. */
  readonly dismissed: ReadonlySet<string>
}

export const DRAFT_DEFAULTS: DraftOptions = {
  themes: 8,
  kinds: SUGGESTION_KINDS,
  precision: 'few',
  lengths: { least: 40, most: 3000 },
  dismissed: new Set()
}

/**
 * `themes`: all except new suggestions; until these are computed, the earlier ones whose text has not changed are included.
 * `done`: complete. `refused`: not analysed, with the reason in `why`.
 */
export type DraftResult =
  | { readonly state: 'themes' | 'done'; readonly analysis: DraftAnalysis }
  | { readonly state: 'refused'; readonly why: DraftRefusal }

/** Analyses one draft again and again while it is edited. */
export interface DraftAnalyser {
  /**
   * Yields the themes first, by the network `static`, then the suggestions, by the network `sentences` if the encoder has it.
   * Text that is binary or too long is refused. Start an analysis only after the previous one has ended or been aborted.
   *
   * Themes depend on earlier analyses: their number, ids, colours, names and borderline paragraphs. So do suggestions for sections
   * of two themes. All other results of `done` depend only on the text. The same sequence of texts gives the same results.
   * @throws the signal's reason once it is aborted; what the encoder throws; Error that names an option that is out of range
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
      const { themes: most, kinds, precision, lengths, sections, dismissed } = settingsOf(options)
      const refused = refuseText(text)
      if (refused !== undefined) return yield { state: 'refused', why: refused }
      const draft = await inItsLanguage(readDraftText(text, format))
      const excess = refuseDraft(draft)
      if (excess !== undefined) return yield { state: 'refused', why: excess }
      const input = {
        paragraphs: draft.paragraphs.map(({ text, endsWithCode, section }) => {
          return { text, endsWithCode, path: draft.sections[section].path }
        }),
        sentences: draft.sentences
      }
      const isSure = ({ kind, score }: Suggestion): boolean => score >= PRECISION[precision][kind]
      // Less certain splits and moves support each other in a proposed outline, which the writer reviews as a whole; headings do not.
      const isWanted = (one: Suggestion): boolean =>
        kinds.includes(one.kind) &&
        !dismissed.has(one.id) &&
        (isSure(one) || (one.kind !== 'heading' && one.score >= PRECISION.more[one.kind]))
      // With a set number of sections, there is no proposal before it is computed.
      const outlined = (likely: readonly Suggestion[]): ProposedSection[] =>
        proposeOutline(draft, sections === undefined ? likely : [])
      const found = await findThemes(draft, input, most, signal)
      const carried = before ? carriedSuggestions(draft, found.themes, before).filter(isWanted) : []
      const kept = chooseSuggestions(draft, carried, chooseSuggestions(draft, carried.filter(isSure)))
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

/**
 * Analyses a draft once: its themes, sections, suggestions and proposed outline.
 * @throws Error for a text that is binary or longer than the limits; the signal's reason once it is aborted
 * @example
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const { sections } = await analyseDraft(encoder, '# Tea\n\nGreen tea is steamed and rolled.', 'markdown')
 * sections.length // => 1
 */
export async function analyseDraft(
  encoder: Encoder,
  text: string,
  format: DocumentFormat,
  options?: Partial<DraftOptions>,
  signal?: AbortSignal
): Promise<DraftAnalysis> {
  for await (const result of createDraftAnalyser(encoder).analyse(text, format, options, signal)) {
    if (result.state === 'refused') throw new Error(refusalText(result.why))
    if (result.state === 'done') return result.analysis
  }
  throw new Error('the analysis ended without a result')
}

/** Returns the options with defaults for those that are missing or undefined. @throws Error that names one that is out of range */
function settingsOf(options: { readonly [K in keyof DraftOptions]?: DraftOptions[K] | undefined } = {}): DraftOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const settings: DraftOptions = { ...DRAFT_DEFAULTS, ...given }
  checkWhole('themes', settings.themes, 1, DRAFT_DEFAULTS.themes)
  checkChoice('precision', settings.precision, Object.keys(PRECISION))
  for (const kind of settings.kinds) checkChoice('kinds', kind, SUGGESTION_KINDS)
  if (typeof settings.dismissed.has !== 'function') throw new Error('dismissed is no set; expected a Set of ids')
  return settings
}

/** Returns a draft with its language, if that is not English. */
async function inItsLanguage(draft: DraftText): Promise<DraftText> {
  const language = await languageOf(draft.paragraphs.map(({ text }) => text))
  return language === undefined || language === 'en' ? draft : { ...draft, language }
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
  const { title, language } = draft
  return {
    title,
    ...(language !== undefined && { language }),
    paragraphs,
    sections,
    themes,
    suggestions,
    proposed,
    distance
  }
}
