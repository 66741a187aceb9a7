import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readTextLines } from './decoded-lines.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-lines-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const german = 'Der Wärter zündet die Lampe an, während Fähren über den Hafen kommen.\r\n\r\nGröße und Maß zählen.\n'

async function read(content: Buffer, encoding?: string): Promise<{ lines: [number, string][]; told: string[] }> {
  const path = join(root, 'lines.txt')
  await writeFile(path, content)
  const told: string[] = []
  const lines: [number, string][] = []
  const onEncoding = (name: string): void => void told.push(name)
  for await (const { number, text } of readTextLines(path, encoding, () => undefined, onEncoding))
    lines.push([number, text])
  return { lines, told }
}

describe('The lines of a text', () => {
  const lines = german.split('\r\n').flatMap((text, at) => (text === '' ? [] : [[at + 1, text.trim()]]))

  it('are the same in any encoding that is recognised, which is told, or named', async () => {
    expect(await read(Buffer.from(german))).toEqual({ lines, told: [] })
    expect(await read(Buffer.from(german, 'latin1'))).toEqual({ lines, told: ['iso-8859-1'] })
    expect(await read(Buffer.from(german, 'latin1'), 'windows-1252')).toEqual({ lines, told: [] })
    expect((await read(Buffer.from(`\uFEFF${german}`, 'utf16le'))).lines).toEqual(lines)
  })

  it('are refused in another encoding than the one that is named', async () => {
    await expect(read(Buffer.from(german, 'latin1'), 'utf-8')).rejects.toThrow('lines.txt:1: is not UTF-8')
    await expect(read(Buffer.from([0x80, 0xff, 0x0a]), 'euc-kr')).rejects.toThrow('bytes that are not of its encoding')
  })

  it('are refused in a binary file, also if an encoding is named', async () => {
    const packed = Buffer.from('PK\x03\x04\x14\0\x08\x08é\n', 'latin1')
    await expect(read(packed)).rejects.toThrow(
      'lines.txt: is binary: it has NUL bytes; expected text; if it is text in UTF-16 without a mark, name its --encoding'
    )
    await expect(read(packed, 'windows-1252')).rejects.toThrow(/is binary: it has NUL bytes; expected text$/)
    const wide = Buffer.from('Der Hafen\n', 'utf16le')
    await expect(read(wide)).rejects.toThrow(/UTF-16/)
    expect((await read(wide, 'utf-16le')).lines).toEqual([[1, 'Der Hafen']])
  })
})
