import { BundleError } from '@leitmotif/encoder'
import { joinBytes } from '@leitmotif/encoder/training'
import type { Chunker } from './chunker.js'
import type { SequenceModel } from './sequence-model.js'

const FORMAT = 'leitmotif-chunker'
const VERSION = 2
// Number of labels that fit into one byte.
const MAX_LABELS = 256
const MAX_HEADER = 64 << 10
const MAX_CLASSED = 1 << 20

/** A model's entry in the head of a file. */
interface ModelHeader {
  readonly labels: readonly string[]
  readonly features: number
  readonly weights: number
  readonly scale: number
}

/** The entry of the word classes in the head of a file: number of words and bytes. */
interface ClassesHeader {
  readonly words: number
  readonly bytes: number
}

/**
 * Returns the tagger and the chunker as the bytes of one file, all little-endian, in this order:
 * - length of the head, uint32; the head, JSON in UTF-8;
 * - words that have classes, UTF-8, one per line; the class of each, uint8;
 * - for each model: its transitions, float32 [labels + 1, labels]; the hash of each feature, uint32, ascending; the
 * number of weights of each feature, uint8; the label of each weight, uint8; each weight, int8.
 */
export function packChunker({ classes, tagger, chunker }: Chunker): Uint8Array<ArrayBuffer> {
  const models = [tagger, chunker]
  const words = new TextEncoder().encode([...classes.keys()].join('\n'))
  const header = new TextEncoder().encode(
    JSON.stringify({
      format: FORMAT,
      version: VERSION,
      classes: { words: classes.size, bytes: words.length },
      models: models.map(({ labels, rows, cells, scale }) => ({
        ...{ labels, features: rows.size, weights: cells.length, scale }
      }))
    })
  )
  return joinBytes(
    Uint32Array.of(header.length),
    header,
    words,
    Uint8Array.from(classes.values()),
    ...models.flatMap(({ transitions, rows, starts, cells, weights }) => [
      ...[transitions, Uint32Array.from(rows.keys())],
      ...[Uint8Array.from(rows.values(), (row) => starts[row + 1] - starts[row]), cells, weights]
    ])
  )
}

/** Reads what `packChunker` wrote. @throws BundleError for other content. */
export function readChunker(bytes: Uint8Array, file = 'tagger.bin'): Chunker {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length < 4 ? 0 : view.getUint32(0, true)
  let at = 4 + length
  const head = length > MAX_HEADER || at > bytes.length ? undefined : decodeHead(bytes.subarray(4, at))
  if (head === undefined) {
    throw new BundleError(`${file} is no tagger and chunker of version ${VERSION}; fetch it or train it again`)
  }
  const { classes: classed, models: headers } = head
  const size = headers.reduce((sum, header) => sum + sizeOf(header), at + classed.bytes + classed.words)
  if (size !== bytes.length) {
    throw new BundleError(`${file} has ${bytes.length} bytes; expected ${size}: fetch it or train it again`)
  }
  const words = new TextDecoder().decode(bytes.subarray(at, (at += classed.bytes))).split('\n')
  const classes = new Map(words.map((word, i) => [word, bytes[at + i]]))
  if (classed.words > 0 && classes.size !== classed.words) {
    throw new BundleError(`${file} has ${classes.size} words; expected ${classed.words}: fetch it or train it again`)
  }
  at += classed.words
  const models = headers.map((header): SequenceModel => {
    const model = readModel(view, at, header, file)
    at += sizeOf(header)
    return model
  })
  return { classes: classed.words > 0 ? classes : new Map(), tagger: models[0], chunker: models[1] }
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

interface Head {
  readonly classes: ClassesHeader
  readonly models: readonly ModelHeader[]
}

/** Decodes the head of a file; undefined if `packChunker` did not write it. */
function decodeHead(bytes: Uint8Array): Head | undefined {
  let head: unknown
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
  const { format, version, classes, models } = (head ?? {}) as Record<string, unknown>
  if (format !== FORMAT || version !== VERSION || !isClassesHeader(classes)) return undefined
  if (!Array.isArray(models) || models.length !== 2 || !models.every(isHeader)) return undefined
  return { classes, models }
}

function isCount(count: unknown): count is number {
  return Number.isSafeInteger(count) && (count as number) >= 0
}

function isClassesHeader(value: unknown): value is ClassesHeader {
  const { words, bytes } = (value ?? {}) as Record<string, unknown>
  return isCount(words) && isCount(bytes) && words <= MAX_CLASSED
}

function isHeader(value: unknown): value is ModelHeader {
  const { labels, features, weights, scale } = (value ?? {}) as Record<string, unknown>
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
