import { writeLearned } from '../output/learned-parts.js'
import { loadEncoder } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { type BundleManifest, BOUNDARY_SHAPES, packBoundaryWeights, packHeadings } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { evaluateCommand } from './evaluate-command.js'
import { fitCommand } from './fit-command.js'
import { fitNetworkCommand } from './fit-network-command.js'
import { mineCommand } from './mine-command.js'
import { writeWordVectors } from '../vectors/word-vector-writer.js'

/** Ten subjects with words of their own; what else a sentence says belongs to no subject. */
const SUBJECTS = [
  'oven flour dough crust yeast',
  'anchor harbour tide hull mast',
  'comet orbit lens crater dusk',
  'tadpole pond newt marsh heron',
  'arch girder pier cable span',
  'pendulum gear dial spring chime',
  'loom thread dye wool spindle',
  'chalk slope moss cairn ridge',
  'verse rhyme stanza meter ode',
  'goal whistle pitch keeper tackle'
].map((words) => words.split(' '))
const FILLERS = 'it was said often that many people there had seen one such thing before in their own town'.split(' ')

function articleOf(index: number): Article {
  const random = createRandom(`article ${index}`)
  const sentence = (subject: number): string => {
    const words = Array.from({ length: 9 }, (_, i) => {
      const from = i % 6 === 0 ? SUBJECTS[subject] : FILLERS
      return from[random.integer(from.length)]
    })
    return `${random.shuffle(words).join(' ')}.`
  }
  const subjects = random.shuffle([...SUBJECTS.keys()]).slice(0, 6)
  return {
    id: `toy:${index}`,
    title: `Article ${index}`,
    license: 'CC0-1.0',
    sections: [
      { heading: '', level: 0, paragraphs: [sentence(0)] },
      ...subjects.map((subject) => ({
        heading: SUBJECTS[subject].slice(0, 2).join(' '),
        level: 1,
        paragraphs: Array.from({ length: 4 }, () => sentence(subject))
      }))
    ]
  }
}

let folder = ''
let corpus = ''
let vectors = ''
let bundle = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-training-'))
  corpus = join(folder, 'toy.jsonl')
  vectors = join(folder, 'toy.bin')
  bundle = join(folder, 'bundle')
  await writeFile(corpus, Array.from({ length: 150 }, (_, i) => `${JSON.stringify(articleOf(i))}\n`).join(''))
  const terms = [...FILLERS, ...SUBJECTS.flat()]
  const random = createRandom('toy vectors')
  const data = Float32Array.from({ length: terms.length * 30 }, () => random.normal())
  await writeWordVectors(vectors, { terms, vectors: { count: terms.length, dims: 30, data } }, 'binary')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true }))

/** What commands said on standard error, and what is called with it. */
const said: string[] = []
let onError: (text: string) => void = () => undefined

/** Runs a command as its line would, and gives what it printed as JSON. */
async function run(command: Command, ...line: string[]): Promise<Record<string, unknown>> {
  let printed = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    onError(String(text))
    return Boolean(said.push(String(text)))
  })
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))))
  try {
    await command
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .parseAsync(line, { from: 'user' })
  } finally {
    output.mockRestore()
  }
  return JSON.parse(printed) as Record<string, unknown>
}

const fitToy = (out: string, ...more: string[]): Promise<Record<string, unknown>> =>
  run(
    fitNetworkCommand('static'),
    ...[corpus, '--vectors', vectors, '--out', out, '--json', '--dims', '20'],
    ...['--steps', '40', '--sentences', '96', '--learning-rate', '0.03', '--validate-every', '10', '--warm-up', '4'],
    ...more
  )

interface Evaluated {
  readonly tdc: { accuracy: number; interval: number[]; triplets: number; articles: number }
  readonly scb: { kmeans: { ami: number }; iclust: { ami: number }; articles: number }
  readonly find: { heading: { hit10: number }; fused: { hit10: number }; queries: number; articles: number }
  readonly corpus: { kmeans: { ami: number }; themes: { ami: number; count: number }; articles: number }
}
const evaluate = async (...line: string[]): Promise<Evaluated> =>
  (await run(evaluateCommand(), '--articles', corpus, '--json', ...line)) as unknown as Evaluated

describe('Triplets of a file', () => {
  it('train a network and measure it, with labels or without, like the articles that they are from', async () => {
    const out = join(folder, 'of-triplets')
    const mined = join(folder, 'mined.jsonl')
    await run(mineCommand(), corpus, '--out', mined, '--labelled', '--json')
    const trained = await run(
      fitNetworkCommand('static'),
      ...['--triplets', mined, '--vectors', vectors, '--out', out, '--json', '--dims', '20', '--distance', 'l2'],
      ...['--steps', '60', '--learning-rate', '0.05', '--validate-every', '20', '--warm-up', '4']
    )
    const { tested } = trained as unknown as { tested: { tdc: { accuracy: number; triplets: number } }[] }
    expect(tested).toHaveLength(1)
    expect(tested[0].tdc.accuracy).toBeGreaterThan(0.6)
    const manifest = JSON.parse(await readFile(join(out, 'encoder.json'), 'utf8')) as {
      trained: { static: Record<string, unknown> }
    }
    expect(manifest.trained.static).toMatchObject({ loss: 'paper', distance: 'l2', source: 'triplets' })
    expect(manifest.trained.static).not.toHaveProperty('minSections')
    const measure = (...data: string[]): Promise<unknown> =>
      run(evaluateCommand(), '--model', out, '--task', 'tdc', '--json', ...data)
    const ofFile = (await measure('--triplets', mined)) as { tdc: { triplets: number; accuracy: number } }
    const ofArticles = (await measure('--articles', corpus, '--no-split')) as typeof ofFile
    expect(ofFile.tdc.triplets).toBe(ofArticles.tdc.triplets)
    expect(ofFile.tdc.accuracy).toBeCloseTo(ofArticles.tdc.accuracy, 5)
  })

  it('are refused together with articles, or with options of articles', async () => {
    const fit = (...line: string[]): Promise<unknown> =>
      run(fitNetworkCommand('static'), '--out', join(folder, 'none'), ...line)
    await expect(fit(corpus, '--triplets', 'x.jsonl')).rejects.toThrow('expected one of the two')
    await expect(fit()).rejects.toThrow('expected one of the two')
    await expect(fit('--triplets', 'x.jsonl', '--min-sections', '3')).rejects.toThrow(
      '--min-sections can only be used with articles, not with --triplets'
    )
    await expect(fit('--triplets', 'x.jsonl', '--loss', 'contrast')).rejects.toThrow('--loss contrast needs articles')
    const evaluate = (...line: string[]): Promise<unknown> => run(evaluateCommand(), '--model', bundle, ...line)
    await expect(evaluate('--triplets', 'x.jsonl', '--context', 'mean')).rejects.toThrow('go with --articles only')
    await expect(evaluate('--triplets', 'x.jsonl', '--task', 'scb', '--articles', corpus)).rejects.toThrow(
      '--triplets goes with --task tdc only'
    )
  })
})

describe('leitmotif-train fit and evaluate', () => {
  let printed: Record<string, unknown>
  let told = ''
  beforeAll(async () => {
    said.length = 0
    printed = await fitToy(bundle)
    told = said.join('')
  })

  it('train a bundle that loads, tells how it was made, and is far better than mean vectors', async () => {
    for (const command of ['boundary-network', 'sentence-boundaries', 'heading-words'])
      expect(told).toContain(`leitmotif-train ${command} CORPUS… --model ${bundle}\n`)
    const encoder = await loadEncoder(bundle)
    expect(printed).toMatchObject({ out: bundle, fingerprint: encoder.fingerprints.static })
    expect(encoder.dims).toEqual({ static: 20 })

    const trained = await evaluate('--model', bundle)
    const baseline = await evaluate('--model', 'mean-vectors', '--vectors', vectors)
    expect(trained.tdc.triplets).toBe(baseline.tdc.triplets)
    expect(trained.tdc.accuracy).toBeGreaterThan(baseline.tdc.accuracy + 0.05)
    expect(trained.tdc.interval[0]).toBeLessThan(trained.tdc.accuracy)

    const manifest = JSON.parse(await readFile(join(bundle, 'encoder.json'), 'utf8')) as Record<string, never>
    expect(manifest.trained).toMatchObject({
      static: { steps: 40, learningRate: 0.03, paragraphDistance: 3, words: 68 }
    })
    expect(manifest.license).toBe('CC0-1.0')
    expect(manifest.mined).toMatchObject({ minSections: 5, sentencesPerParagraph: 1 })
    expect(manifest.corpora).toEqual([{ corpus: 'toy.jsonl', licenses: ['CC0-1.0'] }])
    expect((manifest.trained as { static: object }).static).toMatchObject({
      corpora: [{ corpus: 'toy.jsonl', licenses: { 'CC0-1.0': expect.any(Number) as number } }]
    })
    expect(manifest.measured).toContainEqual(
      expect.objectContaining({ task: 'tdc', articles: 'toy.jsonl', context: 'none', accuracy: trained.tdc.accuracy })
    )
  })

  it('give the same files for the same seed, and others for another', async () => {
    const read = async (at: string): Promise<Buffer[]> =>
      Promise.all((await readdir(at)).sort().map((name) => readFile(join(at, name))))
    const again = join(folder, 'again')
    await fitToy(again)
    expect(await read(again)).toEqual(await read(bundle))
    await fitToy(again, '--seed', '2')
    expect(await read(again)).not.toEqual(await read(bundle))
  })

  it('tell of words whose vectors are zeros', async () => {
    const out = join(folder, 'unread words')
    const file = join(folder, 'zeros.bin')
    const terms = [...FILLERS, ...SUBJECTS.flat()]
    const random = createRandom('zeros')
    const data = Float32Array.from({ length: terms.length * 30 }, (_, i) => (i < 30 ? 0 : random.normal()))
    await writeWordVectors(file, { terms, vectors: { count: terms.length, dims: 30, data } }, 'binary')
    said.length = 0
    await fitToy(out, '--vectors', file)
    expect(said.join('')).toMatch(/zeros\.bin: has vectors of zeros for 1 of 68 words, the first "it"/)
    said.length = 0
    await fitToy(out)
    expect(said.join('')).not.toContain('zeros')
  })

  it('add the paper’s networks to the bundle, keep what it has, and replace a network by its like', async () => {
    const several = join(folder, 'several')
    await cp(bundle, several, { recursive: true })
    const manifestOf = async (at: string): Promise<BundleManifest> =>
      JSON.parse(await readFile(join(at, 'encoder.json'), 'utf8')) as BundleManifest
    const headings = packHeadings([{ heading: 'Overview', articles: 3, generic: true }])
    await writeLearned(several, 'headings', headings)
    const shapes = Array.from(BOUNDARY_SHAPES)
    const zeros = new Map(shapes.map(([name, [rows, width]]) => [name, new Float32Array(rows * width)]))
    await writeLearned(several, 'boundaries', packBoundaryWeights(zeros))
    const before = await manifestOf(several)
    const small = [
      '--hidden',
      '6',
      '--attention',
      '4',
      '--steps',
      '20',
      '--validate-every',
      '10',
      '--learning-rate',
      '0.03'
    ]
    const add = (name: 'sentences' | 'titles', from: string, ...more: string[]): Promise<Record<string, unknown>> =>
      run(fitNetworkCommand(name), from, '--out', several, '--json', ...small, ...more)
    const sentences = await add('sentences', corpus, '--sentences', '96', '--clip', '1', '--average', '0.9')
    expect(sentences).toMatchObject({ network: 'sentences', steps: 20 })
    const others = join(folder, 'others.jsonl')
    await writeFile(others, (await readFile(corpus, 'utf8')).replaceAll('CC0-1.0', 'MIT'))
    await add('titles', others, '--loss', 'paper', '--batch-triplets', '30')
    const encoder = await loadEncoder(several)
    expect(encoder.dims).toEqual({ static: 20, sentences: 12, titles: 12, both: 24 })
    encoder.dispose()

    const { networks, trained, measured, ...after } = await manifestOf(several)
    expect(after).toMatchObject({ name: before.name, license: 'CC0-1.0; MIT', vocabulary: before.vocabulary })
    expect(after.corpora).toEqual([...before.corpora, { corpus: 'others.jsonl', licenses: ['MIT'] }])
    expect(networks.static).toEqual(before.networks.static)
    expect(after.learned).toEqual(before.learned)
    expect(Object.keys(before.learned!)).toEqual(['boundaries', 'headings'])
    expect(Object.keys(trained)).toEqual(['static', 'sentences', 'titles'])
    expect(trained.titles).toMatchObject({
      role: 'titles',
      loss: 'paper',
      batchTriplets: 30,
      hidden: 6,
      vectors: 'toy.bin'
    })
    expect(trained.titles).not.toHaveProperty('temperature')
    expect(measured.map(({ task, representation, context }) => [task, representation, context].join(' '))).toEqual([
      ...['static', 'sentences'].flatMap((name) => [`tdc ${name} none`, `tdc ${name} article`]),
      ...['none', 'article'].flatMap((context) => [`tdc titles ${context}`, `headings titles ${context}`])
    ])
    const figure = await evaluate('--model', several, '--representation', 'sentences')
    expect(measured[2].accuracy).toBe(figure.tdc.accuracy)

    await add('sentences', corpus, '--sentences', '96', '--seed', '2')
    const again = await manifestOf(several)
    expect(again.networks.titles).toEqual(networks.titles)
    expect(again.networks.sentences).not.toEqual(networks.sentences)
    expect(again.measured).toHaveLength(8)

    // The same words from a file are the same words; of others the networks that are there know nothing.
    await fitToy(several, '--steps', '2')
    expect((await manifestOf(several)).networks).toMatchObject({ sentences: again.networks.sentences })
    const fewer = fitToy(several, '--words', '60')
    await expect(fewer).rejects.toThrow(/networks sentences and titles would be lost.*name another folder/)
    expect(Object.keys((await manifestOf(several)).networks)).toEqual(['static', 'sentences', 'titles'])
  })

  it('go on from the checkpoint of a fine-tuning that ended while it was tested, to the same weights', async () => {
    const own = join(folder, 'own.jsonl')
    const tune = (out: string): Promise<Record<string, unknown>> =>
      run(
        fitNetworkCommand('static'),
        ...[own, '--out', out, '--json', '--dims', '20', '--steps', '4', '--sentences', '96', '--fine-tune'],
        ...['--checkpoint', `${out}.state`]
      )
    const [whole, ended] = ['tuned', 'tuned-later'].map((name) => join(folder, name))
    for (const out of [whole, ended]) await cp(bundle, out, { recursive: true })
    await cp(corpus, own)
    const { fingerprint } = await tune(whole)
    onError = (text) => {
      if (text.includes('best validation TDC')) rmSync(own, { force: true }) // nothing can be tested
    }
    await expect(tune(ended)).rejects.toThrow()
    onError = () => undefined
    await cp(corpus, own)
    expect(await tune(ended)).toMatchObject({ fingerprint })
  })

  it('go on from a network that is there, and name it', async () => {
    const several = join(folder, 'fine-tuned')
    await cp(bundle, several, { recursive: true })
    const fit = (name: 'sentences' | 'titles', steps: number, ...more: string[]): Promise<Record<string, unknown>> =>
      run(
        fitNetworkCommand(name),
        ...[corpus, '--out', several, '--json', '--hidden', '6', '--attention', '4'],
        ...['--sentences', '96', '--warm-up', '0', '--learning-rate', '.01', '--steps', String(steps), ...more]
      )
    const evaluateSentences = async (): Promise<number> =>
      (await evaluate('--model', several, '--representation', 'sentences')).tdc.accuracy
    await fit('sentences', 20)
    const before = await evaluateSentences()
    const { fingerprints } = await loadEncoder(several)
    await fit('sentences', 1, '--fine-tune', '--learning-rate', '1e-7')
    expect(await evaluateSentences()).toBeCloseTo(before, 2)
    const { trained } = JSON.parse(await readFile(join(several, 'encoder.json'), 'utf8')) as BundleManifest
    expect(trained.sentences).toMatchObject({ startedFrom: fingerprints.sentences })
    await expect(fit('sentences', 1, '--fine-tune', '--hidden', '7')).rejects.toThrow(/has --hidden 6, not 7/)
    await expect(fit('titles', 1, '--fine-tune')).rejects.toThrow(/has no network titles to continue/)
    await expect(fitToy(several, '--fine-tune')).rejects.toThrow(/--fine-tune starts from the bundle.*--vectors out/)
  })

  it('replace a bundle of one network by its like of other words', async () => {
    const alone = join(folder, 'alone')
    await cp(bundle, alone, { recursive: true })
    await fitToy(alone, '--words', '60', '--steps', '2')
    expect((await loadEncoder(alone)).dims).toEqual({ static: 20 })
  })

  it('measure with and without context, on the test part or on all articles', async () => {
    const [test, all, context] = [
      await evaluate('--model', bundle),
      await evaluate('--model', bundle, '--no-split'),
      await evaluate('--model', bundle, '--context', 'article')
    ]
    expect(all.tdc.articles).toBe(150)
    expect(test.tdc.articles).toBeLessThan(40)
    expect(context.tdc.triplets).toBe(test.tdc.triplets)
    expect(context.tdc.accuracy).not.toBe(test.tdc.accuracy)
  })

  it('cluster the sentences of articles as well, and find more of their sections than mean vectors do', async () => {
    const trained = await evaluate('--model', bundle, '--task', 'tdc,scb')
    const baseline = await evaluate('--model', 'mean-vectors', '--vectors', vectors, '--task', 'scb')
    expect(trained.tdc.accuracy).toBeGreaterThan(0.5)
    expect(baseline.tdc).toBeUndefined()
    expect(trained.scb.articles).toBe(baseline.scb.articles)
    for (const method of ['kmeans', 'iclust'] as const) {
      expect(trained.scb[method].ami).toBeGreaterThan(baseline.scb[method].ami + 0.05)
    }
    const settings = (figures: object): string[] =>
      Object.keys(figures).slice(0, Object.keys(figures).indexOf('damaged'))
    const all = ['model', 'representation', 'articles', 'part', 'context']
    expect(settings(trained)).toEqual([...all, 'negative', 'maxArticles', 'sentences', 'distance'])
    const headings = await evaluate('--model', bundle, '--task', 'headings')
    expect(settings(headings)).toEqual(all)
    const few = await evaluate('--model', bundle, '--task', 'scb', '--max-articles', '5')
    expect(few.scb.articles).toBe(5)
  })

  it('find sections across articles, by vectors and by words, and cluster a collection', async () => {
    const trained = await evaluate('--model', bundle, '--task', 'find,corpus', '--max-articles', '8')
    expect(trained.find.articles).toBe(8)
    expect(trained.find.queries).toBeGreaterThan(20)
    expect(trained.find.heading.hit10).toBeGreaterThan(0)
    expect(trained.corpus.themes.count).toBeGreaterThan(1)
    expect(trained.corpus.articles).toBeGreaterThan(2)
    const words = await evaluate('--model', 'bm25', '--task', 'find', '--max-articles', '8')
    expect(words.find.queries).toBe(trained.find.queries)
    expect(words.find.fused).toEqual(words.find.heading)
  })

  it('give what can be measured, say what can’t, and end with status 1', async () => {
    const short = articleOf(0)
    const sections = short.sections.map((section) => ({ ...section, paragraphs: section.paragraphs.slice(0, 2) }))
    const path = join(folder, 'short.jsonl')
    await writeFile(path, JSON.stringify({ ...short, sections }))
    const status = process.exitCode
    try {
      const line = ['--articles', path, '--model', bundle, '--task', 'scb,tdc', '--no-split', '--json']
      const figures = await run(evaluateCommand(), ...line)
      expect(figures).toMatchObject({ tdc: { articles: 1 } })
      expect(figures).not.toHaveProperty('scb')
      expect(said).toContainEqual(expect.stringContaining('scb: no article can be clustered'))
      expect(process.exitCode).toBe(1)
    } finally {
      process.exitCode = status
    }
  })

  it('refuse what they can’t do, and say what they could', async () => {
    const refused = async (promise: Promise<unknown>, message: RegExp): Promise<void> => {
      const error: unknown = await promise.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Failure)
      expect((error as Failure).message).toMatch(message)
    }
    await refused(evaluate('--model', join(folder, 'nowhere')), /nowhere: can't read encoder\.json/)
    await refused(evaluate('--model', bundle, '--task', 'tdc,sick'), /--task sick: unknown; expected tdc, scb/)
    await refused(evaluate('--model', bundle, '--representation', 'both'), /no representation 'both'; expected static/)
    await refused(
      evaluate('--model', 'bm25', '--task', 'find,tdc'),
      /bm25 has no vectors; use it with --task find alone/
    )
    await refused(
      evaluate('--model', 'tf-idf', '--task', 'corpus'),
      /--task corpus can't be measured with --model tf-idf/
    )
    await refused(evaluate('--model', bundle, '--vectors', vectors), /--vectors goes with --model mean-vectors only/)
    await refused(evaluate('--model', bundle, '--entry', 'a.txt'), /--entry goes with --vectors/)
    for (const [line, message] of [
      ['--task moves --context mean', /--context goes with --task tdc\|scb\|headings\|segmentation only/],
      ['--task sections,heading-suggestions --context none', /--context goes with/],
      ['--task scb --negative article', /--negative goes with --task tdc only/],
      ['--units sentences', /--units goes with --task segmentation only/],
      ['--max-articles 9', /--max-articles goes with --task scb\|find\|names only/],
      ['--task headings --sentences all', /--sentences goes with --task scb only/],
      ['--task segmentation,tdc --segments x --units sentences', /--units goes with --articles only/]
    ] as const) {
      await refused(evaluate('--model', bundle, ...line.split(' ')), message)
    }
    await refused(fitToy(join(folder, 'zip'), '--entry', 'a.txt'), /toy\.bin: not a \.zip archive/)
    await refused(
      fitToy(join(folder, 'kept'), '--checkpoint', join(folder, 'nowhere', 'state')),
      /nowhere: no such file or folder/
    )
    const single = join(folder, 'single.jsonl')
    await writeFile(single, JSON.stringify({ id: 'a', title: 'A', sections: [] }))
    const ofSingle = ['--articles', single, '--model', bundle]
    await refused(run(evaluateCommand(), ...ofSingle, '--no-split'), /no article gives a triplet/)
    await refused(run(evaluateCommand(), ...ofSingle), /no article of the test part \(--no-split/)
    await refused(fitToy(join(folder, 'wide'), '--slots', '97'), /--slots 97 is over --sentences 96/)
    const withoutVectors = run(fitNetworkCommand('static'), corpus, '--out', join(folder, 'empty'))
    await refused(withoutVectors, /empty: holds no encoder bundle to take words from.*--vectors FILE/)
    await refused(
      run(fitNetworkCommand('static'), corpus, '--out', join(folder, 'empty'), '--fine-tune'),
      /holds no encoder bundle/
    )
    expect(await readdir(folder)).not.toContain('empty')
    await refused(
      run(fitNetworkCommand('static'), corpus, '--out', bundle, '--words', '9'),
      /--words can only be used with --vectors/
    )
    await refused(
      fitToy(join(folder, 'unheard'), '--report', join(folder, 'nowhere', 'r.html')),
      /no such file or folder/
    )
    for (const flag of ['--checkpoint', '--report']) {
      const within = fitToy(bundle, flag, join(bundle, 'within'))
      await refused(within, /within: is within \S+, which holds only the bundle; name a place outside/)
    }
    await refused(
      run(
        fitNetworkCommand('static'),
        single,
        '--vectors',
        vectors,
        '--out',
        join(folder, 'nothing'),
        '--min-sections',
        '3'
      ),
      /0 articles to train and 0 to validate on; expected .* 3 or more sections/
    )
    await refused(fitToy(folder), /holds \S+, which is no part of an encoder bundle/)
    await refused(fitToy(vectors), /toy\.bin: is a file or within one; expected the name of a folder/)
    await refused(fitToy(join(folder, 'kept'), '--checkpoint', folder), /is a folder; expected the name of a file/)
    await expect(fitToy(bundle, '--name', ' ')).rejects.toThrow(/Expected text/)
    await expect(fitToy(bundle, '--language', 'very english')).rejects.toThrow(/Expected a BCP 47 tag/)
    await expect(fitToy(bundle, '--temperature', '0')).rejects.toThrow(/Expected a number from 0\.03 to 1/)
    await expect(fitToy(bundle, '--steps', '1.5')).rejects.toThrow(/Expected a whole number/)
    await expect(evaluate('--model', bundle, '--context', 'section')).rejects.toThrow(
      /Allowed choices are none, mean, article/
    )
  })

  it('name the lines that they can’t read, count them, go on with the others, and end with status 1', async () => {
    const damaged = join(folder, 'damaged.jsonl')
    await writeFile(damaged, `${await readFile(corpus, 'utf8')}{"id": 7}\n`)
    const status = process.exitCode
    said.length = 0
    try {
      const out = join(folder, 'of-damaged')
      const line = [damaged, '--vectors', vectors, '--out', out, '--json', '--dims', '8', '--steps', '2']
      expect(await run(fitNetworkCommand('static'), ...line)).toMatchObject({ damaged: 1 })
      expect(process.exitCode).toBe(1)

      process.exitCode = 0
      const tasks = ['--articles', damaged, '--model', bundle, '--task', 'tdc,scb', '--json']
      const figures = await run(evaluateCommand(), ...tasks)
      const { tdc } = await evaluate('--model', bundle)
      expect(figures).toMatchObject({ damaged: 1, tdc })
      // Once by each command, however often it reads the articles.
      expect(said.filter((text) => text.includes('damaged.jsonl: line 151: '))).toHaveLength(2)
      expect(process.exitCode).toBe(1)
    } finally {
      process.exitCode = status
    }
  })

  it('write a report of the training, with figures of the test part and sentences of the articles', async () => {
    const report = join(folder, 'report.html')
    const { tested, best } = await fitToy(join(folder, 'reported'), '--report', report)
    const { score, figures } = best as { score: number; figures: number[] }
    expect(score).toBeCloseTo((figures[0] + figures[1]) / 2, 6)
    expect(said.join('')).toContain(`best validation TDC ${score.toFixed(4)} (mean without and with context; `)
    const page = await readFile(report, 'utf8')
    const [{ tdc }] = tested as { tdc: { accuracy: number } }[]
    expect(page).toContain(`<strong>${tdc.accuracy.toFixed(4).replace(/^0/, '')}</strong>`)
    expect(page).toMatch(/<dd>[a-z ]+\.<\/dd>/)
  })

  it('keep what was trained where the report can’t be written, and say why', async () => {
    const [out, reports] = [join(folder, 'unreported'), join(folder, 'reports')]
    await mkdir(reports)
    onError = (text) => {
      if (text.includes('best validation TDC')) rmSync(reports, { force: true, recursive: true })
    }
    const state = join(folder, 'unreported.state')
    const failed = fitToy(out, '--checkpoint', state, '--report', join(reports, 'page.html'))
    await expect(failed).rejects.toThrow(/page\.html: no such file or folder/)
    await expect(failed).rejects.toBeInstanceOf(Failure)
    onError = () => undefined
    expect((await loadEncoder(out)).dims).toEqual({ static: 20 })
    await expect(fitToy(out, '--checkpoint', state, '--report', state)).rejects.toThrow(/named for two outputs/)
    const { tested } = await fitToy(out, '--checkpoint', state, '--report', join(folder, 'page.html'))
    expect(tested).toHaveLength(2)
  })

  it('say once that a network has collapsed, and what to do', async () => {
    const same = join(folder, 'same.bin')
    const terms = [...FILLERS, ...SUBJECTS.flat()]
    const data = new Float32Array(terms.length * 30).fill(1)
    await writeWordVectors(same, { terms, vectors: { count: terms.length, dims: 30, data } }, 'binary')
    said.length = 0
    await fitToy(join(folder, 'collapsed'), '--vectors', same, '--steps', '3', '--validate-every', '1')
    expect(
      said.filter((text) => /all sentences have nearly the same vector .*lower learning rate/.test(text))
    ).toHaveLength(1)
  })

  it('write a bundle whose loss of a file is noticed', async () => {
    const copy = join(folder, 'copy')
    await cp(bundle, copy, { recursive: true })
    const path = join(copy, 'static.bin')
    await writeFile(path, (await readFile(path)).subarray(0, 100))
    await expect(evaluate('--model', copy)).rejects.toThrow(/static\.bin is cut short/)
  })
})

describe('leitmotif-train fit', () => {
  const refusal = async (line: string): Promise<string> => {
    const error: unknown = await fitCommand()
      .parseAsync(line.split(' '), { from: 'user' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Failure)
    return (error as Failure).message
  }

  it('names the sub-command that replaces a line without one', async () => {
    expect(await refusal('a.jsonl --vectors v.bin --out b')).toContain('use leitmotif-train fit static,')
    expect(await refusal('a.jsonl --preset best --out b')).toContain('use leitmotif-train fit sentences,')
    expect(await refusal('--network=transformer a.jsonl')).toContain('use leitmotif-train fit sentences,')
    expect(await refusal('a.jsonl --role titles --preset best')).toContain('use leitmotif-train fit titles,')
    expect(await refusal('p.tsv --network malstm --trial t.tsv')).toContain('use leitmotif-train fit pairs,')
  })

  it('lists its sub-commands in its help, and shows it when called alone', async () => {
    let help = ''
    const command = fitCommand()
      .exitOverride()
      .configureOutput({ writeErr: (text) => (help += text) })
    await expect(command.parseAsync([], { from: 'user' })).rejects.toThrow('(outputHelp)')
    for (const name of ['static', 'sentences', 'titles']) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'))
  })
})
