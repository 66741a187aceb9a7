import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CancellationTokenSource,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  LSPErrorCodes,
  WorkDoneProgress
} from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { editsOf, proposeSections, relatedPassages, workspaceThemes } from '../protocol/protocol.js'
import { draftText, rangeOf, sampleParagraphs, startEditor, STRAYED, type Editor } from '../../testing/test-editor.js'

let editor: Editor
beforeAll(async () => {
  editor = await startEditor()
})
beforeEach(() => {
  editor.reset()
})

describe('Plain text', () => {
  it('has an outline and folds of its sections, or the editor’s folds where there are none; Markdown, whose the editor has, is given none', async () => {
    const text = `Keeping bees\n============\n\n${sampleParagraphs('beekeeping').slice(0, 3).join('\n\n')}\n\nBlowing glass\n=============\n\n${sampleParagraphs('glass-making').slice(0, 3).join('\n\n')}\n`
    const document = editor.open(text, 'plaintext')
    await editor.done(document)
    const textDocument = { uri: document.uri }
    const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })
    expect(symbols?.map(({ name }) => name)).toEqual(['Keeping bees', 'Blowing glass'])
    const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument })
    expect(folds).toEqual([
      { startLine: 0, endLine: 7 },
      { startLine: 9, endLine: 16 }
    ])
    const bare = editor.open('Bees fly.\n\n  They carry pollen.\n', 'plaintext')
    await editor.done(bare)
    expect(
      await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri: bare.uri } })
    ).toBeNull()
    expect(editor.registered).toEqual([
      { method: 'textDocument/documentSymbol', registerOptions: { documentSelector: [{ language: 'plaintext' }] } },
      { method: 'textDocument/foldingRange', registerOptions: { documentSelector: [{ language: 'plaintext' }] } }
    ])
  })
})

describe('Plain text that is analysed only when it is saved, or when it is asked for', () => {
  it('has the outline and folds of what has been typed since', async () => {
    editor.set({ analyse: 'save' })
    const text = 'Keeping bees\n============\n\nBees fly far.\n\nBlowing glass\n=============\n\nGlass is hot.\n'
    const document = editor.open(text, 'plaintext')
    await editor.done(document)
    const heading = rangeOf(document, 'Blowing')
    editor.type(document, { start: heading.start, end: heading.start }, 'Trams\n=====\n\nThey stop.\n\n')
    const textDocument = { uri: document.uri }
    const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })
    expect(symbols?.map(({ name }) => name)).toEqual(['Keeping bees', 'Trams', 'Blowing glass'])
    const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument })
    expect(folds?.map(({ startLine }) => startLine)).toEqual([0, 5, 10])
    editor.set({})
  })
})

describe('The number of sections that a writer gives', () => {
  it('is that of the outline proposed, which keeps every paragraph, till it is taken back', async () => {
    const document = editor.open(draftText())
    const { uri, version } = document
    const before = await editor.done(document)
    await editor.connection.sendRequest(proposeSections, { uri, sections: 5 })
    const { proposed, paragraphs } = editor.shown.at(-1)!
    expect(proposed).toHaveLength(5)
    expect(proposed.map(({ heading }) => heading)).toEqual(expect.arrayContaining(['Bees', 'Glass', 'Travel']))
    expect(new Set(proposed.map(({ heading }) => heading)).size).toBe(5)
    const { edits } = await editor.connection.sendRequest(editsOf, { uri, version, change: { kind: 'outline' } })
    const after = TextDocument.applyEdits(document, [...edits])
    for (const { range } of paragraphs) expect(after.split(document.getText(range))).toHaveLength(2)
    expect(after.match(/^## .+$/gm)).toEqual(proposed.map(({ heading }) => `## ${heading}`))
    await editor.connection.sendRequest(proposeSections, { uri })
    expect(editor.shown.at(-1)!.proposed).toEqual(before.proposed)
  })
})

describe('Related passages', () => {
  it('are not looked for without an address, nor beyond this machine in the clear', async () => {
    const document = editor.open(draftText())
    const related = async (url: string): Promise<unknown> =>
      editor.connection.sendRequest(relatedPassages, {
        uri: document.uri,
        range: rangeOf(document, STRAYED),
        settings: { url }
      })
    await expect(related('')).rejects.toThrow(/^“” is not the address of a service/)
    await expect(related('http://example.org')).rejects.toThrow(/^http:\/\/example\.org is another machine/)
  })
})

describe('The themes of several files', () => {
  const files = ['beekeeping', 'glass-making', 'tea'].map((name) => ({
    uri: `file:///${name}.md`,
    text: `# ${name}\n\n${sampleParagraphs(name).join('\n\n')}\n`,
    languageId: 'markdown'
  }))

  it('are found with progress, and lead to their places', async () => {
    const percentages: (number | undefined)[] = []
    editor.connection.onProgress(WorkDoneProgress.type, 'token', (value) => {
      if (value.kind === 'report') percentages.push(value.percentage)
    })
    const themes = await editor.connection.sendRequest(workspaceThemes, { files, workDoneToken: 'token' })
    expect(percentages).toEqual([26, 53, 80])
    expect(themes.length).toBeGreaterThan(1)
    for (const { uri, range, opening } of themes.flatMap(({ passages }) => passages)) {
      const { text } = files.find((file) => file.uri === uri)!
      const found = TextDocument.create(uri, '', 0, text).getText(range)
      expect(found.slice(0, 20)).toBe(opening.slice(0, 20))
    }
  })

  it('are not waited for once they are cancelled', async () => {
    const [early, late] = [new CancellationTokenSource(), new CancellationTokenSource()]
    const many = Array.from({ length: 200 }, (_, n) => ({ ...files[n % 3], uri: `file:///${n}.md` }))
    const asked = [early, late].map(({ token }) =>
      editor.connection.sendRequest(workspaceThemes, { files: many, workDoneToken: 'cancelled' }, token)
    )
    early.cancel()
    editor.connection.onProgress(WorkDoneProgress.type, 'cancelled', () => {
      late.cancel()
    })
    for (const one of asked) await expect(one).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled })
  })
})
