import type { Span } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import {
  CodeActionKind,
  CodeActionTriggerKind,
  Command,
  type CodeAction,
  type CodeActionParams
} from 'vscode-languageserver'
import type { Change } from '../draft/change.js'
import { changeOf } from '../protocol/protocol.js'
import { DISMISS } from './lsp-commands.js'
import { paragraphsAt, sectionAt, suggestionLine, type AnalysedDraft } from './analysed.js'
import { analysedAt, workspaceEdit } from './workspace-edits.js'
import { hintOf } from './hints.js'
import { spanOf } from './positions.js'
import type { Session } from './session.js'
import { groupTitle, mergeTitle, moveTitle, sectionName, suggestionTitle, turnOffTitle } from './titles.js'

/** Maximum number of headings of a suggestion to offer. */
const HEADINGS = 3
/** Maximum number of target sections to offer for a paragraph. */
const NEAREST = 4

/** The data of an action until its edits are requested. */
interface ActionData {
  readonly uri: string
  readonly version: number
  readonly change: Change
  /** Whether to show a preview before the change is applied. */
  readonly preview?: boolean
}

/**
 * Returns the actions at a range: those that apply suggestions and, if the writer requested actions, others too. The others are
 * left out of automatic requests, so that paragraphs without suggestions show no lightbulb.
 */
export async function codeActions(
  session: Session,
  { textDocument, range, context }: CodeActionParams
): Promise<CodeAction[]> {
  const draft = await session.drafts.current(textDocument.uri)
  if (draft === undefined) return []
  const at = spanOf(draft.document, range)
  const actions = suggestedActions(session, draft, at)
  if (context.triggerKind !== CodeActionTriggerKind.Automatic) actions.push(...unsuggestedActions(session, draft, at))
  const { only } = context
  const wanted = actions.filter(
    ({ kind = '' }) => only?.some((one) => one === kind || kind.startsWith(`${one}.`)) ?? true
  )
  const later = session.capabilities.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true
  return later ? wanted : wanted.flatMap((action) => resolvable(session, action))
}

/** Returns an action with its edits, for clients that cannot resolve actions; none if it is not possible. */
function resolvable(session: Session, action: CodeAction): CodeAction[] {
  try {
    return [resolveAction(session, action)]
  } catch {
    return []
  }
}

/** Returns an action with its edits. @throws ResponseError ContentModified if the draft has changed */
export function resolveAction(session: Session, action: CodeAction): CodeAction {
  if (action.data === undefined) return action
  const { uri, version, change, preview } = action.data as ActionData
  return { ...action, edit: workspaceEdit(session, analysedAt(session, uri, version), change, preview) }
}

function suggestedActions(session: Session, draft: AnalysedDraft, at: Span): CodeAction[] {
  const { document, analysis } = draft
  return analysis.suggestions.flatMap((suggestion) => {
    const line = suggestionLine(draft, suggestion)
    if (line.start > at.end || line.end < at.start) return []
    const diagnostics = [hintOf(draft, suggestion)]
    const quickFix = (title: string, rest: Partial<CodeAction>): CodeAction => {
      return { title, kind: CodeActionKind.QuickFix, diagnostics, ...rest }
    }
    const headings = 'headings' in suggestion ? suggestion.headings.slice(0, HEADINGS) : []
    const variants = headings.length > 0 ? headings : [undefined]
    const dismiss = Command.create(l10n.t('Dismiss'), DISMISS, document.uri, suggestion.id)
    const canPreview = session.capabilities.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined
    const data = { ...dataOf(draft, changeOf(suggestion)), preview: true }
    const silence = Command.create(turnOffTitle(suggestion.kind), 'leitmotif.turnOffHints', suggestion.kind)
    return [
      ...variants.map((heading, index) => {
        const shown = heading === undefined ? suggestion : { ...suggestion, headings: [heading] }
        const data = dataOf(draft, changeOf(suggestion, heading))
        return quickFix(suggestionTitle(analysis, shown), { data, isPreferred: index === 0 })
      }),
      ...(canPreview ? [quickFix(l10n.t('Preview: {0}', suggestionTitle(analysis, suggestion)), { data })] : []),
      quickFix(dismiss.title, { command: dismiss }),
      ...(session.isExtension ? [quickFix(silence.title, { command: silence })] : [])
    ]
  })
}

/** Returns the actions at a range that no suggestion is about. */
function unsuggestedActions({ isExtension }: Session, draft: AnalysedDraft, at: Span): CodeAction[] {
  const { document, analysis } = draft
  const { paragraphs, sections, themes } = analysis
  const action = (kind: string, title: string, change: Change): CodeAction => ({
    title,
    kind,
    data: dataOf(draft, change)
  })
  const actions: CodeAction[] = []
  const [first, end] = paragraphsAt(analysis, at)
  const chosen = Array.from({ length: end - first }, (_, index) => first + index)
  if (chosen.length > 0) {
    const { section, theme } = paragraphs[first]
    if (first > sections[section].start || sections[section].level === 0) {
      const heading = theme < 0 ? l10n.t('New section') : themes[theme].name
      actions.push(action(SPLIT, l10n.t('Start a section here'), { kind: 'split', paragraph: first, heading }))
    }
    for (const to of nearestSections(draft, chosen)) {
      const title = moveTitle(chosen.length, sectionName(analysis, to))
      actions.push(action(MOVE, title, { kind: 'move', paragraphs: chosen, to }))
    }
    const title =
      chosen.length === 1
        ? l10n.t('Move paragraph to another section…')
        : l10n.t('Move {0} paragraphs to another section…', chosen.length)
    const command = Command.create(title, 'leitmotif.moveParagraph', document.uri, document.version, chosen)
    if (isExtension) actions.push({ title, kind: MOVE, command })
  }
  const section = sectionAt(analysis, at.start)
  if (section > 0) {
    actions.push(action(MERGE, mergeTitle(analysis, section), { kind: 'merge', section }))
  }
  if (section >= 0 && sections[section].themes.length > 1) {
    actions.push(action(GROUP, groupTitle(analysis, section), { kind: 'group', section }))
  }
  if (themes.length > 1) actions.push(action(GROUP, groupTitle(analysis), { kind: 'group' }))
  return actions
}

const SPLIT = `${CodeActionKind.RefactorRewrite}.split`
const MERGE = `${CodeActionKind.RefactorRewrite}.merge`
const GROUP = `${CodeActionKind.RefactorRewrite}.group`
const MOVE = CodeActionKind.RefactorMove

/** Returns the other sections with the largest share of the paragraphs' themes; of equal ones, the nearest. */
function nearestSections({ analysis: { paragraphs, sections } }: AnalysedDraft, chosen: readonly number[]): number[] {
  const themes = new Set(chosen.map((paragraph) => paragraphs[paragraph].theme))
  const own = paragraphs[chosen[0]].section
  const share = (section: number): number =>
    sections[section].themes.reduce((sum, each) => sum + (themes.has(each.theme) ? each.share : 0), 0)
  return [...sections.keys()]
    .filter((section) => section !== own && sections[section].level > 0)
    .sort((a, b) => share(b) - share(a) || Math.abs(a - own) - Math.abs(b - own) || a - b)
    .slice(0, NEAREST)
}

function dataOf({ document: { uri, version } }: AnalysedDraft, change: Change): ActionData {
  return { uri, version, change }
}
