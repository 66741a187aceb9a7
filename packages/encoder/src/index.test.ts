import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as encoder from './index.js'

it('The package exports these names, and a change of them is meant', () => {
  expect(Object.keys(encoder).sort()).toEqual([
    'BOUNDARY_DEFAULTS',
    'BundleError',
    'DOCUMENT_FORMATS',
    'ENCODER_DEFAULTS',
    'KMEANS_DEFAULTS',
    'LABEL_DEFAULTS',
    'LEAST_PARAGRAPHS',
    'MAX_DOCUMENT_LENGTH',
    'MAX_LINKED_ROWS',
    'MISFIT_DEFAULTS',
    'OUTLINE_DEFAULTS',
    'PARAGRAPH_BOUNDARY_DEFAULTS',
    'PARAGRAPH_THEMES_DEFAULTS',
    'REPRESENTATIONS',
    'STOP_WORDS',
    'SUGGEST_HEADINGS_DEFAULTS',
    'THEMES_DEFAULTS',
    'THEME_COUNT_DEFAULTS',
    'addWeightedRows',
    'articleFrom',
    'assignParagraphThemes',
    'assignThemes',
    'averageLink',
    'blendNeighbours',
    'boundaryFeatures',
    'centerRows',
    'chooseThemeCount',
    'compareHeadings',
    'createEncoder',
    'createMultiply',
    'createRandom',
    'createTurns',
    'createVocabulary',
    'cutTree',
    'decodeArticle',
    'describeThemes',
    'dot',
    'findBoundaries',
    'findHeadingCandidates',
    'findKin',
    'findMisfits',
    'findMixtures',
    'findParagraphBoundaries',
    'findParagraphThemes',
    'findPlaces',
    'findSections',
    'findSplits',
    'findThemes',
    'fitParagraphThemes',
    'fitSections',
    'fitThemes',
    'followParts',
    'groupThemes',
    'knownRows',
    'labelParagraphThemes',
    'labelThemes',
    'layOut',
    'loadEncoder',
    'matchHeadings',
    'meanVector',
    'namingKeys',
    'nearestRows',
    'normalize',
    'originalSpan',
    'outlineOf',
    'packBundle',
    'paragraphVectors',
    'parseDocument',
    'prepareStatic',
    'principalAxes',
    'quantizeRows',
    'readBundle',
    'readFrom',
    'refineThemes',
    'repeatsWords',
    'row',
    'rowsWithWords',
    'selectRows',
    'shareContext',
    'shares',
    'slice',
    'sphericalKMeans',
    'splitSentences',
    'subjectWords',
    'suggestChanges',
    'suggestHeadings',
    'terms',
    'tokenize',
    'turn',
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
