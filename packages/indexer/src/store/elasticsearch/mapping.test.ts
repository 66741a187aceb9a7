import { describe, expect, it } from 'vitest'
import { ELASTICSEARCH } from './elasticsearch-dialect.js'
import { decodeMeta, newMeta, sentencesIndex, withTemplate } from './mapping.js'

const meta = newMeta('/base', { fingerprint: 'a'.repeat(64), representation: 'static', dims: 8 })
const index = sentencesIndex(meta, ELASTICSEARCH)

describe("A collection's index", () => {
  it('names how vectors are indexed, and takes nothing that it does not know', () => {
    expect(index.mappings?.dynamic).toBe('strict')
    expect(index.mappings?.properties?.vector).toMatchObject({ dims: 8, index_options: { type: 'int8_hnsw' } })
  })

  it("takes what the user's component template says, member by member", () => {
    const vector = { type: 'dense_vector', index_options: { type: 'hnsw', m: 32 } } as const
    const template = {
      settings: { index: { number_of_shards: '3' } },
      mappings: { properties: { vector, text: { type: 'text', analyzer: 'english' } } }
    } as const
    const merged = withTemplate(index, 'leitmotif', template)
    expect(merged.settings).toMatchObject({ number_of_shards: '3', auto_expand_replicas: '0-1' })
    expect(merged.mappings?.properties).toMatchObject({
      vector: { dims: 8, similarity: 'dot_product', index_options: { type: 'hnsw', m: 32 } },
      text: { analyzer: 'english' },
      document: { type: 'keyword' }
    })
    expect(merged.mappings?._meta).toEqual({ leitmotif: meta })
    expect(withTemplate(index, 'leitmotif', undefined)).toBe(index)
  })

  it('refuses a template that makes something else of a field', () => {
    const template = { mappings: { properties: { theme: { type: 'text' } } } } as const
    expect(() => withTemplate(index, 'leitmotif', template)).toThrow('field "theme" is text; expected keyword')
  })

  it('tells an index that is not ours, or of another version', () => {
    expect(decodeMeta('here', { leitmotif: meta })).toEqual(meta)
    expect(() => decodeMeta('here', {})).toThrow('here: is an index that Leitmotif did not make')
    expect(() => decodeMeta('here', { leitmotif: { ...meta, version: 9 } })).toThrow(
      'version is 9; this program reads 1'
    )
    expect(() => decodeMeta('here', { leitmotif: { ...meta, base: 3 } })).toThrow('was altered: base')
  })
})
