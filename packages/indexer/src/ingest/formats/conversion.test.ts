import { pdfFile, type PlacedLine } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { convert } from './conversion.js'

const page = Buffer.from('<p>The lamp is lit at dusk.</p>')
const lit = [{ heading: '', level: 0, paragraphs: ['The lamp is lit at dusk.'] }]

describe('The thread that reads files', () => {
  it('ends with a file that takes too long, and reads the next', async () => {
    const lines: PlacedLine[] = Array.from({ length: 60 }, (_, line) => [
      'The tide turns twice a day.',
      10,
      72,
      800 - 12 * line
    ])
    const long = pdfFile(Array.from({ length: 3000 }, () => lines))
    const read = [convert({ format: 'pdf', content: long }, 0.5), convert({ format: 'html', content: page })] as const
    await expect(read[0]).rejects.toThrow(/^takes more than 0.5 seconds to read; split it/)
    expect((await read[1]).sections).toEqual(lit)
  })

  it('tells a reader’s reason from an error of a library', async () => {
    await expect(convert({ format: 'pdf', content: pdfFile([[]]) })).rejects.toThrow(/^has no text: its page is/)
    const headers = Buffer.from(`Subject: ${'a'.repeat(3_000_000)}\n\nThe text.`)
    await expect(convert({ format: 'mail', content: headers })).rejects.toThrow(
      /^is damaged, or not what its name says/
    )
    expect((await convert({ format: 'html', content: page })).sections).toEqual(lit)
  })
})
