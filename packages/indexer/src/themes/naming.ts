import { assignThemes, type Theme, type ThemeModel, type ThemesOptions } from '@leitmotif/encoder'
import { describeThemes, groupsOf, labelGroups } from '@leitmotif/encoder/stages'
import { describeChanges, followThemes, singletonGroups, themeId } from './theme-matching.js'
import { documentsOf } from '../store/slices.js'
import type { ThemeEdits } from './stored-edits.js'
import type { ThemeSeed } from './seeds.js'
import type { ThemeSample } from './theme-sample.js'
import { modelOf, type CurrentRun, type RunGroup, type RunTheme, type ThemesRun } from './run.js'

/** Clusters that need names. */
export interface Unnamed {
  readonly model: ThemeModel
  readonly sample: ThemeSample
  /** The previous themes. */
  readonly last?: CurrentRun
  readonly edits: ThemeEdits
  /** The seeds of the model's first themes, in order. */
  readonly seeds?: readonly Pick<ThemeSeed, 'name'>[]
}

/**
 * Turns clusters into themes with labels, groups and ids. A theme or group that continues a previous one keeps its id;
 * others get ids that were never used.
 */
export function nameThemes(
  { model, sample, last, edits, seeds = [] }: Unnamed,
  options: ThemesOptions
): Pick<ThemesRun, 'themes' | 'groups' | 'next' | 'changes'> {
  const before = last?.themes.themes ?? []
  const texts = sample.records.map(({ text }) => text)
  const documents = documentsOf(sample.records)
  const headings = sample.records.map(({ path }) => path)
  const input = { sentences: texts, vectors: sample.vectors, passages: sample.passages, documents, headings }
  const { found, order } = describeThemes(input, model, { ...options, sample: texts.length })
  const continued = continuedCentres(model, before, edits.pinned, seeds)
  // A pinned or seeded theme stays even if no sentence of the sample belongs to it.
  const absent = [...new Set([...continued.keys(), ...seeds.keys()])].filter((c) => !order.includes(c))
  const ordered = { ...model, themes: [...order, ...absent].map((c) => model.themes[c]) }
  const described = [...found.themes, ...absent.map((c) => withoutSentences(model.themes[c].centroid))]
  const followed = {
    before: assignThemes(sample.rows, last === undefined ? { ...model, themes: [] } : modelOf(last.themes)),
    now: assignThemes(sample.rows, ordered)
  }
  const transitions = followThemes(followed, singletonGroups(before.length), singletonGroups(described.length))
  const seedOf = [...order, ...absent].map((c) => seeds.at(c)?.name)
  for (const [at, c] of [...order, ...absent].entries()) {
    const a = continued.get(c)
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
  const words = labelGroups(input, found.assignment.theme, groups, options)
  const parentOf = (holds: (group: ReadonlySet<number>) => boolean, below: number): { parent?: string } => {
    // Groups come before those inside them, so the last match is the group directly above.
    const parent = groups.findLastIndex((group, g) => g < below && holds(group))
    return parent < 0 ? {} : { parent: groupIds[parent] }
  }
  const themes = described.map(({ label, heading, terms, cohesion, exemplars, centroid }, at): RunTheme => {
    const words = edits.pinned.includes(ids[at]) ? goesOn[at] : undefined
    const seed = seedOf[at]
    return {
      id: ids[at],
      ...(seed !== undefined && { seed }),
      label: seed ?? words?.label ?? label,
      heading: seed ?? words?.heading ?? heading,
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

/** Returns the centres that belong to previous themes, pinned or of the same seed, each with the index of that theme. */
function continuedCentres(
  model: ThemeModel,
  before: readonly RunTheme[],
  pinned: readonly string[],
  seeds: readonly Pick<ThemeSeed, 'name'>[]
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [c, { name }] of seeds.entries()) {
    const a = before.findIndex(({ seed }) => seed === name)
    if (a >= 0) found.set(c, a)
  }
  for (const [a, { id, centroid }] of before.entries()) {
    if (!pinned.includes(id)) continue
    const c = model.themes.findIndex((theme) => theme.centroid.every((value, d) => value === centroid[d]))
    if (c >= seeds.length) found.set(c, a)
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

/** Returns the groups of a run as sets of theme indices. */
function groupsOfRun({ themes, groups }: ThemesRun): ReadonlySet<number>[] {
  const parents = new Map([...groups, ...themes].map(({ id, parent }) => [id, parent]))
  const isBelow = (id: string, group: string): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === group || isBelow(parent, group))
  }
  return groups.map(({ id }) => new Set(themes.flatMap((theme, t) => (isBelow(theme.id, id) ? [t] : []))))
}
