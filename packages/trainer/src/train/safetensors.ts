import { Failure, readFailure } from '@leitmotif/command'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Weights of another model by name, row-major. */
export interface OtherWeights {
  readonly weights: Readonly<Record<string, Float32Array>>
  /** Name and licence of the model, for the record of the network. */
  readonly name: string
  readonly license: string
  /** sha256 of the file. */
  readonly fingerprint: string
}

/** Maximum length of a header in bytes. */
const HEADER = 1_000_000

/**
 * Reads weights of these shapes from a safetensors file: the header's length in 8 bytes, the header in JSON, then float32
 * values. The metadata must have `name` and `license`.
 * @throws Failure when the file can't be read, has another format, or lacks a weight.
 */
export async function readSafetensors(
  path: string,
  shapes: ReadonlyMap<string, readonly number[]>
): Promise<OtherWeights> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw readFailure(path, error)
  })
  const header = readHeader(bytes)
  const { name, license } = (header?.entries.__metadata__ ?? {}) as { name?: unknown; license?: unknown }
  if (header === undefined || typeof name !== 'string' || typeof license !== 'string') {
    throw new Failure(
      `${path}: not a file of weights; expected safetensors with name and license in its metadata, as ` +
        'bench/first-layers.py writes them'
    )
  }
  const unknown = Object.keys(header.entries).find((weight) => weight !== '__metadata__' && !shapes.has(weight))
  if (unknown !== undefined) {
    throw new Failure(`${path}: has ${unknown}, which the network lacks; make the file for a network of these sizes`)
  }
  const weights: Record<string, Float32Array> = {}
  for (const [weight, shape] of shapes) {
    const given = header.entries[weight]
    const entry = (given ?? {}) as { dtype?: unknown; shape?: unknown; data_offsets?: unknown }
    const [start, end] = (Array.isArray(entry.data_offsets) ? entry.data_offsets : []) as unknown[]
    const size = 4 * shape.reduce((product, each) => product * each, 1)
    const found = entry.dtype === 'F32' && String(entry.shape) === String(shape)
    if (!found || !Number.isSafeInteger(start) || Number(start) < 0 || end !== Number(start) + size) {
      const got = given === undefined ? 'nothing' : JSON.stringify(given)
      throw new Failure(
        `${path}: has ${got} for ${weight}; expected float32 [${shape.join(', ')}]; make the file for a network of these sizes`
      )
    }
    const values = bytes.subarray(header.end + Number(start), header.end + end)
    if (values.length < size) throw new Failure(`${path}: ends within ${weight}; the file is truncated, make it again`)
    weights[weight] = new Float32Array(new Uint8Array(values).buffer)
  }
  return { weights, name, license, fingerprint: createHash('sha256').update(bytes).digest('hex') }
}

function readHeader(bytes: Buffer): { readonly entries: Record<string, unknown>; readonly end: number } | undefined {
  if (bytes.length < 8) return undefined
  const length = bytes.readBigUInt64LE()
  if (length > HEADER) return undefined
  const end = 8 + Number(length)
  try {
    const entries: unknown = JSON.parse(bytes.toString('utf8', 8, end))
    return typeof entries === 'object' && entries !== null
      ? { entries: entries as Record<string, unknown>, end }
      : undefined
  } catch {
    return undefined
  }
}
