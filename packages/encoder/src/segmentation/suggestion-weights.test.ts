import { expect, it } from 'vitest'
import {
  packSuggestionWeights,
  readSuggestionWeights,
  SUGGESTION_FEATURES,
  type SuggestionWeights
} from './suggestion-weights.js'

const weights = Object.fromEntries(
  Object.entries(SUGGESTION_FEATURES).map(([kind, features]) => [kind, features.map((_, f) => f / 4 - 1)])
) as unknown as SuggestionWeights

it('weights of suggestions are read as they were written, each by the name of its feature', () => {
  const bytes = packSuggestionWeights(weights)
  expect(readSuggestionWeights(bytes)).toEqual(weights)
  const turned = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, object>
  const reversed = Object.fromEntries(
    Object.entries(turned).map(([kind, own]) => [kind, Object.fromEntries(Object.entries(own).reverse())])
  )
  expect(readSuggestionWeights(new TextEncoder().encode(JSON.stringify(reversed)))).toEqual(weights)
})

it('weights that lack a feature, or have one of another version, are refused with its name', () => {
  const broken = (change: (kinds: Record<string, Record<string, unknown>>) => void): Uint8Array => {
    const kinds = JSON.parse(new TextDecoder().decode(packSuggestionWeights(weights))) as Record<
      string,
      Record<string, unknown>
    >
    change(kinds)
    return new TextEncoder().encode(JSON.stringify(kinds))
  }
  expect(() => readSuggestionWeights(broken((kinds) => delete kinds.move.stays))).toThrow(
    'move has no number for “stays”'
  )
  expect(() => readSuggestionWeights(broken((kinds) => (kinds.heading.colour = 1)))).toThrow(
    'heading has a weight of “colour”'
  )
  expect(() => readSuggestionWeights(broken((kinds) => (kinds.missing.constant = 'x')))).toThrow(
    'missing has no number'
  )
})
