import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readWordVectors, type ReadWordVectorsOptions } from './word-vector-reader.js'
import { writeWordVectors, type WordVectorFormat } from './word-vector-writer.js'
import type { WordVectors } from './word-vectors.js'

const folder = await mkdtemp(join(tmpdir(), 'leitmotif-word-vectors-'))
afterAll(() => rm(folder, { recursive: true }))

const GLOVE = 'the 0.25 -1.5 2\nat the 1e-3 0 7\nowl -0.5 0.5 0.125\n'
const GLOVE_WORDS: WordVectors = {
  terms: ['the', 'at the', 'owl'],
  vectors: { count: 3, dims: 3, data: Float32Array.of(0.25, -1.5, 2, 1e-3, 0, 7, -0.5, 0.5, 0.125) }
}
/** word2vec.c's bytes for two words, a newline behind each row. */
const BINARY = Buffer.concat([
  Buffer.from('2 2\nowl '),
  Buffer.from(Float32Array.of(1, -2).buffer),
  Buffer.from('\nmouse '),
  Buffer.from(Float32Array.of(0.5, 4).buffer),
  Buffer.from('\n')
])

let files = 0
async function fileOf(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, `${files++}-${name}`)
  await writeFile(path, bytes)
  return path
}

async function read(name: string, bytes: string | Uint8Array, options?: ReadWordVectorsOptions): Promise<WordVectors> {
  return readWordVectors(await fileOf(name, bytes), options)
}

/** A zip archive of deflated files, whose directory says that they are longer than they are by `wrong` bytes. */
function zipOf(entries: Record<string, string>, wrong = 0): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const packed = deflateRawSync(text)
    // Version, flags, method, time, date, checksum, sizes, lengths of name and extra field.
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(text), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(Buffer.byteLength(text) + wrong, 18)
    about.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed])
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, tail, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(entries).length
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}

describe('Word vectors', () => {
  it('come back from either format to the bit, with their counts', async () => {
    const float = fc.float({ noNaN: true, noDefaultInfinity: true })
    const words = fc
      .tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.uniqueArray(
          fc.stringMatching(/^[^\s]{1,12}$/u).filter((term) => !/\p{Surrogate}/u.test(term)),
          {
            minLength: 1,
            maxLength: 8
          }
        )
      )
      .chain(([dims, terms]) =>
        fc.record({
          terms: fc.constant(terms),
          counts: fc.array(fc.nat(), { minLength: terms.length, maxLength: terms.length }),
          vectors: fc
            .array(float, { minLength: terms.length * dims, maxLength: terms.length * dims })
            // Text has no negative zero.
            .map((data) => ({ count: terms.length, dims, data: Float32Array.from(data, (value) => value + 0) }))
        })
      )
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom<WordVectorFormat>('text', 'binary'), async (written, format) => {
        const path = join(folder, format === 'text' ? 'round.txt' : 'round.bin')
        await writeWordVectors(path, written, format)
        expect(await readWordVectors(path)).toEqual(written)
      }),
      { numRuns: 60 }
    )
  })

  it('stay as they were, with their counts, where the new ones cannot be written', async () => {
    const path = join(folder, 'stay.bin')
    await writeWordVectors(path, { ...GLOVE_WORDS, counts: [3, 2, 1] }, 'binary')
    const before = await Promise.all([path, `${path}.vocab`].map((file) => readFile(file)))
    await mkdir(`${path}.partial`)
    await expect(writeWordVectors(path, { ...GLOVE_WORDS, counts: [9, 9, 9] }, 'binary')).rejects.toThrow()
    expect(await Promise.all([path, `${path}.vocab`].map((file) => readFile(file)))).toEqual(before)
  })

  it('are read from GloVe’s text, plain, gzipped and zipped', async () => {
    expect(await read('glove.txt', GLOVE)).toEqual(GLOVE_WORDS)
    expect(await read('glove.txt', GLOVE.trimEnd())).toEqual(GLOVE_WORDS)
    expect(await read('glove.txt.gz', gzipSync(GLOVE))).toEqual(GLOVE_WORDS)
    expect(await read('glove.zip', zipOf({ 'readme.md': 'about', 'glove.txt': GLOVE }))).toEqual(GLOVE_WORDS)
  })

  it('are read from word2vec’s text and binary, with and without newlines behind the rows', async () => {
    expect(await read('w2v.txt', `3 3\n${GLOVE}`)).toEqual(GLOVE_WORDS)
    const expected: WordVectors = {
      terms: ['owl', 'mouse'],
      vectors: { count: 2, dims: 2, data: Float32Array.of(1, -2, 0.5, 4) }
    }
    expect(await read('w2v.bin', BINARY)).toEqual(expected)
    const bare = Buffer.concat([BINARY.subarray(0, 16), BINARY.subarray(17, -1)])
    expect(await read('w2v.bin.gz', gzipSync(bare))).toEqual(expected)
  })

  it('are read in part where only some words, or so many, are wanted', async () => {
    expect((await read('a.txt', GLOVE, { limit: 2 })).terms).toEqual(['the', 'at the'])
    expect(await read('a.bin', BINARY, { limit: 1 })).toEqual({
      terms: ['owl'],
      vectors: { count: 1, dims: 2, data: Float32Array.of(1, -2) }
    })
    const some = await read('a.txt', GLOVE, { vocabulary: new Set(['owl', 'moth']) })
    expect(some).toEqual({ terms: ['owl'], vectors: { count: 1, dims: 3, data: Float32Array.of(-0.5, 0.5, 0.125) } })
  })

  it('of a word that is there twice are the first', async () => {
    const twice = await read('a.txt', 'owl 1 2\nowl 3 4\nmoth 5 6\n')
    expect(twice).toEqual({
      terms: ['owl', 'moth'],
      vectors: { count: 2, dims: 2, data: Float32Array.of(1, 2, 5, 6) }
    })
  })

  it('are refused where the binary file is cut short anywhere', async () => {
    for (let length = 0; length < BINARY.length - 1; length++) {
      await expect(read('cut.bin', BINARY.subarray(0, length)), `${length} bytes`).rejects.toThrow(
        /cut short|does not begin with|header says/
      )
    }
  })

  it.each<[string, string, string | Uint8Array, RegExp, ReadWordVectorsOptions?]>([
    ['text with a row missing', 'a.txt', `4 3\n${GLOVE}`, /has 3 rows, its header says 4/],
    ['text with a row too many', 'a.txt', `2 3\n${GLOVE}`, /has 3 rows, its header says 2/],
    ['text cut within a row', 'a.txt', GLOVE.slice(0, -10), /row 3 has 2 fields; expected a word and 3 numbers/],
    ['a number that is none', 'a.txt', 'owl 1 2\nmoth 1 two\n', /"moth" has a value that is not a finite number/],
    [
      'an infinite number',
      'a.bin',
      Buffer.concat([BINARY.subarray(0, 8), Buffer.from([0, 0, 128, 127, 0, 0, 0, 0])]),
      /"owl" has a value/
    ],
    ['an empty file', 'a.txt', '', /is empty/],
    ['a list of words and counts', 'a.vocab', 'owl 3\nmoth 2\n', /begins with "owl 3"; expected a word and its vector/],
    ['prose', 'a.txt', `${'word '.repeat(9000)}\n`, /of 8999 dimensions; expected 1 to 4096/],
    ['a line without end', 'a.txt', 'x'.repeat(300_000), /longer than 262144 bytes/],
    ['a word without end', 'a.bin', `1 2\n${'x'.repeat(5000)}`, /longer than 4096 bytes/],
    ['a header of too many dimensions', 'a.bin', '5 999999999\n', /999999999 dimensions; expected 1 to 4096/],
    ['a header that claims far more rows than there are', 'a.bin', '9999999999 4000\nowl 123', /cut short/],
    ['damaged gzip', 'a.txt.gz', gzipSync(GLOVE).subarray(0, -9), /gzip data is cut short or damaged/],
    ['a zip that is none', 'a.zip', 'PK nothing', /the zip archive is damaged/],
    ['a zip that says a wrong size', 'a.zip', zipOf({ 'a.txt': GLOVE }, 7), /the zip archive is damaged/],
    ['a zip of several', 'a.zip', zipOf({ 'a.txt': GLOVE, 'b.txt': GLOVE }), /holds a.txt, b.txt; name one of them/],
    ['a zip without the entry', 'a.zip', zipOf({ 'a.txt': GLOVE }), /holds a.txt; name one/, { entry: 'c.txt' }],
    ['an entry of what is no zip', 'a.txt', GLOVE, /not a \.zip archive/, { entry: 'c.txt' }]
  ])('are refused from %s, with the reason', async (_, name, bytes, message, options) => {
    await expect(read(name, bytes, options)).rejects.toMatchObject({
      name: 'Failure',
      message: expect.stringMatching(message) as string
    })
  })

  it('are refused with counts that are of other words or no numbers', async () => {
    const path = await fileOf('counted.txt', GLOVE)
    await writeFile(`${path}.vocab`, 'the 12\nat the 5\nowl 3\n')
    expect((await readWordVectors(path)).counts).toEqual([12, 5, 3])
    await writeFile(`${path}.vocab`, 'the 12\nowl 3\n')
    await expect(readWordVectors(path)).rejects.toThrow(/has no count of "at the"/)
    await writeFile(`${path}.vocab`, 'the 12\nowl many\n')
    await expect(readWordVectors(path)).rejects.toThrow(/line 2 is "owl many"; expected a word and its count/)
  })

  it('take memory for what there is, not for what a header claims', async () => {
    const before = process.memoryUsage().arrayBuffers
    await expect(read('claims.bin', '9999999999 4096\nowl ')).rejects.toThrow(/cut short/)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50e6)
    const path = await fileOf('missing.bin', '')
    await rm(path)
    await expect(readWordVectors(path)).rejects.toThrow(/no such file or folder/)
  })
})
