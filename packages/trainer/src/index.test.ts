import { expect, it } from 'vitest'
import * as trainer from './index.js'

it('The package gives a step of the way from articles to a measured encoder by each of these names', () => {
  expect(Object.keys(trainer).sort()).toEqual([
    'ADAM_DEFAULTS',
    'BILSTM_ATTENTION_DEFAULTS',
    'HEADINGS_DEFAULTS',
    'MINING_DEFAULTS',
    'SCB_DEFAULTS',
    'SKIP_GRAM_DEFAULTS',
    'TDC_DEFAULTS',
    'TRAINING_DEFAULTS',
    'TRIPLET_BATCH_DEFAULTS',
    'bilstmAttentionOnnx',
    'createAdam',
    'createBilstmAttention',
    'createMeanVectors',
    'createTfIdf',
    'createTripletBatches',
    'createWordOverlap',
    'drawScb',
    'hingeLoss',
    'loadBackend',
    'measureHeadings',
    'measureScb',
    'measureTdc',
    'mineCorpora',
    'openCorpora',
    'paperLoss',
    'prepareFolder',
    'readExamples',
    'readPart',
    'readTokenFile',
    'readWordVectors',
    'splitOf',
    'train',
    'trainSkipGram',
    'wordSimilarity',
    'writeBundle',
    'writeTokenFile',
    'writeWordVectors'
  ])
})
