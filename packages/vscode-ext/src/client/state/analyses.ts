import * as vscode from 'vscode'
import { State, type BaseLanguageClient } from 'vscode-languageclient'
import { analyseNow, analysisShown, type ShownAnalysis } from '../../protocol/protocol.js'
import { isDraft } from './draft-documents.js'
import { followEdits, type LineEdit } from './followed-ranges.js'

/** Maximum number of edits kept for each draft; an analysis does not take longer than this many edits. */
const MOST_EDITS = 1000

/** The last analysis of each open draft. Its line numbers follow edits of the draft. */
export class Analyses implements vscode.Disposable {
  readonly #client: BaseLanguageClient
  readonly #byUri = new Map<string, ShownAnalysis>()
  /** The edits since the last analysis began, and some older ones. */
  readonly #edits = new Map<string, readonly { readonly version: number; readonly lines: readonly LineEdit[] }[]>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscriptions: readonly { dispose(): unknown }[]
  #current: vscode.TextDocument | undefined
  #isStopped = false

  /** Fires when the current draft or an analysis changes, and when the server stops or starts. */
  readonly onDidChange = this.#changed.event

  constructor(client: BaseLanguageClient) {
    this.#client = client
    this.#subscriptions = [
      this.#changed,
      client.onNotification(analysisShown, (analysis) => {
        const key = this.uriOf(analysis).toString()
        const later = (this.#edits.get(key) ?? []).filter(({ version }) => version > analysis.version)
        this.#edits.set(key, later)
        const followed = later.reduce((followed, { lines }) => followEdits(followed, lines), analysis)
        const isOff = analysis.state === 'refused' && analysis.message === undefined
        if (isOff) this.#byUri.delete(key)
        else this.#byUri.set(key, followed)
        this.#changed.fire()
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!isDraft(document) || contentChanges.length === 0) return
        const key = document.uri.toString()
        const lines = contentChanges.map(({ range: { start, end, isEmpty }, text }) => {
          const above = isEmpty && start.character === 0
          return { start: start.line, end: end.line, lines: text.split('\n').length, above }
        })
        this.#edits.set(key, [...(this.#edits.get(key) ?? []), { version: document.version, lines }].slice(-MOST_EDITS))
        const analysis = this.#byUri.get(key)
        if (analysis) this.#byUri.set(key, followEdits(analysis, lines))
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#byUri.delete(document.uri.toString())
        this.#edits.delete(document.uri.toString())
        if (this.#current !== document) return
        this.#updateCurrent()
        this.#changed.fire()
      }),
      // When a document's language changes, it is closed and opened again in the same editor.
      vscode.workspace.onDidOpenTextDocument(() => {
        this.#updateCurrent()
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#updateCurrent()
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#updateCurrent()
      }),
      client.onDidChangeState(({ newState }) => {
        this.#isStopped = newState === State.Stopped || newState === State.StartFailed
        this.#changed.fire()
      })
    ]
    this.#updateCurrent()
  }

  /** Whether the server has stopped or failed to start. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The current draft: of the active editor, or the last one that is still visible. */
  get document(): vscode.TextDocument | undefined {
    return this.#current
  }

  /** The analysis of the current draft. */
  get current(): ShownAnalysis | undefined {
    return this.#current && this.of(this.#current.uri)
  }

  of(uri: vscode.Uri): ShownAnalysis | undefined {
    return this.#byUri.get(uri.toString())
  }

  uriOf(analysis: { readonly uri: string }): vscode.Uri {
    return this.#client.protocol2CodeConverter.asUri(analysis.uri)
  }

  /** Returns the analysis of a draft's current version, and requests it if needed. */
  async fresh(document: vscode.TextDocument): Promise<ShownAnalysis | undefined> {
    if (this.of(document.uri)?.version !== document.version) {
      await this.again(document)
    }
    return this.of(document.uri)
  }

  /** Returns the analysis of a draft's current version with its suggestions. */
  async complete(document: vscode.TextDocument): Promise<ShownAnalysis | undefined> {
    if ((await this.fresh(document))?.state === 'themes') await this.again(document)
    return this.of(document.uri)
  }

  /** Requests an analysis now, whatever `leitmotif.analyse` is set to. */
  async again(document: vscode.TextDocument): Promise<void> {
    await this.#client.sendRequest(analyseNow, { uri: this.#client.code2ProtocolConverter.asUri(document.uri) })
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose()
  }

  #updateCurrent(): void {
    const active = vscode.window.activeTextEditor?.document
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document)
    const before = this.#current
    if (active && isDraft(active)) this.#current = active
    else if (!before || !isDraft(before) || !shown.includes(before)) this.#current = shown.find(isDraft)
    if (this.#current !== before) this.#changed.fire()
  }
}
