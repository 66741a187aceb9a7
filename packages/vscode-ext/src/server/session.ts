import type { ClientCapabilities } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Settings } from '../protocol/settings.js'
import type { Drafts } from './open-drafts.js'

/** What everything that answers the client goes by. */
export interface Session {
  readonly capabilities: ClientCapabilities
  /** The editor's locale, such as `de-AT`, in which numbers are formatted. */
  readonly locale: string
  readonly drafts: Drafts
  /** An open draft as it now is. */
  readonly find: (uri: string) => TextDocument | undefined
  readonly settingsOf: (uri: string) => Promise<Settings>
}
