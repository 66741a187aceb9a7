import { makeGrid, markPlaces, readSelected, type Grid } from '@leitmotif/plot/selected'
import { Failure } from '@leitmotif/command'
import { MAP_AREA, SENTENCE_ID } from '../store/filter-names.js'
import { MAX_SENTENCE_CHOICES, type Filter, type ThemeStore } from '../store/store.js'
import type { SentenceMap } from './sentence-map.js'
import { readKeptMap } from './stored-map.js'

interface Area {
  readonly map: SentenceMap
  readonly mark: string
  readonly grid: Grid
}

/** Maps of stores by the state of their collection, because reading one of 500,000 points takes a second. */
const read = new WeakMap<ThemeStore, { readonly state: string | undefined; readonly area: Promise<Area | undefined> }>()

/**
 * Returns the store with filters that may have a condition MAP_AREA: sentences inside a line on the map, as the page
 * writes it to its address.
 */
export function withMapAreas(store: ThemeStore): ThemeStore {
  const own: Pick<ThemeStore, 'search' | 'scan' | 'count'> = {
    search: async (query) =>
      store.search(query.filter === undefined ? query : { ...query, filter: await resolveArea(store, query.filter) }),
    async *scan(options = {}) {
      const { filter } = options
      yield* store.scan(filter === undefined ? options : { ...options, filter: await resolveArea(store, filter) })
    },
    count: async (by, filter) => store.count(by, filter && (await resolveArea(store, filter)))
  }
  return new Proxy(store, {
    get(target, name): unknown {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    }
  })
}

/**
 * Returns the filter with the ids of the sentences inside the area instead of the area.
 * @throws Failure if the area is invalid, of an earlier map or too large, or if there is no map.
 */
async function resolveArea(store: ThemeStore, filter: Filter): Promise<Filter> {
  if (!Object.hasOwn(filter, MAP_AREA)) return filter
  const { [MAP_AREA]: condition, ...others } = filter
  if (typeof condition !== 'string')
    throw new Failure(`filter: ${MAP_AREA} is ${JSON.stringify(condition).slice(0, 80)}; expected one area, as text`)
  const area = await areaOf(store)
  if (area === undefined)
    throw new Failure('filter: the collection has no map yet; open the page’s map once, which draws it')
  const selected = readSelected(condition, { places: area.map.positions, mark: area.mark }, area.grid)
  if (selected === 'other')
    throw new Failure('filter: the area is of an earlier map, whose positions were different; draw it on the map again')
  const points = selected?.points ?? []
  if (points.length > MAX_SENTENCE_CHOICES)
    throw new Failure(
      `filter: the area has ${points.length} sentences; expected at most ${MAX_SENTENCE_CHOICES}: draw a smaller one`
    )
  return { ...others, [SENTENCE_ID]: { in: points.map((point) => area.map.ids[point]) } }
}

async function areaOf(store: ThemeStore): Promise<Area | undefined> {
  const state = await store.state()
  const kept = read.get(store)
  if (kept !== undefined && state !== undefined && kept.state === state) return kept.area
  const area = readKeptMap(store).then(
    (map) => map && { map, mark: markPlaces(map.positions), grid: makeGrid(map.positions) }
  )
  read.set(store, { state, area })
  return area
}
