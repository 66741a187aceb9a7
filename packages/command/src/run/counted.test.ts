import { expect, it } from 'vitest'
import { counted } from './counted.js'

it('A count has its noun in the singular or the plural', () => {
  expect([0, 1, 2, 1250].map((count) => counted(count, 'article'))).toEqual([
    '0 articles',
    '1 article',
    '2 articles',
    '1,250 articles'
  ])
})
