import { BundleError, type ReadFile } from '@leitmotif/encoder'
import {
  allowed,
  decodeFloats,
  fileStore,
  joinBytes,
  readMoreValues,
  readStored,
  readWords,
  storeMoreValues,
  storeWords,
  TOKENIZER,
  widenTable,
  type MoreValues,
  type Vocabulary,
  type WordTable
} from '@leitmotif/encoder/training'
import type { Calibration } from './calibration.js'
import type { LstmWeights } from './lstm-states.js'
import {
  decodePairManifest,
  pairFingerprint,
  PAIRS_FILE,
  PAIRS_FORMAT,
  PAIRS_LIMITS,
  PAIRS_VERSION,
  type PairDistance,
  type PairManifest,
  type PairOrigin,
  type PairParts
} from './pair-manifest.js'

/** A pair scorer's files, read and checked. */
export interface PairBundle {
  readonly manifest: PairManifest
  readonly vocabulary: Vocabulary
  /** Everything that the networks read of words. */
  readonly vectors: WordTable
  /** One or more, all of the same size. */
  readonly networks: readonly LstmWeights[]
}

/**
 * Reads a pair scorer and checks every file as for encoder bundles. `readBundleOf` reads files of the encoder bundle
 * with the given name, for a scorer that uses the words of one.
 * @throws BundleError that says what was found, what was expected, and what to do.
 */
export async function readPairBundle(read: ReadFile, readBundleOf: (bundle: string) => ReadFile): Promise<PairBundle> {
  const manifest = decodePairManifest(await read(PAIRS_FILE, PAIRS_LIMITS.manifestBytes))
  const { words, network, fingerprint } = manifest
  const found = await pairFingerprint(manifest)
  if (found !== fingerprint) {
    throw new BundleError(
      `${PAIRS_FILE}: fingerprint is ${fingerprint}, but its contents have ${found}; ` +
        'the bundle was altered: fetch or export it again'
    )
  }
  const { hidden, count, file } = network
  const each = 4 * hidden * (words.vectors.dims + (words.moreValues?.dims ?? 0) + hidden + 1)
  const size = allowed(file, 4 * count * each, PAIRS_LIMITS.networkBytes)
  const numbers = decodeFloats(await readStored(read, network, size, size), file)
  const networks = Array.from({ length: count }, (_, n) => {
    const own = numbers.subarray(n * each, (n + 1) * each)
    const bias = each - 4 * hidden
    const recurrent = bias - 4 * hidden * hidden
    return { input: own.subarray(0, recurrent), recurrent: own.subarray(recurrent, bias), bias: own.subarray(bias) }
  })
  return { manifest, ...(await readItsWords(read, readBundleOf, words)), networks }
}

async function readItsWords(
  read: ReadFile,
  readBundleOf: (bundle: string) => ReadFile,
  words: PairParts['words']
): Promise<Pick<PairBundle, 'vocabulary' | 'vectors'>> {
  const { bundle, moreValues } = words
  const readFrom = async (from: ReadFile): Promise<Pick<PairBundle, 'vocabulary' | 'vectors'>> => {
    const { vocabulary, vectors } = await readWords(from, words)
    if (moreValues === undefined) return { vocabulary, vectors }
    return { vocabulary, vectors: widenTable(vectors, await readMoreValues(read, moreValues, vectors.count)) }
  }
  if (bundle === undefined) return readFrom(read)
  try {
    return await readFrom(readBundleOf(bundle))
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new BundleError(
      `the pair scorer needs the words of ${bundle} as it was trained with: ${error.message}; put the folder ${bundle} beside that of the pair scorer`
    )
  }
}

/** Returns the further values of words of a pair scorer; undefined if it has none. @throws BundleError if it can't be read */
export async function readScorersMoreValues(read: ReadFile): Promise<MoreValues | undefined> {
  const { words } = decodePairManifest(await read(PAIRS_FILE, PAIRS_LIMITS.manifestBytes))
  return words.moreValues && readMoreValues(read, words.moreValues, words.vectors.count)
}

/** The parts of a pair scorer. */
export interface PairScorerParts {
  readonly words: readonly string[]
  readonly vectors: WordTable
  /** Further values of words that the networks read after `vectors`. */
  readonly more?: MoreValues | undefined
  /** The encoder bundle that has the same words and vectors. They are then read from that bundle. */
  readonly bundle?: string | undefined
  /** One or more of the same size, whose similarities are averaged. */
  readonly networks: readonly LstmWeights[]
  /** Distance of two sentences' states. Default: `l1`. */
  readonly distance?: PairDistance
  readonly calibration: Calibration
  /** The lowest and the highest score. */
  readonly scale: readonly [number, number]
  readonly maxTokens: number
}

/**
 * Returns the files of a pair scorer by name, including `pairs.json`, in the format that `readPairBundle` reads.
 * @throws BundleError for parts that do not fit together, or weights that are not finite.
 */
export async function packPairScorer(
  origin: PairOrigin,
  { words, vectors, more, bundle, networks, distance, calibration, scale, maxTokens }: PairScorerParts
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { files, store } = fileStore()
  const elsewhere = fileStore()
  const { store: storeWord } = bundle === undefined ? { store } : elsewhere
  const described: PairParts = {
    tokenizer: TOKENIZER,
    maxTokens,
    words: {
      ...(await storeWords(storeWord, words, vectors)),
      ...(more && { moreValues: await storeMoreValues(store, 'more-values.bin', more) }),
      ...(bundle !== undefined && { bundle })
    },
    network: {
      ...(await store(
        'malstm.bin',
        joinBytes(...networks.flatMap(({ input, recurrent, bias }) => [input, recurrent, bias]))
      )),
      hidden: (networks[0]?.bias.length ?? 0) / 4,
      count: networks.length,
      ...(distance === 'l2' && { distance })
    },
    calibration,
    scale
  }
  const { name, language, license, trained, measured } = origin
  const manifest: PairManifest = {
    format: PAIRS_FORMAT,
    version: PAIRS_VERSION,
    name,
    language,
    license,
    fingerprint: await pairFingerprint(described),
    ...described,
    trained,
    measured
  }
  files.set(PAIRS_FILE, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`))
  const from = (stored: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): ReadFile => {
    return (name) => Promise.resolve(stored.get(name)!)
  }
  await readPairBundle(from(files), () => from(elsewhere.files)) // fails before an unreadable scorer is written
  return files
}
