import { expect, it } from 'vitest'
import { filter } from './common-schemas.js'

it('A filter of another shape is answered with the shapes that there are', () => {
  const messages = (value: unknown): string[] =>
    filter.safeParse(value).error?.issues.map(({ message }) => message) ?? []
  expect(messages({ year: { from: 2020 }, author: { in: ['Mei'] } })).toEqual([])
  for (const wrong of [{ year: [2020] }, { year: true }])
    expect(messages(wrong)).toEqual(['expected a text or number, {"in": [values]}, or {"from": value, "until": value}'])
})
