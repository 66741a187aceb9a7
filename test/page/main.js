/* global location */
// The page of test/page.test.ts: encodes the sentences of its address and sends back the vectors.
import { loadEncoder } from '@leitmotif/encoder'

const { sentences, representation } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
try {
  const encoder = await loadEncoder('/bundle')
  const { data } = await encoder.encode(sentences, { representation })
  await fetch('/vectors', { method: 'POST', body: data })
} catch (error) {
  await fetch('/fault', { method: 'POST', body: String(error) })
}
