import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runExample } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import * as encoder from './index.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const source = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')

/** Returns the names that a table of contents lists, types included, each with its source file. */
function namesIn(table: string): { readonly name: string; readonly file: string }[] {
  const statements = source(table).matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']*)\.js'/gm)
  return [...statements].flatMap(([, list, file]) =>
    list.split(',').map((entry) => ({ name: entry.trim().replace(/^type /, ''), file: `${file}.ts` }))
  )
}

describe('The list of names that a program sees', () => {
  const names = namesIn('index.ts')

  it('has at most 60 names, and changes only on purpose', () => {
    expect(names.length).toBeLessThanOrEqual(60)
    expect(names.map(({ name }) => name).sort()).toEqual([
      'Assignment',
      'BoundaryOptions',
      'BundleError',
      'Clustering',
      'DOCUMENT_FORMATS',
      'DocumentBlock',
      'DocumentFormat',
      'EncodeOptions',
      'EncodeTexts',
      'Encoder',
      'EncoderOptions',
      'HeadedSection',
      'HeadedText',
      'KmeansOptions',
      'LabelOptions',
      'Misfit',
      'MisfitOptions',
      'OutlineInput',
      'OutlineOptions',
      'OutlineSuggestions',
      'ParagraphBoundaryOptions',
      'ParsedDocument',
      'ReadFile',
      'Representation',
      'RuntimeError',
      'Span',
      'SuggestHeadingsOptions',
      'Term',
      'Theme',
      'ThemeCount',
      'ThemeLabel',
      'ThemeModel',
      'Themes',
      'ThemesInput',
      'ThemesOptions',
      'Vectors',
      'analyseDraft',
      'assignThemes',
      'centerRows',
      'chooseThemeCount',
      'createEncoder',
      'dot',
      'findBoundaries',
      'findMisfits',
      'findParagraphBoundaries',
      'findThemes',
      'labelThemes',
      'loadEncoder',
      'normalize',
      'parseDocument',
      'readBundle',
      'row',
      'runtimeKind',
      'slice',
      'sphericalKMeans',
      'splitSentences',
      'suggestChanges',
      'suggestHeadings'
    ])
  })

  it('shares no name with the lists for the other packages', () => {
    const tables = ['index.ts', 'stages.ts', 'training.ts', 'vectors/index.ts']
    const all = tables.flatMap((table) => namesIn(table).map(({ name }) => name))
    expect(all.filter((name, i) => all.indexOf(name) < i)).toEqual([])
  })

  const functions = names.filter(({ name }) => typeof encoder[name as keyof typeof encoder] === 'function')

  it.each(functions.filter(({ name }) => !name.endsWith('Error')))(
    'has an example for $name that gives what its comments say',
    ({ name, file }) => runExample(source(file), name, { ...encoder, expect, readFile })
  )
})

it('No source file imports a module of Node, nor ONNX Runtime or tokenizers before they are used: the package runs in browsers', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  expect(sources).toContain('index.ts')
  for (const name of sources) {
    const imported = source(name).matchAll(/(?:from |import\(|import )'([^'.][^']*)'/g)
    for (const [statement, module] of imported) {
      if (name === 'model/onnx.ts') expect(statement, name).toMatch(/^import\('#onnxruntime'/)
      else if (name === 'model/tokenizer.ts') expect(statement, name).toMatch(/^import\('@huggingface\/tokenizers'/)
      else if (name === 'text/language.ts') expect(statement, name).toMatch(/^import\('eld\/extrasmall'/)
      else expect(['markdown-it', '#product-kernel'], name).toContain(module)
    }
  }
})
