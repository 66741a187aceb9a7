import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSafetensors } from './safetensors.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-weights-'))
})
afterAll(() => rm(folder, { recursive: true }))

const metadata = { name: 'another', license: 'MIT' }
const entries = {
  __metadata__: metadata,
  b: { dtype: 'F32', shape: [2], data_offsets: [0, 8] },
  a: { dtype: 'F32', shape: [2, 3], data_offsets: [8, 32] }
}
const values = Float32Array.of(7, 8, 1, 2, 3, 4, 5, 6)
const shapes = new Map([
  ['a', [2, 3]],
  ['b', [2]]
])

async function file(header: unknown, data: Uint8Array = new Uint8Array(values.buffer)): Promise<string> {
  const path = join(folder, 'weights.safetensors')
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  await writeFile(path, Buffer.concat([length, text, data]))
  return path
}

describe('Weights of another model', () => {
  it('are read by name, with whose they are', async () => {
    const read = await readSafetensors(await file(entries), shapes)
    expect(read).toMatchObject(metadata)
    expect(read.weights).toEqual({ a: Float32Array.of(1, 2, 3, 4, 5, 6), b: Float32Array.of(7, 8) })
    expect(read.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  const a = entries.a
  it.each<[what: string, header: unknown, message: RegExp]>([
    ['no JSON', '{', /not a file of weights; expected safetensors with name and license/],
    ['a number', '7', /not a file of weights/],
    ['no metadata', { ...entries, __metadata__: undefined }, /not a file of weights/],
    ['no license', { ...entries, __metadata__: { name: 'x' } }, /not a file of weights/],
    ['no such weight', { ...entries, a: undefined }, /has nothing for a; expected float32 \[2, 3\]; make the file/],
    ['a weight too many', { ...entries, c: a }, /has c, which the network lacks; make the file for a network of/],
    ['other sizes', { ...entries, a: { ...a, shape: [3, 2] } }, /"shape":\[3,2\].* for a; expected float32 \[2, 3\]/],
    ['another type', { ...entries, a: { ...a, dtype: 'F16' } }, /"F16".* for a/],
    ['no offsets', { ...entries, a: { ...a, data_offsets: 8 } }, /for a/],
    ['an entry that is none', { ...entries, a: null }, /has null for a/],
    ['a place before the values', { ...entries, a: { ...a, data_offsets: [-4, 20] } }, /for a/],
    ['a place that is no number', { ...entries, a: { ...a, data_offsets: ['8', 32] } }, /for a/],
    ['too few bytes', { ...entries, a: { ...a, data_offsets: [8, 28] } }, /for a/],
    [
      'a place behind the end',
      { ...entries, a: { ...a, data_offsets: [16, 40] } },
      /ends within a; the file is truncated/
    ]
  ])('are refused with %s', async (_, header, message) => {
    await expect(readSafetensors(await file(header), shapes)).rejects.toThrow(message)
  })

  it('are refused from a file that is cut short, has no end to its header, or is not there', async () => {
    const short = await file(entries, new Uint8Array(values.buffer, 0, 31))
    await expect(readSafetensors(short, shapes)).rejects.toThrow(/truncated/)
    const path = join(folder, 'endless')
    await writeFile(path, new Uint8Array(64).fill(255))
    await expect(readSafetensors(path, shapes)).rejects.toThrow(/not a file of weights/)
    await writeFile(path, 'abc')
    await expect(readSafetensors(path, shapes)).rejects.toThrow(/not a file of weights/)
    await expect(readSafetensors(join(folder, 'none'), shapes)).rejects.toThrow(/none/)
  })
})
