import type { Encoder } from '@leitmotif/encoder'
import { LSPErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import * as protocol from '../protocol/protocol.js'
import { refusalMessage } from './explanations.js'
import { formatOf } from './language-formats.js'
import { onRequest } from './messages.js'
import { rangeOf, spanOf } from './positions.js'
import { relatedPassages } from './related.js'
import type { Session } from './session.js'
import { analysedAt, editAnswer, notOpenMessage } from './workspace-edits.js'
import { themesOfFiles, type WorkspaceFile } from './workspace-themes.js'

/** The percentage of the progress bar for reading files; the rest is for finding their themes. */
const READING = 80

/** Registers the handlers of requests beyond the Language Server Protocol. */
export function answerRequests(
  connection: Connection,
  session: Session,
  loadEncoder: () => Promise<Encoder>,
  host: { readonly runtime: string; readonly memoryMb?: () => number }
): void {
  onRequest(connection, protocol.analyseNow, ({ uri }) => session.drafts.analyse(uri))

  onRequest(connection, protocol.proposeSections, ({ uri, sections }) => session.drafts.analyse(uri, { sections }))

  onRequest(connection, protocol.editsOf, ({ uri, version, change }) =>
    editAnswer(analysedAt(session, uri, version), change)
  )

  onRequest(connection, protocol.relatedPassages, ({ uri, range, settings }, token) =>
    cancellable(token, (signal) => {
      const document = session.find(uri)
      const format = document && formatOf(document.languageId)
      if (format === undefined) throw new Error(notOpenMessage())
      const { start, end } = spanOf(document!, range)
      return relatedPassages(document!.getText().slice(start, end), format, settings, signal)
    })
  )

  onRequest(connection, protocol.workspaceThemes, ({ files, workDoneToken }, token) =>
    cancellable(token, async (signal) => {
      const known = files.flatMap(({ uri, text, languageId }): WorkspaceFile[] => {
        const format = formatOf(languageId)
        return format === undefined ? [] : [{ uri, text, format }]
      })
      if (known.length === 0) return []
      const progress = connection.window.attachWorkDoneProgress(workDoneToken)
      const { themes, skipped } = await themesOfFiles(known, await loadEncoder(), {
        most: (await session.settingsOf(known[0].uri))['themes.most'],
        progress(done, all) {
          progress.report(Math.floor((READING * done) / all), `${done} / ${all}`)
        },
        signal
      })
      for (const { uri, reason } of skipped)
        connection.console.warn(`${uri}: ${refusalMessage(reason, session.locale)}`)
      const texts = new Map(files.map(({ uri, text }) => [uri, TextDocument.create(uri, '', 0, text)]))
      return themes.map(({ passages, ...theme }) => ({
        ...theme,
        passages: passages.map(({ uri, span, opening }) => ({ uri, range: rangeOf(texts.get(uri)!, span), opening }))
      }))
    })
  )

  connection.onRequest(protocol.serverInfo.method, async () => {
    const { name, fingerprints } = await loadEncoder()
    const prints = Object.values(fingerprints).map((print) => print.slice(0, 12))
    return { runtime: host.runtime, encoder: `${name} (${prints.join(', ')})`, memoryMb: host.memoryMb?.() }
  })
}

/** Runs work that the client can cancel. @throws ResponseError with the message of the error that the work throws */
async function cancellable<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  if (token.isCancellationRequested) abort.abort() // No event follows in this case.
  const listening = token.onCancellationRequested(() => {
    abort.abort()
  })
  try {
    return await work(abort.signal)
  } catch (error) {
    const code = abort.signal.aborted ? LSPErrorCodes.RequestCancelled : LSPErrorCodes.RequestFailed
    throw new ResponseError(code, error instanceof Error ? error.message : String(error))
  } finally {
    listening.dispose()
  }
}
