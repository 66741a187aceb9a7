import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import shippedEncoder from '@leitmotif/model-en'
import { runExample } from '@leitmotif/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as indexer from './index.js'

const table = readFileSync(new URL('index.ts', import.meta.url), 'utf8')

it('The package shows these functions, and at most 60 names with their types', () => {
  expect(Object.keys(indexer).sort()).toEqual([
    'buildThemes',
    'changeTheme',
    'clusterHits',
    'compareCollections',
    'contrastParts',
    'drawMap',
    'findDuplicates',
    'findOutliers',
    'ingest',
    'listThemes',
    'mergeThemes',
    'openElasticsearchStore',
    'openEmbeddedStore',
    'readSources',
    'reindex',
    'resetThemes',
    'searchCollection',
    'sharesOverTime',
    'showTheme',
    'themeShares',
    'themeTrends',
    'themesTogether',
    'typicalOf'
  ])
  const lists = [...table.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
  expect(lists.flatMap(([, names]) => names.split(',')).length).toBeLessThanOrEqual(60)
})

describe('The sample collection gives what the example says of', () => {
  let folder: string
  let encoder: Encoder
  let store: indexer.GenerationStore
  const openEmbeddedStore = ((place, options) =>
    indexer.openEmbeddedStore(join(folder, place), options)) as typeof indexer.openEmbeddedStore
  const sourceOf = (name: string): string => {
    const [, file] = new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([^']*)\\.js'`, 'm').exec(table)!
    return readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8')
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leitmotif-examples-'))
    encoder = await loadEncoder(shippedEncoder)
    store = await openEmbeddedStore('store', { access: 'write', encoder, representation: 'static' })
    await indexer.ingest({ store, encoder, paths: ['samples'] })
  })
  afterAll(async () => {
    await store.close()
    encoder.dispose()
    await rm(folder, { recursive: true })
  })

  // In this order: `buildThemes` comes before those that need themes, `reindex` last. openElasticsearchStore needs a server.
  it.each([
    ...[
      'openEmbeddedStore',
      'ingest',
      'readSources',
      'searchCollection',
      'clusterHits',
      'contrastParts',
      'buildThemes'
    ],
    ...['listThemes', 'showTheme', 'compareCollections', 'findOutliers', 'themeShares', 'sharesOverTime'],
    ...['themesTogether', 'themeTrends', 'typicalOf', 'findDuplicates', 'drawMap'],
    ...['changeTheme', 'mergeThemes', 'resetThemes', 'reindex']
  ])('%s', (name) => runExample(sourceOf(name), name, { ...indexer, openEmbeddedStore, store, encoder, expect }))
})
