import { Failure } from '@leitmotif/command'
import { createYielder } from '@leitmotif/encoder/vectors'
import type { PairScorer } from '@leitmotif/pairs'
import { MAX_HITS, type Filter, type SentenceRecord, type ThemeStore } from '../store/store.js'
import { canAnswer, compareSentences, type Comparison, type OnProgress } from './sentence-comparison.js'
import { likenessOf, type DuplicateKind, type Likeness, type LikenessBounds } from './sentence-similarity.js'
import { linkGroups, MAX_LINKED } from './linked-groups.js'
import { wordingKind, type Template } from './sentence-comparison.js'

export interface DuplicatesRequest extends Partial<LikenessBounds> {
  /** The loosest kind to search for; paraphrases need a pair scorer. Default: `paraphrase` with one, else `near`. */
  readonly upTo?: DuplicateKind
  /** Minimum number of words of a sentence, 1 or more; shorter ones are skipped. */
  readonly leastWords?: number
  /** Whether to keep only groups with sentences of two documents or more. */
  readonly acrossDocuments?: boolean
  readonly filter?: Filter
  /** Maximum number of groups in the answer, 1 to MAX_HITS. */
  readonly limit?: number
  /** Maximum number of members listed per group, 1 or more. Default: MAX_MEMBERS; Infinity lists all. */
  readonly members?: number
  /** Stops the work, which then throws the signal's reason. */
  readonly signal?: AbortSignal
  readonly onProgress?: OnProgress
  /** An earlier comparison of the same collection, to be reused. */
  readonly compared?: Comparison | undefined
  /** Receives the comparison, to be passed to the next request. */
  readonly onCompared?: (comparison: Comparison) => void
}

/** Maximum number of members listed per group, unless a request asks for more. */
export const MAX_MEMBERS = 100

export const DUPLICATES_DEFAULTS = {
  threshold: 4.5,
  shared: 0.9,
  leastWords: 5,
  acrossDocuments: false,
  filter: {},
  limit: 1000,
  members: MAX_MEMBERS
} as const

/** Sentences with the same meaning. */
export interface DuplicateGroup {
  /** The loosest kind among the pairs of its sentences. */
  readonly kind: DuplicateKind
  readonly sentences: number
  readonly documents: number
  /** Smallest share of words that any two have in common, weighted by rarity; all figures count as one word. */
  readonly shared: number
  /**
   * Smallest relatedness of any two, on the pair scorer's scale. Absent without a scorer, and for more than MAX_LINKED
   * wordings.
   */
  readonly relatedness?: number
  /** Present if the group may be incomplete, because at most MAX_LINKED members are linked. */
  readonly cut?: true
  /** In reading order, at most as many as the request's `members`. */
  readonly members: readonly SentenceRecord[]
}

export interface Duplicates {
  /** Number of sentences examined, and of those in a group. */
  readonly sentences: number
  readonly duplicated: number
  /** Number of groups of each kind. */
  readonly groups: Readonly<Record<DuplicateKind, number>>
  /** The pair scorer, if paraphrases were searched. */
  readonly scorer?: {
    readonly name: string
    readonly scale: readonly [number, number]
    /** Score of equal sentences, the maximum threshold. */
    readonly highest: number
    readonly threshold: number
  }
  /** Largest first, then most related; at most `limit`. */
  readonly found: readonly DuplicateGroup[]
}

type Optional = 'onProgress' | 'signal' | 'compared' | 'onCompared'
type Settings = Required<Omit<DuplicatesRequest, Optional>> & Pick<DuplicatesRequest, Optional>

/**
 * Finds groups of sentences with the same meaning. Sentences with the same words, ignoring figures, form one template,
 * and each template is compared with its nearest neighbours by theme. Every two sentences of a group are duplicates
 * (complete link), and the group's kind is the loosest kind among its pairs. The same collection gives the same answer.
 * Yields to other work meanwhile.
 * @throws Failure for what `checkDuplicates` refuses, or too many sentences.
 * @example
 * const { found } = await findDuplicates(store, undefined, { upTo: 'template' })
 * found.length // => 0
 */
export async function findDuplicates(
  store: ThemeStore,
  scorer: PairScorer | undefined,
  request: DuplicatesRequest = {}
): Promise<Duplicates> {
  const settings = checkDuplicates(request, scorer)
  const { upTo, threshold, limit, members, acrossDocuments, signal } = settings
  const onProgress: OnProgress = (step, some, of) => {
    signal?.throwIfAborted()
    settings.onProgress?.(step, some, of)
  }
  const turns = createYielder()
  const takeTurns = async (): Promise<void> => {
    await turns()
    signal?.throwIfAborted()
  }
  const kept = settings.compared
  const comparison =
    kept !== undefined && canAnswer(kept, settings) ? kept : await compareSentences(store, scorer, settings, onProgress)
  settings.onCompared?.(comparison)
  const { read, scores } = comparison
  const { sentences, copies } = read
  const rater = upTo === 'paraphrase' ? scorer : undefined
  const likeness = likenessOf(read, rater && scores, settings)
  const groups =
    upTo === 'same'
      ? copies.map((_, index) => ({ templates: [[index]] }))
      : await link(comparison, likeness, settings, takeTurns)
  const judged: Judged[] = []
  for (const group of groups) {
    const { places } = copies[group.templates[0][0]]
    if (group.templates.length === 1 && group.templates[0].length === 1 && places.length === 1) continue
    const one = await judge(group, read, likeness, takeTurns)
    if (one.documents > 1 || !acrossDocuments) judged.push(one)
  }
  judged.sort(
    (a, b) =>
      b.places.length - a.places.length ||
      (b.relatedness ?? 0) - (a.relatedness ?? 0) ||
      b.shared - a.shared ||
      a.places[0] - b.places[0]
  )
  const counts = { same: 0, near: 0, paraphrase: 0 }
  for (const { kind } of judged) counts[kind]++
  return {
    sentences: sentences.length,
    duplicated: judged.reduce((sum, { places }) => sum + places.length, 0),
    groups: counts,
    ...(rater && { scorer: { name: rater.name, scale: rater.scale, highest: rater.relatedness(1), threshold } }),
    found: await told(store, judged.slice(0, limit), { read, members }, takeTurns)
  }
}

/** Fills in the defaults of a request. @throws Failure for paraphrases without a scorer, or a value out of range. */
export function checkDuplicates(request: DuplicatesRequest, scorer: PairScorer | undefined): Settings {
  const upTo = request.upTo ?? (scorer === undefined ? 'near' : 'paraphrase')
  const settings = { ...DUPLICATES_DEFAULTS, ...request, upTo }
  check(settings, scorer)
  return settings
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

type TakeTurns = () => Promise<void>

/** A group of similar templates. */
interface Group {
  readonly templates: readonly Template[]
  readonly cut?: boolean
}

/** Groups all templates; most end up alone. */
async function link(
  { templates, pairs: { a, b, shared, related } }: Comparison,
  likeness: Likeness,
  bounds: LikenessBounds,
  takeTurns: TakeTurns
): Promise<Group[]> {
  const kind = (one: number, other: number): DuplicateKind | undefined =>
    wordingKind(templates[one], templates[other], likeness)
  const alike: { pair: [number, number]; near: boolean; shared: number; related: number }[] = []
  for (let at = 0; at < a.length; at++) {
    // Most pairs fail this test, so that other thresholds take little time.
    if (shared[at] < bounds.shared && related[at] < bounds.threshold) continue
    await takeTurns()
    const found = kind(a[at], b[at])
    if (found === undefined) continue
    const [first, second] = [templates[a[at]][0], templates[b[at]][0]]
    alike.push({
      pair: [a[at], b[at]],
      near: found === 'near',
      shared: shared[at],
      related: likeness.related(first, second) ?? 0
    })
  }
  // Most similar first. The sort is stable, so equal pairs stay in reading order.
  alike.sort((p, q) => Number(q.near) - Number(p.near) || (p.near ? q.shared - p.shared : 0) || q.related - p.related)
  const linked = await linkGroups(
    alike.map(({ pair }) => pair),
    (one, other) => kind(one, other) !== undefined,
    takeTurns
  )
  const inLinked = new Set(linked.flatMap(({ members }) => members))
  return [
    ...linked.map(({ members, cut }) => ({ templates: members.map((index) => templates[index]), cut })),
    ...templates.filter((_, index) => !inLinked.has(index)).map((template) => ({ templates: [template] }))
  ]
}

/** A group whose sentences have not been read yet. */
interface Judged extends Omit<DuplicateGroup, 'members' | 'sentences'> {
  /** Positions of its sentences, ascending. */
  readonly places: readonly number[]
}

async function judge(
  { templates, cut = false }: Group,
  { sentences, copies }: Comparison['read'],
  likeness: Likeness,
  takeTurns: TakeTurns
): Promise<Judged> {
  let loosest: DuplicateKind = templates.some(({ length }) => length > 1) ? 'near' : 'same'
  let leastShared = 1
  for (const [at, one] of templates.entries()) {
    for (const other of templates.slice(at + 1)) {
      leastShared = Math.min(leastShared, likeness.shared(one[0], other[0]))
      if (loosest !== 'paraphrase') loosest = wordingKind(one, other, likeness)!
    }
    await takeTurns()
  }
  const wordings = templates.flat()
  const relatedness = wordings.length > MAX_LINKED ? undefined : await leastRelated(wordings, likeness, takeTurns)
  const places = wordings.flatMap((index) => copies[index].places).sort((a, b) => a - b)
  return {
    kind: loosest,
    documents: new Set(places.map((place) => sentences[place].document)).size,
    shared: leastShared,
    ...(relatedness !== undefined && { relatedness }),
    ...(cut && { cut }),
    places
  }
}

/** Returns the smallest relatedness of any two wordings, or of a single one with itself; undefined without a scorer. */
async function leastRelated(
  wordings: readonly number[],
  { related }: Likeness,
  takeTurns: TakeTurns
): Promise<number | undefined> {
  let least = related(wordings[0], wordings[0])
  if (least === undefined) return undefined
  for (const [at, a] of wordings.entries()) {
    for (const b of wordings.slice(at + 1)) least = Math.min(least, related(a, b)!)
    await takeTurns()
  }
  return least
}

/** Returns the groups with up to `members` of their sentences each, read from the store. */
async function told(
  store: ThemeStore,
  groups: readonly Judged[],
  { read: { sentences }, members }: { readonly read: Comparison['read']; readonly members: number },
  takeTurns: TakeTurns
): Promise<DuplicateGroup[]> {
  const idsOf = ({ places }: Judged): string[] => places.slice(0, members).map((place) => sentences[place].id)
  const ids = groups.flatMap(idsOf)
  const byId = new Map<string, SentenceRecord>()
  for (let start = 0; start < ids.length; start += MAX_HITS) {
    await takeTurns()
    const { records } = await store.read(ids.slice(start, start + MAX_HITS))
    for (const record of records) byId.set(record.id, record)
  }
  return groups.map((group) => {
    const { places, ...judged } = group
    return { ...judged, sentences: places.length, members: idsOf(group).flatMap((id) => byId.get(id) ?? []) }
  })
}
