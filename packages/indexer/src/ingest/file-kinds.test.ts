import { describe, expect, it } from 'vitest'
import { checkLines, DRAFT_ENDS, isDraft, kindOf, unsupported } from './file-kinds.js'

describe('A file of a format that a command does not read', () => {
  it('is named by its ending, with what is expected instead', () => {
    const reason = (path: string): string => unsupported(path, 'text').message
    expect(reason('notes/bicycle.org')).toBe('notes/bicycle.org: .org is not supported here; expected text')
    expect(reason('Dump.JSONL.GZ')).toBe('Dump.JSONL.GZ: .jsonl.gz is not supported here; expected text')
    expect(reason('talk.pptx')).toBe('talk.pptx: .pptx is not supported here; expected text')
    expect(reason('README')).toBe('README: a file without an ending is not supported here; expected text')
  })

  it('is refused where lines are read if its lines are markup or data', () => {
    for (const path of ['a.docx', 'a.pdf', 'a.html', 'a.json', 'a.parquet', 'a.mbox', 'a.org', 'a.srt'])
      expect(() => {
        checkLines(path, 'text')
      }).toThrow(/ is not supported here; expected text$/)
    for (const path of ['a.txt', 'a.md', 'a.jsonl', 'a.csv', 'a.log', 'a'])
      expect(() => {
        checkLines(path, 'text')
      }).not.toThrow()
  })

  it('is no draft unless its markup has headings and paragraphs that can be moved', () => {
    for (const end of DRAFT_ENDS) expect(isDraft(kindOf(`a${end}`))).toBe(true)
    expect(DRAFT_ENDS).toEqual(expect.arrayContaining(['.md', '.txt', '.tex', '.rst', '.adoc']))
    for (const path of ['a.org', 'a.docx', 'a.jsonl', 'a.pptx', 'a']) expect(isDraft(kindOf(path))).toBe(false)
  })
})
