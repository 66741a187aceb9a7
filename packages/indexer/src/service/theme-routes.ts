import type { ThemeStore } from '../store/store.js'
import { changeTheme, mergeThemes, resetThemes } from '../themes/editing.js'
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
} from './schemas.js'
import type { SharedCollection } from './shared-collection.js'

export const NO_THEMES = 'No themes have been built for this collection, or there is none of that id.'

/** @throws RequestProblem where no themes were built. */
export async function needThemes(store: ThemeStore): Promise<void> {
  if ((await store.describe()).run === undefined) {
    throw new RequestProblem(
      404,
      'No themes have been built for this collection; build them with: leitmotif themes build --in PLACE, where PLACE is ' +
        'what the service was started with'
    )
  }
}

/** @throws RequestProblem where one of `ids` is no theme's, and no group's. */
export async function needTheme(store: ThemeStore, ...ids: readonly string[]): Promise<void> {
  const { themes, groups } = await listThemes(store)
  const known = new Set([...themes, ...groups].map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw new RequestProblem(404, `No theme has the id ${JSON.stringify(unknown)}; /api/themes lists them all.`)
}

/** The collection and its themes. */
export const themeRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/collection',
    tag: 'Themes',
    summary: 'What the collection is and holds',
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
    summary: 'All themes and groups of themes, with their sizes',
    answer: themesAnswer,
    problems: { 404: 'No themes have been built.' },
    handle: ({ collection }) =>
      collection.readOnce('themes', async (store) => {
        await needThemes(store)
        return listThemes(store)
      })
  }),
  route({
    method: 'get',
    path: '/api/themes/:id',
    tag: 'Themes',
    summary: 'One theme: its words, documents and most typical sentences',
    params: themeParams,
    query: themeQuery,
    answer: themeAnswer,
    problems: { 404: NO_THEMES },
    handle: ({ collection }, { params: { id }, query: { sentences } }) =>
      collection.readOnce(JSON.stringify(['theme', id, sentences]), async (store) => {
        await needThemes(store)
        await needTheme(store, id)
        return showTheme(store, id, sentences)
      })
  }),
  route({
    method: 'patch',
    path: '/api/themes/:id',
    tag: 'Themes',
    summary: 'Names, hides or pins a theme or a group of themes',
    description: 'Kept when themes are built again. Sentences are not touched.',
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
    summary: 'Makes themes part of another',
    description: 'Their sentences are given it, now and whenever themes are built again.',
    body: themeMerge,
    problems: { 404: NO_THEMES, 409: BUSY },
    handle: ({ collection }, { body: { ids, into } }) =>
      changed(collection, [...ids, into], (store) => mergeThemes(store, ids, into))
  }),
  route({
    method: 'post',
    path: '/api/themes/reset',
    tag: 'Themes',
    summary: 'Takes back names, pins and what is hidden of some themes, and what was merged into them',
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
