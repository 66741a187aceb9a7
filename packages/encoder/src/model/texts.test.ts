import { expect, it } from 'vitest'
import { row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { createVectorCache, encodeTexts } from './vector-cache.js'

/** Encodes a text as its length and its first character's code, and keeps what it was asked for. */
function recording(): { asked: string[][]; encode: (texts: readonly string[]) => Promise<Vectors> } {
  const asked: string[][] = []
  const encode = (texts: readonly string[]): Promise<Vectors> => {
    asked.push([...texts])
    const vectors = zeroVectors(texts.length, 2)
    for (const [t, text] of texts.entries()) row(vectors, t).set([text.length, text.charCodeAt(0)])
    return Promise.resolve(vectors)
  }
  return { asked, encode }
}

it('A text is encoded once, wherever it stands, and again only when the cache has let it go', async () => {
  const { asked, encode } = recording()
  const cache = createVectorCache(2)
  const first = await encodeTexts(['b', 'aaa', 'b', 'cc'], 2, cache, encode)
  expect([...first.data]).toEqual([1, 98, 3, 97, 1, 98, 2, 99])
  // `b` came first, and went when `cc` came; `aaa` is asked for again, so `d` drives `cc` out.
  await encodeTexts(['aaa', 'd'], 2, cache, encode)
  expect([...(await encodeTexts(['aaa', 'cc'], 2, cache, encode)).data]).toEqual([3, 97, 2, 99])
  expect(asked).toEqual([['b', 'aaa', 'cc'], ['d'], ['cc']])
})

it('What is kept is a copy: a caller may write to what it was given', async () => {
  const cache = createVectorCache(9)
  const { encode } = recording()
  const first = await encodeTexts(['aaa'], 2, cache, encode)
  first.data.fill(7)
  const second = await encodeTexts(['aaa'], 2, cache, encode)
  expect([...second.data]).toEqual([3, 97])
  second.data.fill(7)
  expect([...(await encodeTexts(['aaa'], 2, cache, encode)).data]).toEqual([3, 97])
})

it('Without a cache everything is encoded anew, thousands of texts in slices', async () => {
  const { asked, encode } = recording()
  const texts = Array.from({ length: 5000 }, (_, i) => `${'x'.repeat(i % 9)}${i}`)
  const cache = createVectorCache(0)
  const once = await encodeTexts(texts, 2, cache, encode)
  expect(await encodeTexts(texts, 2, cache, encode)).toEqual(once)
  expect([...row(once, 4444)]).toEqual([texts[4444].length, texts[4444].charCodeAt(0)])
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.flat()).toEqual([...texts, ...texts])
})
