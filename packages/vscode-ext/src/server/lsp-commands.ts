import { ErrorCodes, ResponseError, type Connection } from 'vscode-languageserver'
import { changeOf } from '../protocol/protocol.js'
import { analysedAt, workspaceEdit } from './workspace-edits.js'
import type { Session } from './session.js'

/** Applies a suggestion. Arguments: the draft's URI and version, the suggestion's id. */
export const APPLY = 'leitmotif.applySuggestion'
/** Dismisses a suggestion. Arguments: the draft's URI, the suggestion's id. */
export const DISMISS = 'leitmotif.dismiss'

/** Runs the commands of lenses and actions for editors other than VS Code, whose extension runs them itself. */
export function answerCommands(connection: Connection, session: Session, dismiss: (id: string) => void): void {
  connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
    const args: readonly unknown[] = given
    if (command === DISMISS && args.length === 2) {
      dismiss(String(args[1]))
      return null
    }
    if (command !== APPLY || args.length !== 3) {
      const expected = `${APPLY} with URI, version and id, or ${DISMISS} with URI and id`
      throw new ResponseError(
        ErrorCodes.InvalidParams,
        `got ${command} with ${args.length} arguments; expected ${expected}`
      )
    }
    const [uri, version, id] = args
    const draft = analysedAt(session, String(uri), Number(version))
    const suggestion = draft.analysis.suggestions.find((each) => each.id === id)
    if (suggestion === undefined) {
      throw new ResponseError(ErrorCodes.InvalidParams, `the draft has no suggestion ${String(id)} any more`)
    }
    await connection.workspace.applyEdit(workspaceEdit(session, draft, changeOf(suggestion)))
    return null
  })
}
