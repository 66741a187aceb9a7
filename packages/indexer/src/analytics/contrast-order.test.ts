import { expect, it } from 'vitest'
import { listedOf } from './contrast-order.js'

it('Of each part the themes that differ certainly are listed, or a few that may be chance', () => {
  const themes = [
    { theme: 'tea', larger: 'a', certain: true },
    { theme: 'sea', larger: 'a', certain: true },
    ...['war', 'tax', 'law', 'oil'].map((theme) => ({ theme, larger: 'b' as const, certain: false })),
    { theme: 'bees', larger: 'a', certain: false }
  ] as const
  const names = (part: 'a' | 'b'): string[] => listedOf(themes, part).map(({ theme }) => theme)
  expect(names('a')).toEqual(['tea', 'sea'])
  expect(names('b')).toEqual(['war', 'tax', 'law'])
})
