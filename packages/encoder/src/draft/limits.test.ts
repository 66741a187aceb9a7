import { describe, expect, it } from 'vitest'
import { DRAFT_LIMITS, refuseDraft, refuseText } from './limits.js'

describe('A text that is not analysed', () => {
  it('is told of with what it has, and what may be', () => {
    expect(refuseText('Tea. '.repeat(1_000_000))).toEqual({ of: 'characters', count: 5_000_000, most: 1_000_000 })
    expect(refuseText(`Tea.\n${'leaf '.repeat(20_000)}`)).toEqual({ of: 'line', line: 2, count: 100_000, most: 50_000 })
    expect(refuseText('\u007fELF\0\0\u0001 and more')).toEqual({ of: 'bytes' })
    expect(refuseText('\ufffd'.repeat(20) + 'a'.repeat(900))).toEqual({ of: 'bytes' })
    const headed = { sections: { length: 10_000 }, paragraphs: { length: 0 } }
    expect(refuseDraft(headed)).toEqual({ of: 'headings', count: 10_000, most: 2_000 })
  })

  it('is none that a writer has', () => {
    expect(refuseText('')).toBeUndefined()
    expect(refuseText('Tea\twith “milk”.\r\n\f\nJa, grüße 🍵.\n'.repeat(1000))).toBeUndefined()
    expect(refuseText('a'.repeat(DRAFT_LIMITS.line))).toBeUndefined()
  })
})
