import { BundleError, createEncoder, dot, loadEncoder, readBundle, row, type Encoder } from '@leitmotif/encoder'
import { shareContext } from '@leitmotif/encoder/stages'
import { packBundle, quantizeRows } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { SPECIAL_TOKENS, tokenizerJson } from '@leitmotif/testing'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraph, TYPE } from './onnx-graph.js'

const WORDS = ['tide', 'harbour', 'anchor', 'sail', 'oven', 'flour', 'dough', 'crust', 'read', 'find', ':']
const VOCABULARY = [...SPECIAL_TOKENS, ...WORDS]
const [CLS, SEP] = ['[CLS]', '[SEP]'].map((token) => VOCABULARY.indexOf(token))
const DIMS = 6
const MAX_TOKENS = 9

const random = createRandom('tiny encoder')
/** [tokens, DIMS] */
const embedding = Float32Array.from({ length: VOCABULARY.length * DIMS }, () => Math.round(64 * random.normal()) / 64)

const tokenizer = { ...tokenizerJson(VOCABULARY), truncation: { max_length: MAX_TOKENS } }

type Output = 'last_hidden_state' | 'sentence_embedding' | 'encoded' | 'pooler_output'

/**
 * Returns a model with one layer of attention: a token's state is its embedding plus the mean of all, weighted by the
 * softmax of their products. Outputs other than `last_hidden_state` are the state of the first token.
 */
function tinyModel(output: Output, inputs = ['input_ids', 'attention_mask']): Uint8Array<ArrayBuffer> {
  const { node, constant, weights, encode } = createGraph()
  const embedded = node('Gather', [weights([VOCABULARY.length, DIMS], embedding), 'input_ids']) // [batch, time, DIMS]
  const mask = node('Cast', ['attention_mask'], { to: TYPE.float32 })
  const absent = node('Mul', [node('Sub', [constant('float32', [1]), mask]), constant('float32', [-1e9])])
  const products = node('MatMul', [embedded, node('Transpose', [embedded], { perm: [0, 2, 1] })])
  const hidden = node('Unsqueeze', [absent, constant('int64', [1], [1])]) // [batch, 1, time]
  const shares = node('Softmax', [node('Add', [products, hidden])], { axis: 2 })
  const read = node('MatMul', [shares, embedded])
  const last = output === 'last_hidden_state'
  const states = node('Add', [embedded, read], {}, last ? output : 'states')
  if (!last) node('Gather', [states, constant('int64', [0])], { axis: 1 }, output)
  return encode(
    'tiny',
    inputs.map((name) => ({ name, type: 'int64', shape: ['batch', 'time'] })),
    { name: output, type: 'float32', shape: last ? ['batch', 'time', DIMS] : ['batch', DIMS] }
  )
}

/** The unit vector that the model of `tinyModel` gives for a text. */
function expected(text: string, pooling: 'mean' | 'cls' | 'last' = 'mean'): number[] {
  const ids = text
    .split(' ')
    .map((word) => VOCABULARY.indexOf(word))
    .slice(0, MAX_TOKENS - 2)
  const tokens = [CLS, ...ids, SEP].map((id) => [...embedding.subarray(id * DIMS, (id + 1) * DIMS)])
  const states = tokens.map((token) => {
    const shares = tokens.map((other) => Math.exp(token.reduce((sum, value, d) => sum + value * other[d], 0)))
    const sum = shares.reduce((all, share) => all + share)
    return token.map((value, d) => value + tokens.reduce((all, other, t) => all + (shares[t] / sum) * other[d], 0))
  })
  const pooled = {
    mean: states[0].map((_, d) => states.reduce((sum, state) => sum + state[d], 0)),
    cls: states[0],
    last: states.at(-1)!
  }[pooling]
  return pooled.map((value) => value / Math.hypot(...pooled))
}

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leitmotif-encoder-folder-'))
})
afterAll(() => rm(root, { recursive: true }))

let folders = 0
/** Writes an encoder's folder. */
async function writeFolder(files: Readonly<Record<string, object>>, name = `encoder-${folders++}`): Promise<string> {
  const folder = join(root, name)
  for (const [file, content] of Object.entries({ 'tokenizer.json': tokenizer, ...files })) {
    const bytes = content instanceof Uint8Array ? content : JSON.stringify(content)
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), bytes)
  }
  return folder
}
const states = { 'onnx/model.onnx': tinyModel('last_hidden_state') }

async function expectRow(encoder: Encoder, text: string, values: number[], as?: 'query'): Promise<void> {
  const { data } = await encoder.encode([text], { as })
  values.forEach((value, d) => {
    expect(data[d]).toBeCloseTo(value, 5)
  })
}

describe('A folder with an ONNX sentence encoder', () => {
  it('is loaded like a bundle, with one representation and nothing learned', async () => {
    const encoder = await loadEncoder(`${await writeFolder(states, 'tiny-encoder')}/`)
    expect(encoder).toMatchObject({ name: 'tiny-encoder', dims: { sentences: DIMS }, representation: 'sentences' })
    expect(encoder.learned).toEqual({})
    expect(encoder.fingerprints).toEqual({ sentences: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    await expect(encoder.encode(['tide'], { representation: 'static' })).rejects.toThrow(
      "tiny-encoder has no representation 'static'; expected sentences"
    )
    encoder.dispose()
    await expect(encoder.encode(['tide'])).rejects.toThrow('tiny-encoder was disposed of; load it again')
  })

  it.each([
    ['mean', {}],
    ['cls', { '1_Pooling/config.json': { pooling_mode_cls_token: true } }],
    ['last', { 'leitmotif.json': { pooling: 'last' } }]
  ] as const)('gives unit rows of its states, pooled by %s', async (pooling, files) => {
    const encoder = await loadEncoder(await writeFolder({ ...states, ...files }))
    for (const text of ['tide', 'tide harbour oven', `${'sail '.repeat(20)}oven`.trim()])
      await expectRow(encoder, text, expected(text, pooling))
    encoder.dispose()
  })

  it('gives rows that the model pooled itself', async () => {
    const encoder = await loadEncoder(await writeFolder({ 'model.onnx': tinyModel('sentence_embedding') }))
    await expectRow(encoder, 'dough flour', expected('dough flour', 'cls'))
    encoder.dispose()
  })

  it('gives a sentence the same vector alone and among others, in any order and on threads', async () => {
    const folder = await writeFolder(states)
    const encoder = await loadEncoder(folder, { cache: 0 })
    const texts = Array.from({ length: 400 }, (_, i) =>
      Array.from({ length: i % 12 }, () => WORDS[random.integer(WORDS.length)]).join(' ')
    )
    const together = await encoder.encode(texts)
    const backwards = await encoder.encode(texts.toReversed())
    for (const [t, text] of texts.entries()) {
      const length = text === '' ? 0 : 1
      expect(dot(row(together, t), row(together, t))).toBeCloseTo(length, 5)
      expect(dot(row(together, t), row(backwards, texts.length - 1 - t))).toBeCloseTo(length, 5)
    }
    for (const t of [1, 7, 399]) await expectRow(encoder, texts[t], [...row(together, t)])
    const threaded = await loadEncoder(folder, { threads: 2 })
    expect(await threaded.encode(texts)).toEqual(together)
    threaded.dispose()
    encoder.dispose()
  })

  it('gives zeros for texts without a known word, and rows relative to their text', async () => {
    const encoder = await loadEncoder(await writeFolder(states))
    expect(await encoder.encode(['', 'Zzxq!'])).toEqual({ count: 2, dims: DIMS, data: new Float32Array(2 * DIMS) })
    expect(await encoder.encode([])).toEqual({ count: 0, dims: DIMS, data: new Float32Array(0) })
    const texts = ['tide sail', 'oven crust', 'harbour anchor', '']
    expect(await encoder.encode(texts, { context: 'shared' })).toEqual(shareContext(await encoder.encode(texts), texts))
    encoder.dispose()
  })

  it('puts its prompts before queries and documents', async () => {
    const prompts = { 'config_sentence_transformers.json': { prompts: { query: 'find: ', document: 'read: ' } } }
    const encoder = await loadEncoder(await writeFolder({ ...states, ...prompts }))
    await expectRow(encoder, 'tide', expected('read : tide'))
    await expectRow(encoder, 'tide', expected('find : tide'), 'query')
    await expectRow(encoder, 'tide', expected('read : tide')) // not the query's, from a cache
    expect((await encoder.encode([''], { as: 'query' })).data).toEqual(new Float32Array(DIMS))
    await expect(encoder.encode(['tide'], { as: 'title' as 'query' })).rejects.toThrow(
      "as is 'title'; expected document or query"
    )
    encoder.dispose()
  })

  it.each([
    [{ 'model.onnx': Uint8Array.of(1, 2, 3) }, /model\.onnx: ONNX Runtime can't open it .*: export the model again/],
    [
      { 'model.onnx': tinyModel('pooler_output') },
      /its outputs are pooler_output float32 \[\*, 6\]; expected a float32 output/
    ],
    [
      { 'model.onnx': tinyModel('encoded', ['input_ids', 'attention_mask', 'position_ids']) },
      /its inputs are .*position_ids.*; expected only input_ids, attention_mask, token_type_ids/
    ],
    [{ ...states, 'tokenizer.json': {} }, /tokenizer\.json: can't be read/],
    [
      { ...states, '1_Pooling/config.json': { pooling_mode_max_tokens: true } },
      /model\.onnx: gives states of tokens, but 1_Pooling\/config\.json pools by max_tokens .*: export the model with/
    ]
  ])('is refused when it is loaded if it can’t be used', async (files, message) => {
    const error: unknown = await loadEncoder(await writeFolder(files)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BundleError)
    expect((error as Error).message).toMatch(message)
  })

  it('is used whatever its pooling if the model pools itself', async () => {
    const pooling = { '1_Pooling/config.json': { pooling_mode_max_tokens: true } }
    const encoder = await loadEncoder(await writeFolder({ 'model.onnx': tinyModel('sentence_embedding'), ...pooling }))
    expect(encoder.dims).toEqual({ sentences: DIMS })
    encoder.dispose()
  })
})

describe('A bundle’s network that reads tokens', () => {
  const bytes = new TextEncoder().encode(JSON.stringify(tokenizer))
  const pack = async (network: { model: Uint8Array<ArrayBuffer>; dims: number }): Promise<Encoder> => {
    const about = { name: 'tiny', language: 'und', license: 'CC0-1.0', mined: {}, trained: {}, corpora: [] }
    const vectors = quantizeRows({ count: 2, dims: 2, data: Float32Array.of(1, 0, 0, 1) })
    const files = await packBundle(
      { ...about, seed: 1, measured: [] },
      {
        words: ['tide', 'oven'],
        vectors,
        networks: {
          static: { weights: Float32Array.of(1, 1), projection: Float32Array.of(1, 0, 0, 1), dims: 2 },
          sentences: { ...network, tokens: { tokenizer: bytes, maxTokens: MAX_TOKENS } }
        }
      },
      50
    )
    return createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)))
  }

  it('gives the vectors of the model beside networks of words', async () => {
    const encoder = await pack({ model: tinyModel('encoded'), dims: DIMS })
    expect(encoder.dims).toEqual({ static: 2, sentences: DIMS })
    const texts = ['tide harbour', '', 'oven']
    const encoded = await encoder.encode(texts, { representation: 'sentences' })
    for (const t of [0, 2])
      expected(texts[t], 'cls').forEach((value, d) => {
        expect(row(encoded, t)[d]).toBeCloseTo(value, 5)
      })
    expect([...row(encoded, 1)]).toEqual(new Array(DIMS).fill(0))
    expect([...row(await encoder.encode(texts, { representation: 'static' }), 0)]).toEqual([1, 0])
    encoder.dispose()
  })

  it('is refused at its first use if it gives other dimensions, or states of tokens', async () => {
    const wide = await pack({ model: tinyModel('encoded'), dims: DIMS + 1 })
    await expect(wide.encode(['tide'], { representation: 'sentences' })).rejects.toThrow(
      /sentences\.onnx: it gives 6 numbers for \[1, 3\] tokens; expected 7 of each text/
    )
    const unpooled = await pack({ model: tinyModel('last_hidden_state'), dims: DIMS })
    await expect(unpooled.encode(['tide'], { representation: 'sentences' })).rejects.toThrow(
      /sentences\.onnx: its output last_hidden_state has states of tokens; expected one vector of a text/
    )
  })
})
