import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ParquetWriter, fileWriter, type ColumnSource } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileFailure } from '../run/failure.js'
import type { ParquetRow } from './row-pages.js'
import { openParquet } from './rows.js'
import { createParquet } from './write.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-parquet-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Options = Partial<ConstructorParameters<typeof ParquetWriter>[0]>
type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']

/** Writes columns in groups of 3 rows and pages of a few values. */
function written(name: string, columns: readonly ColumnSource[], schema: Schema, options: Options = {}): string {
  const path = join(folder, name)
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, ...options })
  void writer.write({ columnData: [...columns], rowGroupSize: 3, pageSize: 16 })
  void writer.finish()
  return path
}

async function read(path: string, columns?: readonly string[]): Promise<ParquetRow[]> {
  const file = await openParquet(path)
  const rows: ParquetRow[] = []
  try {
    for await (const row of file.rows(columns)) rows.push(row)
  } finally {
    await file.close()
  }
  return rows
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const

describe('A Parquet file', () => {
  it('gives each row as JSON would have it: dates, large numbers, lists and structures', async () => {
    const path = written(
      'types.parquet',
      [
        { name: 'id', data: [1n, 2n, 9_007_199_254_740_993n, 4n] },
        { name: 'day', data: [new Date('2024-05-02'), new Date('2024-05-02T10:30:00Z'), null, new Date(0)] },
        { name: 'tags', data: [['fog', 'ebb'], [], null, ['a tide that turns', 'b', 'c', 'd', 'e']] },
        { name: 'author', data: [{ name: 'Anna', age: 40 }, null, { name: null, age: 3 }, { name: 'Berta', age: 0 }] },
        { name: 'share', data: [0.5, NaN, null, -2] }
      ],
      [
        { name: 'root', num_children: 5 },
        { name: 'id', type: 'INT64', repetition_type: 'REQUIRED' },
        { name: 'day', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
        { name: 'tags', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', ...TEXT },
        { name: 'author', repetition_type: 'OPTIONAL', num_children: 2 },
        { name: 'name', ...TEXT },
        { name: 'age', type: 'INT32', repetition_type: 'OPTIONAL' },
        { name: 'share', type: 'DOUBLE', repetition_type: 'OPTIONAL' }
      ]
    )
    const file = await openParquet(path)
    expect(file).toMatchObject({
      count: 4,
      names: ['id', 'day', 'tags', 'author', 'author.name', 'author.age', 'share']
    })
    await file.close()
    expect(await read(path)).toEqual([
      { id: 1, day: '2024-05-02', tags: ['fog', 'ebb'], author: { name: 'Anna', age: 40 }, share: 0.5 },
      { id: 2, day: '2024-05-02T10:30:00.000Z', tags: [], author: null, share: null },
      { id: '9007199254740993', day: null, tags: null, author: { name: null, age: 3 }, share: null },
      {
        id: 4,
        day: '1970-01-01',
        tags: ['a tide that turns', 'b', 'c', 'd', 'e'],
        author: { name: 'Berta', age: 0 },
        share: -2
      }
    ])
    expect(await read(path, ['share'])).toEqual([{ share: 0.5 }, { share: null }, { share: null }, { share: -2 }])
  })

  it('has the same rows packed by Snappy, gzip and Brotli, and names another packing', async () => {
    const data = Array.from({ length: 50 }, (_, row) => `Boat ${row % 7} waits for the tide.`)
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'text', ...TEXT }
    ]
    const compressors = {
      GZIP: (bytes: Uint8Array) => gzipSync(bytes),
      BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
      LZ4_RAW: (bytes: Uint8Array) => bytes
    }
    for (const codec of ['SNAPPY', 'GZIP', 'BROTLI', 'UNCOMPRESSED'] as const) {
      const path = written(`${codec}.parquet`, [{ name: 'text', data }], schema, { codec, compressors })
      expect(await read(path), codec).toEqual(data.map((text) => ({ text })))
    }
    const other = written('lz4.parquet', [{ name: 'text', data }], schema, { codec: 'LZ4_RAW', compressors })
    await expect(read(other)).rejects.toThrow('is compressed by LZ4_RAW; expected Snappy, gzip, Brotli')
  })

  it('is written with text, numbers and vectors, and read again as it was', async () => {
    const path = join(folder, 'own.parquet')
    const writer = await createParquet(path, [
      { name: 'text', type: 'text' },
      { name: 'position', type: 'integer' },
      { name: 'share', type: 'number' },
      { name: 'vector', type: 'vector' }
    ])
    const rows = Array.from({ length: 9000 }, (_, row) => ({
      text: row % 10 === 0 ? null : `Row ${row}`,
      position: row,
      share: row / 7,
      vector: [row, 0.5]
    }))
    writer.write(
      rows.map(({ text, position, share, vector }) => [text ?? undefined, position, share, Float32Array.from(vector)])
    )
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    await writer.finish()
    expect(writer.rows).toBe(9000)
    expect(await read(path, ['text', 'position', 'share', 'vector'])).toEqual(rows)
    // Vectors are read only if they are named.
    expect(Object.keys((await read(path))[0])).toEqual(['text', 'position', 'share'])
  })

  it('that is damaged gives the rows before the damage, then says where', async () => {
    const data = Array.from({ length: 9 }, (_, row) => `Sentence ${row} of the log says that boats came in.`)
    const whole = await readFile(
      written(
        'whole.parquet',
        [{ name: 'text', data }],
        [
          { name: 'root', num_children: 1 },
          { name: 'text', ...TEXT }
        ]
      )
    )
    const failing = async (content: Buffer): Promise<{ rows: number; message: string }> => {
      const path = join(folder, 'damaged.parquet')
      await writeFile(path, content)
      let rows = 0
      try {
        const file = await openParquet(path)
        try {
          for await (const row of file.rows()) if (typeof row.text === 'string') rows++
        } finally {
          await file.close()
        }
      } catch (error) {
        return { rows, message: (error as FileFailure).reason }
      }
      return { rows, message: 'none' }
    }
    expect(await failing(whole)).toEqual({ rows: 9, message: 'none' })
    const middle = Buffer.from(whole)
    middle.fill(0xff, whole.indexOf('Sentence 4') - 40, whole.indexOf('Sentence 4'))
    const { rows, message } = await failing(middle)
    expect(rows).toBeLessThan(6)
    expect(message).toMatch(/^is damaged from row \d+ on \(/)
    expect(await failing(whole.subarray(0, -20))).toEqual({
      rows: 0,
      message: 'is cut short, or no Parquet file: it does not end in PAR1; fetch it again'
    })
    const footer = Buffer.from(whole)
    footer.writeUInt32LE(whole.length, whole.length - 8)
    expect((await failing(footer)).message).toMatch(/^states \d+ bytes of metadata/)
    footer.write('PARE', whole.length - 4)
    expect((await failing(footer)).message).toBe('is encrypted; write it without encryption')
    // Any other damage may be read as something else, but ends as rows or as a reason.
    for (let at = 4; at < whole.length - 8; at += 197) {
      const changed = Buffer.from(whole)
      changed[at] ^= 0xff
      const found = await failing(changed)
      expect(
        found.rows <= 9 && /^(?:none|is |has |states |takes )/.test(found.message),
        `${at}: ${found.message}`
      ).toBe(true)
    }
  })
})
