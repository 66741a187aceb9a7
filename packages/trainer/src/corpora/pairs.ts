import { Failure, readFailure, readLines } from '@leitmotif/command'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** Two sentences with people's judgement of their similarity. */
export interface SentencePair {
  readonly a: string
  readonly b: string
  /** From 0, the low end of the set's scale, to 1, the high end. */
  readonly score: number
}

/** Pairs judged on one scale. */
export interface PairSet {
  /** The last part of the path. */
  readonly name: string
  /** The scores that are 0 and 1 in `score`. */
  readonly scale: readonly [low: number, high: number]
  readonly pairs: readonly SentencePair[]
}

/** File formats of pairs, for help and errors. */
export const PAIR_FILES =
  'pairs of SICK (a header, scores 1 to 5), of STS (score, sentence, sentence; 0 to 5; or a folder of such .tsv files) ' +
  'or of the STS benchmark (seven columns or more, the fifth the score), tab-separated'

/** The columns of a file format, and the scale of its scores. */
interface Form {
  readonly a: number
  readonly b: number
  readonly score: number
  readonly scale: readonly [low: number, high: number]
}

const SICK_SCALE = [1, 5] as const
const STS: Form = { score: 0, a: 1, b: 2, scale: [0, 5] }
const STS_BENCHMARK: Form = { score: 4, a: 5, b: 6, scale: [0, 5] }

/**
 * Reads judged pairs of sentences, in the order of the files: SICK (Marelli et al. 2014), STS 2012 and 2013 (Agirre et
 * al.), a folder of these, or the STS benchmark (Cer et al. 2017). Files whose name ends in `.gz` are unpacked.
 * @throws Failure for missing files, unknown formats, invalid lines, or no pairs.
 */
export async function readPairs(path: string): Promise<PairSet> {
  const sets: PairSet[] = []
  for (const file of await filesOf(path)) sets.push(await readFileOfPairs(file))
  const [{ scale }] = sets
  const other = sets.find((set) => set.scale[0] !== scale[0] || set.scale[1] !== scale[1])
  if (other !== undefined) {
    throw new Failure(
      `${path}: ${sets[0].name} scores ${scale.join(' to ')}, ${other.name} ${other.scale.join(' to ')}`
    )
  }
  return { name: basename(resolve(path)), scale, pairs: sets.flatMap(({ pairs }) => pairs) }
}

async function filesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    // Folders of pairs also contain readmes and scripts.
    const names = (await readdir(path)).filter((name) => /\.tsv(?:\.gz)?$/.test(name)).sort()
    if (names.length === 0) throw new Failure(`${path}: holds no .tsv file; expected ${PAIR_FILES}`)
    return names.map((name) => join(path, name))
  } catch (error) {
    throw error instanceof Failure ? error : readFailure(path, error)
  }
}

async function readFileOfPairs(path: string): Promise<PairSet> {
  let form: Form | undefined
  const pairs: SentencePair[] = []
  for await (const { text, number } of readLines(path)) {
    const cells = text.split('\t')
    if (form === undefined) {
      const header = headerOf(cells)
      form = header ?? [STS_BENCHMARK, STS].find((known) => pairOf(cells, known) !== undefined)
      if (form === undefined) throw new Failure(`${path}: line ${number} is "${shown(text)}"; expected ${PAIR_FILES}`)
      if (header !== undefined) continue
    }
    const pair = pairOf(cells, form)
    if (pair === undefined) {
      throw new Failure(
        `${path}: line ${number} is "${shown(text)}"; expected, between tabs, a score from ${form.scale.join(' to ')} ` +
          `in column ${form.score + 1} and sentences in columns ${form.a + 1} and ${form.b + 1}`
      )
    }
    pairs.push(pair)
  }
  if (form === undefined || pairs.length === 0) throw new Failure(`${path}: holds no pair; expected ${PAIR_FILES}`)
  return { name: basename(path), scale: form.scale, pairs }
}

/** Finds SICK's columns by name, because releases differ in their order. Undefined if the line is not SICK's header. */
function headerOf(cells: readonly string[]): Form | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const [a, b, score] = ['sentence_a', 'sentence_b', 'relatedness_score'].map((name) => names.indexOf(name))
  return Math.min(a, b, score) < 0 ? undefined : { a, b, score, scale: SICK_SCALE }
}

function pairOf(cells: readonly string[], { a, b, score, scale: [low, high] }: Form): SentencePair | undefined {
  const [first = '', second = '', judged = ''] = [a, b, score].map((column) => cells.at(column)?.trim())
  const value = Number(judged)
  if (first === '' || second === '' || judged === '' || !(value >= low && value <= high)) return undefined
  return { a: first, b: second, score: (value - low) / (high - low) }
}

function shown(text: string): string {
  return text.slice(0, 80)
}
