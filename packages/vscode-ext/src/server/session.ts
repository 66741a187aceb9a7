import type { ClientCapabilities } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Settings } from '../protocol/settings.js'
import type { Drafts } from './open-drafts.js'

/** The state that request handlers share. */
export interface Session {
  readonly capabilities: ClientCapabilities
  /** The editor's locale, such as `de-AT`, in which numbers are formatted. */
  readonly locale: string
  readonly drafts: Drafts
  /** Returns the current text of an open draft. */
  readonly find: (uri: string) => TextDocument | undefined
  readonly settingsOf: (uri: string) => Promise<Settings>
}
