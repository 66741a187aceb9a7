import { BundleError } from '../model/manifest-members.js'
import { joinBytes } from '../model/stored-files.js'
import type { Chunker } from './chunker.js'
import type { SequenceModel } from './sequence-model.js'

const FORMAT = 'leitmotif-chunker'
const VERSION = 1
// How many labels a byte can name.
const MAX_LABELS = 256
const MAX_HEADER = 64 << 10

/** What the head of a file says of each of its models. */
interface ModelHeader {
  readonly labels: readonly string[]
  readonly features: number
  readonly weights: number
  readonly scale: number
}

/**
 * Tagger and chunker as the bytes of one file. First the length of the head, uint32; the head, JSON in UTF-8; then of
 * each model its transitions, float32 [labels + 1, labels]; the hash of each feature, uint32, ascending; how many weights it
 * has, uint8; the label of each weight, uint8; each weight, int8. All little-endian.
 */
export function packChunker({ tagger, chunker }: Chunker): Uint8Array<ArrayBuffer> {
  const models = [tagger, chunker]
  const header = new TextEncoder().encode(
    JSON.stringify({
      format: FORMAT,
      version: VERSION,
      models: models.map(({ labels, rows, cells, scale }) => ({
        ...{ labels, features: rows.size, weights: cells.length, scale }
      }))
    })
  )
  return joinBytes(
    Uint32Array.of(header.length),
    header,
    ...models.flatMap(({ transitions, rows, starts, cells, weights }) => [
      ...[transitions, Uint32Array.from(rows.keys())],
      ...[Uint8Array.from(rows.values(), (row) => starts[row + 1] - starts[row]), cells, weights]
    ])
  )
}

/** Reads what `packChunker` wrote. @throws BundleError where it is anything else. */
export function readChunker(bytes: Uint8Array, file = 'tagger.bin'): Chunker {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length < 4 ? 0 : view.getUint32(0, true)
  let at = 4 + length
  const headers = length > MAX_HEADER || at > bytes.length ? undefined : decodeHeader(bytes.subarray(4, at))
  if (headers === undefined) {
    throw new BundleError(`${file} is no tagger and chunker of version ${VERSION}; fetch it or train it again`)
  }
  const size = headers.reduce((sum, header) => sum + sizeOf(header), at)
  if (size !== bytes.length) {
    throw new BundleError(`${file} has ${bytes.length} bytes; expected ${size}: fetch it or train it again`)
  }
  const models = headers.map((header): SequenceModel => {
    const model = readModel(view, at, header, file)
    at += sizeOf(header)
    return model
  })
  return { tagger: models[0], chunker: models[1] }
}

function sizeOf({ labels, features, weights }: ModelHeader): number {
  return 4 * (labels.length + 1) * labels.length + 5 * features + 2 * weights
}

function readModel(view: DataView, at: number, header: ModelHeader, file: string): SequenceModel {
  const { labels, features, weights, scale } = header
  const transitions = new Float32Array((labels.length + 1) * labels.length)
  for (let i = 0; i < transitions.length; i++, at += 4) transitions[i] = view.getFloat32(at, true)
  const rows = new Map<number, number>()
  for (let row = 0; row < features; row++, at += 4) rows.set(view.getUint32(at, true), row)
  const starts = new Uint32Array(features + 1)
  for (let row = 0; row < features; row++, at++) starts[row + 1] = starts[row] + view.getUint8(at)
  const take = (): ArrayBuffer =>
    view.buffer.slice(view.byteOffset + at, view.byteOffset + (at += weights)) as ArrayBuffer
  const cells = new Uint8Array(take())
  const steps = new Int8Array(take())
  const sound =
    rows.size === features &&
    starts[features] === weights &&
    cells.every((label) => label < labels.length) &&
    transitions.every(Number.isFinite)
  if (!sound) throw new BundleError(`${file} holds weights that fit no label; fetch it or train it again`)
  return { labels, rows, starts, cells, weights: steps, scale, transitions }
}

/** The headers of tagger and chunker; nothing where the head is not as `packChunker` writes it. */
function decodeHeader(bytes: Uint8Array): ModelHeader[] | undefined {
  let head: unknown
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
  const { format, version, models } = (head ?? {}) as Record<string, unknown>
  if (format !== FORMAT || version !== VERSION || !Array.isArray(models) || models.length !== 2) return undefined
  return models.every(isHeader) ? models : undefined
}

function isHeader(value: unknown): value is ModelHeader {
  const { labels, features, weights, scale } = (value ?? {}) as Record<string, unknown>
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && (count as number) >= 0
  return (
    Array.isArray(labels) &&
    labels.length > 0 &&
    labels.length <= MAX_LABELS &&
    labels.every((label) => typeof label === 'string') &&
    isCount(features) &&
    isCount(weights) &&
    Number.isFinite(scale)
  )
}
