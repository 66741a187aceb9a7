import type { ThemeStore } from '../store/store.js'
import { changeTheme, mergeThemes, resetThemes } from '../themes/editing.js'
import { BOILERPLATE } from '../themes/boilerplate.js'
import { listThemes, showTheme } from '../themes/list.js'
import { RequestProblem } from './problem.js'
import { BUSY, route, type Route } from './route.js'
import {
  collectionAnswer,
  themeAnswer,
  themeChange,
  themeMerge,
  themeParams,
  themeQuery,
  themeReset,
  themesAnswer
} from './schemas/theme-schemas.js'
import { filterQuery } from './schemas/common-schemas.js'
import type { SharedCollection } from './shared-collection.js'

export const NO_THEMES = 'The collection has no themes, or none with this id.'

/** Checks that the collection has themes. @throws RequestProblem if not. */
export async function needThemes(store: ThemeStore): Promise<void> {
  if ((await store.describe()).run === undefined) {
    throw new RequestProblem(
      404,
      'This collection has no themes yet; build them with: leitmotif themes build --in PLACE, where PLACE is ' +
        'the value of --in of this service'
    )
  }
}

/** @throws RequestProblem for an id that neither a theme, a group nor the boilerplate has. */
async function needShown(store: ThemeStore, id: string): Promise<void> {
  if (id !== BOILERPLATE || (await listThemes(store)).boilerplate === undefined) await needTheme(store, id)
}

/** @throws RequestProblem for an id that no theme or group has. */
export async function needTheme(store: ThemeStore, ...ids: readonly string[]): Promise<void> {
  const { themes, groups } = await listThemes(store)
  const known = new Set([...themes, ...groups].map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw new RequestProblem(404, `No theme has the id ${JSON.stringify(unknown)}; GET /api/themes lists all.`)
}

/** Routes for the collection and its themes. */
export const themeRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/collection',
    tag: 'Themes',
    summary: 'Describes the collection',
    answer: collectionAnswer,
    handle: async ({ collection, events }) => {
      const described = await collection.read((store) => store.describe())
      const values = await collection.readOnce('values', (store) => store.countValues())
      return { ...described, values, headlines: await events.holdsHeadlines(described.sentences) }
    }
  }),
  route({
    method: 'get',
    path: '/api/themes',
    tag: 'Themes',
    summary: 'Lists all themes and groups of themes with their sizes',
    description: 'With a filter, sizes and shares are those of the sentences that match it.',
    query: filterQuery,
    answer: themesAnswer,
    problems: { 404: 'The collection has no themes.' },
    handle: ({ collection }, { query: { filter } }) =>
      collection.readOnce(JSON.stringify(['themes', filter]), async (store) => {
        await needThemes(store)
        return listThemes(store, filter)
      })
  }),
  route({
    method: 'get',
    path: '/api/themes/:id',
    tag: 'Themes',
    summary: 'Shows one theme: words, documents and most typical sentences',
    params: themeParams,
    query: themeQuery,
    answer: themeAnswer,
    problems: { 404: NO_THEMES },
    handle: ({ collection }, { params: { id }, query: { sentences } }) =>
      collection.readOnce(JSON.stringify(['theme', id, sentences]), async (store) => {
        await needThemes(store)
        await needShown(store, id)
        return showTheme(store, id, sentences)
      })
  }),
  route({
    method: 'patch',
    path: '/api/themes/:id',
    tag: 'Themes',
    summary: 'Names, hides or pins a theme or a group of themes',
    description: 'Later builds keep the change. Sentences do not change.',
    params: themeParams,
    body: themeChange,
    problems: { 404: NO_THEMES, 409: BUSY },
    handle: ({ collection }, { params: { id }, body }) =>
      changed(collection, [id], (store) => changeTheme(store, id, body))
  }),
  route({
    method: 'post',
    path: '/api/themes/merge',
    tag: 'Themes',
    summary: 'Merges themes into another',
    description: 'Assigns their sentences to it, now and after later builds.',
    body: themeMerge,
    problems: { 404: NO_THEMES, 409: BUSY },
    handle: ({ collection }, { body: { ids, into } }) =>
      changed(collection, [...ids, into], (store) => mergeThemes(store, ids, into))
  }),
  route({
    method: 'post',
    path: '/api/themes/reset',
    tag: 'Themes',
    summary: 'Undoes names, pins, hides and merges of some themes',
    body: themeReset,
    problems: { 404: NO_THEMES, 409: BUSY },
    handle: ({ collection }, { body: { ids } }) => changed(collection, [], (store) => resetThemes(store, ids))
  })
]

async function changed(
  collection: SharedCollection,
  ids: readonly string[],
  change: (store: ThemeStore) => Promise<unknown>
): Promise<undefined> {
  await collection.write(async (store) => {
    await needThemes(store)
    await needTheme(store, ...ids)
    await change(store)
  })
  return undefined
}
