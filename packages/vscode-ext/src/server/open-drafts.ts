import type { DocumentFormat } from '@leitmotif/encoder'
import { yieldToHost } from '@leitmotif/encoder/vectors'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { DraftAnalyser, DraftOptions, DraftAnalysis, Suggestion, DraftRefusal } from '@leitmotif/encoder/draft'
import type { Settings } from '../protocol/settings.js'
import type { AnalysedDraft } from './analysed.js'
import { createAnalysisQueue } from './analysis-queue.js'
import { draftOptions } from './settings-source.js'
import { formatOf } from './language-formats.js'

/** Debounce time before an edited draft is analysed, in milliseconds. */
const CALM = 50

/**
 * Time limit for suggestions, in milliseconds. If they take longer, an edited draft's themes are sent first; at once if
 * suggestions took longer the last time.
 */
const PATIENCE = 100

/**
 * Pause for sending themes before suggestions are computed, in milliseconds. A long message is sent in parts, and only while the
 * thread is idle: for 50,000 words, 10 ms is not always enough.
 */
const SENDING = 40

export interface DraftsHost {
  readonly find: (uri: string) => TextDocument | undefined
  readonly settingsOf: (uri: string) => Promise<Settings>
  /** Returns an analyser for one draft. */
  readonly createAnalyser: () => Promise<DraftAnalyser>
  /** Returns the ids of dismissed suggestions. */
  readonly dismissed: () => ReadonlySet<string>
  /** Returns the reason of a suggestion in the editor's language. */
  readonly reason: (suggestion: Suggestion, analysis: DraftAnalysis) => string
  /** Called after each step of an analysis. */
  readonly analysed: (draft: AnalysedDraft) => void
  /** Called if a draft is not analysed: turned off (no reason), refused, or failed with an error. */
  readonly unanalysed: (document: TextDocument, reason?: DraftRefusal | Error) => void
}

/**
 * The open drafts and the newest analysis of each. A draft has one analysis at a time; a newer one aborts it. Drafts wait for one
 * another, except the draft that was changed, saved or requested last.
 */
export interface Drafts {
  /** Call these when the editor opens, changes, saves or closes a draft. */
  readonly opened: (document: TextDocument) => void
  readonly changed: (document: TextDocument) => void
  readonly saved: (document: TextDocument) => void
  readonly closed: (uri: string) => void
  /**
   * Analyses a draft now, whatever the settings. `proposed` sets the number of proposed sections from now on; if its
   * `sections` is undefined, the number fits the text.
   */
  readonly analyse: (uri: string, proposed?: Pick<DraftOptions, 'sections'>) => Promise<void>
  /** Analyses drafts again after a change of settings or dismissals. */
  readonly again: (concerned?: (draft: AnalysedDraft) => boolean) => void
  /** Returns the newest analysis, of any version; its suggestions may be incomplete. */
  readonly latest: (uri: string) => AnalysedDraft | undefined
  /** Returns the newest complete analysis. */
  readonly suggested: (uri: string) => AnalysedDraft | undefined
  /** Returns the newest complete analyses of all open drafts. */
  readonly all: () => readonly AnalysedDraft[]
  /** Returns the analysis of the draft's current version once its themes are known; undefined if there will be none. */
  readonly current: (uri: string) => Promise<AnalysedDraft | undefined>
}

interface OpenDraft {
  readonly uri: string
  readonly format: DocumentFormat
  analyser?: Promise<DraftAnalyser>
  analysed?: AnalysedDraft
  suggested?: AnalysedDraft
  /** The number of sections to propose, if the writer set it. */
  sections?: number | undefined
  /** How long its last suggestions took, in milliseconds. */
  took: number
  /** The version that was or will be analysed. */
  version: number
  /** Callbacks that wait for an analysis of that version. */
  readonly waiting: Set<() => void>
  /** Aborts the waiting or running analysis. */
  abort: AbortController
  /** Resolves when no analysis is waiting or running; never rejects. */
  work: Promise<void>
}

export function createDrafts(host: DraftsHost): Drafts {
  const open = new Map<string, OpenDraft>()
  const queue = createAnalysisQueue()

  /** Analyses a draft after `delay` milliseconds if the settings ask for it; otherwise a running analysis continues. */
  const plan = (draft: OpenDraft, delay: number, wanted: (settings: Settings) => boolean = () => true): void => {
    const asked = host.settingsOf(draft.uri).then(wanted, () => true) // The analysis reports why settings are not available.
    const begun = asked.then((isWanted) => {
      if (isWanted && open.get(draft.uri) === draft) begin(draft, delay)
    })
    draft.work = Promise.all([draft.work, begun]).then(() => undefined)
  }

  const begin = (draft: OpenDraft, delay: number): void => {
    draft.abort.abort()
    const { signal } = (draft.abort = new AbortController())
    const before = draft.work
    draft.work = pause(delay, signal).then(async () => {
      await before
      await queue.run(draft.uri, () => analyse(draft, signal), signal)
    })
  }

  const analyse = async (draft: OpenDraft, signal: AbortSignal): Promise<void> => {
    const { uri, format } = draft
    const live = host.find(uri)
    if (live === undefined) return
    const document = TextDocument.create(uri, live.languageId, live.version, live.getText())
    const refuse = (reason?: DraftRefusal | Error): void => {
      delete draft.analysed
      delete draft.suggested
      host.unanalysed(document, reason)
    }
    let later: NodeJS.Timeout | undefined
    let begun = 0
    try {
      const settings = await host.settingsOf(uri)
      signal.throwIfAborted()
      if (!settings.enable) {
        refuse()
        return
      }
      const analyser = await (draft.analyser ??= createAnalyser(draft))
      const options = { ...draftOptions(settings, host.dismissed()), sections: draft.sections }
      for await (const result of analyser.analyse(document.getText(), format, options, signal)) {
        signal.throwIfAborted()
        clearTimeout(later)
        if (result.state === 'refused') {
          refuse(result.why)
          return
        }
        const { suggestions } = result.analysis
        const analysis = {
          ...result.analysis,
          suggestions: suggestions.map((each) => ({ ...each, reason: host.reason(each, result.analysis) }))
        }
        const analysed = (draft.analysed = { document, analysis, done: result.state === 'done' })
        if (document.version === draft.version) for (const go of draft.waiting) go()
        if (analysed.done) {
          draft.suggested = analysed
          draft.took = performance.now() - begun
        } else begun = performance.now()
        if (analysed.done || draft.suggested === undefined || draft.took > PATIENCE) {
          host.analysed(analysed)
          await pause(SENDING, signal)
        } else {
          later = setTimeout(host.analysed, PATIENCE, analysed)
          await yieldToHost()
        }
      }
    } catch (error) {
      clearTimeout(later)
      if (signal.aborted) return
      delete draft.analyser // Its state may have caused the failure.
      refuse(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const createAnalyser = (draft: OpenDraft): Promise<DraftAnalyser> =>
    host.createAnalyser().catch((error: unknown) => {
      delete draft.analyser // The next analysis tries again.
      throw error
    })

  return {
    opened(document) {
      const format = formatOf(document.languageId)
      if (format === undefined) return
      const { uri, version } = document
      const draft = {
        uri,
        format,
        version,
        took: 0,
        waiting: new Set<() => void>(),
        abort: new AbortController(),
        work: Promise.resolve()
      }
      open.set(uri, draft)
      plan(draft, 0, ({ analyse }) => analyse !== 'manual')
    },
    changed({ uri, version }) {
      const draft = open.get(uri)
      if (draft === undefined || draft.version === version) return // The event also fires when a draft is opened.
      draft.version = version
      queue.attend(uri)
      plan(draft, CALM, ({ analyse }) => analyse === 'edit')
    },
    saved({ uri, version }) {
      const draft = open.get(uri)
      const known = draft?.analysed?.done === true && draft.analysed.document.version === version
      queue.attend(uri)
      if (draft && !known) plan(draft, 0, ({ analyse }) => analyse !== 'manual')
    },
    closed(uri) {
      open.get(uri)?.abort.abort()
      open.delete(uri)
    },
    async analyse(uri, proposed) {
      const draft = open.get(uri)
      if (draft === undefined) return
      if (proposed) draft.sections = proposed.sections
      queue.attend(uri)
      plan(draft, 0)
      await settled(draft)
    },
    again(concerned = () => true) {
      for (const draft of open.values()) {
        const { analysed } = draft
        if (analysed && !concerned(analysed)) continue
        plan(draft, 0, ({ analyse }) => analyse !== 'manual' || analysed !== undefined)
      }
    },
    all: () => [...open.values()].flatMap(({ suggested }) => suggested ?? []),
    latest: (uri) => open.get(uri)?.analysed,
    suggested: (uri) => open.get(uri)?.suggested,
    async current(uri) {
      const draft = open.get(uri)
      if (draft === undefined) return undefined
      const fresh = (): AnalysedDraft | undefined =>
        draft.analysed?.document.version === draft.version ? draft.analysed : undefined
      queue.attend(uri)
      if (fresh() !== undefined) return fresh()
      await new Promise<void>((resolve) => {
        const go = (): void => {
          draft.waiting.delete(go)
          resolve()
        }
        draft.waiting.add(go)
        void settled(draft).then(go)
      })
      return fresh()
    }
  }
}

async function settled(draft: OpenDraft): Promise<void> {
  let work
  do {
    work = draft.work
    await work
  } while (work !== draft.work)
}

/** Resolves after some milliseconds, or when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
