import { loadEncoder, readBundle, type Encoder } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import { knownRows, quantizeRows, readFrom } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { SPECIAL_TOKENS, tokenizerJson } from '@leitmotif/testing'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { distillCommand } from '../cli/distill-command.js'
import { distillStaticCommand } from '../cli/distill-static-command.js'
import { fitNetworkCommand } from '../cli/fit-network-command.js'
import { beginFrom } from '../networks/trainable.js'
import { createTransformer, HEAD, PLACES } from '../networks/transformer.js'
import { unitRows } from '../networks/unit-rows.js'
import { readBert } from '../onnx/bert-weights.js'
import { createGraph, TYPE } from '../onnx/onnx-graph.js'
import { writeWordVectors } from '../vectors/word-vector-writer.js'
import { teachArticles } from './article-teacher.js'
import { articleRelationLoss, relationLoss } from './collection-losses.js'
import { readLessons } from './distillation-data.js'
import { firstLayers } from './first-layers.js'
import { startingVectors, STATIC_STUDENT_DEFAULTS, teachStatic } from './static-student.js'
import { quantized, rowsFrom, teachTexts, type TeacherRows } from './teacher-rows.js'

const SUBJECTS = [
  ['hives', 'nectar', 'swarm', 'drones', 'honey', 'wax'],
  ['kiln', 'glaze', 'clay', 'shards', 'slip', 'fire'],
  ['tide', 'harbour', 'mooring', 'keel', 'sail', 'wharf'],
  ['dough', 'yeast', 'crust', 'oven', 'flour', 'loaf'],
  ['loom', 'thread', 'weft', 'shuttle', 'cloth', 'dye'],
  ['frost', 'snow', 'thaw', 'ice', 'hail', 'wind']
]
const FILLERS = ['the', 'a', 'then', 'slowly', 'there', 'keeps', 'makes', 'small', 'of', 'near']
const TOKENS = [...SPECIAL_TOKENS, '.', ...FILLERS, ...SUBJECTS.flat()]
const [WIDTH, UNITS, LAYERS] = [2 * HEAD, 24, 3]

const random = createRandom('distillation')
const drawn = (length: number, deviation: number): Float32Array =>
  Float32Array.from({ length }, () => deviation * random.normal())
const pick = (words: readonly string[]): string => words[random.integer(words.length)]

function sentence(subject: number): string {
  const words = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? pick(SUBJECTS[subject]) : pick(FILLERS)))
  return `${words.join(' ')}.`
}

/** An article of all subjects, a section each. */
function articleOf(i: number): object {
  return {
    ...{ id: `article ${i}`, title: pick(FILLERS), license: 'CC0-1.0' },
    sections: [
      { heading: '', level: 0, paragraphs: [sentence(0)] },
      ...SUBJECTS.map((words, subject) => ({
        heading: pick(words),
        level: 1,
        paragraphs: Array.from({ length: 4 }, () => sentence(subject))
      }))
    ]
  }
}

/** The weights of a BERT in which words of a subject are alike. */
function bertWeights(): { tokens: Float32Array; places: Float32Array; types: Float32Array; scale: Float32Array } {
  const tokens = drawn(TOKENS.length * WIDTH, 0.3)
  SUBJECTS.forEach((words) => {
    const shared = drawn(WIDTH, 1)
    for (const word of words) shared.forEach((value, d) => (tokens[TOKENS.indexOf(word) * WIDTH + d] += value))
  })
  return {
    tokens,
    places: drawn(80 * WIDTH, 0.1),
    types: drawn(2 * WIDTH, 0.1),
    scale: drawn(WIDTH, 0.1).map((x) => 1 + x)
  }
}

/** A BERT as PyTorch exports it, with its names. */
function bertOnnx(layers = LAYERS): Uint8Array<ArrayBuffer> {
  const { node, constant, encode } = createGraph()
  const { tokens, places, types, scale } = bertWeights()
  const named = (name: string, values: Float32Array, shape: readonly number[] = [values.length]): string =>
    constant('float32', values, shape, name)
  const norm = (rows: string, name: string): string =>
    node('LayerNormalization', [rows, named(`${name}.weight`, scale), named(`${name}.bias`, drawn(WIDTH, 0.1))])
  const time = node('Squeeze', [node('Shape', ['input_ids'], { start: 1, end: 2 })])
  const at = node('Range', [constant('int64', [0]), time, constant('int64', [1])])
  const segment = node('Gather', [
    named('embeddings.token_type_embeddings.weight', types, [2, WIDTH]),
    constant('int64', [0])
  ])
  const read = node('Gather', [named('embeddings.word_embeddings.weight', tokens, [TOKENS.length, WIDTH]), 'input_ids'])
  const placed = node('Gather', [named('embeddings.position_embeddings.weight', places, [80, WIDTH]), at])
  let states = norm(node('Add', [node('Add', [read, segment]), placed]), 'embeddings.LayerNorm')
  const absent = node('Where', [
    node('Cast', ['attention_mask'], { to: TYPE.bool }),
    constant('float32', [0]),
    constant('float32', [-1e9])
  ])
  const hidden = node('Unsqueeze', [absent, constant('int64', [1, 2], [2])])
  for (let l = 0; l < layers; l++) {
    const linear = (rows: string, part: string, sizes: readonly [number, number]): string => {
      const weights = constant('float32', drawn(sizes[0] * sizes[1], 0.5 / Math.sqrt(sizes[0])), sizes)
      const product = node('MatMul', [rows, weights], {}, `/encoder/layer.${l}/${part}/MatMul`)
      return node('Add', [product, named(`encoder.layer.${l}.${part.replaceAll('/', '.')}.bias`, drawn(sizes[1], 0.1))])
    }
    const inHeads = (rows: string, perm: readonly number[]): string =>
      node('Transpose', [node('Reshape', [rows, constant('int64', [0, 0, WIDTH / HEAD, HEAD], [4])])], { perm })
    const [queries, keys, values] = ['query', 'key', 'value'].map((part) =>
      linear(states, `attention/self/${part}`, [WIDTH, WIDTH])
    )
    const scores = node('Mul', [
      node('MatMul', [inHeads(queries, [0, 2, 1, 3]), inHeads(keys, [0, 2, 3, 1])]),
      constant('float32', [1 / Math.sqrt(HEAD)])
    ])
    const shares = node('Softmax', [node('Add', [scores, hidden])], { axis: 3 })
    const taken = node('Transpose', [node('MatMul', [shares, inHeads(values, [0, 2, 1, 3])])], { perm: [0, 2, 1, 3] })
    const joined = node('Reshape', [taken, constant('int64', [0, 0, WIDTH], [3])])
    const attended = linear(joined, 'attention/output/dense', [WIDTH, WIDTH])
    states = norm(node('Add', [states, attended]), `encoder.layer.${l}.attention.output.LayerNorm`)
    const inner = linear(states, 'intermediate/dense', [WIDTH, UNITS])
    const below = node('Add', [
      node('Erf', [node('Div', [inner, constant('float32', [Math.SQRT2])])]),
      constant('float32', [1])
    ])
    const active = node('Mul', [node('Mul', [inner, below]), constant('float32', [0.5])])
    states = norm(
      node('Add', [states, linear(active, 'output/dense', [UNITS, WIDTH])]),
      `encoder.layer.${l}.output.LayerNorm`
    )
  }
  const output = node('Identity', [states], {}, 'last_hidden_state')
  const inputs = ['input_ids', 'attention_mask'].map((name) => ({
    ...{ name, type: 'int64' as const },
    shape: ['batch', 'time']
  }))
  return encode('bert', inputs, { name: output, type: 'float32', shape: ['batch', 'time', WIDTH] })
}

let folder = ''
let tf: TensorFlow
let model: Uint8Array<ArrayBuffer>
const at = (...names: string[]): string => join(folder, ...names)
beforeAll(async () => {
  tf = (await loadBackend()).tf
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-distillation-'))
  model = bertOnnx()
  await mkdir(at('teacher'))
  await writeFile(at('teacher', 'model.onnx'), model)
  await writeFile(at('teacher', 'tokenizer.json'), JSON.stringify(tokenizerJson(TOKENS)))
  await writeFile(
    at('corpus.jsonl'),
    Array.from({ length: 60 }, (_, i) => `${JSON.stringify(articleOf(i))}\n`).join('')
  )
  const terms = [...FILLERS, ...SUBJECTS.flat()]
  const vectors = { count: terms.length, dims: 10, data: drawn(terms.length * 10, 1) }
  await writeWordVectors(at('words.bin'), { terms, vectors }, 'binary')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true }))

const ids = (text: string): number[] => [
  2,
  ...(text.match(/\w+|\./g) ?? []).map((token) => Math.max(1, TOKENS.indexOf(token))),
  3
]
const texts = Array.from({ length: 30 }, (_, i) => sentence(i % SUBJECTS.length))

describe('The first layers of a BERT', () => {
  const sizes = { layers: LAYERS, inner: UNITS, width: WIDTH, dims: WIDTH }
  const rowsOf = (inner: number, layers = LAYERS): number[][] => {
    const bert = readBert(model)
    const table = quantizeRows({ count: TOKENS.length, dims: WIDTH, data: bert.tokens })
    const network = createTransformer(tf, table, { ...sizes, layers, inner, seed: 1 })
    beginFrom(tf, network, firstLayers(tf, bert, texts.map(ids), { ...sizes, layers, inner }))
    const rows = tf.tidy(() => network.encode(texts.map(ids)).arraySync())
    network.dispose()
    return rows
  }
  const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
    Array.from(a).reduce((sum, value, d) => sum + value * b[d], 0)

  it('give the vectors of the whole, if all layers and units are kept', async () => {
    const teacher = await loadEncoder(at('teacher'))
    const { data } = await teacher.encode(texts)
    rowsOf(UNITS).forEach((row, s) => {
      expect(cosine(row, data.subarray(s * WIDTH, (s + 1) * WIDTH))).toBeGreaterThan(0.999)
    })
    teacher.dispose()
  })

  it('give nearly the same with fewer units, those whose output varies least left out', () => {
    const whole = rowsOf(UNITS)
    const mean = (rows: readonly number[][]): number =>
      rows.reduce((sum, row, s) => sum + cosine(row, whole[s]), 0) / rows.length
    expect(mean(rowsOf(UNITS - 4))).toBeGreaterThan(0.99)
    expect(mean(rowsOf(UNITS / 2))).toBeGreaterThan(mean(rowsOf(2)))
  })

  it('are refused, if there are fewer, or the model is no BERT', () => {
    const bert = readBert(model)
    expect(() => firstLayers(tf, bert, texts.map(ids), { ...sizes, layers: 4 })).toThrow(/has 3 layers of 24 units/)
    expect(() => readBert(bertOnnx(0))).not.toThrow()
    expect(() => readBert(Uint8Array.of(8, 8))).toThrow(/has no weights embeddings.LayerNorm.weight/)
  })

  it('have as many places as the network reads', () => {
    expect(readBert(model).places).toHaveLength(PLACES * WIDTH)
  })
})

describe("A teacher's rows", () => {
  it('are read from the file of a run that was cut off, and its other rows made', async () => {
    const teacher = await loadEncoder(at('teacher'))
    const encode = vi.spyOn(teacher, 'encode')
    const rows = await teachTexts(teacher, texts, at('rows'), () => undefined)
    const whole = await readFile(at('rows'))
    await writeFile(at('rows'), whole.subarray(0, 256 + 7 * WIDTH + 3))
    encode.mockClear()
    const again = await teachTexts(teacher, texts, at('rows'), () => undefined)
    expect(encode.mock.calls.at(-1)![0]).toHaveLength(texts.length - 7)
    expect(await readFile(at('rows'))).toEqual(whole)
    expect(again.of([3, 9])).toEqual(rows.of([3, 9]))
    await expect(teachTexts(teacher, texts.slice(1), at('rows'), () => undefined)).rejects.toThrow(
      /rows of other texts/
    )
    teacher.dispose()
  })
})

describe('An article teacher', () => {
  it('tells sections of an article apart that the rows it reads hardly tell apart', async () => {
    const sections = [drawn(WIDTH, 0.5), drawn(WIDTH, 0.5)]
    const subjects = Array.from({ length: 8 }, () => drawn(WIDTH, 3)) // what articles are about drowns their sections
    const texts = subjects.flatMap((subject) =>
      sections.flatMap((section) =>
        Array.from({ length: 6 }, () => drawn(WIDTH, 0.3).map((x, d) => x + subject[d] + section[d]))
      )
    )
    const rows = rowsFrom(quantized(Float32Array.from(texts.flatMap((row) => [...row])), WIDTH), WIDTH)
    const articles = subjects.map((_, a) => ({
      corpus: 0,
      queries: [],
      sentences: Array.from({ length: 12 }, (_, i) => ({
        rows: Uint32Array.of(1),
        section: Math.floor(i / 6),
        position: i,
        taught: a * 12 + i
      }))
    }))
    const options = { articles: 4, slots: 12, together: 1, titled: 1, shares: [1], seed: 1, steps: 60 }
    const taught = await teachArticles(tf, articles, [rows, rows], texts.length + 1, options)
    /** Mean cosine of sentences of one section less that of sentences of two. */
    const lead = ({ dims, of }: TeacherRows): number => {
      const data = of([...texts.keys()])
      let sum = 0
      for (let s = 0; s < texts.length; s += 12) {
        const cosineTo = (t: number): number =>
          data.subarray(s * dims, (s + 1) * dims).reduce((all, x, d) => all + x * data[t * dims + d], 0)
        sum += cosineTo(s + 1) - cosineTo(s + 7)
      }
      return sum / subjects.length
    }
    expect(lead(rows)).toBeLessThan(0.1)
    expect(lead(taught)).toBeGreaterThan(0.5)
    expect(new Set(taught.of([texts.length]))).toEqual(new Set([0])) // no sentence of an article
  })
})

describe('Losses of a distillation', () => {
  const [articles, slots, dims] = [2, 3, 4]
  const runs = {
    ...{ articles, slots, filled: new Float32Array(6).fill(1), taught: Int32Array.from([0, 1, 2, 3, 4, 5]) },
    sentences: Array.from({ length: 6 }, () => Uint32Array.of(1))
  }
  const unit = (data: Float32Array): Tensor2D => unitRows(tf, tf.tensor2d(data, [data.length / dims, dims]))
  const value = (loss: () => Scalar): number => tf.tidy(loss).dataSync()[0]
  /** Rows of two articles and a query; with `turned`, the first two rows of the first article change places. */
  const data = drawn(7 * dims, 1)
  const turned = Float32Array.from([...data.subarray(4, 8), ...data.subarray(0, 4), ...data.subarray(8)])

  it("are 0 for the teacher's own similarities, and more for others", () => {
    const places = [...runs.taught, 6]
    const across = (rows: Float32Array): number => value(() => relationLoss(tf, unit(rows), unit(data), places, runs))
    const within = (rows: Float32Array): number =>
      value(() => articleRelationLoss(tf, unit(rows.slice(0, 24)), unit(data.slice(0, 24)), runs))
    for (const loss of [across, within]) {
      expect(loss(data)).toBeCloseTo(0, 5)
      expect(loss(turned)).toBeGreaterThan(0.1)
    }
  })

  it('compare sentences of different articles alone, or of the same article alone', () => {
    const one = { ...runs, articles: 1, slots: 6 }
    expect(value(() => relationLoss(tf, unit(turned.slice(0, 24)), unit(data.slice(0, 24)), runs.taught, one))).toBe(0)
    // The second article with its dimensions exchanged: only its similarities to the first change.
    const moved = data.slice(0, 24).map((x, i, all) => (i < 12 ? x : all[i - (i % dims) + (((i % dims) + 1) % dims)]))
    expect(value(() => relationLoss(tf, unit(moved), unit(data.slice(0, 24)), runs.taught, runs))).toBeGreaterThan(0.1)
    expect(value(() => articleRelationLoss(tf, unit(moved), unit(data.slice(0, 24)), runs))).toBeCloseTo(0, 5)
  })
})

const quiet = (): void => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
}
/** Share of sentences that are nearer to one of their subject than to one of another. */
const rightOf = async (encoder: Encoder, representation: 'static' | 'sentences' = 'sentences'): Promise<number> => {
  const { data, dims } = await encoder.encode(texts, { representation })
  const near = (a: number, b: number): number => {
    let sum = 0
    for (let d = 0; d < dims; d++) sum += data[a * dims + d] * data[b * dims + d]
    return sum
  }
  const rights = [...texts.keys()].map((s) => near(s, (s + 6) % 30) > near(s, (s + 7) % 30))
  return rights.filter(Boolean).length / rights.length
}

describe('leitmotif-train distill', () => {
  const distil = async (out: string, ...flags: string[]): Promise<void> => {
    quiet()
    const sizes = [
      '--layers',
      '2',
      '--inner',
      '16',
      '--articles',
      '3',
      '--slots',
      '12',
      '--validate-every',
      '20',
      '--judged-articles',
      '3',
      '--article-teacher-steps',
      '20'
    ]
    await distillCommand().parseAsync(
      [at('corpus.jsonl'), '--teacher', at('teacher'), '--out', at(out), ...sizes, ...flags],
      { from: 'user' }
    )
  }
  beforeAll(async () => {
    quiet()
    await fitNetworkCommand('static').parseAsync(
      [at('corpus.jsonl'), '--vectors', at('words.bin'), '--steps', '2', '--dims', '8', '--out', at('bundle')],
      { from: 'user' }
    )
    await cp(at('bundle'), at('second'), { recursive: true })
  })

  it('adds a network that learned from teacher and articles, and keeps the others', async () => {
    await distil('bundle', '--steps', '20')
    const encoder = await loadEncoder(at('bundle'))
    expect(encoder.dims).toMatchObject({ static: 8, sentences: WIDTH })
    expect(await rightOf(encoder)).toBeGreaterThan(0.9)
    const manifest = JSON.parse(await readFile(at('bundle', 'encoder.json'), 'utf8')) as {
      trained: { sentences: object }
      measured: { representation: string }[]
    }
    expect(manifest.trained.sentences).toMatchObject({ steps: 20, teacher: { name: 'teacher' } })
    expect(new Set(manifest.measured.map(({ representation }) => representation))).toEqual(
      new Set(['static', 'sentences'])
    )
    encoder.dispose()
  })

  it('gives the same bytes for the same seed', async () => {
    await distil('second', '--steps', '20')
    expect(await readFile(at('second', 'sentences.onnx'))).toEqual(await readFile(at('bundle', 'sentences.onnx')))
  })

  it('says which teacher it needs, before it reads any article', async () => {
    await mkdir(at('empty'))
    await expect(distil('bundle', '--teacher', at('empty'))).rejects.toThrow(
      /holds no model.onnx; expected a sentence encoder/
    )
    await expect(distil('bundle', '--layers', '9')).rejects.toThrow(
      /has 3 layers of 24 units; expected --layers and --inner/
    )
  })
})

describe('leitmotif-train distill-static', () => {
  const teach = (model: string, ...flags: string[]): Promise<unknown> => {
    quiet()
    const sizes = ['--articles', '3', '--slots', '12', '--judged-articles', '3', '--learning-rate', '.02']
    return distillStaticCommand().parseAsync([at('corpus.jsonl'), '--model', at(model), ...sizes, ...flags], {
      from: 'user'
    })
  }
  const staticOf = async (model: string): Promise<string | undefined> => {
    const { fingerprints } = await readBundle(readFrom(at(model)))
    return fingerprints.static
  }

  it('begins with the vectors that the network has', async () => {
    const { networks, vectors, vocabulary } = await readBundle(readFrom(at('bundle')))
    const sums = startingVectors(networks.static!, vectors)
    const encoder = await loadEncoder(at('bundle'))
    const { data, dims } = await encoder.encode(texts, { representation: 'static' })
    const rows = texts.map((text) => {
      const row = new Float32Array(vectors.dims)
      for (const word of knownRows(vocabulary, terms(text), 50)) {
        for (let d = 0; d < row.length; d++) row[d] += sums[word * row.length + d]
      }
      return row
    })
    const product = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, d) => sum + x * b[d], 0)
    for (const [s, t] of [
      [0, 1],
      [0, 6],
      [7, 20]
    ]) {
      const cosine = product(rows[s], rows[t]) / Math.sqrt(product(rows[s], rows[s]) * product(rows[t], rows[t]))
      expect(cosine).toBeCloseTo(product(data.slice(s * dims, (s + 1) * dims), data.slice(t * dims, (t + 1) * dims)), 3)
    }
    encoder.dispose()
  })

  it('teaches words what sentences know, and leaves the network sentences as it is', async () => {
    await cp(at('bundle'), at('taught'), { recursive: true })
    const before = await loadEncoder(at('bundle'))
    await teach('taught', '--steps', '150')
    const after = await loadEncoder(at('taught'))
    expect(await rightOf(before, 'static')).toBeLessThan(0.75)
    expect(await rightOf(after, 'static')).toBeGreaterThan(0.9)
    expect(after.dims).toMatchObject({ static: 10, sentences: WIDTH })
    expect(await after.encode(texts)).toEqual(await before.encode(texts))
    before.dispose()
    after.dispose()
  })

  it('gives the same vectors for the same seed, and when it is cut off and continues', async () => {
    for (const model of ['once', 'again']) {
      await cp(at('bundle'), at(model), { recursive: true })
      await teach(model, '--steps', '20')
    }
    expect(await staticOf('again')).toBe(await staticOf('once'))
    expect(await staticOf('again')).not.toBe(await staticOf('bundle'))

    const { networks, vectors, vocabulary } = await readBundle(readFrom(at('bundle')))
    const encoder = await loadEncoder(at('bundle'))
    const lessons = await readLessons([at('corpus.jsonl')], { maxArticles: 0, judgedArticles: 3, seed: 1 })
    const rows = await teachTexts(encoder, lessons.texts, at('static-rows'), () => undefined, 'sentences')
    encoder.dispose()
    const options = { ...STATIC_STUDENT_DEFAULTS, steps: 12, saveEvery: 5, articles: 3, slots: 12 }
    const study = async (checkpoint: string, onStep: (done: number) => void): Promise<Float32Array> => {
      const { vectors: learned } = await teachStatic({
        ...{ backend: await loadBackend(), network: networks.static!, table: vectors, lessons, rows, options, onStep },
        wordsOf: (text, most) => knownRows(vocabulary, terms(text), most),
        checkpoint: at(checkpoint)
      })
      return learned
    }
    const calm = await study('calm', () => undefined)
    await expect(
      study('cut', (done) => {
        if (done === 8) throw new Error('cut off')
      })
    ).rejects.toThrow('cut off')
    const steps: number[] = []
    expect(await study('cut', (done) => steps.push(done))).toEqual(calm)
    expect(steps[0]).toBe(6)
  })

  it('says what it needs', async () => {
    quiet()
    await fitNetworkCommand('static').parseAsync(
      [at('corpus.jsonl'), '--vectors', at('words.bin'), '--steps', '2', '--dims', '8', '--out', at('alone')],
      { from: 'user' }
    )
    await expect(teach('alone')).rejects.toThrow(/has no network sentences, which teaches; make it by .*distill/)
    await expect(teach('nowhere')).rejects.toThrow(/nowhere/)
  })
})
