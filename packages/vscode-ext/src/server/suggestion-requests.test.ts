import { readFileSync } from 'node:fs'
import * as l10n from '@vscode/l10n'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  CodeActionResolveRequest,
  CodeActionTriggerKind,
  DidCloseTextDocumentNotification,
  HoverRequest,
  type MarkupContent
} from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Suggestion } from '@leitmotif/encoder/draft'
import { analyseNow, changeOf, dismissed, editsOf, relatedPassages, type ShownAnalysis } from '../protocol/protocol.js'
import {
  draftText,
  ON_TEA,
  rangeOf,
  sampleParagraphs,
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

describe('A suggestion', () => {
  it('is a lens that names what it does, and the edits that do it', async () => {
    const document = editor.open(draftText())
    const { uri, version, suggestions } = await editor.done(document)
    const lenses = await editor.lenses(document)
    expect(lenses).toHaveLength(2 * suggestions.length)
    const title = 'Move paragraph to “Glass”'
    const at = lenses.findIndex(({ command }) => command?.title === title)
    const move = suggestions.find(({ kind }) => kind === 'move')!
    expect(lenses[at].range.start).toEqual(startOf(document, STRAYED).start)
    expect(lenses[at].command).toEqual({
      title,
      command: 'leitmotif.applySuggestion',
      arguments: [uri, version, move.id]
    })
    expect(lenses[at + 1].command).toEqual({
      title: 'Dismiss',
      command: 'leitmotif.dismiss',
      arguments: [uri, move.id]
    })
    const { label, edits } = await editor.connection.sendRequest(editsOf, { uri, version, change: changeOf(move) })
    expect(label).toContain('Glass')
    const moved = TextDocument.applyEdits(document, [...edits])
    expect(moved.replace(`${STRAYED}\n\n`, '')).toBe(draftText().replace(`${STRAYED}\n\n`, ''))
    const glass = moved.slice(moved.indexOf('## Glass')).split('\n\n## ')[0]
    expect(glass.split('\n\n').slice(2)).toContain(STRAYED) // not before the paragraph that opens the section
  })

  it('keeps its lens in place while the draft is edited above it', async () => {
    editor.set({ analyse: 'manual' })
    const document = editor.open(draftText())
    await editor.connection.sendRequest(analyseNow, { uri: document.uri })
    editor.type(document, startOf(document, '## Bees'), 'A new paragraph.\n\n')
    const lenses = await editor.lenses(document)
    const lens = lenses.find(({ command }) => command?.title === 'Move paragraph to “Glass”')
    expect(lens?.range.start).toEqual(startOf(document, STRAYED).start)
  })

  it('is a quick fix with the heading to be typed over', async () => {
    const document = editor.open(draftText())
    const analysis = await editor.done(document)
    const [{ paragraph }] = analysis.suggestions.filter((each) => each.kind === 'split')
    const place = document.getText(analysis.paragraphs[paragraph].range)
    const actions = await editor.actions(document, place, CodeActionTriggerKind.Automatic)
    const splits = actions.filter(({ title }) => title.startsWith('Start a section here: “'))
    expect(splits.length).toBeGreaterThan(0)
    expect(actions.slice(splits.length).map(({ title }) => title)).toEqual([
      `Preview: ${splits[0].title}`,
      'Dismiss',
      'Turn off hints about sections to split'
    ])
    expect(actions[0].edit).toBeUndefined()
    const { edit } = await editor.connection.sendRequest(CodeActionResolveRequest.type, actions[0])
    expect(edit?.documentChanges).toMatchObject([
      { textDocument: { uri: document.uri, version: 1 }, edits: [{ snippet: { value: /^## \$\{1:.+\}\n\n$/ } }] }
    ])
  })

  it('is shown before it is made, where the writer asks for that', async () => {
    const document = editor.open(draftText())
    await editor.done(document)
    const actions = await editor.actions(document, STRAYED, CodeActionTriggerKind.Automatic)
    const preview = actions.find(({ title }) => title === 'Preview: Move paragraph to “Glass”')
    const { edit } = await editor.connection.sendRequest(CodeActionResolveRequest.type, preview!)
    expect(Object.values(edit?.changeAnnotations ?? {})).toEqual([
      { label: 'Move paragraph to “Glass”', needsConfirmation: true }
    ])
    const plain = actions.find(({ title }) => title === 'Move paragraph to “Glass”')
    const made = await editor.connection.sendRequest(CodeActionResolveRequest.type, plain!)
    expect(made.edit?.changeAnnotations).toBeUndefined()
  })

  it('is a hint, off by the settings for its kind or for all, and gone with its draft', async () => {
    const document = editor.open(draftText())
    const kinds = (await editor.done(document)).suggestions.map(({ kind }) => kind)
    expect(kinds).toContain('move')
    const codes = (): unknown[] => (editor.diagnostics.get(document.uri) ?? []).map(({ code }) => code)
    const shows = (expected: string[]): Promise<void> => expect.poll(codes).toEqual(expected)
    await shows(kinds)
    editor.set({ suggestions: { withoutHints: ['move'] } })
    await shows(kinds.filter((kind) => kind !== 'move'))
    editor.set({ suggestions: { hints: false } })
    await shows([])
    editor.set({})
    await shows(kinds)
    const textDocument = { uri: document.uri }
    await editor.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument })
    await shows([])
  })

  it('is taken away, as all is, once drafts are not to be analysed, and comes back when they are', async () => {
    const document = editor.open(draftText())
    const { suggestions } = await editor.done(document)
    const hints = (): number => editor.diagnostics.get(document.uri)?.length ?? 0
    const shown = (): ShownAnalysis => editor.shown.at(-1)!
    await expect.poll(hints).toBe(suggestions.length)
    editor.set({ enable: false })
    await expect.poll(() => shown().state).toBe('refused')
    expect(shown()).toMatchObject({ themes: [], paragraphs: [], suggestions: [] })
    expect(shown().message).toBeUndefined()
    await expect.poll(hints).toBe(0)
    expect(await editor.lenses(document)).toEqual([])
    expect(await editor.actions(document, STRAYED, CodeActionTriggerKind.Invoked)).toEqual([])
    editor.set({})
    await expect.poll(() => shown().suggestions.length).toBe(suggestions.length)
  })

  it('that is dismissed is not made again for that text', async () => {
    const document = editor.open(draftText())
    const [move] = suggestionsOf(await editor.done(document), 'move')
    editor.shown.length = 0
    await editor.connection.sendNotification(dismissed, { ids: [move.id] })
    expect(suggestionsOf(await editor.done(document), 'move')).toEqual([])
    editor.type(document, startOf(document, ON_TEA), 'Another matter. ')
    expect(suggestionsOf(await editor.done(document), 'move')).toEqual([])
    await editor.connection.sendNotification(dismissed, { ids: [] })
    await expect.poll(() => suggestionsOf(editor.shown.at(-1)!, 'move')).toHaveLength(1)
  })
})

describe('A writer', () => {
  it('is offered what nothing suggests only when asking for it', async () => {
    const document = editor.open(draftText())
    await editor.done(document)
    const place = sampleParagraphs('glass-making')[1]
    expect(await editor.actions(document, place, CodeActionTriggerKind.Automatic)).toEqual([])
    const actions = await editor.actions(document, place, CodeActionTriggerKind.Invoked)
    expect(actions.map(({ title }) => title)).toEqual([
      'Start a section here',
      'Move paragraph to “Bees”',
      'Move paragraph to “Travel”',
      'Move paragraph to another section…',
      'Merge this section into “Bees”',
      'Group all paragraphs of the draft by theme'
    ])
    const moves = await editor.actions(document, place, CodeActionTriggerKind.Invoked, ['refactor.move'])
    expect(moves).toEqual(actions.slice(1, 4))
  })

  it('is shown a preview of what changes the order of the whole draft', async () => {
    const document = editor.open(draftText())
    await editor.done(document)
    const actions = await editor.actions(document, '## Glass', CodeActionTriggerKind.Invoked)
    const { edit } = await editor.connection.sendRequest(CodeActionResolveRequest.type, actions.at(-1)!)
    expect(Object.values(edit?.changeAnnotations ?? {})).toMatchObject([{ needsConfirmation: true }])
  })

  it('is told of a section on its heading, and why something is suggested; elsewhere nothing', async () => {
    const document = editor.open(draftText())
    await editor.done(document)
    const hover = async (text: string, position = rangeOf(document, text).end): Promise<string | undefined> => {
      const found = await editor.connection.sendRequest(HoverRequest.type, {
        textDocument: { uri: document.uri },
        position
      })
      return (found?.contents as MarkupContent | undefined)?.value
    }
    expect(await hover('## Bees')).toMatch(/^\*\*Bees\*\* · \d+ words\n\n- .+: \d+%/)
    const opening = STRAYED.slice(0, 20)
    expect(await hover(opening)).toMatch(
      /^\*\*Move paragraph to “Glass”\*\* {2}\nIt is nearer to “Glass” [^\n]+ {2}\n\*[\w ]+\* · Theme: [^\n]+$/
    )
    // Where the hint is marked, the editor shows its words by itself.
    expect(await hover(opening, rangeOf(document, opening).start)).not.toContain('nearer')
    expect(await hover(sampleParagraphs('glass-making')[1].slice(0, 20))).toBeUndefined()
  })

  it('is answered in German', async () => {
    const bundle = JSON.parse(
      readFileSync(new URL('../../l10n/bundle.l10n.de.json', import.meta.url), 'utf8')
    ) as Readonly<Record<string, string>>
    // The strings are those of the process: later tests want them in English.
    onTestFinished(() => {
      l10n.config({ contents: {} })
    })
    const german = await startEditor({ ...START_OPTIONS, l10n: bundle }, 'de-AT')
    const document = german.open(draftText())
    const [{ reason }] = suggestionsOf(await german.done(document), 'move')
    expect(reason).toBe('Dieser Absatz ähnelt „Glass“ mehr als dem Rest von „Bees“.')
    const lenses = await german.lenses(document)
    expect(lenses.map(({ command }) => command?.title)).toContain('Absatz nach „Glass“ verschieben')
    const change = { kind: 'move-section', section: 2, to: { where: 'before', section: 1 } } as const
    const { uri, version } = document
    const { label } = await german.connection.sendRequest(editsOf, { uri, version, change })
    expect(label).toBe('„Travel“ vor „Glass“ verschieben')
    const { message } = await german.done(german.open('# A\n\nb\n\n'.repeat(3_000)))
    expect(message).toMatch(/^Nicht analysiert: Die Datei hat 3\s000 Überschriften; höchstens 2\s000 sind möglich\./)
    const early = { kind: 'move-section', section: 0, to: { where: 'inside', section: 0 } } as const
    const opened = german.open(`Words before any heading, and some more of them.\n\n${draftText().slice(20)}`)
    await german.done(opened)
    await expect(
      german.connection.sendRequest(editsOf, { uri: opened.uri, version: 1, change: early })
    ).rejects.toThrow('Text vor der ersten Überschrift lässt sich nicht verschieben. Geben Sie ihm zuerst eine')
    const elsewhere = { uri, range: startOf(document, '## Bees'), settings: { url: 'http://example.org' } }
    await expect(german.connection.sendRequest(relatedPassages, elsewhere)).rejects.toThrow(
      'http://example.org ist ein anderer Rechner'
    )
  })
})
