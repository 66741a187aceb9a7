import type { ClientCapabilities } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Settings } from '../protocol/settings.js'
import type { Drafts } from './open-drafts.js'

/** The state that request handlers share. */
export interface Session {
  /** Whether the client is the extension, which runs its own commands. Any other editor runs those of `commands.ts` only. */
  readonly isExtension: boolean
  readonly capabilities: ClientCapabilities
  /** The editor's locale, such as `de-AT`, in which numbers are formatted. */
  readonly locale: string
  readonly drafts: Drafts
  /** Returns the current text of an open draft. */
  readonly find: (uri: string) => TextDocument | undefined
  readonly settingsOf: (uri: string) => Promise<Settings>
}
