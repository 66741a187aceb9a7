import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { row, type Vectors } from '@leitmotif/encoder'
import { blendNeighbours, LEARNING } from '@leitmotif/encoder/stages'
import type { Random } from '@leitmotif/encoder/vectors'
import { passagesOf } from '../store/slices.js'
import type { RecordSlice } from '../store/store.js'
import type { IsBoilerplate } from './boilerplate.js'

/** Vectors of sentences, each blended with its neighbours in its passage. */
export interface ThemeRows {
  readonly ids: readonly string[]
  /** A unit or zero row for each; boilerplate has zero rows. */
  readonly rows: Vectors
  /** Indices of boilerplate. */
  readonly aside: readonly number[]
}

/** The sentences of a slice that cuts no passage. Boilerplate is no context of others. */
export function blendSlice({ records, vectors }: RecordSlice, isBoilerplate: IsBoilerplate): ThemeRows {
  const aside = [...records.keys()].filter((i) => isBoilerplate(records[i].text))
  const rows = blendNeighbours(withoutRows(vectors, aside), passagesOf(records))
  for (const i of aside) row(rows, i).fill(0)
  return { ids: records.map(({ id }) => id), rows, aside }
}

function withoutRows(vectors: Vectors, left: readonly number[]): Vectors {
  if (left.length === 0) return vectors
  const rest = { ...vectors, data: vectors.data.slice() }
  for (const i of left) row(rest, i).fill(0)
  return rest
}

/** Cached vectors of a collection, which can be read from disk several times, in the order in which they were added. */
export interface KeptRows {
  readonly add: (slice: ThemeRows) => Promise<void>
  /** Yields slices. The next slice overwrites the rows of the previous one. */
  readonly slices: () => AsyncGenerator<ThemeRows>
  /** Yields blocks of rows in random order, up to `most` rows or all. */
  readonly draw: (most: number, random: Random) => AsyncGenerator<Vectors>
  readonly close: () => Promise<void>
}

/**
 * Creates a cache of rows in a temporary file of four bytes per dimension. The file is unlinked before anything is
 * written, so it disappears however the process ends.
 * @throws Failure if the folder for temporary files is full.
 */
export async function keepRows(): Promise<KeptRows> {
  const path = join(tmpdir(), `leitmotif-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  const kept: { readonly at: number; readonly idBytes: number; readonly count: number; readonly dims: number }[] = []
  let end = 0
  const append = async (bytes: Uint8Array): Promise<void> => {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, end).catch((error: unknown) => {
        throw noRoom(error)
      })
      done += bytesWritten
      end += bytesWritten
    }
  }
  return {
    async add({ ids, aside, rows: { count, dims, data } }) {
      const names = Buffer.from(JSON.stringify({ ids, aside }))
      kept.push({ at: end, idBytes: names.length, count, dims })
      await append(names)
      await append(new Uint8Array(data.buffer, data.byteOffset, 4 * count * dims))
    },
    async *slices() {
      let values = new Float32Array(0)
      for (const { at, idBytes, count, dims } of kept) {
        const names = Buffer.alloc(idBytes)
        if (values.length < count * dims) values = new Float32Array(count * dims)
        await readWhole(at, names)
        await readWhole(at + idBytes, new Uint8Array(values.buffer, 0, 4 * count * dims))
        const { ids, aside } = JSON.parse(names.toString()) as Pick<ThemeRows, 'ids' | 'aside'>
        yield { ids, aside, rows: { count, dims, data: values.subarray(0, count * dims) } }
      }
    },
    async *draw(most, random) {
      const blocks = kept.flatMap(({ at, idBytes, count, dims }) =>
        Array.from({ length: Math.ceil(count / LEARNING.block) }, (_, n) => ({
          at: at + idBytes + 4 * n * LEARNING.block * dims,
          count: Math.min(LEARNING.block, count - n * LEARNING.block),
          dims
        }))
      )
      let drawn = 0
      for (const { at, count, dims } of random.shuffle(blocks)) {
        if (drawn >= most) return
        const data = new Float32Array(count * dims)
        await readWhole(at, new Uint8Array(data.buffer))
        drawn += count
        yield { count, dims, data }
      }
    },
    close: () => file.close()
  }

  async function readWhole(from: number, into: Uint8Array): Promise<void> {
    for (let done = 0; done < into.length;) {
      const { bytesRead } = await file.read(into, done, into.length - done, from + done)
      if (bytesRead === 0) throw new Error(`rows kept at ${from} end after ${done} of ${into.length} bytes`)
      done += bytesRead
    }
  }
}

function noRoom(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Failure(
    `${tmpdir()}: has no room for the vectors, which are kept there while themes are built; make room, or name another folder by TMPDIR`
  )
}
