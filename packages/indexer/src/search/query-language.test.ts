import { fileURLToPath } from 'node:url'
import { loadEncoder } from '@leitmotif/encoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Encoder } from '@leitmotif/encoder'
import { foreignLanguage } from './search.js'

let encoder: Encoder
beforeAll(async () => {
  encoder = await loadEncoder(fileURLToPath(new URL('../../../../models/leitmotif-en', import.meta.url)))
})
afterAll(() => {
  encoder.dispose()
})

describe('The language of a query', () => {
  it.each([
    ['die Abschaffung der Sklaverei', 'de'],
    ['was kostet der Ausbau der Windkraft', 'de'],
    ["l'abolition de l'esclavage", 'fr'],
    ['les effets du changement climatique', 'fr'],
    ['la abolición de la esclavitud', 'es'],
    ['cómo hacer pan en casa', 'es']
  ])('is recognised if the encoder does not read it: %s', async (query, language) => {
    expect(await foreignLanguage(encoder, query)).toBe(language)
  })

  it.each([
    'the abolition of slavery',
    'soldiers who die in a war',
    'how a van is repaired',
    'Van Gogh in Paris',
    'Los Angeles traffic',
    'il',
    'die',
    'a coup d’état and laissez-faire economics',
    'kubectl xqzzv pods'
  ])('is no matter for English, and for what might be: %s', async (query) => {
    expect(await foreignLanguage(encoder, query)).toBeUndefined()
  })

  it('is no matter for an encoder that reads several', async () => {
    const several = Object.create(encoder, { language: { value: undefined } }) as Encoder
    expect(await foreignLanguage(several, 'die Abschaffung der Sklaverei')).toBeUndefined()
  })
})
