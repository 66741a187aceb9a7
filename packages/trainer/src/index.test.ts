import { expect, it } from 'vitest'
import * as trainer from './index.js'

it('The package gives a step of the way from articles to a measured encoder by each of these names', () => {
  expect(Object.keys(trainer).sort()).toEqual([
    'MINING_DEFAULTS',
    'SCB_DEFAULTS',
    'SKIP_GRAM_DEFAULTS',
    'TDC_DEFAULTS',
    'TRAINING_DEFAULTS',
    'createMeanVectors',
    'drawScb',
    'loadBackend',
    'measureScb',
    'measureTdc',
    'mineCorpora',
    'openCorpora',
    'prepareFolder',
    'readExamples',
    'readPart',
    'readTokenFile',
    'readWordVectors',
    'splitOf',
    'trainSkipGram',
    'trainStatic',
    'wordSimilarity',
    'writeBundle',
    'writeTokenFile',
    'writeWordVectors'
  ])
})
