import { expect, it } from 'vitest'
import { z } from 'zod'
import { schemaFault } from './schema-fault.js'

const themes = z.object({ themes: z.array(z.object({ title: z.string() })) })
const faultOf = (value: unknown): string => schemaFault(themes.safeParse(value).error!)

it('names the place of the first fault, what was expected and what was got', () => {
  expect(faultOf({ themes: [{ title: 'tea' }, { titme: 'chess' }, {}] })).toBe(
    'themes[1].title: expected string, got nothing'
  )
  expect(faultOf({ themes: 'tea' })).toBe('themes: expected array, got string')
  expect(faultOf(null)).toBe('expected object, got null')
})
