import { expect, test } from 'vitest'
import { chunkTagged, type Chunker } from './chunker.js'
import { packChunker, readChunker } from './chunker-file.js'
import { feature, type SequenceModel } from './sequence-model.js'
import { tagWords } from './tagger.js'

function model(labels: readonly string[], seen: readonly (readonly [number, number, number])[]): SequenceModel {
  return {
    labels,
    rows: new Map(seen.map(([hash], row) => [hash, row])),
    starts: Uint32Array.from([0, ...seen.map((_, row) => row + 1)]),
    cells: Uint8Array.from(seen, ([, cell]) => cell),
    weights: Int8Array.from(seen, ([, , weight]) => weight),
    scale: 0.5,
    transitions: new Float32Array((labels.length + 1) * labels.length)
  }
}

/** Knows that rye is a noun by its form, and what is of class 7 a verb. */
const CHUNKER: Chunker = {
  classes: new Map([
    ['bakes', 7],
    ['sows', 7]
  ]),
  tagger: model(
    ['NN', 'VBZ'],
    [
      [feature(1, 'rye'), 0, 40],
      [feature(40, '7'), 1, 100]
    ]
  ),
  chunker: model(
    ['B-NP', 'B-VP'],
    [
      [feature(58, 'NN'), 0, 40],
      [feature(58, 'VBZ'), 1, 40]
    ]
  )
}

test('tagger and chunker come back as they were written', () => {
  const bytes = packChunker(CHUNKER)
  // A view that does not begin with its buffer.
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  const read = readChunker(shifted.subarray(3))
  expect(read).toEqual(CHUNKER)
  const words = ['rye', 'sows']
  const tags = tagWords(read.tagger, read.classes, words)
  expect(tags).toEqual(['NN', 'VBZ'])
  expect(chunkTagged(read.chunker, words, tags)).toEqual(['B-NP', 'B-VP'])
})

test('a tagger without word classes can be written too', () => {
  const plain = { ...CHUNKER, classes: new Map<string, number>() }
  expect(readChunker(packChunker(plain))).toEqual(plain)
})

test('bytes that are no tagger are refused with the name of their file', () => {
  const bytes = packChunker(CHUNKER)
  const altered = (at: number, value: number): Uint8Array => {
    const copy = bytes.slice()
    copy[at] = value
    return copy
  }
  const broken = [
    new Uint8Array(0),
    bytes.subarray(0, 40),
    bytes.subarray(0, bytes.length - 1),
    Uint8Array.from([...bytes, 0]),
    altered(3, 255),
    altered(5, 0),
    // The label of the last weight
    altered(bytes.length - 3, 9),
    new TextEncoder().encode('x'.repeat(500))
  ]
  for (const copy of broken) expect(() => readChunker(copy, 'sows.bin')).toThrow(/sows\.bin/)
})
