import { describe, expect, it } from 'vitest'
import type { EditAnswer } from '../../protocol/protocol.js'
import { headingChoice } from './heading-snippet.js'

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
