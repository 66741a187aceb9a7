import { expect, it } from 'vitest'
import { CodeActionTriggerKind } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { readDraftText } from '@leitmotif/encoder/draft'
import { SETTINGS_DEFAULTS } from '../protocol/settings.js'
import { codeActions } from './actions.js'
import type { Session } from './session.js'

/** A draft of two sections and one theme, whose name is too long for a heading. */
function longNamed(): { session: Session; document: TextDocument } {
  const document = TextDocument.create('untitled:1', 'markdown', 1, '# T\n\n## A\n\nOne.\n\nTwo.\n\n## B\n\nThree.\n')
  const { title, paragraphs, sections } = readDraftText(document.getText(), 'markdown')
  const theme = { id: '1', name: 'words '.repeat(200), terms: [], colour: 0, share: 1, paragraphs: [0, 1, 2] }
  const analysis = {
    title,
    paragraphs: paragraphs.map((paragraph) => ({ ...paragraph, theme: 0 })),
    sections: sections.map((section) => ({ ...section, themes: [{ theme: 0, share: 1 }] })),
    themes: [theme],
    suggestions: [],
    proposed: [],
    distance: 0
  }
  const draft = { document, analysis, done: true }
  const drafts = { current: () => Promise.resolve(draft), latest: () => draft } as unknown as Session['drafts']
  const settingsOf = (): Promise<typeof SETTINGS_DEFAULTS> => Promise.resolve(SETTINGS_DEFAULTS)
  const session = { isExtension: true, capabilities: {}, locale: 'en', drafts, find: () => document, settingsOf }
  return { session, document }
}

it('An editor that takes actions whole is given those that can be done', async () => {
  const { session, document } = longNamed()
  const place = { line: 6, character: 0 }
  const actions = await codeActions(session, {
    textDocument: { uri: document.uri },
    range: { start: place, end: place },
    context: { diagnostics: [], triggerKind: CodeActionTriggerKind.Invoked }
  })
  expect(actions.map(({ title }) => title)).toEqual(['Move paragraph to “B”', 'Move paragraph to another section…'])
  expect(actions[0].edit?.changes).toMatchObject({ [document.uri]: [{ newText: '' }, { newText: /Two\./ }] })
})
