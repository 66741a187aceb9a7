import { expect, it } from 'vitest'
import * as trainer from './index.js'

it('The package gives a step of the way from articles to a measured encoder by each of these names', () => {
  expect(Object.keys(trainer).sort()).toEqual([
    'ADAM_DEFAULTS',
    'CONTEXTS',
    'SKIP_GRAM_DEFAULTS',
    'TRAINING_DEFAULTS',
    'bilstmAttentionOnnx',
    'createAdam',
    'createBilstmAttention',
    'drawScb',
    'exchangeHeadings',
    'headedArticle',
    'loadBackend',
    'measureHeadings',
    'measureRelatedness',
    'measureScb',
    'measureTdc',
    'openCorpora',
    'paperLoss',
    'readExamples',
    'readPart',
    'readRelatednessSets',
    'readTokenFile',
    'readWordVectors',
    'segmentArticle',
    'sharedWords',
    'train',
    'trainSkipGram',
    'wordSimilarity',
    'writeBundle',
    'writeTokenFile',
    'writeWordVectors'
  ])
})
