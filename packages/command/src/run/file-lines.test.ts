import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { Failure } from './failure.js'
import { readLines, writeFailure } from './file-lines.js'

const folder = mkdtempSync(join(tmpdir(), 'lines-'))

async function linesOf(name: string, content: string | Buffer): Promise<string[]> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const lines: string[] = []
  for await (const line of readLines(path)) lines.push(line.text)
  return lines
}

describe('Reading a file line by line', () => {
  it('gives what splitting the whole text gives, empty lines left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((s) => s.replace(/[\r\n]/g, ' '))),
        async (lines) => {
          const text = lines.join('\n')
          const expected = lines.filter((line) => line !== '')
          expect(await linesOf('any.txt', text)).toEqual(expected)
          expect(await linesOf('any.txt.gz', gzipSync(text))).toEqual(expected)
        }
      ),
      { numRuns: 30 }
    )
  })

  it('keeps characters whole that straddle two reads, and numbers lines as an editor does', async () => {
    const long = 'ü'.repeat(300_000)
    expect(await linesOf('long.txt', `${long}\r\n\r\n${long}é\n`)).toEqual([long, `${long}é`])
    const numbers: number[] = []
    for await (const line of readLines(join(folder, 'long.txt'))) numbers.push(line.number)
    expect(numbers).toEqual([1, 3])
  })

  it('says which lines are not UTF-8, and takes a written replacement character for what it is', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFFgood\n'),
      Buffer.from([0x62, 0xe9, 0x0a]),
      Buffer.from('written \uFFFD\n'),
      Buffer.from([0xc3])
    ])
    writeFileSync(join(folder, 'damaged.txt'), bytes)
    const lines = []
    for await (const line of readLines(join(folder, 'damaged.txt'))) lines.push(line)
    expect(lines).toEqual([
      { text: 'good', number: 1, utf8: true },
      { text: 'b\uFFFD', number: 2, utf8: false },
      { text: 'written \uFFFD', number: 3, utf8: true },
      { text: '\uFFFD', number: 4, utf8: false }
    ])
  })

  it('says what is wrong with a missing, a cut-short and a damaged file', async () => {
    await expect(linesOf('cut.gz', gzipSync('some text\n'.repeat(1000)).subarray(0, 40))).rejects.toThrow(
      /cut short or damaged/
    )
    await expect(linesOf('not.gz', 'no gzip at all')).rejects.toThrow(Failure)
    const missing = readLines(join(folder, 'nowhere.txt'))
    await expect(missing.next()).rejects.toThrow(/no such file or folder; check the path/)
    await expect(readLines(folder).next()).rejects.toThrow(/is a folder/)
  })

  it('takes time linear in the length of one long line', async () => {
    const make = (length: number): string => 'x'.repeat(length)
    await expectLinear('one line', 4_000_000, make, (text) => linesOf('one-line.txt', text))
  })
})

describe('A file that could not be written', () => {
  it.each([
    ['ENOSPC', /^out\/page\.html: .*no room is left; make room, or name another place/],
    ['EDQUOT', /no room is left/],
    ['EROFS', /nothing can be written; name another place/],
    ['EACCES', /not writable by this user/],
    ['ENOTDIR', /is within a file/],
    ['ENOENT', /no such file or folder/]
  ])('is told of with its place and what to do: %s', (code, message) => {
    const failure = writeFailure('out/page.html', Object.assign(new Error('write'), { code }))
    expect(failure).toBeInstanceOf(Failure)
    expect(failure.message).toMatch(message)
  })

  it('for a fault of ours is told of as that', () => {
    const fault = new TypeError('broken')
    expect(writeFailure('out/page.html', fault)).toBe(fault)
  })
})
