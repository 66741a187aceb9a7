import { NotificationType, RequestType, RequestType0, type Range, type TextEdit } from 'vscode-languageserver-protocol'
import type { Change } from '../draft/change.js'
import { paragraphsOf, type ProposedSection, type Suggestion } from '@leitmotif/encoder/draft'

/**
 * Messages between client and server in addition to the Language Server Protocol. Indices refer to the same analysis.
 */

/** The client's `initializationOptions`. */
export interface StartOptions {
  /** The encoder bundle's folder: a path, or a URL in a worker. */
  readonly bundle: string
  /** ONNX Runtime's `ort-wasm-simd-threaded.wasm`: a path, or a URL in a worker. */
  readonly wasm: string
  /** Ids of suggestions not to be made again. */
  readonly dismissed: readonly string[]
  /** Translations of the server's strings by their English text, as in `vscode.l10n.bundle`; absent in English. */
  readonly l10n?: { readonly [english: string]: string }
  /** The settings `leitmotif`, for a client that cannot be asked for them. */
  readonly settings?: unknown
}

/** Returns the change that applies a suggestion, with the given heading or its first one. */
export function changeOf(suggestion: Suggestion, heading?: string): Change {
  const named = heading ?? ('headings' in suggestion ? suggestion.headings.at(0) : undefined) ?? ''
  switch (suggestion.kind) {
    case 'split':
      return {
        kind: 'split',
        paragraph: suggestion.paragraph,
        heading: named,
        ...(suggestion.label === named && { replaces: true })
      }
    case 'move':
      return {
        kind: 'move',
        paragraphs: paragraphsOf(suggestion),
        to: suggestion.to,
        ...(suggestion.before !== undefined && { before: suggestion.before })
      }
    case 'separate':
      return { kind: 'move', paragraphs: paragraphsOf(suggestion), to: -1, heading: named }
    case 'merge':
      return { kind: 'merge', section: suggestion.section }
    case 'mixed':
      return { kind: 'group', section: suggestion.section }
    case 'heading':
      return { kind: 'rename', section: suggestion.section, heading: named }
  }
}

interface ShownParagraph {
  readonly range: Range
  readonly section: number
  readonly theme: number
  readonly words: number
  /** Its first words. */
  readonly opening: string
}

interface ShownSection {
  readonly heading: string
  readonly level: number
  readonly parent: number
  readonly start: number
  readonly end: number
  /** Range of the heading's line, or of the first paragraph's. */
  readonly range: Range
  readonly words: number
  readonly themes: readonly { readonly theme: number; readonly share: number }[]
}

interface ShownTheme {
  readonly id: string
  readonly name: string
  readonly terms: readonly string[]
  /** 0 … 7 */
  readonly colour: number
  readonly share: number
  readonly paragraphs: readonly number[]
}

/** An analysis with line ranges instead of offsets. */
export interface ShownAnalysis {
  readonly uri: string
  readonly version: number
  /**
   * `themes`: suggestions are still being computed; `done`: complete; `refused`: not analysed, with the reason in
   * `message`.
   */
  readonly state: 'themes' | 'done' | 'refused'
  readonly message?: string
  readonly title: string
  /** Its language (ISO 639-1) if that is not English. */
  readonly language?: string
  readonly words: number
  readonly paragraphs: readonly ShownParagraph[]
  readonly sections: readonly ShownSection[]
  readonly themes: readonly ShownTheme[]
  readonly suggestions: readonly Suggestion[]
  readonly proposed: readonly ProposedSection[]
  readonly distance: number
}

export interface EditAnswer {
  /** A title for the change. */
  readonly label: string
  readonly version: number
  readonly edits: readonly TextEdit[]
  /** The range to select after the edits, such as a new heading; absent if the selection stays. */
  readonly select?: Range
}

export interface RelatedPassage {
  readonly text: string
  readonly document: string
  readonly title: string
  readonly path: readonly string[]
  /** Percentile of the similarity among random pairs of the collection, 0 to 100. */
  readonly percentile?: number
  /** The document's address on the collection's page. */
  readonly link?: string
}

export interface RelatedSettings {
  readonly url: string
  readonly token?: string
}

export interface WorkspaceTheme {
  readonly name: string
  readonly terms: readonly string[]
  readonly share: number
  readonly passages: readonly { readonly uri: string; readonly range: Range; readonly opening: string }[]
}

/** Server to client: the result of each analysis. */
export const analysisShown = new NotificationType<ShownAnalysis>('leitmotif/analysis')
/** Client to server: analyse now, whatever `leitmotif.analyse` is set to. */
export const analyseNow = new RequestType<{ uri: string }, void, void>('leitmotif/analyse')
/**
 * Client to server: sets the number of sections in a draft's proposed outline until the draft is closed; without a
 * number, it fits the text.
 */
export const proposeSections = new RequestType<{ uri: string; sections?: number }, void, void>(
  'leitmotif/proposeSections'
)
/** Client to server: requests the edits of a change. Fails with ContentModified if the draft has another version. */
export const editsOf = new RequestType<{ uri: string; version: number; change: Change }, EditAnswer, void>(
  'leitmotif/edits'
)
/** Client to server: the ids of all dismissed suggestions, after each change. StartOptions has the initial ones. */
export const dismissed = new NotificationType<{ ids: readonly string[] }>('leitmotif/dismissed')
/** Client to server: requests passages of a collection that are similar to the selection. */
export const relatedPassages = new RequestType<
  { uri: string; range: Range; settings: RelatedSettings },
  readonly RelatedPassage[],
  void
>('leitmotif/related')
/** Client to server: requests themes across files, with progress by the work-done token. */
export const workspaceThemes = new RequestType<
  { files: readonly { uri: string; text: string; languageId: string }[]; workDoneToken?: string | number },
  readonly WorkspaceTheme[],
  void
>('leitmotif/workspaceThemes')
/** Client to server: requests details of the server for a problem report. */
export const serverInfo = new RequestType0<{ runtime: string; encoder: string; memoryMb?: number }, void>(
  'leitmotif/info'
)
