import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as encoder from './index.js'

it('The package exports these names, and a change of them is meant', () => {
  expect(Object.keys(encoder).sort()).toEqual([
    'BOUNDARY_DEFAULTS',
    'BundleError',
    'ENCODER_DEFAULTS',
    'KMEANS_DEFAULTS',
    'LABEL_DEFAULTS',
    'MAX_DOCUMENT_LENGTH',
    'MAX_LINKED_ROWS',
    'OUTLINE_DEFAULTS',
    'REPRESENTATIONS',
    'STOP_WORDS',
    'THEMES_DEFAULTS',
    'THEME_COUNT_DEFAULTS',
    'addWeightedRows',
    'articleFrom',
    'assignThemes',
    'averageLink',
    'blendNeighbours',
    'centerRows',
    'chooseThemeCount',
    'createEncoder',
    'createMultiply',
    'createRandom',
    'createVocabulary',
    'cutTree',
    'decodeArticle',
    'dot',
    'findBoundaries',
    'findThemes',
    'knownRows',
    'labelThemes',
    'loadEncoder',
    'meanVector',
    'normalize',
    'originalSpan',
    'outlineOf',
    'packBundle',
    'parseDocument',
    'prepareStatic',
    'quantizeRows',
    'readBundle',
    'readFrom',
    'row',
    'selectRows',
    'slice',
    'sphericalKMeans',
    'splitSentences',
    'terms',
    'tokenize',
    'zeroVectors'
  ])
})

it('No source file imports a module of Node, nor ONNX Runtime before it is used: the package runs in browsers', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  expect(sources).toContain('index.ts')
  for (const name of sources) {
    const imported = readFileSync(`${folder}/${name}`, 'utf8').matchAll(/(?:from |import\(|import )'([^'.][^']*)'/g)
    for (const [statement, module] of imported) {
      if (name === 'model/onnx.ts') expect(statement, name).toMatch(/^import\('#onnxruntime'/)
      else expect(module, name).toBe('markdown-it')
    }
  }
})
