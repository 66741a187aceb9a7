import { createHash } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Failure, writeFailure } from '@leitmotif/command'

/** First line of a checkpoint; then the matrices of the training state as little-endian f32. */
interface CheckpointHeader {
  readonly format: 'leitmotif-checkpoint'
  readonly version: 1
  /** Identifies everything that the result depends on, so that no other training resumes from here. */
  readonly training: string
  /** Number of steps done. */
  readonly step: number
  /** sha256 of the matrices. */
  readonly hash: string
}

const HEADER_LENGTH = 1024
const CHUNK = 1 << 24

/**
 * Saves the matrices after `step` steps, completely or not at all, even if the process is killed.
 * @throws Failure when the folder is missing, read-only or full.
 */
export async function writeCheckpoint(
  path: string,
  training: string,
  step: number,
  matrices: readonly Float32Array[]
): Promise<void> {
  const header: CheckpointHeader = {
    format: 'leitmotif-checkpoint',
    version: 1,
    training,
    step,
    hash: hashOf(matrices)
  }
  const partial = `${path}.partial`
  try {
    await writeParts(partial, header, matrices)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw writeFailure(path, error)
  }
}

async function writeParts(path: string, header: CheckpointHeader, matrices: readonly Float32Array[]): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(Buffer.from(`${JSON.stringify(header)}\n`.padEnd(HEADER_LENGTH)))
    for (const chunk of chunksOf(matrices)) {
      for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Fills the matrices from the checkpoint at `path` and returns the number of steps done; undefined when there is none.
 * @throws Failure when the file is of another training or version, truncated or changed.
 */
export async function readCheckpoint(
  path: string,
  training: string,
  matrices: readonly Float32Array[]
): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Failure(`${path}: is a folder; expected the name of a file`)
  const file = await open(path)
  try {
    const start = Buffer.alloc(HEADER_LENGTH)
    await file.read(start, 0, HEADER_LENGTH)
    const header = decodeHeader(path, start.toString('utf8'))
    if (header.training !== training) {
      throw new Failure(
        `${path}: is a checkpoint of a training with another corpus or other options (${header.training}, ` +
          `expected ${training}); resume with the original command, or remove the file to restart`
      )
    }
    const expected = HEADER_LENGTH + matrices.reduce((sum, matrix) => sum + matrix.byteLength, 0)
    if (found.size !== expected)
      throw new Failure(`${path}: has ${found.size} bytes, expected ${expected}; remove it to restart`)
    let position = HEADER_LENGTH
    for (const chunk of chunksOf(matrices)) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
      if (bytesRead !== chunk.length)
        throw new Failure(`${path}: ends at ${position + bytesRead} bytes while being read`)
      position += chunk.length
    }
    if (hashOf(matrices) !== header.hash) {
      throw new Failure(`${path}: was changed after it was written (its hash differs); remove it to restart`)
    }
    return header.step
  } finally {
    await file.close()
  }
}

function decodeHeader(path: string, text: string): CheckpointHeader {
  let header: Partial<CheckpointHeader> | undefined
  try {
    header = JSON.parse(text) as Partial<CheckpointHeader>
  } catch {
    header = undefined
  }
  if (header?.format !== 'leitmotif-checkpoint')
    throw new Failure(`${path}: is not a checkpoint; remove it or name another`)
  const { version, training, step, hash } = header
  if (version !== 1 || training === undefined || step === undefined || hash === undefined) {
    throw new Failure(`${path}: is a checkpoint of version ${String(version)}, expected 1; remove it to restart`)
  }
  return header as CheckpointHeader
}

/** Yields the matrices' bytes in chunks for reading and writing. */
function* chunksOf(matrices: readonly Float32Array[]): Generator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of matrices) {
    for (let at = 0; at < byteLength; at += CHUNK) {
      yield new Uint8Array(buffer, byteOffset + at, Math.min(CHUNK, byteLength - at))
    }
  }
}

function hashOf(matrices: readonly Float32Array[]): string {
  const hash = createHash('sha256')
  for (const chunk of chunksOf(matrices)) hash.update(chunk)
  return hash.digest('hex')
}
