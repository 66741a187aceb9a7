import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  CodeActionRequest,
  CodeLensRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowMessageNotification,
  type CodeAction,
  type CodeActionTriggerKind,
  type CodeLens,
  type Diagnostic,
  type ProtocolConnection,
  type Range
} from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter
} from 'vscode-languageserver/node'
import { analysisShown, type ShownAnalysis, type StartOptions } from '../src/protocol/protocol.js'
import { serve } from '../src/server/server.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const require = createRequire(`${root}/packages/encoder/package.json`)

export const START_OPTIONS: StartOptions = {
  bundle: `${root}/models/leitmotif-en`,
  wasm: require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  dismissed: []
}

/** The plain paragraphs of a sample article, without its headings and lists. */
export function sampleParagraphs(name: string): string[] {
  return readFileSync(`${root}/samples/${name}.md`, 'utf8')
    .split('\n\n')
    .filter((part) => /^[A-Z]/.test(part))
}

/** A test editor, on a real connection to a server in this process. */
export interface Editor {
  readonly connection: ProtocolConnection
  readonly shown: ShownAnalysis[]
  readonly diagnostics: Map<string, Diagnostic[]>
  readonly logged: string[]
  /** Errors that the writer was shown. */
  readonly errors: string[]
  /** The capabilities that the server registered. */
  readonly registered: { method: string; registerOptions?: unknown }[]
  settings: Record<string, unknown>
  /** Tells the server that they have changed. */
  set(settings: Record<string, unknown>): void
  /** Closes all documents and clears what was shown. */
  reset(): void
  open(text: string, languageId?: string): TextDocument
  /** Puts a text in the place of a range. */
  type(document: TextDocument, range: Range, text: string): void
  lenses(document: TextDocument): Promise<CodeLens[]>
  /** The code actions at the first place of a text. */
  actions(document: TextDocument, text: string, trigger: CodeActionTriggerKind, only?: string[]): Promise<CodeAction[]>
  /** Those at a range. */
  actionsAt(
    document: TextDocument,
    range: Range,
    trigger: CodeActionTriggerKind,
    only?: string[]
  ): Promise<CodeAction[]>
  /** The analysis of the document as it is, with suggestions; or that it is refused. */
  done(document: TextDocument): Promise<ShownAnalysis>
}

let count = 0

export async function startEditor(options: StartOptions = START_OPTIONS, locale = 'en'): Promise<Editor> {
  const [up, down] = [new PassThrough(), new PassThrough()]
  const [reader, writer] = [new StreamMessageReader(up), new StreamMessageWriter(down)]
  serve((options) => createConnection(ProposedFeatures.all, reader, writer, options), { runtime: 'test' })
  const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up))
  const waiting = new Set<() => void>()
  const open = new Set<string>()
  const editor: Editor = {
    connection,
    shown: [],
    diagnostics: new Map(),
    logged: [],
    errors: [],
    registered: [],
    settings: {},
    set(settings) {
      editor.settings = settings
      void connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null })
    },
    reset() {
      for (const uri of open) {
        void connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } })
      }
      open.clear()
      editor.set({})
      editor.shown.length = editor.errors.length = 0
    },
    open(text, languageId = 'markdown') {
      const document = TextDocument.create(`untitled:draft-${++count}`, languageId, 1, text)
      const { uri, version } = document
      void connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version, text }
      })
      open.add(uri)
      return document
    },
    type(document, range, text) {
      const change = { range, text }
      TextDocument.update(document, [change], document.version + 1)
      const { uri, version } = document
      void connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [change]
      })
    },
    async lenses({ uri }) {
      return (await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? []
    },
    actions: (document, text, trigger, only) => editor.actionsAt(document, startOf(document, text), trigger, only),
    async actionsAt(document, range, triggerKind, only) {
      const actions = await connection.sendRequest(CodeActionRequest.type, {
        textDocument: { uri: document.uri },
        range,
        context: { diagnostics: [], triggerKind, ...(only && { only }) }
      })
      return (actions ?? []) as CodeAction[]
    },
    async done({ uri, version }) {
      while (true) {
        const found = editor.shown.findLast((each) => each.uri === uri && each.version === version)
        if (found && found.state !== 'themes') return found
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    }
  }
  connection.onNotification(analysisShown, (analysis) => {
    editor.shown.push(analysis)
    for (const go of waiting) go()
    waiting.clear()
  })
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    editor.diagnostics.set(uri, diagnostics)
  })
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void editor.logged.push(message))
  connection.onNotification(ShowMessageNotification.type, ({ message }) => void editor.errors.push(message))
  connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => editor.settings))
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    for (const { method, registerOptions } of registrations) editor.registered.push({ method, registerOptions })
  })
  connection.onRequest('workspace/codeLens/refresh', () => null)
  connection.listen()
  await connection.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null, // eslint-disable-line @typescript-eslint/no-deprecated -- the protocol wants it
    locale,
    initializationOptions: options,
    capabilities: {
      workspace: {
        configuration: true,
        codeLens: { refreshSupport: true },
        workspaceEdit: { documentChanges: true, snippetEditSupport: true, changeAnnotationSupport: {} }
      },
      textDocument: {
        codeAction: { resolveSupport: { properties: ['edit'] } },
        documentSymbol: { dynamicRegistration: true },
        foldingRange: { dynamicRegistration: true }
      }
    }
  })
  await connection.sendNotification(InitializedNotification.type, {})
  return editor
}

/** Returns the range of a text's first occurrence in a document. */
export function rangeOf(document: TextDocument, text: string): Range {
  const start = document.getText().indexOf(text)
  return { start: document.positionAt(start), end: document.positionAt(start + text.length) }
}

export function startOf(document: TextDocument, text: string): Range {
  const { start } = rangeOf(document, text)
  return { start, end: start }
}

/** Bees, with a paragraph on glass among them; glass; a section on trams and, from its seventh paragraph, on tea. */
export function draftText(): string {
  const [bees, glass, tea, trams] = ['beekeeping', 'glass-making', 'tea', 'trams'].map(sampleParagraphs)
  const sections: [string, string[]][] = [
    ['Bees', [...bees.slice(1, 4), STRAYED, ...bees.slice(4, 6)]],
    ['Glass', glass.slice(0, 8).filter((paragraph) => paragraph !== STRAYED)],
    ['Travel', [...trams.slice(0, 6), ...tea.slice(0, 6)]]
  ]
  const parts = sections.map(([heading, own]) => `## ${heading}\n\n${own.join('\n\n')}\n`)
  return `# Several subjects\n\n${parts.join('\n')}`
}

/** The draft's paragraph on glass among the bees, and its first on tea. */
export const STRAYED = sampleParagraphs('glass-making')[3]
export const ON_TEA = sampleParagraphs('tea')[0]
