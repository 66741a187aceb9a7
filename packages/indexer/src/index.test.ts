import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as indexer from './index.js'

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
  const table = readFileSync(new URL('index.ts', import.meta.url), 'utf8')
  const lists = [...table.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
  expect(lists.flatMap(([, names]) => names.split(',')).length).toBeLessThanOrEqual(60)
})
