import { terms } from '../text/tokens.js'
import { zeroVectors, type Vectors } from '../vectors.js'
import { readBundle, type Bundle } from './bundle.js'
import { readFrom } from './folder.js'
import { BundleError, MANIFEST_FILE, TOKENIZER, type NetworkEntries } from './manifest.js'
import { prepareStatic } from './static.js'
import { knownRows } from './vocabulary.js'

/**
 * Which of a bundle's networks gives the vectors. `both` is the paper's concatenation of sentences and titles, each of
 * length 1 before, and both together after.
 */
export type Representation = keyof NetworkEntries | 'both'

export interface EncodeOptions {
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
}

/** A loaded bundle: sentences in, thematic vectors out. */
export interface Encoder {
  readonly name: string
  /** sha256 over everything that changes a vector. Vectors of two fingerprints must never be compared. */
  readonly fingerprint: string
  /** The bundle's representations and the dimensions of each. */
  readonly dims: Readonly<Partial<Record<Representation, number>>>
  /** What `encode` gives unless told otherwise: `static`, the instant one, where the bundle has it, else `sentences`. */
  readonly representation: Representation
  /**
   * A row for each sentence, of length 1; zero for a sentence without one known word. A sentence's row is the same to
   * the bit alone and among others.
   * @throws Error when the bundle lacks the representation, or is disposed of.
   */
  encode(sentences: readonly string[], options?: EncodeOptions): Promise<Vectors>
  dispose(): void
}

/** Sentences that are encoded in one go; between two goes a page or an editor gets its turn. */
const SLICE = 1024

/**
 * Loads the encoder bundle in a folder, or beneath an http(s) address; in Node, a browser or a worker. A page needs a
 * secure context (https, or this machine), and a content security policy, where it has one, that has 'wasm-unsafe-eval'.
 * Elsewhere than in files or on http, as in an editor's own file system: `createEncoder(await readBundle(read))`.
 * @throws BundleError that says what was got, what was expected, and what to do.
 */
export async function loadEncoder(folderOrUrl: string | URL): Promise<Encoder> {
  return createEncoder(await readBundle(readFrom(folderOrUrl)))
}

/** The encoder of a bundle that is in memory. @throws BundleError when it was made for other rules of cutting words. */
export function createEncoder({ manifest, vocabulary, vectors, networks }: Bundle): Encoder {
  const { name, version } = manifest.tokenizer
  if (name !== TOKENIZER.name || version !== TOKENIZER.version) {
    throw new BundleError(
      `${MANIFEST_FILE}: tokenizer is ${name} ${version}; expected ${TOKENIZER.name} ${TOKENIZER.version}: ` +
        'use the program that the bundle was made for, or train it again'
    )
  }
  const network = networks.static
  if (network === undefined) throw new BundleError(`${MANIFEST_FILE}: networks.static is missing; export it again`)
  let encodeRows: ReturnType<typeof prepareStatic> | undefined = prepareStatic(network, vectors)
  return {
    name: manifest.name,
    fingerprint: manifest.fingerprint,
    dims: { static: network.dims },
    representation: 'static',
    async encode(sentences, { representation = 'static' } = {}) {
      if (representation !== 'static') {
        throw new Error(`${manifest.name} has no representation '${representation}'; expected static`)
      }
      const encoded = zeroVectors(sentences.length, network.dims)
      for (let start = 0; start < sentences.length; start += SLICE) {
        if (start > 0) await new Promise((resume) => setTimeout(resume))
        if (encodeRows === undefined) throw new Error(`${manifest.name} was disposed of; load it again`)
        const rows = sentences
          .slice(start, start + SLICE)
          .map((sentence) => knownRows(vocabulary, terms(sentence), manifest.maxTokens))
        encoded.data.set(encodeRows(rows).data, start * network.dims)
      }
      return encoded
    },
    dispose() {
      encodeRows = undefined
    }
  }
}
