import * as vscode from 'vscode'
import type { LanguageClientOptions } from 'vscode-languageclient'
import type { StartOptions } from '../protocol/protocol.js'
import { dismissals } from './state/dismissals.js'
import { isDraft, LANGUAGES } from './state/draft-documents.js'

const BUNDLE = 'models/leitmotif-en'
const WASM = 'dist/ort/ort-wasm-simd-threaded.wasm'

/** Returns the options of the language client. @param place returns the path or URL of a file of the extension, for the server */
export function clientOptions(
  context: vscode.ExtensionContext,
  place: (file: string) => string
): LanguageClientOptions {
  const initializationOptions: StartOptions = {
    bundle: place(BUNDLE),
    wasm: place(WASM),
    dismissed: dismissals(context.globalState).ids(),
    ...(vscode.l10n.bundle && { l10n: vscode.l10n.bundle })
  }
  return {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    initializationOptions,
    middleware: {
      didOpen: async (document, next) => {
        if (isDraft(document)) await next(document)
      },
      didClose: async (document, next) => {
        if (isDraft(document)) await next(document)
      },
      didChange: async (change, next) => {
        if (isDraft(change.document)) await next(change)
      },
      didSave: async (document, next) => {
        if (isDraft(document)) await next(document)
      }
    }
  }
}
