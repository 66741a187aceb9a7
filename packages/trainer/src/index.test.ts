import { expect, it } from 'vitest'
import * as trainer from './index.js'

it('The package gives a step of the way from articles to a measured encoder by each of these names', () => {
  expect(Object.keys(trainer).sort()).toEqual([
    'ADAM_DEFAULTS',
    'CONTEXTS',
    'SKIP_GRAM_DEFAULTS',
    'TRAINING_DEFAULTS',
    'agreementOf',
    'bilstmAttentionOnnx',
    'bootstrapInterval',
    'compareSegmentations',
    'createAdam',
    'createBilstmAttention',
    'drawScb',
    'exchangeHeadings',
    'headedArticle',
    'loadBackend',
    'meanSquaredError',
    'measureHeadings',
    'measureScb',
    'measureTdc',
    'openCorpora',
    'openSections',
    'paperLoss',
    'pearson',
    'readExamples',
    'readPairs',
    'readPart',
    'readTokenFile',
    'readWordVectors',
    'segmentArticle',
    'sharedWords',
    'spearman',
    'splitOf',
    'train',
    'trainSkipGram',
    'wordSimilarity',
    'writeBundle',
    'writeTokenFile',
    'writeWordVectors'
  ])
})
