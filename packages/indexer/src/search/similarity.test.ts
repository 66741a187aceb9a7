import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareTexts } from './similarity.js'

let encoder: Encoder
beforeAll(async () => {
  encoder = await loadEncoder(fileURLToPath(new URL('../../../../models/leitmotif-en', import.meta.url)))
})
afterAll(() => {
  encoder.dispose()
})

describe('The similarity of two texts', () => {
  it('is said of texts with known words, in every representation', async () => {
    const { unknown, representations } = await compareTexts(encoder, ['The ferry was late.', 'Boats waited, qzxv.'])
    expect(unknown).toEqual([])
    expect(representations.map(({ cosine }) => typeof cosine)).toEqual(['number', 'number'])
  })

  it('is not said of texts without a known word, or without a word', async () => {
    for (const [a, b, unknown] of [
      ['qzxv wvkk', 'jjqq zzxx', ['qzxv wvkk', 'jjqq zzxx']],
      ['The ferry was late.', 'qzxv wvkk', ['qzxv wvkk']],
      ['?! …', 'Boats waited.', ['?! …']],
      ['ᚠᚢᚦ ᚨᚱᚲ', 'ᚠᚢᚦ ᚨᚱᚲ', ['ᚠᚢᚦ ᚨᚱᚲ', 'ᚠᚢᚦ ᚨᚱᚲ']]
    ] as const) {
      const similarity = await compareTexts(encoder, [a, b])
      expect(similarity).toEqual({
        unknown,
        representations: [{ representation: 'static' }, { representation: 'sentences' }]
      })
    }
  })
})
