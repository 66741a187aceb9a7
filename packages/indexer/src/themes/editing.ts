import { Failure } from '@leitmotif/command'
import type { Assignment, ThemeStore } from '../store/store.js'
import { assignRows, readThemeRows } from './assignment.js'
import { BOILERPLATE, readBoilerplate } from './boilerplate.js'
import type { NamedTheme, ThemeChanges } from './theme-matching.js'
import { carryDrift, noFit } from './drift.js'
import { arrangeThemes, keepEdits, NO_EDITS, readEdits, type ArrangedThemes, type ThemeEdits } from './stored-edits.js'
import { findTheme, listThemes } from './list.js'
import { currentRun, modelOf, runName, type ThemesRun } from './run.js'

/** Maximum length of a name, in characters. */
export const MAX_THEME_NAME = 200

/**
 * An edit of a theme or group. Only themes can be pinned.
 * @property name null restores its own label.
 */
export interface ThemeChange {
  readonly name?: string | null | undefined
  readonly hidden?: boolean | undefined
  readonly pinned?: boolean | undefined
}

/**
 * Changes a theme or group. Its name may have any form that `findTheme` accepts. Sentences are not touched. Returns its
 * id.
 * @throws Failure for a name that matches none or several; for a new name that is empty, too long or in use; for
 * pinning a group; and for showing something inside a hidden group.
 * @example
 * const id = await changeTheme(store, '1', { name: 'Glass and heat' })
 * (await showTheme(store, id, 1)).label // => 'Glass and heat'
 */
export async function changeTheme(store: ThemeStore, theme: string, change: ThemeChange): Promise<string> {
  const { themes, groups } = await listThemes(store)
  const all = [...themes, ...groups]
  const { id, label, path } = findTheme(all, theme)
  const edits = await readEdits(store)
  const names = { ...edits.names }
  if (change.name === null) Reflect.deleteProperty(names, id)
  else if (change.name !== undefined) {
    const name = themeName(change.name)
    names[id] = name
    const other = all.find(({ id: own, label }) => own !== id && label.toLowerCase() === name.toLowerCase())
    if (other !== undefined) throw new Failure(`${other.id} is named “${other.label}” already; choose another name`)
  }
  if (change.pinned === true && groups.some((group) => group.id === id)) {
    throw new Failure(`${id} is a group of themes; only themes can be pinned: pin those in it`)
  }
  const above = groups.find((group) => group.id !== id && path.includes(group.id) && edits.hidden.includes(group.id))
  if (change.hidden === false && above !== undefined)
    throw new Failure(`${id} “${label}” is in ${above.id} “${above.label}”, which is hidden; show that group first`)
  await keepEdits(store, {
    ...edits,
    names,
    hidden: included(edits.hidden, id, change.hidden),
    pinned: included(edits.pinned, id, change.pinned)
  })
  return id
}

/**
 * Returns a name as it is stored: on one line, without control characters, which a terminal would interpret.
 * @throws Failure for an empty or too long name.
 */
export function themeName(name: string): string {
  const trimmed = name.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (trimmed !== '' && trimmed.length <= MAX_THEME_NAME) return trimmed
  const fault = trimmed === '' ? 'is empty' : `has ${trimmed.length} characters`
  throw new Failure(`the name of a theme ${fault}; expected 1 to ${MAX_THEME_NAME} characters`)
}

function included(ids: readonly string[], id: string, wanted: boolean | undefined): string[] {
  if (wanted === undefined) return [...ids]
  const others = ids.filter((other) => other !== id)
  return wanted ? [...others, id] : others
}

/**
 * Merges themes into another. Their sentences then belong to that theme in all filters and counts, also after later
 * builds.
 * @throws Failure for a name that matches no theme or several, or if nothing is left to merge.
 * @example
 * const { merged } = await mergeThemes(store, ['3'], '2')
 * merged.length // => 1
 */
export async function mergeThemes(
  store: ThemeStore,
  themes: readonly string[],
  into: string
): Promise<{ readonly into: string; readonly merged: readonly string[] }> {
  const list = await listThemes(store)
  const target = findTheme(list.themes, into, list.groups).id
  const merged = [...new Set(themes.map((name) => findTheme(list.themes, name, list.groups).id))].filter(
    (id) => id !== target
  )
  if (merged.length === 0)
    throw new Failure(`${target} alone cannot be merged; name the themes that are to be part of it`)
  const edits = await readEdits(store)
  const next = { ...edits, merged: { ...edits.merged, ...Object.fromEntries(merged.map((id) => [id, target])) } }
  const { run, themes: built } = await currentRun(store)
  if (await store.halfAssigned?.()) await reassignAll(store, next)
  else {
    const name = runName(built, next)
    await store.assign(name, regivenBy(store, built, arrangeThemes(built, next)), built)
    await carryDrift(store, run, name)
  }
  // Stored last, so that an interrupted merge can be repeated.
  await keepEdits(store, next)
  return { into: target, merged }
}

/** Yields each sentence whose theme is merged into another, with that other theme. */
async function* regivenBy(
  store: ThemeStore,
  { themes }: ThemesRun,
  { given }: ArrangedThemes
): AsyncGenerator<Assignment> {
  const targets = new Map(themes.map(({ id }, t) => [id, given[t]]))
  for await (const { records } of store.scan()) {
    for (const { id, theme, themeSimilarity: similarity } of records) {
      const target = theme === undefined ? undefined : targets.get(theme)
      if (theme === BOILERPLATE) yield { id, theme }
      else
        yield target === undefined
          ? { id }
          : { id, theme: target.theme.id, path: target.path, ...(similarity !== undefined && { similarity }) }
    }
  }
}

/**
 * Undoes the user's edits of some themes and groups: names, pins, hiding, and merges in both directions. Without
 * `names`, undoes all edits.
 * @throws Failure for a name that neither a theme nor a merged theme has.
 * @example
 * await resetThemes(store) // => []
 */
export async function resetThemes(store: ThemeStore, names?: readonly string[]): Promise<readonly string[]> {
  if (names === undefined) {
    const hadMerges = await readEdits(store)
      .then(({ merged }) => Object.keys(merged).length > 0)
      .catch(() => true)
    if (hadMerges) await reassignAll(store, NO_EDITS)
    await keepEdits(store, NO_EDITS)
    return []
  }
  const { themes, groups } = await listThemes(store)
  const edits = await readEdits(store)
  const ids = names.map((name) =>
    Object.hasOwn(edits.merged, name) ? name : findTheme([...themes, ...groups], name).id
  )
  const others = (id: string): boolean => !ids.includes(id)
  const next: ThemeEdits = {
    names: Object.fromEntries(Object.entries(edits.names).filter(([id]) => others(id))),
    merged: Object.fromEntries(
      Object.entries(edits.merged).filter(([id, into]) => others(id) && !ids.some((other) => other === into))
    ),
    pinned: edits.pinned.filter(others),
    hidden: edits.hidden.filter(others)
  }
  if (Object.keys(next.merged).length < Object.keys(edits.merged).length) await reassignAll(store, next)
  await keepEdits(store, next)
  return ids
}

/** Assigns all sentences again, by the centres of the current run. */
async function reassignAll(store: ThemeStore, edits: ThemeEdits): Promise<void> {
  const { run, themes } = await currentRun(store)
  const name = runName(themes, edits)
  const { given } = arrangeThemes(themes, edits)
  const rows = readThemeRows(store, readBoilerplate(themes.boilerplate?.rule))
  await store.assign(name, assignRows(rows, modelOf(themes), given, noFit()), themes)
  await carryDrift(store, run, name)
}

/**
 * Returns messages about edits that a build made invalid. A theme or group that no longer exists loses its name, its
 * merges and its hiding, because its id is never reused. A hidden theme may have absorbed others.
 * @param groups groups of the previous run that no longer exist
 */
export function lostEdits(
  changes: ThemeChanges | undefined,
  { names, merged, hidden }: ThemeEdits,
  groups: readonly NamedTheme[]
): string[] {
  const named = ({ id, label }: NamedTheme): string => `${id} “${names[id] ?? label}”`
  const gone = [...(changes?.died ?? []), ...groups].flatMap((theme) => {
    const lost = [
      ...(theme.id in names ? ['its name'] : []),
      ...(theme.id in merged || Object.values(merged).includes(theme.id) ? ['its merger'] : []),
      ...(hidden.includes(theme.id) ? ['its hiding'] : [])
    ]
    return lost.length === 0 ? [] : [`${named(theme)} was not found again; gone with it: ${lost.join(', ')}`]
  })
  const grown = (changes?.merged ?? []).flatMap(({ from, into }) => {
    const others = from.filter(({ id }) => id !== into.id).map(named)
    return hidden.includes(into.id) && others.length > 0
      ? [`${named(into)}, which is hidden, now holds ${others.join(', ')} as well`]
      : []
  })
  return [...gone, ...grown]
}
