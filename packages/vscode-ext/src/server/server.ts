import type { Encoder } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DocumentSymbolRequest,
  ErrorCodes,
  ExitNotification,
  FoldingRangeRequest,
  Message,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  ShutdownRequest,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type ConnectionOptions,
  type InitializeParams,
  type InitializeResult
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { analysisShown, dismissed, type StartOptions } from '../protocol/protocol.js'
import { createDraftAnalyser } from '@leitmotif/encoder/draft'
import { codeActions, resolveAction } from './actions.js'
import type { AnalysedDraft } from './analysed.js'
import { answerCommands, APPLY, DISMISS } from './lsp-commands.js'
import { createDrafts } from './open-drafts.js'
import { openEncoder, type RuntimeThreads } from './encoder-source.js'
import { englishReason, failureMessage, localizedReason, refusalMessage } from './explanations.js'
import { hintsOf } from './hints.js'
import { hoverAt } from './hover.js'
import { codeLenses, inlayHints } from './lenses.js'
import { notify, onNotification } from './messages.js'
import { outlined, plainFolds, plainSymbols } from './plain-outline.js'
import { answerRequests } from './requests.js'
import type { Session } from './session.js'
import { createSettingsSource } from './settings-source.js'
import { refusedAnalysis, shownAnalysis } from './shown.js'

/** The server's host. */
export interface ServerHost {
  /** Such as `Node v22.23.3`. */
  readonly runtime: string
  /** Returns the memory of the process in megabytes, if it is known. */
  readonly memoryMb?: () => number
  /** Returns the threads for the runtime of a WebAssembly file; without them, networks run in the server's thread. */
  readonly threads?: (wasm: string) => RuntimeThreads
  /** The places of the encoder for any editor; without them, the client is the extension, which names its own. */
  readonly encoder?: Pick<StartOptions, 'bundle' | 'wasm'>
}

/** Serves drafts on a connection until it ends. */
export function serve(connect: (options: ConnectionOptions) => Connection, host: ServerHost): void {
  const connection = connect(untilShutdown())
  connection.onRequest(
    TOO_LATE,
    () => new ResponseError(ErrorCodes.InvalidRequest, 'The server was shut down; start it again.')
  )
  connection.onInitialize((params) => {
    openSession(connection, host, params, decodeStartOptions(params.initializationOptions, host.encoder))
    if (host.encoder === undefined) return CAPABILITIES
    // The extension has commands of the same names, which VS Code would refuse to register twice.
    const executeCommandProvider = { commands: [APPLY, DISMISS] }
    return { ...CAPABILITIES, capabilities: { ...CAPABILITIES.capabilities, executeCommandProvider } }
  })
  connection.listen()
}

/** Replaces the method of each request after `shutdown`. */
const TOO_LATE = '$/leitmotif/tooLate'

/** Returns options that refuse requests and ignore notifications except `exit` after `shutdown`, as the protocol requires. */
function untilShutdown(): ConnectionOptions {
  let isShut = false
  return {
    messageStrategy: {
      handleMessage(message, next) {
        if (isShut && Message.isRequest(message)) return next({ ...message, method: TOO_LATE } as Message)
        if (isShut && Message.isNotification(message) && message.method !== ExitNotification.method) return
        isShut ||= Message.isRequest(message) && message.method === ShutdownRequest.method
        return next(message)
      }
    }
  }
}

const CAPABILITIES: InitializeResult = {
  serverInfo: { name: 'Leitmotif' },
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    codeLensProvider: {},
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorMove, CodeActionKind.RefactorRewrite],
      resolveProvider: true
    },
    hoverProvider: true,
    inlayHintProvider: true
  }
}

function openSession(connection: Connection, host: ServerHost, params: InitializeParams, options: StartOptions): void {
  const { capabilities } = params
  const { workspace, textDocument } = capabilities
  const documents = new TextDocuments(TextDocument)
  const settings = createSettingsSource(connection, workspace?.configuration === true, options.settings)
  let dismissedIds: ReadonlySet<string> = new Set(options.dismissed)
  let encoder: Promise<Encoder> | undefined

  const loadEncoder = async (): Promise<Encoder> => {
    encoder ??= openEncoder(options, host.threads?.(options.wasm))
    return encoder.catch((error: unknown) => {
      encoder = undefined // The next analysis tries again.
      throw error
    })
  }
  const hint = async (draft: AnalysedDraft): Promise<void> => {
    const { uri, version } = draft.document
    const diagnostics = hintsOf(draft, await session.settingsOf(uri))
    if (session.drafts.latest(uri) === draft) await connection.sendDiagnostics({ uri, version, diagnostics })
  }
  const refresh = (): void => {
    if (workspace?.codeLens?.refreshSupport) ignore(connection.sendRequest(CodeLensRefreshRequest.type))
    if (workspace?.inlayHint?.refreshSupport) ignore(connection.languages.inlayHint.refresh())
  }

  l10n.config({ contents: options.l10n ?? {} })
  const locale = validLocale(params.locale)
  const isExtension = host.encoder === undefined
  const session: Session = {
    isExtension,
    capabilities,
    locale,
    find: (uri) => documents.get(uri),
    settingsOf: settings.of,
    drafts: createDrafts({
      find: (uri) => documents.get(uri),
      settingsOf: settings.of,
      createAnalyser: async () => createDraftAnalyser(await loadEncoder()),
      dismissed: () => dismissedIds,
      reason: options.l10n === undefined ? englishReason : localizedReason,
      analysed(draft) {
        if (isExtension) notify(connection, analysisShown, shownAnalysis(draft))
        if (!draft.done) return
        ignore(hint(draft))
        refresh()
      },
      unanalysed(document, reason) {
        const { uri, version } = document
        if (reason instanceof Error) connection.console.error(reason.stack ?? reason.message)
        const message = reason instanceof Error ? failureMessage(reason) : reason && refusalMessage(reason, locale)
        if (isExtension) notify(connection, analysisShown, refusedAnalysis(document, message))
        else if (message !== undefined) connection.console.info(`${uri}: ${message}`)
        ignore(connection.sendDiagnostics({ uri, version, diagnostics: [] }))
        refresh()
      }
    })
  }
  const { drafts } = session

  documents.onDidOpen(({ document }) => {
    drafts.opened(document)
  })
  documents.onDidChangeContent(({ document }) => {
    drafts.changed(document)
  })
  documents.onDidSave(({ document }) => {
    drafts.saved(document)
  })
  documents.onDidClose(({ document: { uri } }) => {
    drafts.closed(uri)
    settings.forgetOne(uri)
    ignore(connection.sendDiagnostics({ uri, diagnostics: [] }))
  })
  documents.listen(connection)

  connection.onInitialized(() => {
    const { client } = connection
    if (workspace?.didChangeConfiguration?.dynamicRegistration) {
      ignore(client.register(DidChangeConfigurationNotification.type, { section: 'leitmotif' }))
    }
    const plain = { documentSelector: [{ language: 'plaintext' }] }
    if (textDocument?.documentSymbol?.dynamicRegistration) ignore(client.register(DocumentSymbolRequest.type, plain))
    if (textDocument?.foldingRange?.dynamicRegistration) ignore(client.register(FoldingRangeRequest.type, plain))
  })
  connection.onDidChangeConfiguration(() => {
    settings.forget()
    for (const draft of drafts.all()) ignore(hint(draft))
    refresh()
    drafts.again()
  })
  connection.onCodeLens(({ textDocument: { uri } }) => codeLenses(session, uri))
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => inlayHints(session, uri, range))
  connection.onHover(({ textDocument: { uri }, position }) => hoverAt(session, uri, position))
  connection.onCodeAction((asked) => codeActions(session, asked))
  connection.onCodeActionResolve((action) => {
    try {
      return resolveAction(session, action)
    } catch (error) {
      const { message } = error as Error
      // Editors only log the response.
      ignore(connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message }))
      throw error
    }
  })
  connection.onDocumentSymbol(async ({ textDocument: { uri } }) => plainSymbols(await outlined(session, uri)))
  connection.onFoldingRanges(async ({ textDocument: { uri } }) => plainFolds(await outlined(session, uri)))
  connection.onShutdown(async () => {
    for (const uri of documents.keys()) drafts.closed(uri)
    if (encoder) (await encoder).dispose()
  })

  answerRequests(connection, session, loadEncoder, host)
  const dismiss = (ids: readonly string[]): void => {
    const before = dismissedIds
    dismissedIds = new Set(ids)
    const someReturn = [...before].some((id) => !dismissedIds.has(id))
    drafts.again(({ analysis }) => someReturn || analysis.suggestions.some(({ id }) => dismissedIds.has(id)))
  }
  onNotification(connection, dismissed, ({ ids }) => {
    dismiss(ids)
  })
  if (!isExtension) {
    answerCommands(connection, session, (id) => {
      dismiss([...dismissedIds, id])
    })
  }
}

/** Ignores the failure of a message to the client: the client has ended, or does not support the message. */
function ignore(sent: Promise<unknown>): void {
  sent.catch(() => undefined)
}

/** Returns the client's locale in the form of BCP 47; `en` if there is none or it is not valid. */
function validLocale(locale: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(locale?.replaceAll('_', '-')).at(0) ?? 'en'
  } catch {
    return 'en'
  }
}

/** Decodes `initializationOptions`, of which `standard` may name the encoder. @throws Error if `bundle` or `wasm` is missing */
function decodeStartOptions(given: unknown, standard: ServerHost['encoder']): StartOptions {
  const options = typeof given === 'object' && given !== null ? given : {}
  const { bundle, wasm, dismissed, settings, l10n } = { ...standard, ...options } as Partial<
    Record<keyof StartOptions, unknown>
  >
  if (typeof bundle !== 'string' || typeof wasm !== 'string') {
    throw new Error(
      `initializationOptions are ${JSON.stringify(options).slice(0, 200)}; expected {bundle, wasm}. Set bundle to the path or URL ` +
        "of the encoder's folder, and wasm to the path or URL of ONNX Runtime's WebAssembly file."
    )
  }
  return {
    bundle,
    wasm,
    dismissed: Array.isArray(dismissed) ? dismissed.filter(isString) : [],
    settings,
    ...(isTranslations(l10n) && { l10n })
  }
}

function isTranslations(value: unknown): value is NonNullable<StartOptions['l10n']> {
  return typeof value === 'object' && value !== null && Object.values(value).every(isString)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
