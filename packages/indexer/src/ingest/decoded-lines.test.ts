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
})
