import { createRandom } from '@leitmotif/encoder/vectors'
import { expect, it } from 'vitest'
import { OPENSEARCH } from './opensearch-dialect.js'

it('A vector in OpenSearch is read as it was, to the last bit, and written short', () => {
  const random = createRandom('vectors')
  const vector = Float32Array.from({ length: 5000 }, () => (random.next() - 0.5) * 10 ** -random.integer(12))
  const text = JSON.stringify({ vector: OPENSEARCH.storeVector(vector) })
  expect(text.length / vector.length).toBeLessThan(16)
  const read = new Float32Array(vector.length)
  OPENSEARCH.readVector(OPENSEARCH.storedVector({ _index: 'i', _source: JSON.parse(text) }), read)
  expect(read).toEqual(vector)
})
