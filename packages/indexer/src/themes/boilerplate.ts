import { wordTerms } from '@leitmotif/encoder/stages'
import type { SentenceRecord, ThemeStore } from '../store/store.js'

/** The theme that boilerplate is stored under. It has no centre, and is in no list of themes. */
export const BOILERPLATE = 'boilerplate'

/** The same words in so many documents are boilerplate, unless the documents are copies of each other. */
const MANY = 5

/** Returns whether a sentence is boilerplate. Takes time linear in the text. */
export type IsBoilerplate = (text: string) => boolean

/**
 * Finds boilerplate: sentences, and members of lists of names, whose words are in five documents or more. Template text,
 * licences, questions of forms and attendance lists are such. Documents that are mostly equal, such as versions of one
 * manual, count as one. Reads the texts once, and keeps eight bytes of each sentence.
 * @returns what `readBoilerplate` takes: hashes of the words that recur, in Base64.
 */
export async function findBoilerplate(store: Pick<ThemeStore, 'scan'>): Promise<string> {
  const seen: number[] = []
  const kindOf = createKinds()
  let open: number[] = []
  let document: string | undefined
  const endDocument = (): void => {
    if (open.length === 0) return
    const kind = kindOf(open)
    for (const hash of open) seen.push(hash * KINDS + kind)
    open = []
  }
  for await (const { records } of store.scan()) {
    for (const record of records) {
      if (record.document !== document) endDocument()
      document = record.document
      open.push(...hashesOf(record.text))
    }
  }
  endDocument()
  return Buffer.from(Uint32Array.from(hashesInMany(Float64Array.from(seen).sort())).buffer).toString('base64')
}

/** Hashings of a sketch, and pairs of them by which a copy is looked up. */
const SKETCH = 16
const PAIRS = 4
/** Documents with so much of their sketch in common are copies: the share of all their sentences that both have. */
const COPY = 0.7

/**
 * Numbers documents, given the hashes of their sentences: one that is a copy of an earlier one gets its number. A sketch is
 * the smallest hash by each of several hashings; of two documents, as many are equal as sentences are shared (Broder 1997).
 */
function createKinds(): (hashes: readonly number[]) => number {
  const sketches: Uint32Array[] = []
  const found = Array.from({ length: PAIRS }, () => new Map<number, number>())
  return (hashes) => {
    const sketch = new Uint32Array(SKETCH).fill(0xffffffff)
    for (const hash of hashes)
      for (let h = 0; h < SKETCH; h++) sketch[h] = Math.min(sketch[h], mixed(hash ^ Math.imul(h + 1, 0x9e3779b9)))
    const keys = found.map((_, pair) => mixed(sketch[2 * pair] ^ Math.imul(sketch[2 * pair + 1], 0x9e3779b9)))
    const copied = found
      .map((kinds, pair) => kinds.get(keys[pair]))
      .find((kind) => kind !== undefined && shared(sketch, sketches[kind]) >= COPY)
    if (copied !== undefined) return copied
    for (const [pair, kinds] of found.entries()) if (!kinds.has(keys[pair])) kinds.set(keys[pair], sketches.length)
    return sketches.push(sketch) - 1
  }
}

function shared(a: Uint32Array, b: Uint32Array): number {
  return a.reduce((same, value, h) => same + (value === b[h] ? 1 : 0), 0) / SKETCH
}

/** More documents than a collection has: a hash of 32 bits and the number of a document make one number of 53 bits. */
const KINDS = 2 ** 21

/** Where more than this share would be boilerplate, documents consist of it, and nothing is set aside. */
const MOST_SHARE = 0.75

/** Returns the hashes that come with MANY numbers of documents or more. @param sorted hashes with numbers, ascending. */
function hashesInMany(sorted: Float64Array): number[] {
  const found: number[] = []
  let recurring = 0
  for (let start = 0; start < sorted.length;) {
    const hash = Math.floor(sorted[start] / KINDS)
    let end = start
    let documents = 0
    for (; end < sorted.length && Math.floor(sorted[end] / KINDS) === hash; end++)
      if (end === start || sorted[end] !== sorted[end - 1]) documents++
    if (documents >= MANY) {
      found.push(hash)
      recurring += end - start
    }
    start = end
  }
  return recurring > MOST_SHARE * sorted.length ? [] : found
}

/** Returns the rule of a build for later sentences. @param stored from `findBoilerplate`; undefined sets nothing aside. */
export function readBoilerplate(stored: string | undefined): IsBoilerplate {
  if (stored === undefined) return () => false
  const bytes = Uint8Array.from(Buffer.from(stored, 'base64'))
  const recurring = new Set(new Uint32Array(bytes.buffer))
  return (text) => {
    if (isAddresses(text)) return true
    const hashes = hashesOf(text)
    const known = hashes.filter((hash) => recurring.has(hash)).length
    return known > 0 && 2 * known >= hashes.length
  }
}

/** Returns whether a sentence has addresses of the web or of mail, and at most one word beside them. */
function isAddresses(text: string): boolean {
  const tokens = text.split(/\s+/)
  const rest = tokens.filter((token) => !isAddress(token))
  return rest.length < tokens.length && wordTerms(rest.join(' ')).length < 2
}

function isAddress(token: string): boolean {
  if (/^\W{0,3}(?:https?:\/\/|www\.)/i.test(token)) return true
  const at = token.indexOf('@')
  return at > 0 && token.indexOf('.', at) > at + 1
}

/** Returns the hashes by which a sentence recurs: of its words, or of each member of a list of names. */
function hashesOf(text: string): number[] {
  const names = namesIn(text)
  if (names !== undefined) return names.map((name) => hashOf(`name ${wordsOf(name)}`))
  const words = wordsOf(text)
  return words === '' ? [] : [hashOf(words)]
}

function wordsOf(text: string): string {
  return wordTerms(text)
    .map((word) => (/\p{N}/u.test(word) ? '0' : word))
    .join(' ')
}

/** A list has at least this many names, of at most so many words, nearly all with a capital. */
const LIST = { names: 3, words: 4, capitals: 0.9 }
const LEAD = /^\p{Lu}[\p{L} ]{0,30}: */u

/** Returns the names of a sentence that is nothing but a list of names: `Present: Ann Lee, Bo Diaz and Cy Ode.` */
function namesIn(text: string): readonly string[] | undefined {
  const names = text
    .replace(LEAD, '')
    .split(/[,;]| and | & /)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length < LIST.names) return undefined
  const words = names.map((name) => name.split(/\s+/))
  if (words.some((of) => of.length > LIST.words)) return undefined
  const all = words.flat()
  const capitals = all.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length
  return capitals >= LIST.capitals * all.length ? names : undefined
}

/** FNV-1a of 32 bits, mixed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

/** The end of MurmurHash3: any bit of the result depends on all. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** Counts boilerplate by its words. */
export function createCopyCount(): {
  readonly add: (record: SentenceRecord) => void
  /** Returns the first of each of the `count` most frequent wordings, the most frequent first. */
  readonly most: (count: number) => SentenceRecord[]
} {
  const found = new Map<string, { readonly record: SentenceRecord; times: number }>()
  return {
    add(record) {
      const key = wordsOf(record.text)
      const own = found.get(key) ?? { record, times: 0 }
      found.set(key, own)
      own.times++
    },
    most: (count) =>
      [...found.values()]
        .sort((a, b) => b.times - a.times)
        .slice(0, count)
        .map(({ record }) => record)
  }
}
