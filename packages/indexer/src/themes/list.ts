import { Failure } from '@leitmotif/command'
import type { Representation, Term } from '@leitmotif/encoder'
import type { Filter, SentenceRecord, ThemeStore } from '../store/store.js'
import { BOILERPLATE, createCopyCount } from './boilerplate.js'
import type { NamedTheme, ThemeChanges } from './theme-matching.js'
import { readDrift, type ThemeDrift } from './drift.js'
import { arrangeThemes, readEdits, type Arranged, type ThemeEdits } from './stored-edits.js'
import { currentRun, type RunTheme } from './run.js'
import { wordingKey } from '../duplicates/wording.js'

export type { NamedTheme, ThemeChanges } from './theme-matching.js'

/** Common properties of themes and groups. */
interface Listed {
  /** Stable from run to run while the theme stays much the same; never reused. */
  readonly id: string
  /** The name to show: the one that the user gave it, or words that distinguish it. */
  readonly label: string
  /** Suggested heading of a section on it: the name given by the user, or its best phrase. */
  readonly heading: string
  readonly terms: readonly Term[]
  /** Ids of the groups above it, outermost first, and its own id last. Equals the `themePath` of its sentences. */
  readonly path: readonly string[]
  /** Id of the group directly above; absent at the top. */
  readonly parent?: string
  /** Number of its sentences and of documents that have some, and its share of all sentences. */
  readonly sentences: number
  readonly documents: number
  readonly share: number
  /** Whether the user named it; whether the user hid it or a group that contains it. */
  readonly renamed: boolean
  readonly hidden: boolean
}

export interface ListedTheme extends Listed, Pick<RunTheme, 'cohesion' | 'exemplars'> {
  /** Whether it stays, with its label, when themes are built again. */
  readonly pinned: boolean
  /** Whether it began from words that the user gave (`themes build --seed`). */
  readonly seeded: boolean
  /** Ids of the themes merged into it. No sentence has these ids any more. */
  readonly merged: readonly string[]
}

/** A group of similar themes or smaller groups. */
export interface ThemeGroup extends Listed {
  /** Ids of the themes and groups directly below it, largest first; at least two. */
  readonly children: readonly string[]
}

export interface ThemeList {
  readonly run: string
  /** Representation of the collection. */
  readonly representation: Representation
  readonly sentences: number
  readonly documents: number
  /** Sentences without a theme; boilerplate is not among them. */
  readonly unassigned: number
  /** Sentences that recur in many documents, set aside as no theme; absent if there are none. */
  readonly boilerplate?: ListedTheme
  /** Sentences of the collection when the themes were built. */
  readonly built: number
  /** Absent if nothing was added since. */
  readonly drift?: ThemeDrift
  /** Absent for the first run. */
  readonly changes?: ThemeChanges
  /** Each group comes before those inside it; larger ones first. */
  readonly groups: readonly ThemeGroup[]
  /** Largest first, including hidden ones. */
  readonly themes: readonly ListedTheme[]
}

/** A theme in detail. A group is shown as a theme with the exemplars of its largest themes. */
export interface ShownTheme extends ListedTheme {
  /** For a group: ids of the themes and groups in it, largest first. */
  readonly children?: readonly string[]
  /** The documents with most of its sentences, in descending order. */
  readonly in: readonly { readonly document: string; readonly title: string; readonly sentences: number }[]
  /** Its sentences nearest to the centres of their themes, best first. */
  readonly nearest: readonly SentenceRecord[]
}

const BOILERPLATE_THEME = {
  label: 'Boilerplate',
  heading: 'Boilerplate',
  path: [BOILERPLATE],
  renamed: false,
  hidden: false
} as const

/**
 * Returns the collection's current themes, the largest first. With a filter, all sizes and shares are those of the
 * sentences that match it, and so is the order.
 * @throws Failure where none were built.
 * @example
 * const { themes } = await listThemes(store)
 * themes.length // => 8
 */
export async function listThemes(store: ThemeStore, filter?: Filter): Promise<ThemeList> {
  const { run, themes: built } = await currentRun(store)
  const { representation, ...all } = await store.describe()
  const counts = new Map((await store.count(['themePath'], filter)).map((count) => [count.key[0], count]))
  const { sentences, documents } = filter === undefined ? all : await countAll(store, filter)
  const drift = await readDrift(store, run)
  const edits = await readEdits(store)
  const { themes, groups } = arrangeThemes(built, edits)
  const listed = (id: string, { path, label, heading, renamed, hidden }: Arranged) => {
    const count = counts.get(id)
    return {
      ...{ id, label, heading, path, renamed, hidden },
      ...(path.length > 1 && { parent: path[path.length - 2] }),
      sentences: count?.sentences ?? 0,
      documents: count?.documents ?? 0,
      share: (count?.sentences ?? 0) / Math.max(1, sentences)
    }
  }
  const size = (id: string): number => counts.get(id)?.sentences ?? 0
  const largerFirst = (a: string, b: string): number => size(b) - size(a) || (a < b ? -1 : 1)
  return {
    run,
    representation,
    sentences,
    documents,
    built: built.sentences,
    unassigned: counts.get(undefined)?.sentences ?? 0,
    ...(counts.has(BOILERPLATE) && {
      boilerplate: {
        ...listed(BOILERPLATE, BOILERPLATE_THEME),
        ...{
          terms: [],
          cohesion: 0,
          exemplars: built.boilerplate?.examples ?? [],
          pinned: false,
          seeded: false,
          merged: []
        }
      }
    }),
    ...(drift && { drift }),
    ...(built.changes && { changes: withNames(built.changes, edits.names) }),
    groups: groups
      .map((group): ThemeGroup => {
        const { id, terms } = group.group
        return { ...listed(id, group), terms, children: [...group.children].sort(largerFirst) }
      })
      .sort((a, b) => a.path.length - b.path.length || largerFirst(a.id, b.id)),
    themes: themes
      .map((theme): ListedTheme => {
        const { id, terms, cohesion, exemplars, seed } = theme.theme
        const { pinned, merged } = theme
        return { ...listed(id, theme), terms, cohesion, exemplars, pinned, seeded: seed !== undefined, merged }
      })
      .sort((a, b) => largerFirst(a.id, b.id))
  }
}

async function countAll(store: ThemeStore, filter: Filter): Promise<Pick<ThemeList, 'sentences' | 'documents'>> {
  const [{ sentences, documents } = { sentences: 0, documents: 0 }] = await store.count([], filter)
  return { sentences, documents }
}

/** Replaces the names in changes by those that the user gave the themes. */
function withNames(changes: ThemeChanges, names: ThemeEdits['names']): ThemeChanges {
  const named = ({ id, label }: NamedTheme): NamedTheme => ({ id, label: names[id] ?? label })
  return {
    since: changes.since,
    kept: changes.kept.map(named),
    born: changes.born.map(named),
    died: changes.died.map(named),
    merged: changes.merged.map(({ from, into }) => ({ from: from.map(named), into: named(into) })),
    split: changes.split.map(({ from, into }) => ({ from: named(from), into: into.map(named) }))
  }
}

/**
 * One theme or group with its documents and its `k` best sentences, no two of the same words; of boilerplate, the most
 * frequent. It is named as `findTheme` takes it.
 * @throws Failure where no theme or group, or more than one, has that name.
 * @example
 * const { nearest } = await showTheme(store, '1', 3)
 * nearest.length // => 3
 */
export async function showTheme(store: ThemeStore, name: string, k: number): Promise<ShownTheme> {
  const { themes, groups, boilerplate } = await listThemes(store)
  const aside = boilerplate === undefined ? [] : [boilerplate]
  const theme = findTheme<ListedTheme>([...themes, ...groups.map((group) => asTheme(group, themes)), ...aside], name)
  const filter = { themePath: theme.id }
  const counts = await store.count(['document'], filter)
  const first = new Map(counts.slice(0, k).map(({ key, sentences }) => [String(key[0]), { title: '', sentences }]))
  let nearest: SentenceRecord[] = []
  const copies = createCopyCount()
  for await (const { records } of store.scan({ filter })) {
    for (const record of records) {
      const own = first.get(record.document)
      if (own !== undefined) own.title = record.title
      if (theme.id === BOILERPLATE) copies.add(record)
    }
    if (theme.id !== BOILERPLATE) nearest = nearestOf([...nearest, ...records], k)
  }
  return {
    ...theme,
    in: [...first].map(([document, of]) => ({ document, ...of })),
    nearest: theme.id === BOILERPLATE ? copies.most(k) : nearest
  }
}

/** Returns the `k` sentences nearest to the centres of their themes, one of each wording. */
function nearestOf(records: SentenceRecord[], k: number): SentenceRecord[] {
  records.sort((a, b) => b.themeSimilarity! - a.themeSimilarity! || (a.id < b.id ? -1 : 1))
  const seen = new Set<string>()
  const nearest: SentenceRecord[] = []
  for (const record of records) {
    if (nearest.length === k) break
    const wording = wordingKey(record.text)
    if (!seen.has(wording)) nearest.push(record)
    seen.add(wording)
  }
  return nearest
}

/** Number of exemplars of a group, one from each of its largest themes. */
const GROUP_EXEMPLARS = 3

function asTheme(
  group: ThemeGroup,
  themes: readonly ListedTheme[]
): ListedTheme & { readonly children: readonly string[] } {
  const below = themes.filter(({ path }) => path.includes(group.id))
  const cohesion =
    below.reduce((sum, theme) => sum + theme.cohesion * theme.sentences, 0) / Math.max(1, group.sentences)
  const exemplars = below.slice(0, GROUP_EXEMPLARS).flatMap((theme) => theme.exemplars.slice(0, 1))
  return { ...group, cohesion, exemplars, pinned: false, seeded: false, merged: [] }
}

/**
 * Returns the theme (or group, if `themes` includes groups) with this id, number (`1` for theme-01), or words of its
 * label or heading.
 * @param groups pass these if they are not in `themes`, so that the error can say that the name is a group's.
 * @throws Failure if none or several match, or the name is empty.
 */
export function findTheme<T extends Pick<Listed, 'id' | 'label' | 'heading'> & { readonly merged?: readonly string[] }>(
  themes: readonly T[],
  name: string,
  groups: readonly Pick<Listed, 'id' | 'label'>[] = []
): T {
  if (name.trim() === '')
    throw new Failure('the name of a theme is empty; expected its id, its number, or words of its label')
  const id = /^\d+$/.test(name) ? `theme-${name.padStart(2, '0')}` : name
  const exact = themes.find((theme) => theme.id === id)
  if (exact !== undefined) return exact
  const into = themes.find(({ merged = [] }) => merged.includes(id))
  if (into !== undefined)
    throw new Failure(
      `${id} is merged into ${into.id} “${into.label}”; name that one, or separate them: leitmotif themes reset ${id}`
    )
  const words = name.toLowerCase()
  const named = themes.filter(({ label }) => label.toLowerCase() === words)
  if (named.length === 1) return named[0]
  const found = themes.filter(({ label, heading }) => `${label}\n${heading}`.toLowerCase().includes(words))
  if (found.length === 1) return found[0]
  const group = groups.find(({ id, label }) => id === name || label.toLowerCase() === words)
  if (found.length === 0 && group !== undefined) {
    throw new Failure(
      `“${group.label}” is a group of themes; expected one theme: leitmotif themes list shows those in it`
    )
  }
  if (found.length === 0) throw new Failure(`no theme is named “${name}”; leitmotif themes list shows them all`)
  const listed = found.map(({ id, label }) => `  ${id}  ${label}`).join('\n')
  throw new Failure(`${found.length} names have “${name}” in them; name one of these:\n${listed}`)
}
