import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CodeActionResolveRequest,
  CodeActionTriggerKind,
  DidSaveTextDocumentNotification,
  ErrorCodes,
  LSPErrorCodes,
  ShutdownRequest
} from 'vscode-languageserver-protocol/node'
import type { Suggestion } from '@leitmotif/encoder/draft'
import { analyseNow, editsOf, serverInfo, type ShownAnalysis } from '../protocol/protocol.js'
import {
  draftText,
  ON_TEA,
  rangeOf,
  START_OPTIONS,
  startEditor,
  startOf,
  STRAYED,
  type Editor
} from '../../testing/test-editor.js'

let editor: Editor
beforeAll(async () => {
  editor = await startEditor()
})
beforeEach(() => {
  editor.reset()
})

const suggestionsOf = ({ suggestions }: ShownAnalysis, kind: string): Suggestion[] =>
  suggestions.filter((suggestion) => suggestion.kind === kind)

describe('A draft that is opened', () => {
  it('is shown its themes, then suggestions', async () => {
    const document = editor.open(draftText())
    const analysis = await editor.done(document)
    expect(editor.shown.map(({ state }) => state)).toEqual(['themes', 'done'])
    expect(analysis.title).toBe('Several subjects')
    expect(analysis.sections.map(({ heading }) => heading)).toEqual(['Bees', 'Glass', 'Travel'])
    expect(analysis.sections[1].range).toEqual(rangeOf(document, '## Glass'))
    expect(analysis.paragraphs[3].range).toEqual(rangeOf(document, STRAYED))
    expect(suggestionsOf(analysis, 'move')).toMatchObject([{ paragraph: 3, to: 1 }])
  })

  it('is answered for while it is analysed', async () => {
    const document = editor.open(draftText())
    const { runtime, encoder } = await editor.connection.sendRequest(serverInfo)
    expect(runtime).toBe('test')
    expect(encoder).toMatch(/^leitmotif-en \(/)
    expect(editor.shown.some(({ state }) => state === 'done')).toBe(false)
    await editor.done(document)
  })

  it('in a language that is no prose is left alone', async () => {
    const code = editor.open('let x = 1', 'javascript')
    await editor.connection.sendRequest(analyseNow, { uri: code.uri })
    expect(editor.shown).toEqual([])
  })
})

describe('A draft that is edited', () => {
  it('is analysed only as it is after quick typing, and keeps its colours', async () => {
    const document = editor.open(draftText())
    const before = await editor.done(document)
    for (const letter of 'Bees keep warm in winter. ') editor.type(document, startOf(document, ON_TEA), letter)
    const after = await editor.done(document)
    const versions = new Set(editor.shown.map(({ version }) => version))
    expect([...versions]).toEqual([1, document.version])
    const colours = ({ themes, paragraphs }: ShownAnalysis): string[] => paragraphs.map(({ theme }) => themes[theme].id)
    expect(colours(after)).toEqual(colours(before))
  })

  it('is analysed when it is saved, or when it is asked for, where the settings say so', async () => {
    editor.set({ analyse: 'save' })
    const document = editor.open(draftText())
    await editor.done(document)
    editor.type(document, startOf(document, ON_TEA), 'X')
    await pause(300)
    expect(editor.shown.at(-1)?.version).toBe(1)
    const textDocument = { uri: document.uri }
    await editor.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument })
    await editor.done(document)
    editor.set({ analyse: 'manual' })
    const other = editor.open(draftText())
    await pause(300)
    expect(editor.shown.filter(({ uri }) => uri === other.uri)).toEqual([])
    await editor.connection.sendRequest(analyseNow, { uri: other.uri })
    expect((await editor.done(other)).state).toBe('done')
  })

  it('gets no edits that were meant for it as it was before', async () => {
    const document = editor.open(draftText())
    const { uri, version } = await editor.done(document)
    editor.type(document, startOf(document, ON_TEA), 'X')
    const asked = editor.connection.sendRequest(editsOf, { uri, version, change: { kind: 'merge', section: 1 } })
    const future = { uri, version: document.version, change: { kind: 'merge', section: 1 } as const }
    // Both at once, before the draft as it now is can have been analysed.
    const askedToo = editor.connection.sendRequest(editsOf, future)
    await Promise.all([
      expect(asked).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified }),
      expect(askedToo).rejects.toThrow('The draft has changed')
    ])
  })

  it('gets no action that was meant for it as it was before, and its writer is shown why', async () => {
    const document = editor.open(draftText())
    await editor.done(document)
    const actions = await editor.actions(document, '## Glass', CodeActionTriggerKind.Invoked)
    editor.type(document, startOf(document, ON_TEA), 'X')
    const resolved = editor.connection.sendRequest(CodeActionResolveRequest.type, actions.at(-1)!)
    await expect(resolved).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified })
    await expect.poll(() => editor.errors).toEqual([expect.stringMatching(/^The draft has changed/)])
  })
})

describe('What is no draft', () => {
  it('is refused in words, and another is analysed', async () => {
    const refused = [
      [
        'A sentence of a very long text. '.repeat(170_000),
        'the file has 5,440,000 characters; the maximum is 1,000,000.'
      ],
      ['word '.repeat(190_000), 'line 1 has 950,000 characters; the maximum is 50,000.'],
      ['# A\n\nb\n\n'.repeat(10_000), 'the file has 10,000 headings; the maximum is 2,000.'],
      ['\0\u0001\u0002'.repeat(1000), 'the file is not text in UTF-8.']
    ] as const
    for (const [text, why] of refused) {
      const { state, message } = await editor.done(editor.open(text))
      expect(state).toBe('refused')
      // With what to do behind it.
      expect(message).toContain(`Not analysed: ${why} `)
    }
    expect((await editor.done(editor.open(draftText()))).state).toBe('done')
  })

  it('is what cannot be analysed without its encoder, which is told; settings that cannot be are, once', async () => {
    const broken = await startEditor({ ...START_OPTIONS, bundle: `${START_OPTIONS.bundle}-none` })
    broken.settings = { analyse: 'sometimes' }
    for (let n = 0; n < 2; n++) {
      const { state, message } = await broken.done(broken.open(draftText()))
      expect(state).toBe('refused')
      expect(message).toMatch(/^Not analysed: .* Install the extension again\. \(.*leitmotif-en-none: can't read/)
    }
    const faults = broken.logged.filter((line) => line.startsWith('leitmotif.analyse is "sometimes"'))
    expect(faults).toHaveLength(1)
  })
})

describe('A server that is shut down', () => {
  it('refuses requests, and hears of no draft', async () => {
    const shut = await startEditor()
    await shut.connection.sendRequest(ShutdownRequest.type)
    const { uri } = shut.open(draftText())
    const asked = shut.connection.sendRequest(analyseNow, { uri })
    await expect(asked).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest })
    await expect(shut.connection.sendRequest(serverInfo)).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest })
    expect(shut.shown).toEqual([])
  })
})

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
