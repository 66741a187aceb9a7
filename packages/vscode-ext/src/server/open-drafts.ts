import { turn, type DocumentFormat } from '@leitmotif/encoder'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { DraftAnalyser, DraftOptions } from '../draft/analyser.js'
import type { DraftAnalysis, Suggestion } from '../draft/analysis.js'
import type { DraftRefusal } from '../draft/limits.js'
import type { Settings } from '../protocol/settings.js'
import type { AnalysedDraft } from './analysed.js'
import { createAnalysisQueue } from './analysis-queue.js'
import { draftOptions } from './settings-source.js'
import { formatOf } from './languages.js'

/** Time without a change after which a draft is analysed, in milliseconds. */
const CALM = 50

/**
 * Themes of an edited draft are shown before its suggestions where those take longer than this, in milliseconds: at once where they
 * did the last time.
 */
const PATIENCE = 100

/**
 * Time for themes that are shown first to reach the editor, in milliseconds: what is longer than the channel holds goes out in parts, and
 * only while nothing is worked out. In 10 ms those of 50,000 words do not always get there; the rest then waits for 100 ms of suggestions.
 */
const SENDING = 40

export interface DraftsHost {
  readonly find: (uri: string) => TextDocument | undefined
  readonly settingsOf: (uri: string) => Promise<Settings>
  /** For one draft. */
  readonly createAnalyser: () => Promise<DraftAnalyser>
  /** Ids of suggestions that are not to be made again. */
  readonly dismissed: () => ReadonlySet<string>
  /** Says why something is suggested. */
  readonly reason: (suggestion: Suggestion, analysis: DraftAnalysis) => string
  /** After each step. */
  readonly analysed: (draft: AnalysedDraft) => void
  /** Where a draft is not analysed: without a reason, it is not to be; with an error, the program is at fault. */
  readonly unanalysed: (document: TextDocument, reason?: DraftRefusal | Error) => void
}

/**
 * The open drafts, and the newest analysis of each. One analysis at a time for a draft; one that is out of date ends where
 * another is to follow. Drafts wait for one another, but for that which was changed, saved or asked about last.
 */
export interface Drafts {
  /** The draft has been opened, changed or saved. */
  readonly opened: (document: TextDocument) => void
  readonly changed: (document: TextDocument) => void
  readonly saved: (document: TextDocument) => void
  readonly closed: (uri: string) => void
  /** Analyses it now, whatever the settings say; where they are given, from now on with so many sections proposed, or (undefined) as many as its text has. */
  readonly analyse: (uri: string, proposed?: Pick<DraftOptions, 'sections'>) => Promise<void>
  /** Analyses anew what has been analysed: something that it goes by has changed. */
  readonly again: (concerned?: (draft: AnalysedDraft) => boolean) => void
  /** The newest analysis, of whatever version; its suggestions may not be worked out. */
  readonly latest: (uri: string) => AnalysedDraft | undefined
  /** The newest whose suggestions are worked out. */
  readonly suggested: (uri: string) => AnalysedDraft | undefined
  /** Of every open draft, that. */
  readonly all: () => readonly AnalysedDraft[]
  /** The analysis of the draft as it now is, as soon as it has its themes; undefined where none is coming. */
  readonly current: (uri: string) => Promise<AnalysedDraft | undefined>
}

interface OpenDraft {
  readonly uri: string
  readonly format: DocumentFormat
  analyser?: Promise<DraftAnalyser>
  analysed?: AnalysedDraft
  suggested?: AnalysedDraft
  /** Sections that are to be proposed, where the writer gave their number. */
  sections?: number | undefined
  /** How long its last suggestions took, in milliseconds. */
  took: number
  /** The version that was analysed, or is to be. */
  version: number
  /** Those who wait for an analysis of that version. */
  readonly waiting: Set<() => void>
  /** Ends the analysis that is waiting or under way. */
  abort: AbortController
  /** Settles, never with an error, when nothing is waiting or under way. */
  work: Promise<void>
}

export function createDrafts(host: DraftsHost): Drafts {
  const open = new Map<string, OpenDraft>()
  const queue = createAnalysisQueue()

  /** Analyses a draft after `delay` milliseconds where the settings want it; else what is under way goes on. */
  const plan = (draft: OpenDraft, delay: number, wanted: (settings: Settings) => boolean = () => true): void => {
    const asked = host.settingsOf(draft.uri).then(wanted, () => true) // the analysis tells why they can't be had
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
          await turn()
        }
      }
    } catch (error) {
      clearTimeout(later)
      if (signal.aborted) return
      delete draft.analyser // what it remembers may be what it failed of
      refuse(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const createAnalyser = (draft: OpenDraft): Promise<DraftAnalyser> =>
    host.createAnalyser().catch((error: unknown) => {
      delete draft.analyser // the next analysis tries again, though this one be out of date
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
      if (draft === undefined || draft.version === version) return // told of what was opened, too
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

/** Resolves after some milliseconds, or when it is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
