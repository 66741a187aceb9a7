import { describe, expect, it } from 'vitest'
import { decodeMap } from './points.js'

describe('The bytes of the map', () => {
  it('are decoded, wherever the header ends', () => {
    for (const run of ['a', 'ab', 'abc', 'abcd']) {
      const header = { count: 2, run, sentences: 2, bounds: { left: 0, right: 1, bottom: 0, top: 1 }, themes: [] }
      const json = new TextEncoder().encode(JSON.stringify(header))
      const bytes = new ArrayBuffer(4 + json.length + 16 + 4)
      const view = new DataView(bytes)
      view.setUint32(0, json.length, true)
      new Uint8Array(bytes, 4).set(json)
      ;[0.5, -1, 2, 3].forEach((value, i) => {
        view.setFloat32(4 + json.length + 4 * i, value, true)
      })
      view.setUint16(4 + json.length + 16, 7, true)
      view.setUint16(4 + json.length + 18, 0xffff, true)
      const map = decodeMap(bytes)
      expect(map.header).toEqual(header)
      expect([...map.places]).toEqual([0.5, -1, 2, 3])
      expect([...map.themes]).toEqual([7, 0xffff])
    }
  })
})
