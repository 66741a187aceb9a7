import { rename, rm } from 'node:fs/promises'

/** Rows that are packed together: programs read a file by such groups. */
const GROUP = 8192

/** A column: text, 32-bit whole numbers, 64-bit numbers, or lists of 32-bit numbers. */
export interface ParquetColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'vector'
}

/** A Parquet file that is being written. */
export interface ParquetWriter {
  /** Rows written so far. */
  readonly rows: number
  /** @param rows each with a value for each column; undefined for none */
  readonly write: (rows: readonly (readonly ParquetValue[])[]) => void
  /** Completes the file and gives it its name. */
  readonly finish: () => Promise<void>
  /** Removes what was written. */
  readonly discard: () => Promise<void>
}

export type ParquetValue = string | number | Float32Array | undefined

/**
 * Creates a Parquet file, packed with Snappy. It has its name only once it is whole. Memory holds GROUP rows.
 * @throws NodeJS.ErrnoException if it cannot be written; so does `write`.
 */
export async function createParquet(path: string, columns: readonly ParquetColumn[]): Promise<ParquetWriter> {
  const { fileWriter, ParquetWriter: Writer } = await import('hyparquet-writer')
  const part = `${path}.part`
  const writer = new Writer({
    writer: fileWriter(part),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(schemaOf)],
    createdBy: 'leitmotif'
  })
  let rows = 0
  let group: (readonly ParquetValue[])[] = []
  const flush = (): void => {
    if (group.length === 0) return
    const columnData = columns.map(({ name, type }, at) => ({
      name,
      data: group.map((row) => (typeof row[at] === 'object' ? Array.from(row[at]) : row[at])),
      // Numbers of vectors are as good as random: a dictionary or packing would only take time.
      ...(type === 'vector' && { encoding: 'PLAIN' as const, codec: 'UNCOMPRESSED' as const, statistics: false })
    }))
    void writer.write({ columnData, rowGroupSize: GROUP })
    group = []
  }
  return {
    get rows() {
      return rows
    },
    write(further) {
      for (const row of further) {
        group.push(row)
        if (group.length >= GROUP) flush()
      }
      rows += further.length
    },
    async finish() {
      flush()
      void writer.finish()
      await rename(part, path)
    },
    async discard() {
      await rm(part, { force: true })
    }
  }
}

type Schema = ConstructorParameters<typeof import('hyparquet-writer').ParquetWriter>[0]['schema']

/** https://github.com/apache/parquet-format/blob/master/LogicalTypes.md */
function schemaOf({ name, type }: ParquetColumn): Schema {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  if (type === 'text') return [{ ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }]
  if (type === 'integer') return [{ ...optional, type: 'INT32' }]
  if (type === 'number') return [{ ...optional, type: 'DOUBLE' }]
  return [
    { name, repetition_type: 'REQUIRED', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', type: 'FLOAT' }
  ]
}
