import {
  assignThemes,
  labelThemes,
  row,
  type Theme,
  type ThemeModel,
  type ThemesOptions,
  type Vectors
} from '@leitmotif/encoder'
import { describeThemes, groupThemes } from '@leitmotif/encoder/stages'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { describeChanges, followThemes, singly, themeId } from './changes.js'
import { documentsOf } from '../store/slices.js'
import type { ThemeEdits } from './edits.js'
import type { ThemeSample } from './sample.js'
import { modelOf, type RunGroup, type RunTheme, type ThemesRun } from './run.js'

/** What a run is named from. */
export interface Unnamed {
  readonly model: ThemeModel
  readonly sample: ThemeSample
  /** The vectors of the sample, read in context. */
  readonly rows: Vectors
  /** The run before. */
  readonly last?: { readonly run: string; readonly themes: ThemesRun }
  readonly edits: ThemeEdits
}

/** Themes with their words, their groups, and ids: those of the run before where they go on, else ones that were never given. */
export function nameThemes(
  { model, sample, rows, last, edits }: Unnamed,
  options: ThemesOptions
): Pick<ThemesRun, 'themes' | 'groups' | 'next' | 'changes'> {
  const before = last?.themes.themes ?? []
  const texts = sample.records.map(({ text }) => text)
  const input = {
    sentences: texts,
    vectors: sample.vectors,
    passages: sample.passages,
    documents: documentsOf(sample.records)
  }
  const { found, order } = describeThemes(input, model, { ...options, sample: texts.length })
  const pinned = pinnedCentres(model, before, edits.pinned)
  // A pinned theme stays even if no sentence of the sample has it.
  const absent = [...pinned.keys()].filter((c) => !order.includes(c))
  const ordered = { ...model, themes: [...order, ...absent].map((c) => model.themes[c]) }
  const described = [...found.themes, ...absent.map((c) => withoutSentences(model.themes[c].centroid))]
  const followed = {
    before: assignThemes(rows, last === undefined ? { ...model, themes: [] } : modelOf(last.themes)),
    now: assignThemes(rows, ordered)
  }
  const transitions = followThemes(followed, singly(before.length), singly(described.length))
  for (const [at, c] of [...order, ...absent].entries()) {
    const a = pinned.get(c)
    if (a === undefined) continue
    for (const [other, goesOn] of transitions.from.entries()) if (goesOn === a) transitions.from[other] = -1
    transitions.from[at] = a
  }
  const goesOn = described.map((_, at) => before.at(transitions.from[at] < 0 ? before.length : transitions.from[at]))
  const next = nextNumbers(last?.themes, edits)
  const ids = goesOn.map((theme) => theme?.id ?? themeId('theme', next.theme++))

  const groups = groupsOf(described)
  const groupsBefore = last === undefined ? [] : groupsOfRun(last.themes)
  const { from } = followThemes(followed, groupsBefore, groups)
  const groupIds = groups.map(
    (_, g) => last?.themes.groups.at(from[g] < 0 ? groupsBefore.length : from[g])?.id ?? themeId('group', next.group++)
  )
  const words = labelGroups(input, found.assignment.theme, groups)
  const parentOf = (holds: (group: ReadonlySet<number>) => boolean, below: number): { parent?: string } => {
    // Groups come before those within them, so the last that holds it is right above.
    const parent = groups.findLastIndex((group, g) => g < below && holds(group))
    return parent < 0 ? {} : { parent: groupIds[parent] }
  }
  const themes = described.map(({ label, heading, terms, cohesion, exemplars, centroid }, at): RunTheme => {
    const words = edits.pinned.includes(ids[at]) ? goesOn[at] : undefined
    return {
      id: ids[at],
      label: words?.label ?? label,
      heading: words?.heading ?? heading,
      terms: words?.terms ?? [...terms],
      cohesion,
      exemplars: exemplars.map(({ sentence }) => {
        const { id, document, title, text } = sample.records[sentence]
        return { id, document, title, text }
      }),
      centroid: [...centroid],
      ...parentOf((group) => group.has(at), groups.length)
    }
  })
  return {
    themes,
    groups: groups.map((group, g): RunGroup => {
      const { label, heading, terms } = words[g]
      const above = parentOf((other) => [...group].every((theme) => other.has(theme)), g)
      return { id: groupIds[g], label, heading, terms: [...terms], ...above }
    }),
    next,
    ...(last === undefined ? {} : { changes: describeChanges(last.run, before, themes, transitions) })
  }
}

/** Centres that are those of pinned themes of the run before, unmoved, and the indices of these themes. */
function pinnedCentres(
  model: ThemeModel,
  before: readonly RunTheme[],
  pinned: readonly string[]
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [a, { id, centroid }] of before.entries()) {
    if (!pinned.includes(id)) continue
    const c = model.themes.findIndex((theme) => theme.centroid.every((value, d) => value === centroid[d]))
    if (c >= 0) found.set(c, a)
  }
  return found
}

function withoutSentences(centroid: Float32Array): Theme {
  return { id: '', label: '', heading: '', terms: [], exemplars: [], size: 0, share: 0, cohesion: 0, centroid }
}

function nextNumbers(last: ThemesRun | undefined, { names, merged, pinned, hidden }: ThemeEdits): ThemesRun['next'] {
  const next = { theme: last?.next.theme ?? 1, group: last?.next.group ?? 1 }
  for (const id of [...Object.keys(names), ...Object.keys(merged), ...pinned, ...hidden]) {
    const [, kind, number] = /^(theme|group)-(\d+)$/.exec(id) ?? []
    if (kind === 'theme' || kind === 'group') next[kind] = Math.max(next[kind], Number(number) + 1)
  }
  return next
}

/** Groups as the themes below them, each before those within it; none of one theme, and none of the same themes as another. */
function groupsOf(themes: readonly Theme[]): ReadonlySet<number>[] {
  const known = themes.filter(({ size }) => size > 0)
  const sums = zeroVectors(known.length, known.at(0)?.centroid.length ?? 0)
  for (const [t, { centroid, size, cohesion }] of known.entries()) {
    row(sums, t).set(centroid.map((value) => value * size * cohesion))
  }
  const found = new Map<string, ReadonlySet<number>>()
  for (const level of groupThemes(sums)) {
    const groups = new Map<number, number[]>()
    for (const [t, g] of level.entries()) groups.set(g, [...(groups.get(g) ?? []), t])
    for (const members of groups.values()) if (members.length > 1) found.set(members.join(), new Set(members))
  }
  return [...found.values()]
}

/** The same of a run. */
function groupsOfRun({ themes, groups }: ThemesRun): ReadonlySet<number>[] {
  const parents = new Map([...groups, ...themes].map(({ id, parent }) => [id, parent]))
  const isBelow = (id: string, group: string): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === group || isBelow(parent, group))
  }
  return groups.map(({ id }) => new Set(themes.flatMap((theme, t) => (isBelow(theme.id, id) ? [t] : []))))
}

/** Words of each group, set apart from those of the other groups that lie as deep. */
function labelGroups(
  {
    sentences,
    passages,
    documents
  }: { readonly sentences: readonly string[]; readonly passages: Int32Array; readonly documents: Int32Array },
  theme: Int32Array,
  groups: readonly ReadonlySet<number>[]
): ReturnType<typeof labelThemes> {
  const depths = groups.map((group) => groups.filter((other) => [...group].every((t) => other.has(t))).length)
  const words: ReturnType<typeof labelThemes> = []
  for (const depth of new Set(depths)) {
    const level = groups.flatMap((_, g) => (depths[g] === depth ? [g] : []))
    const labels = labelThemes(
      sentences,
      theme.map((t) => level.findIndex((g) => groups[g].has(t))),
      level.length,
      { passages, documents }
    )
    for (const [at, g] of level.entries()) words[g] = labels[at]
  }
  return words
}
