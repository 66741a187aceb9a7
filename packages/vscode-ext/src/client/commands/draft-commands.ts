import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import type { Apply } from './apply-edits.js'
import { askHeading, askSection } from './prompts.js'
import { neighbour } from '../state/draft-node.js'
import { sectionName } from '../views/outline-view.js'
import type { ProposedOutline } from '../views/proposed-view.js'
import {
  namesView,
  paragraphsAtCursor,
  paragraphsOfNodes,
  sectionAtCursor,
  type Arguments,
  type Command,
  type ParagraphsTarget,
  type SectionTarget,
  type RowsOf
} from './targets.js'

/** Returns the commands that change a draft, by name. */
export function draftCommands(
  analyses: Analyses,
  apply: Apply,
  rows: RowsOf,
  proposed: ProposedOutline
): Readonly<Record<string, Command>> {
  const paragraphsOf = async (args: Arguments): Promise<ParagraphsTarget | undefined> => {
    const [uri, version, paragraphs] = args
    if (typeof uri === 'string' && Array.isArray(paragraphs)) {
      const draft = analyses.of(analyses.uriOf({ uri }))
      if (draft && draft.version === version) return { draft, paragraphs: paragraphs as number[] }
    }
    const target = paragraphsOfNodes(rows(args))
    return target || namesView(args[0]) ? target : paragraphsAtCursor(analyses)
  }
  const sectionOf = async (args: Arguments): Promise<SectionTarget | undefined> => {
    const node = rows(args).find(({ kind }) => kind === 'section')
    if (node) return { draft: node.draft, section: node.index }
    return namesView(args[0]) ? undefined : sectionAtCursor(analyses)
  }
  const on =
    <Target>(find: (args: Arguments) => Promise<Target | undefined>) =>
    (work: (target: Target) => Promise<void>): Command =>
    async (...args) => {
      const target = await find(args)
      if (target) await work(target)
      else showNoTarget()
    }
  const onParagraphs = on(paragraphsOf)
  const onSection = on(sectionOf)
  const moveBy = (step: 1 | -1): Command =>
    onSection(async ({ draft, section }) => {
      const other = neighbour(draft, section, step)
      if (other < 0) {
        const name = sectionName(draft, section)
        show(
          step > 0
            ? vscode.l10n.t('“{0}” is the last section of its level.', name)
            : vscode.l10n.t('“{0}” is the first section of its level.', name)
        )
        return
      }
      const where = step > 0 ? 'after' : 'before'
      await apply(draft, { kind: 'move-section', section, to: { section: other, where } })
    })

  return {
    splitHere: onParagraphs(async ({ draft, paragraphs }) => {
      const [paragraph] = paragraphs
      const { section } = draft.paragraphs[paragraph]
      if (draft.sections[section].start === paragraph && draft.sections[section].heading !== '') {
        show(vscode.l10n.t('The section “{0}” already begins here.', sectionName(draft, section)))
        return
      }
      const headings = headingsFor(draft, paragraph)
      await apply(draft, { kind: 'split', paragraph, heading: headings[0] }, { headings })
    }),
    moveParagraph: onParagraphs(async ({ draft, paragraphs }) => {
      const to = await askSection(draft, paragraphs)
      if (to === undefined) return
      if (to >= 0) return apply(draft, { kind: 'move', paragraphs, to })
      const headings = headingsFor(draft, paragraphs[0])
      const heading = await askHeading(vscode.l10n.t('Heading of the new section'), '', headings)
      if (heading !== undefined) await apply(draft, { kind: 'move', paragraphs, to: -1, heading })
    }),
    promoteSection: onSection(({ draft, section }) => apply(draft, { kind: 'level', section, by: -1 })),
    demoteSection: onSection(({ draft, section }) => apply(draft, { kind: 'level', section, by: 1 })),
    moveSectionUp: moveBy(-1),
    moveSectionDown: moveBy(1),
    mergeSection: onSection(async ({ draft, section }) => {
      if (section === 0) show(vscode.l10n.t('The first section has no section before it to merge with.'))
      else await apply(draft, { kind: 'merge', section })
    }),
    renameHeading: onSection(async ({ draft, section }) => {
      const { heading } = draft.sections[section]
      if (heading === '') {
        show(vscode.l10n.t('This part has no heading yet. Use “Split Section Here” to give it one.'))
        return
      }
      const candidates = draft.suggestions.flatMap((one) =>
        one.kind === 'heading' && one.section === section ? one.headings : []
      )
      const renamed = await askHeading(vscode.l10n.t('New heading for “{0}”', heading), heading, candidates)
      if (renamed !== undefined && renamed !== heading) {
        await apply(draft, { kind: 'rename', section, heading: renamed })
      }
    }),
    groupByTheme: onSection(async ({ draft, section }) => {
      const here = vscode.l10n.t('Within “{0}”', sectionName(draft, section))
      const all = vscode.l10n.t('In the whole draft, with a preview')
      const title = vscode.l10n.t('Group paragraphs by theme')
      const choice = await vscode.window.showQuickPick([here, all], { title })
      if (choice === here) await apply(draft, { kind: 'group', section })
      else if (choice === all) await apply(draft, { kind: 'group' }, { preview: true })
    }),
    applyOutline: async () => {
      const { current } = analyses
      if (!current) {
        showNoTarget()
        return
      }
      const sections = proposed.chosen()
      if (sections?.length === 0) {
        show(vscode.l10n.t('No section is ticked. Tick sections in the view “Proposed Outline”.'))
        return
      }
      await apply(current, { kind: 'outline', ...(sections && { sections }) }, { preview: true })
    }
  }
}

function show(message: string): void {
  void vscode.window.showInformationMessage(message)
}

function showNoTarget(): void {
  show(
    vscode.l10n.t(
      'No paragraph or section is chosen. Put the cursor into a paragraph of a draft, or select a row of a view.'
    )
  )
}

/** Returns candidate headings for a section that begins with a paragraph: the suggested ones, or its theme's name. */
function headingsFor({ suggestions, paragraphs, themes }: ShownAnalysis, paragraph: number): readonly string[] {
  const suggested = suggestions.flatMap((one) =>
    (one.kind === 'split' || one.kind === 'separate') && one.paragraph === paragraph ? one.headings : []
  )
  if (suggested.length > 0) return suggested
  const { theme } = paragraphs[paragraph]
  return [theme < 0 ? vscode.l10n.t('New section') : themes[theme].name]
}
