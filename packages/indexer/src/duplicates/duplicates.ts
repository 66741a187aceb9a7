import { Failure } from '@leitmotif/command'
import type { PairScorer, Vectors } from '@leitmotif/encoder'
import { MAX_HITS, type Filter, type SentenceRecord, type ThemeStore } from '../store.js'
import { readCopies, type ReadCopies } from './copies.js'
import { likenessOf, type DuplicateKind, type Likeness, type LikenessBounds } from './likeness.js'
import { linkGroups } from './linked-groups.js'
import { nearPairs } from './near-pairs.js'

export interface DuplicatesRequest extends Partial<LikenessBounds> {
  /** The loosest kind that is looked for; paraphrases need a pair scorer. Default: `paraphrase` with one, else `near`. */
  readonly upTo?: DuplicateKind
  /** Sentences of fewer words are passed over, 1 or more. */
  readonly leastWords?: number
  /** Only groups of sentences of two documents or more. */
  readonly acrossDocuments?: boolean
  readonly filter?: Filter
  /** Groups told at most, 1 to MAX_HITS. */
  readonly limit?: number
  readonly onProgress?: (step: 'reading' | 'scoring' | 'comparing', sentences: number, of: number) => void
}

export const DUPLICATES_DEFAULTS = {
  threshold: 4.25,
  shared: 0.9,
  leastWords: 5,
  acrossDocuments: false,
  filter: {},
  limit: 1000
} as const

/** Sentences of a group that are told. */
export const MAX_MEMBERS = 100

/** Thematic neighbours that each sentence is compared with. */
const NEIGHBOURS = 10

/** Groups whose sentences are read from the store in one go. */
const READ = 100

/** Sentences that say the same. */
export interface DuplicateGroup {
  /** The loosest of the kinds in which any two are alike. */
  readonly kind: DuplicateKind
  readonly sentences: number
  readonly documents: number
  /** Least part of their words that any two have in common, rare ones weighing more; figures count as one word. */
  readonly shared: number
  /** Least relatedness of any two, on the pair scorer's scale; absent without one. */
  readonly relatedness?: number
  /** In reading order, MAX_MEMBERS at most. */
  readonly members: readonly SentenceRecord[]
}

export interface Duplicates {
  /** Sentences that were looked at, and those of them that are in a group. */
  readonly sentences: number
  readonly duplicated: number
  /** How many groups there are of each kind. */
  readonly groups: Readonly<Record<DuplicateKind, number>>
  /** What rated paraphrases, where they were looked for. */
  readonly scorer?: { readonly name: string; readonly scale: readonly [number, number]; readonly threshold: number }
  /** Those of most sentences first, then the most related; `limit` at most. */
  readonly found: readonly DuplicateGroup[]
}

type Settings = Required<Omit<DuplicatesRequest, 'onProgress'>> & Pick<DuplicatesRequest, 'onProgress'>

/**
 * Groups of sentences that say the same. Each sentence is compared with its nearest in theme; every two of a group are alike
 * (complete link), and its kind is the loosest in which they are. The same collection gives the same answer. Lets other
 * work run meanwhile.
 * @throws Failure for paraphrases without a scorer, a threshold off its scale, or too many sentences.
 */
export async function findDuplicates(
  store: ThemeStore,
  scorer: PairScorer | undefined,
  request: DuplicatesRequest = {}
): Promise<Duplicates> {
  const upTo = request.upTo ?? (scorer === undefined ? 'near' : 'paraphrase')
  const settings: Settings = { ...DUPLICATES_DEFAULTS, ...request, upTo }
  check(settings, scorer)
  const { threshold, filter, leastWords, limit, acrossDocuments, onProgress } = settings
  const read = await readCopies(store, filter, leastWords, (some, of) => onProgress?.('reading', some, of))
  const { sentences, copies, vectors } = read
  const rater = upTo === 'paraphrase' ? scorer : undefined
  const likeness = await likenessOf(read, rater, settings, (some) => onProgress?.('scoring', some, copies.length))
  const linked = upTo === 'same' ? [] : await link(vectors, likeness, settings)
  const inLinked = new Set(linked.flat())
  const repeated = [...copies.keys()].filter((index) => copies[index].places.length > 1 && !inLinked.has(index))
  const judged = [...linked, ...repeated.map((index) => [index])]
    .map((group) => judge(group, read, likeness))
    .filter(({ documents }) => documents > 1 || !acrossDocuments)
    .sort(
      (a, b) =>
        b.places.length - a.places.length ||
        (b.relatedness ?? 0) - (a.relatedness ?? 0) ||
        b.shared - a.shared ||
        a.places[0] - b.places[0]
    )
  const groups = { same: 0, near: 0, paraphrase: 0 }
  for (const { kind } of judged) groups[kind]++
  return {
    sentences: sentences.length,
    duplicated: judged.reduce((sum, { places }) => sum + places.length, 0),
    groups,
    ...(rater && { scorer: { name: rater.name, scale: rater.scale, threshold } }),
    found: await told(store, judged.slice(0, limit), read)
  }
}

function check({ upTo, threshold, shared, leastWords, limit }: Settings, scorer: PairScorer | undefined): void {
  if (upTo === 'paraphrase') {
    if (scorer === undefined)
      throw new Failure('paraphrases are found by a pair scorer, and there is none; look for near ones at most')
    const [low, high] = scorer.scale
    if (!(threshold >= low && threshold <= high))
      throw new Failure(
        `threshold is ${threshold}; expected a number from ${low} to ${high}, the scale of ${scorer.name}`
      )
    const most = scorer.relatedness(1)
    if (threshold > most)
      throw new Failure(
        `threshold is ${threshold}, and ${scorer.name} gives equal sentences ${most.toFixed(2)}; lower it`
      )
  }
  if (!(shared > 0 && shared <= 1)) throw new Failure(`shared is ${shared}; expected a number above 0 and at most 1`)
  if (!Number.isInteger(leastWords) || leastWords < 1)
    throw new Failure(`leastWords is ${leastWords}; expected a whole number, 1 or more`)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_HITS)
    throw new Failure(`limit is ${limit}; expected a whole number from 1 to ${MAX_HITS}`)
}

/** Groups of two indices and more. */
async function link(
  vectors: Vectors,
  { shared, related, kind }: Likeness,
  { onProgress }: Settings
): Promise<number[][]> {
  const { a, b } = await nearPairs(vectors, {
    neighbours: NEIGHBOURS,
    onProgress: (rows) => onProgress?.('comparing', rows, vectors.count)
  })
  const alike: { pair: [number, number]; near: boolean; shared: number; related: number }[] = []
  for (const [at, one] of a.entries()) {
    const found = kind(one, b[at])
    if (found === undefined) continue
    alike.push({
      pair: [one, b[at]],
      near: found === 'near',
      shared: shared(one, b[at]),
      related: related(one, b[at]) ?? 0
    })
  }
  // The strictest likeness first; the sort is stable, and equal ones keep the order of reading.
  alike.sort((p, q) => Number(q.near) - Number(p.near) || (p.near ? q.shared - p.shared : 0) || q.related - p.related)
  return linkGroups(
    alike.map(({ pair }) => pair),
    (one, other) => kind(one, other) !== undefined
  )
}

/** A group whose sentences are still to be read. */
interface Judged extends Omit<DuplicateGroup, 'members' | 'sentences'> {
  /** Of its sentences, ascending. */
  readonly places: readonly number[]
}

function judge(
  group: readonly number[],
  { sentences, copies }: ReadCopies,
  { shared, related, kind }: Likeness
): Judged {
  let loosest: DuplicateKind = 'same'
  let leastShared = 1
  let leastRelated = related(group[0], group[0])
  for (const [at, a] of group.entries()) {
    for (const b of group.slice(at + 1)) {
      leastShared = Math.min(leastShared, shared(a, b))
      if (leastRelated !== undefined) leastRelated = Math.min(leastRelated, related(a, b)!)
      if (loosest !== 'paraphrase') loosest = kind(a, b)!
    }
  }
  const places = group.flatMap((index) => copies[index].places).sort((a, b) => a - b)
  return {
    kind: loosest,
    documents: new Set(places.map((place) => sentences[place].document)).size,
    shared: leastShared,
    ...(leastRelated !== undefined && { relatedness: leastRelated }),
    places
  }
}

/** The groups with their sentences. */
async function told(
  store: ThemeStore,
  groups: readonly Judged[],
  { sentences }: ReadCopies
): Promise<DuplicateGroup[]> {
  const found: DuplicateGroup[] = []
  const idsOf = ({ places }: Judged): string[] => places.slice(0, MAX_MEMBERS).map((place) => sentences[place].id)
  for (let start = 0; start < groups.length; start += READ) {
    const some = groups.slice(start, start + READ)
    const { records } = await store.read(some.flatMap(idsOf))
    const byId = new Map(records.map((record) => [record.id, record]))
    for (const group of some) {
      const { places, ...judged } = group
      found.push({ ...judged, sentences: places.length, members: idsOf(group).flatMap((id) => byId.get(id) ?? []) })
    }
  }
  return found
}
