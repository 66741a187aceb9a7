import { expect, it } from 'vitest'
import { BundleError } from './manifest-members.js'
import { sha256 } from './sha256.js'
import { fileStore, readMoreValues, storeMoreValues } from './stored-files.js'

const values = Int8Array.of(-5, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 5)

it('Further values of words are read as they were stored, two in a byte', async () => {
  const { files, store } = fileStore()
  const entry = await storeMoreValues(store, 'more.bin', { dims: 2, values })
  expect(files.get('more.bin')).toHaveLength(6)
  expect(await readMoreValues((name) => Promise.resolve(files.get(name)!), entry, 6)).toEqual({ dims: 2, values })
})

it('Further values of words are refused if they are too great, too few or no values', async () => {
  const { files, store } = fileStore()
  const great = { dims: 2, values: Int8Array.of(...values.subarray(1), 6) }
  await expect(storeMoreValues(store, 'more.bin', great)).rejects.toThrow(/value 11 is 6; expected one from -5 to 5/)
  const entry = await storeMoreValues(store, 'more.bin', { dims: 2, values })
  const read = (name: string): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(files.get(name)!)
  await expect(readMoreValues(read, entry, 9)).rejects.toThrow(/more\.bin is cut short: it has 6 bytes, expected 9/)
  const bytes = Uint8Array.of(0, 1, 60, 120, 121, 4)
  files.set('more.bin', bytes)
  const forged = { ...entry, sha256: await sha256(bytes) }
  await expect(readMoreValues(read, forged, 6)).rejects.toThrow(/more\.bin: byte 4 is 121; expected one from 0 to 120/)
  await expect(readMoreValues(read, forged, 6)).rejects.toBeInstanceOf(BundleError)
})
