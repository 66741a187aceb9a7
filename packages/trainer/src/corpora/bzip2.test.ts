import { execFileSync, spawnSync } from 'node:child_process'
import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { Bzip2Error, unpackBzip2 } from './bzip2.js'

// Packed by bzip2 1.0.8.
const TEXT = 'QlpoOTFBWSZTWcvfpoAAAARbnAAQQAUACACANkUUIAQAAQQIACAAIoZDI0xMhTCaaA0xAYTy0IRoF22rK701YgmoxPxdyRThQkMvfpoA'
const NOTHING = 'QlpoORdyRThQkAAAAAA='
const ZEROS_100_MB =
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1nEYApVAD7RQALAAABAAAggADDMCapppUiDaipEHi7kinChIcCoiS4='

/** Unpacks data that arrives in pieces of `size` bytes. */
async function unpack(packed: Uint8Array, size = 1000): Promise<Buffer[]> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < packed.length; at += size) yield await Promise.resolve(packed.subarray(at, at + size))
  }
  const blocks: Buffer[] = []
  for await (const block of unpackBzip2(pieces())) blocks.push(Buffer.from(block))
  return blocks
}

const base64 = (text: string): Buffer => Buffer.from(text, 'base64')

describe('bzip2', () => {
  it('is unpacked, in whatever pieces it arrives', async () => {
    for (const size of [1, 7, 1000]) {
      expect(Buffer.concat(await unpack(base64(TEXT), size)).toString()).toBe('Wheat, barley and rye; äöü.\n')
    }
  })

  it('may hold nothing, or several streams in a row', async () => {
    expect(await unpack(base64(NOTHING))).toEqual([])
    const packed = Buffer.concat([base64(TEXT), base64(NOTHING), base64(TEXT)])
    expect(Buffer.concat(await unpack(packed)).toString()).toBe('Wheat, barley and rye; äöü.\n'.repeat(2))
  })

  it('hands on a hundred megabytes from a hundred bytes a block at a time', async () => {
    let length = 0
    async function* packed(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(base64(ZEROS_100_MB))
    }
    for await (const block of unpackBzip2(packed())) {
      expect(block.length).toBeLessThan(46_000_000)
      length += block.length
    }
    expect(length).toBe(100_000_000)
  })

  it('says so when it is cut short anywhere', async () => {
    const packed = base64(TEXT)
    for (let length = 0; length < packed.length; length++) {
      await expect(unpack(packed.subarray(0, length)), `${length} bytes`).rejects.toThrow(Bzip2Error)
    }
  })

  it('never gives another text when a byte is altered', async () => {
    const packed = base64(TEXT)
    for (let at = 0; at < packed.length; at++) {
      const altered = Buffer.from(packed)
      altered[at] ^= 0x55
      // A byte that says nothing of the text (a table that is not used) may be altered.
      const text = await unpack(altered).then(
        (blocks) => Buffer.concat(blocks).toString(),
        (error: unknown) => (error as Error).name
      )
      expect(text, `byte ${at}`).toMatch(/^(?:Bzip2Error|Wheat, barley and rye; äöü.\n)$/)
    }
  })

  const present = spawnSync('bzip2', ['--help']).status === 0
  it.skipIf(!present)(`unpacks what bzip2 packs${present ? '' : ' (skipped: no bzip2 on this machine)'}`, async () => {
    const random = createRandom('bzip2')
    const noise = Buffer.from(Array.from({ length: 250_000 }, () => random.integer(256)))
    const words = Buffer.from(Array.from({ length: 60_000 }, () => `word${random.integer(500)}`).join(' '))
    const runs = Buffer.concat(Array.from({ length: 3000 }, () => Buffer.alloc(random.integer(600), random.integer(3))))
    for (const data of [noise, words, runs, Buffer.from([7]), Buffer.alloc(4, 1), Buffer.alloc(259, 1)]) {
      const packed = execFileSync('bzip2', ['-c', '-1'], { input: data, maxBuffer: 1e8 })
      expect(Buffer.concat(await unpack(packed, 65_536)).equals(data)).toBe(true)
    }
  })
})
