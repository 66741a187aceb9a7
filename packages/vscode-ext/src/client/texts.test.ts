import { describe, expect, it } from 'vitest'
import type { EditAnswer } from '../protocol/protocol.js'
import { barPicture, dotPicture } from './decorations/bar-picture.js'
import { citation } from './citation.js'
import { dismissals } from './dismissals.js'
import { headingChoice } from './heading-snippet.js'
import { passagesPage } from './views/passages-page.js'
import { problemReport } from './problem-report.js'
import { sharePicture } from './decorations/share-picture.js'

const passage = { text: 'The tide is\nlate. ', document: 'tides.md', title: 'Tides', path: ['Moon', 'Lag'] }

describe('A citation', () => {
  it('has what the passage has, and leaves other braces as they are', () => {
    expect(citation('“{text}” ({title}, {path}) {link}{other}{toString}', { ...passage, text: ' $& {title} ' })).toBe(
      '“$& {title}” (Tides, Moon › Lag) {other}{toString}'
    )
    expect(citation('[{title}]({link})', { ...passage, link: 'http://127.0.0.1/#d' })).toBe(
      '[Tides](http://127.0.0.1/#d)'
    )
  })
})

describe('A page of passages', () => {
  it('quotes each under its document, and knows where each begins', () => {
    const { text, lines } = passagesPage([passage, { ...passage, link: 'http://a/' }])
    expect(text.split('\n')[lines[1]]).toBe('## Tides › Moon › Lag')
    expect(text).toContain('> The tide is\n> late. ')
    expect(text).toContain('<http://a/>')
    expect(lines[0]).toBe(0)
  })
})

describe('A heading to choose', () => {
  /** A heading put at line 4, in a text that begins there. */
  const answer = (newText: string, line: number, from: number, to: number): EditAnswer => {
    const at = { line: 4, character: 0 }
    const select = { start: { line, character: from }, end: { line, character: to } }
    return { label: '', version: 1, edits: [{ range: { start: at, end: at }, newText }], select }
  }

  it('is what is selected afterwards', () => {
    expect(headingChoice(answer('Tides.\r\n\r\n## Tides\r\n\r\n', 6, 3, 8), ['Tides', 'Moon'], 'markdown')).toEqual({
      before: 'Tides.\r\n\r\n## ',
      choices: ['Tides', 'Moon'],
      after: '\r\n\r\n'
    })
    expect(headingChoice(answer('\\section{Tides}', 4, 9, 14), ['Tides'], 'latex')?.after).toBe('}')
  })

  it('is none where its markup is as long as it is, where it is written otherwise, or where more is edited', () => {
    const underlined = answer('Tides\n=====\n', 4, 0, 5)
    expect(headingChoice(underlined, ['Tides'], 'restructuredtext')).toBeUndefined()
    expect(headingChoice(answer('\\section{Ebb \\& flow}', 4, 9, 20), ['Ebb & flow'], 'latex')).toBeUndefined()
    expect(
      headingChoice({ ...underlined, edits: [...underlined.edits, ...underlined.edits] }, ['Tides'], 'markdown')
    ).toBeUndefined()
    expect(headingChoice(underlined, [], 'markdown')).toBeUndefined()
  })
})

describe('Dismissed suggestions', () => {
  const memory = (start?: unknown): Parameters<typeof dismissals>[0] => {
    const kept = new Map<string, unknown>([['leitmotif.dismissed', start]])
    return {
      get: (key: string) => kept.get(key) as never,
      update: (key: string, value: unknown) => {
        kept.set(key, value)
        return Promise.resolve()
      }
    }
  }

  it('are kept once each, the newest 2,000', async () => {
    const kept = dismissals(memory(Array.from({ length: 2000 }, (_, i) => `id ${i}`)))
    await kept.add('id 1')
    await kept.add('new')
    expect(kept.ids()).toHaveLength(2000)
    expect(kept.ids().slice(-2)).toEqual(['id 1', 'new'])
    expect(kept.ids()[0]).toBe('id 2')
    await kept.clear()
    expect(kept.ids()).toEqual([])
  })

  it('are none where what was kept is something else', () => {
    expect(dismissals(memory('x')).ids()).toEqual([])
    expect(dismissals(memory(['a', 3, null])).ids()).toEqual(['a'])
  })
})

describe('A report of a problem', () => {
  it('says where, with the settings that were changed', () => {
    const report = problemReport({
      extension: '0.1.0',
      editor: 'VS Code 1.91.0, en',
      host: 'desktop',
      server: 'Node v22',
      language: 'markdown',
      settings: { 'themes.most': 4 }
    })
    expect(report).toContain('- Leitmotif 0.1.0')
    expect(report).toContain('"themes.most": 4')
  })
})

describe('Pictures', () => {
  const heights = (svg: string): number[] =>
    [...svg.matchAll(/height="([\d.]+)" fill/g)].map(([, height]) => Number(height))

  it('of shares fill 16 parts from the top, the rest faint', () => {
    const svg = sharePicture([
      { colour: '#111111', share: 0.5 },
      { colour: '#222222', share: 0.25 }
    ])
    expect(heights(svg)).toEqual([8, 4, 4])
    expect(heights(sharePicture([{ colour: '#111111', share: 1 }]))).toEqual([16])
  })

  it('of bars and dots differ by pattern', () => {
    const pictures = (['solid', 'dashed', 'dotted', 'gapped'] as const).map((pattern) => barPicture('#111111', pattern))
    expect(new Set(pictures).size).toBe(4)
    const dots = [undefined, 'solid', 'dashed', 'dotted', 'gapped'] as const
    expect(new Set(dots.map((pattern) => dotPicture('#111111', pattern))).size).toBe(5)
  })
})
