import { NotificationType, RequestType, RequestType0, type Range, type TextEdit } from 'vscode-languageserver-protocol'
import type { Change } from '../draft/change.js'
import { paragraphsOf, type ProposedSection, type Suggestion } from '../draft/analysis.js'

/** What client and server say to one another beside the Language Server Protocol. Indices are those of the same analysis. */

/** What the client tells the server at its start: `initializationOptions`. */
export interface StartOptions {
  /** The encoder bundle's folder: a path, or in a worker an address. */
  readonly bundle: string
  /** ONNX Runtime's `ort-wasm-simd-threaded.wasm`: a path, or in a worker an address. */
  readonly wasm: string
  /** Suggestions not to be made again, by id. */
  readonly dismissed: readonly string[]
  /** The settings `leitmotif`, for a client that cannot be asked for them. */
  readonly settings?: unknown
}

/** What is done to the draft where the writer follows a suggestion, with the heading given or the first that it names. */
export function changeOf(suggestion: Suggestion, heading?: string): Change {
  const named = heading ?? ('headings' in suggestion ? suggestion.headings.at(0) : undefined) ?? ''
  switch (suggestion.kind) {
    case 'split':
      return { kind: 'split', paragraph: suggestion.paragraph, heading: named }
    case 'move':
      return { kind: 'move', paragraphs: paragraphsOf(suggestion), to: suggestion.to }
    case 'apart':
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
  /** Of its heading's line, or of its first paragraph. */
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

/** An analysis with lines in place of offsets. */
export interface ShownAnalysis {
  readonly uri: string
  readonly version: number
  /** `themes`: suggestions are still being worked out; `done`; `refused`: not analysed, `message` says why. */
  readonly state: 'themes' | 'done' | 'refused'
  readonly message?: string
  readonly title: string
  readonly words: number
  readonly paragraphs: readonly ShownParagraph[]
  readonly sections: readonly ShownSection[]
  readonly themes: readonly ShownTheme[]
  readonly suggestions: readonly Suggestion[]
  readonly proposed: readonly ProposedSection[]
  readonly distance: number
}

export interface EditAnswer {
  /** What will be done, in a few words. */
  readonly label: string
  readonly version: number
  readonly edits: readonly TextEdit[]
  /** Where to put the cursor after it, such as on a new heading; absent where it stays. */
  readonly select?: Range
}

export interface RelatedPassage {
  readonly text: string
  readonly document: string
  readonly title: string
  readonly path: readonly string[]
  /** Of random pairs of the collection, those that are less alike, in percent. */
  readonly percentile?: number
  /** Of the document in the collection's page. */
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

/** Server to client, after every analysis. */
export const analysisShown = new NotificationType<ShownAnalysis>('leitmotif/analysis')
/** Client to server: analyse now, whatever the setting says. */
export const analyseNow = new RequestType<{ uri: string }, void, void>('leitmotif/analyse')
/** Client to server: how many sections the outline proposed for a draft has, till it is closed; without a number, as many as its text has. */
export const proposeSections = new RequestType<{ uri: string; sections?: number }, void, void>(
  'leitmotif/proposeSections'
)
/** Client to server: the edits of a change. The error ContentModified where the draft is no longer at that version. */
export const editsOf = new RequestType<{ uri: string; version: number; change: Change }, EditAnswer, void>(
  'leitmotif/edits'
)
/** Client to server: all suggestions not to be made again, by id, whenever they have changed; at the start by StartOptions. */
export const dismissed = new NotificationType<{ ids: readonly string[] }>('leitmotif/dismissed')
/** Client to server: passages of a collection that are near to the selection. */
export const relatedPassages = new RequestType<
  { uri: string; range: Range; settings: RelatedSettings },
  readonly RelatedPassage[],
  void
>('leitmotif/related')
/** Client to server: themes across files, with progress by the protocol's work-done token, and cancelled by it. */
export const workspaceThemes = new RequestType<
  { files: readonly { uri: string; text: string; languageId: string }[]; workDoneToken?: string | number },
  readonly WorkspaceTheme[],
  void
>('leitmotif/workspaceThemes')
/** Client to server: what runs where, for a bug report. */
export const serverInfo = new RequestType0<{ runtime: string; encoder: string; memoryMb?: number }, void>(
  'leitmotif/info'
)
