import { createRandom } from '@leitmotif/encoder/vectors'
import { terms } from '@leitmotif/encoder/stages'
import { createGraph } from '@leitmotif/trainer'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder, type Ran } from './command-line.js'

const DIMS = 16
const folder = temporaryFolder()
const [encoder, shelf] = ['encoder', 'shelf'].map((name) => join(folder, name))
const settings = join(encoder, 'leitmotif.json')

/** Writes an ONNX sentence encoder of the samples' words. A word's state is a random vector; `find` has one of length 9. */
function writeEncoder(): void {
  const texts = readdirSync(samples).map((name) => readFileSync(join(samples, name), 'utf8'))
  const words = ['[PAD]', '[UNK]', 'find', ...new Set(texts.flatMap(terms))]
  const vocab = Object.fromEntries([...new Set(words)].map((word, id) => [word, id]))
  const count = Object.keys(vocab).length
  const random = createRandom('encoder folder')
  const embedding = Float32Array.from({ length: count * DIMS }, () => random.normal())
  embedding.fill(0, 2 * DIMS, 3 * DIMS)
  embedding[2 * DIMS] = 9
  const { node, weights, encode } = createGraph()
  node('Gather', [weights([count, DIMS], embedding), 'input_ids'], {}, 'last_hidden_state')
  const model = encode('words', [{ name: 'input_ids', type: 'int64', shape: ['batch', 'time'] }], {
    name: 'last_hidden_state',
    type: 'float32',
    shape: ['batch', 'time', DIMS]
  })
  const tokenizer = {
    added_tokens: [{ id: 0, content: '[PAD]', special: true }],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: null,
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab }
  }
  mkdirSync(join(encoder, 'onnx'), { recursive: true })
  writeFileSync(join(encoder, 'onnx', 'model.onnx'), model)
  writeFileSync(join(encoder, 'tokenizer.json'), JSON.stringify(tokenizer))
}

const search = (...args: string[]): Ran =>
  run('leitmotif', 'search', '--in', shelf, '--encoder', encoder, '--json', ...args)
const hitsOf = ({ out }: Ran): { record: { text: string }; score: number }[] =>
  (JSON.parse(out) as { hits: { record: { text: string }; score: number }[] }).hits

beforeAll(() => {
  writeEncoder()
})

describe('An ONNX sentence encoder in a folder', () => {
  it('indexes a collection, with themes', () => {
    const ran = run('leitmotif', 'index', samples, '--to', shelf, '--encoder', encoder, '--threads', '2', '--json')
    expect(JSON.parse(ran.out)).toMatchObject({ indexed: 14, collection: { representation: 'sentences' } })
    const themes = JSON.parse(run('leitmotif', 'themes', 'build', '--in', shelf, '--json').out) as { themes: object[] }
    expect(themes.themes.length).toBeGreaterThan(1)
  })

  it('finds a sentence, and its prompt for queries changes scores without another indexing', () => {
    const text = hitsOf(search('steam stops the leaf'))[0].record.text
    const [plain] = hitsOf(search(text))
    expect(plain.record.text).toBe(text)
    expect(plain.score).toBeCloseTo(1, 3)
    writeFileSync(settings, JSON.stringify({ queryPrompt: 'find ' }))
    const prompted = search(text)
    expect(prompted.status).toBe(0)
    expect(hitsOf(prompted)[0].score).toBeLessThan(plain.score - 0.01)
  })

  it('is refused for a collection that it did not index as it is now', () => {
    writeFileSync(settings, JSON.stringify({ documentPrompt: 'find ' }))
    const ran = search('steam')
    expect(ran.status).toBe(2)
    expect(ran.err).toMatch(/cannot be compared/)
    writeFileSync(settings, JSON.stringify({ pooling: 'sum' }))
    const wrong = search('steam')
    expect(wrong.status).toBe(2)
    expect(wrong.err).toMatch(/leitmotif\.json: pooling is "sum"; expected mean, cls, last/)
    expect(wrong.err).not.toContain('    at ')
    writeFileSync(settings, '{}')
  })

  it('is measured', () => {
    const tasks = ['tdc', 'find', 'segmentation'].join(',')
    const ran = run(
      'leitmotif-train',
      'evaluate',
      '--model',
      encoder,
      '--articles',
      samples,
      '--no-split',
      '--task',
      tasks,
      '--json'
    )
    expect(ran.err).not.toContain('    at ')
    const figures = JSON.parse(ran.out) as { find: { queries: number }; tdc: { triplets: number } }
    expect(figures).toMatchObject({ representation: 'sentences' })
    expect(figures.find.queries).toBeGreaterThan(10)
    expect(figures.tdc.triplets).toBeGreaterThan(10)
  })
})
