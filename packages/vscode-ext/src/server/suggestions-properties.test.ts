import { parseDocument, type DocumentFormat } from '@leitmotif/encoder'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CodeActionResolveRequest,
  CodeActionTriggerKind,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit
} from 'vscode-languageserver-protocol/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Suggestion } from '@leitmotif/encoder/draft'
import type { Change } from '../draft/change.js'
import { applyEdits, inverseEdits } from '../draft/edits/draft-edits.js'
import { changeOf, editsOf, type ShownAnalysis } from '../protocol/protocol.js'
import { INGREDIENTS } from '../../testing/draft-pieces.js'
import { sampleParagraphs, startEditor, type Editor } from '../../testing/test-editor.js'

const LANGUAGES = {
  markdown: 'markdown',
  plain: 'plaintext',
  latex: 'latex',
  restructuredtext: 'restructuredtext',
  asciidoc: 'asciidoc'
} as const satisfies Partial<Record<DocumentFormat, string>>
type Format = keyof typeof LANGUAGES

/** Paragraphs that read the same in every format, by subject. */
const SUBJECTS = [
  'beekeeping',
  'bread',
  'bridges',
  'chess',
  'glass-making',
  'stargazing',
  'tea',
  'trams',
  'vaccines'
].map((name) => ({ name, paragraphs: sampleParagraphs(name).filter((text) => /^[^*_`#%&$\\{}[\]|<>~^]+$/.test(text)) }))

/**
 * A draft whose sections are each of a subject, or of two one after another or in turn, or share a subject with the one before, with
 * paragraphs astray, exchanged headings, and pieces of the format between.
 */
function draftBy(random: Random, format: Format): string {
  const { head, bodies, fixed, heading, levels } = INGREDIENTS[format]!
  const subjects = random.shuffle(SUBJECTS.map(({ name, paragraphs }) => ({ name, paragraphs: [...paragraphs] })))
  const sections = Array.from({ length: 3 + random.integer(3) }, (_, s) => {
    const [one, other] = [subjects[s], subjects[s + 1]]
    const own = one.paragraphs.splice(0, 4 + random.integer(4))
    const kind = random.integer(4)
    if (kind === 0) own.push(...other.paragraphs.splice(0, 4))
    if (kind === 1) other.paragraphs.splice(0, 3).forEach((text, i) => own.splice(2 * i + 1, 0, text))
    if (kind === 2) own.splice(random.integer(own.length), 0, ...other.paragraphs.splice(0, 1))
    if (kind === 3) other.paragraphs.unshift(...own.splice(-3))
    if (random.integer(2) === 0) own.splice(1, 0, bodies[random.integer(bodies.length)])
    if (fixed.length > 0 && random.integer(3) === 0) own.splice(2, 0, fixed[random.integer(fixed.length)])
    return { name: one.name, own }
  })
  const names = sections.map(({ name }) => name)
  if (random.integer(2) === 0) names.unshift(names.pop()!)
  const hasNoHeading = random.integer(3) === 0
  let level = 0
  const parts = sections.flatMap(({ own }, s) => {
    if (s === 0 && hasNoHeading) return own
    level = 1 + random.integer(Math.min(levels, level + 1))
    return [heading(names[s], level, 0), ...own]
  })
  const before = head[random.integer(head.length)]
  return `${before}${before === '' || before === '\ufeff' ? '' : '\n'}${parts.join('\n\n')}\n`
}

/** The prose of each block but headings, sorted. */
function prose(text: string, format: Format): string[] {
  return parseDocument(text, format)
    .blocks.flatMap(({ kind, prose }) => (kind === 'heading' ? [] : [prose.text]))
    .sort()
}

/** Edits of the protocol as spans; checks that they stand in order, and within the draft. */
function spansOf(document: TextDocument, edits: readonly TextEdit[]): { start: number; end: number; text: string }[] {
  let at = 0
  return edits.map(({ range, newText }) => {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)]
    expect([document.positionAt(start), document.positionAt(end)]).toEqual([range.start, range.end])
    expect(start).toBeGreaterThanOrEqual(at)
    expect(end).toBeGreaterThanOrEqual(start)
    at = end
    return { start, end, text: newText }
  })
}

/** The draft after edits, which keep all prose and can be taken back. */
function edited(document: TextDocument, format: Format, edits: readonly TextEdit[]): string {
  const text = document.getText()
  const spans = spansOf(document, edits)
  const after = applyEdits(text, spans)
  expect(prose(after, format)).toEqual(prose(text, format))
  expect(applyEdits(after, inverseEdits(text, spans))).toBe(text)
  return after
}

/** The edits of a workspace's one document; a snippet's with its field as it is first. */
function textEdits(edit: WorkspaceEdit): TextEdit[] {
  return edit.documentChanges!.flatMap((change) =>
    TextDocumentEdit.is(change)
      ? change.edits.map((one) =>
          'snippet' in one
            ? {
                range: one.range,
                newText: one.snippet.value.replace(/\$\{1:((?:\\.|[^}\\])*)\}/, '$1').replace(/\\([\\$}])/g, '$1')
              }
            : one
        )
      : []
  )
}

/** What stands at a suggestion: the beginning of its paragraph, or the heading of its section and that of its first one. */
function placeOf({ paragraphs, sections }: ShownAnalysis, suggestion: Suggestion): string {
  if ('paragraph' in suggestion) return paragraphs[suggestion.paragraph].opening
  const { heading, start, end } = sections[suggestion.section]
  return `${heading}: ${start < end ? paragraphs[start].opening : ''}`
}

/** What is suggested but for mixed sections, which are told by themes, and so by what the draft was before. */
const told = (analysis: ShownAnalysis): string[] =>
  analysis.suggestions
    .filter(({ kind }) => kind !== 'mixed')
    .map((one) => `${one.kind} ${placeOf(analysis, one)} ${one.score.toFixed(3)}`)

/** Checks that all that is suggested is of what is there, and that all of it can be followed. */
function checkSuggestions(analysis: ShownAnalysis): void {
  const { suggestions, paragraphs, sections, themes, proposed } = analysis
  expect(new Set(suggestions.map(({ id }) => id)).size).toBe(suggestions.length)
  for (const one of suggestions) {
    expect(one.score).toBeGreaterThan(0)
    expect(one.score).toBeLessThanOrEqual(1)
    if ('paragraph' in one) expect(paragraphs[one.paragraph]).toBeDefined()
    else expect(sections[one.section]).toBeDefined()
    if (one.kind === 'split') expect(one.paragraph).toBeGreaterThan(sections[paragraphs[one.paragraph].section].start)
    if (one.kind === 'move') expect(one.to).not.toBe(paragraphs[one.paragraph].section)
    if (one.kind === 'separate') expect(paragraphs[one.end - 1].section).toBe(paragraphs[one.paragraph].section)
    if (one.kind === 'merge') expect(one.section).toBeGreaterThan(0)
    if (one.kind === 'mixed') for (const theme of one.themes) expect(themes[theme]).toBeDefined()
    if ('headings' in one) expect(one.headings.length).toBeGreaterThan(0)
  }
  const all = proposed.flatMap((section) => section.paragraphs)
  expect(all.sort((a, b) => a - b)).toEqual(paragraphs.map((_, p) => p))
}

/** Whether a suggestion takes back what following `before` did. */
function takesBack(
  [after, suggestion]: [ShownAnalysis, Suggestion],
  [draft, before]: [ShownAnalysis, Suggestion]
): boolean {
  const openings = (analysis: ShownAnalysis, section: number): string[] => {
    const { start, end } = analysis.sections[section]
    return analysis.paragraphs.slice(start, end).map(({ opening }) => opening)
  }
  switch (before.kind) {
    case 'split':
    case 'mixed': {
      const own =
        before.kind === 'split' ? [draft.paragraphs[before.paragraph].opening] : openings(draft, before.section)
      const begins = (section: number): boolean => own.includes(openings(after, section)[0])
      return suggestion.kind === 'merge' && begins(suggestion.section)
    }
    case 'move':
      return suggestion.kind === 'move' && placeOf(after, suggestion) === placeOf(draft, before)
    case 'separate':
      return (
        ['move', 'separate', 'merge'].includes(suggestion.kind) &&
        placeOf(after, suggestion).endsWith(draft.paragraphs[before.paragraph].opening)
      )
    case 'merge':
      return suggestion.kind === 'split' && placeOf(after, suggestion) === openings(draft, before.section)[0]
    case 'heading':
      return (
        suggestion.kind === 'heading' && openings(after, suggestion.section)[0] === openings(draft, before.section)[0]
      )
  }
}

let editor: Editor
beforeAll(async () => {
  editor = await startEditor()
})
beforeEach(() => {
  editor.reset()
  editor.set({ suggestions: { precision: 'more' } })
})

async function editsFor(document: TextDocument, change: Change): Promise<readonly TextEdit[]> {
  const { uri, version } = document
  return (await editor.connection.sendRequest(editsOf, { uri, version, change })).edits
}

/** Types a whole text in the place of what is there, and waits for what is then suggested. */
async function become(document: TextDocument, text: string): Promise<ShownAnalysis> {
  const end = document.positionAt(document.getText().length)
  editor.type(document, { start: { line: 0, character: 0 }, end }, text)
  return editor.done(document)
}

const DRAFTS = 3

describe.each(Object.keys(LANGUAGES) as Format[])('In %s, of drafts made by chance', { timeout: 240_000 }, (format) => {
  it('each suggestion followed loses no text, is not made again or taken back, and can be undone', async () => {
    let followed = 0
    for (let n = 0; n < DRAFTS; n++) {
      const document = editor.open(draftBy(createRandom(`${format} ${n}`), format), LANGUAGES[format])
      const text = document.getText()
      const before = await editor.done(document)
      expect(before.state).toBe('done')
      checkSuggestions(before)
      for (const suggestion of before.suggestions) {
        const after = edited(document, format, await editsFor(document, changeOf(suggestion)))
        expect(after).not.toBe(text)
        const then = await become(document, after)
        checkSuggestions(then)
        expect(then.suggestions.map(({ id }) => id)).not.toContain(suggestion.id)
        const back = then.suggestions.filter((one) => takesBack([then, one], [before, suggestion]))
        expect(back).toEqual([])
        expect(told(await become(document, text))).toEqual(told(before))
        followed++
      }
    }
    expect(followed).toBeGreaterThanOrEqual(DRAFTS)
  })

  it('each action offered at each paragraph, and the outline proposed, lose no text and can be undone', async () => {
    const titles = new Set<string>()
    for (let n = 0; n < DRAFTS; n++) {
      const document = editor.open(draftBy(createRandom(`${format} ${n}`), format), LANGUAGES[format])
      const before = await editor.done(document)
      for (const { range } of before.paragraphs) {
        for (const action of await editor.actionsAt(document, range, CodeActionTriggerKind.Invoked)) {
          if (action.data === undefined) continue
          titles.add(action.title.replace(/ [“\d].*/, ''))
          const { edit } = await editor.connection.sendRequest(CodeActionResolveRequest.type, action)
          edited(document, format, textEdits(edit!))
        }
      }
      for (const index of before.proposed.keys()) {
        edited(document, format, await editsFor(document, { kind: 'outline', sections: [index] }))
      }
      const text = edited(document, format, await editsFor(document, { kind: 'outline' }))
      const then = await become(document, text)
      checkSuggestions(then)
      const known = new Set(before.suggestions.map(({ id }) => id))
      // The outline does not tell mixed sections apart.
      expect(then.suggestions.filter(({ id, kind }) => kind !== 'mixed' && known.has(id))).toEqual([])
    }
    expect(titles.size).toBeGreaterThan(4)
  })
})
