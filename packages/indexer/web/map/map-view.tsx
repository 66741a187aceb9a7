import {
  boundsOfMost,
  densityContours,
  makeGrid,
  MapTools,
  Plot,
  writeLine,
  writePoint,
  type Bounds,
  type Camera,
  type PlotHandle,
  type PointLook
} from '@leitmotif/plot'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { changed, currentAddress, navigate, type Address } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue, type Catalogue } from '../data/catalogue.js'
import { counted, percent } from '../data/figures.js'
import { AREA_CONDITION } from '../data/filter.js'
import { useLoaded } from '../data/loaded.js'
import { useAnnounce } from '../parts/announcer.js'
import { useSavePicture } from '../parts/save-picture.js'
import { Failed } from '../parts/states.js'
import { fieldColours, readColouring, type Colouring, type LegendEntry } from './colouring.js'
import { HoveredPoint } from './hovered-point.js'
import { Legend, type LegendBox } from './legend.js'
import { levelColours, levelsOf } from './level-colours.js'
import { MapThemeList } from './map-theme-list.js'
import { Overlay } from './overlay.js'
import { loadMap, NO_THEME, type MapPoints } from './points.js'
import { readSelected, THEME } from './selected-theme.js'
import { Selection } from './selection.js'
import { usePointTexts } from './point-texts.js'

/** Opacity of points: with a theme, and without one. Beside marked points, the plot draws others more faintly. */
const [OF_THEME, NONE] = [0.72, 0.25]

const NOTHING = { points: [], line: undefined }

/** A map of the collection's sentences. Sentences with similar themes are close together. */
export function MapView({ address }: { readonly address: Address }) {
  const [drawn, setDrawn] = useState<number>()
  const map = useLoaded('map', (signal) => loadMap(setDrawn, signal))
  return (
    <div class="map-view">
      <h1 class="unseen" tabIndex={-1}>
        Map
      </h1>
      {map.failure === undefined ? null : (
        <div class="map-state">
          <Failed of={map} what="Could not load the map." />
        </div>
      )}
      {map.data === undefined && map.failure === undefined ? (
        <div class="map-state" role="status">
          <p>{drawn === undefined ? 'Loading the map …' : `Drawing the map: ${percent(drawn)} …`}</p>
          <progress max={1} value={drawn} aria-label="Drawing the map" />
        </div>
      ) : null}
      {map.data === undefined ? null : <DrawnMap key={map.data.header.run} map={map.data} address={address} />}
    </div>
  )
}

function DrawnMap({ map, address }: { readonly map: MapPoints; readonly address: Address }) {
  const { header } = map
  const catalogue = useCatalogue()
  const { find } = catalogue
  const announce = useAnnounce()
  const savePicture = useSavePicture()
  const grid = useMemo(() => makeGrid(map.places), [map])
  const bounds = useMemo(() => boundsOfMost(grid), [grid])
  const contours = useMemo(() => densityContours(grid, bounds), [grid])
  const handle = useRef<PlotHandle>(null)
  const [lasso, setLasso] = useState(false)
  const texts = usePointTexts(header.run)
  const wanted = address.query.get('theme') ?? undefined
  const index = header.themes.findIndex(({ id }) => id === wanted)
  const only = index < 0 ? undefined : index
  const levels = levelsOf(catalogue)
  const colouring = readColouring(address.query.get('colour'), levels, catalogue.collection.data?.fields ?? {})
  const { kinds, looks, entries, colourOf, entryOf } = useColours(map, catalogue, colouring, only)
  const at = address.query.get('at')
  const start = useMemo(() => readCamera(at), [])
  const settled = useRef(0)
  /** Camera parameters of the address for the current view. */
  const rested = useRef(at)

  // Follows changes of the address, such as back and forward: shows the selected theme, unless the address states a
  // camera.
  useEffect(() => {
    const camera = readCamera(at)
    if (at === rested.current && (camera !== undefined || index < 0)) return
    clearTimeout(settled.current)
    rested.current = at
    const frame = requestAnimationFrame(() => {
      if (camera !== undefined) handle.current?.look(camera)
      else if (index >= 0) handle.current?.show(boundsOf(map, index))
      else handle.current?.showAll()
    })
    return () => {
      cancelAnimationFrame(frame)
    }
  }, [at, index])

  const moved = (camera: Camera): void => {
    clearTimeout(settled.current)
    const before = viewOf(currentAddress())
    settled.current = window.setTimeout(() => {
      // A theme chosen since then must be shown first.
      if (viewOf(currentAddress()) !== before) return
      rested.current = writeCamera(camera)
      navigate(changed(currentAddress(), { at: rested.current }), { replace: true })
    }, 250)
  }
  useEffect(
    () => () => {
      clearTimeout(settled.current)
    },
    []
  )

  const chooseTheme = (id: string | undefined): void => {
    const change = { theme: id, selected: undefined }
    navigate(changed(currentAddress(), id === undefined ? change : { ...change, at: undefined }))
  }
  const value = address.query.get('selected')
  const selected = useMemo(() => readSelected(value, map, grid, only), [value, map, grid, only])
  const { points, line } = selected === undefined || selected === 'other' ? NOTHING : selected
  const marked = points.length > 0
  /** All points of the selected theme. */
  const own = useMemo(
    () => (only === undefined ? undefined : Array.from(map.themes.keys()).filter((i) => map.themes[i] === only)),
    [map, only]
  )
  const [legend, setLegend] = useState<LegendBox>()
  /** Whether the reader selected points here instead of opening a link. */
  const chose = useRef(false)
  const select = (to: string | undefined): void => {
    setLasso(false)
    chose.current = true
    if (to !== undefined && readSelected(to, map, grid, only) === undefined) announce('No sentence here.')
    else navigate(changed(currentAddress(), { selected: to }))
  }
  const selectInside = (around: readonly number[]): void => {
    select(writeLine(map, around))
  }
  return (
    <>
      <Plot
        label="Map of the collection"
        keys="Arrow keys move, plus and minus zoom, 0 shows all, Enter lists the visible sentences. The list beside the map shows all themes."
        missing="This browser has no WebGL 2, so it cannot draw the points. Use the list of themes instead."
        grid={grid}
        bounds={bounds}
        contours={contours}
        kinds={kinds}
        looks={looks}
        skip={only === undefined ? undefined : (i) => map.themes[i] !== only}
        marked={marked ? points : own}
        covered={legend?.aside === true ? legend.right : 0}
        outline={line}
        lasso={lasso}
        start={start}
        handle={handle}
        overlay={(camera, size) => (
          <>
            <Overlay
              map={map}
              grid={grid}
              camera={camera}
              size={size}
              theme={only}
              texts={texts}
              covered={legend}
              onTheme={chooseTheme}
            />
            <Legend
              colouring={colouring}
              levels={levels}
              title={entries.title}
              entries={entries.list}
              onBox={setLegend}
              onChange={(value) => {
                navigate(changed(currentAddress(), { colour: value }))
              }}
            />
          </>
        )}
        hover={(point) => <HoveredPoint map={map} point={point} texts={texts} entry={entryOf?.(point)} />}
        onMoved={moved}
        onPick={(point) => {
          select(writePoint(map, point))
        }}
        onLasso={selectInside}
      />
      <MapTools
        handle={handle}
        lasso={lasso}
        onLasso={setLasso}
        onList={selectInside}
        onSave={() => {
          handle.current?.paint()
          void savePicture('png', { of: () => document.querySelector('.plot'), title: `Map by ${entries.title}` })
        }}
      />
      <aside class="map-panel" aria-label={marked ? 'Sentences' : 'Themes of the map'}>
        {selected === 'other' ? (
          <p class="note strong" role="status">
            This link selects points of an earlier map, whose positions were different: nothing is selected.
          </p>
        ) : null}
        {marked ? (
          <Selection
            map={map}
            points={points}
            focus={chose.current}
            conditions={{
              ...(line !== undefined && { [AREA_CONDITION]: value ?? undefined }),
              ...(index >= 0 && { 'f.theme': wanted })
            }}
            onClear={() => {
              select(undefined)
            }}
          />
        ) : (
          <MapThemeList
            themes={header.themes.filter(({ id }) => find(id)?.hidden !== true)}
            theme={index < 0 ? undefined : wanted}
            colourOf={colourOf}
            onChange={chooseTheme}
            onSentences={() => {
              select(THEME)
            }}
          />
        )}
        <p class="note">
          {header.sentences > header.count
            ? `${counted(header.count, 'point')}, a sample of ${counted(header.sentences, 'sentence')}. `
            : `${counted(header.count, 'sentence')}. `}
          Sentences close together have similar themes. The axes have no meaning.
        </p>
      </aside>
    </>
  )
}

interface Colours {
  readonly kinds: Uint16Array
  readonly looks: readonly PointLook[]
  readonly entries: { readonly title: string; readonly list: readonly LegendEntry[] }
  /** Class of a theme's colour on the map. */
  readonly colourOf: (theme: string) => string
  /** Returns the entry of a point's value; undefined if points are coloured by theme. */
  readonly entryOf: ((point: number) => LegendEntry) | undefined
}

/** Returns the colours of points, and their legend. Until the colours by a field have loaded, points have none. */
function useColours(map: MapPoints, catalogue: Catalogue, colouring: Colouring, only: number | undefined): Colours {
  const { header } = map
  const { find, collection } = catalogue
  const field = 'field' in colouring ? colouring.field : undefined
  const loaded = useLoaded(field === undefined ? undefined : `map colours ${header.run} ${field}`, (signal) =>
    api.mapColours(field!, signal)
  )
  const answer = field !== undefined && loaded.data?.run === header.run ? loaded.data : undefined
  const byField = useMemo(
    () => answer && fieldColours(answer, collection.data?.fields[field!] === 'keyword'),
    [answer, field]
  )
  const byTheme = useMemo(() => map.themes.map((theme) => (theme === NO_THEME ? header.themes.length : theme)), [map])
  // Each entry has two looks: of the selected theme, and of others.
  const kinds = useMemo(() => {
    if (byField === undefined) return byTheme
    return Uint16Array.from(
      byField.kinds,
      (kind, i) => 2 * kind + (only === undefined || map.themes[i] === only ? 0 : 1)
    )
  }, [byField, byTheme, only])
  const level = 'level' in colouring ? colouring.level : 1
  const levelled = useMemo(() => levelColours(catalogue, level), [catalogue, level])
  if (field !== undefined) {
    const entries = byField?.entries ?? []
    const looks = entries.flatMap(({ kind, colour }) => [
      { colour, alpha: kind === 'value' ? OF_THEME : NONE },
      { colour: 'slot-none', alpha: OF_THEME }
    ])
    const waiting = header.themes.map(() => ({ colour: 'slot-none', alpha: NONE }))
    return {
      kinds,
      looks: byField === undefined ? [...waiting, { colour: 'slot-none', alpha: NONE }] : looks,
      entries: { title: field, list: entries },
      colourOf: () => 'slot-none',
      entryOf: byField && ((point) => entries[byField.kinds[point]])
    }
  }
  const shown = header.themes.map(({ id }) => (find(id)?.hidden === true ? undefined : id))
  const colourOf = (id: string | undefined): string =>
    id === undefined ? 'slot-none' : levelled.colourOf(levelled.nodeOf(id))
  const counts = new Map<string, number>()
  for (const { id, size } of header.themes.filter(({ id }) => find(id)?.hidden !== true))
    counts.set(levelled.nodeOf(id), (counts.get(levelled.nodeOf(id)) ?? 0) + size)
  const list = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([id, points]) => ({ colour: levelled.colourOf(id), text: find(id)?.label ?? id, points }))
  return {
    kinds: byTheme,
    looks: [...shown, undefined].map((id, i) => {
      if (only !== undefined && only !== i) return { colour: 'slot-none', alpha: OF_THEME }
      return { colour: colourOf(id), alpha: id === undefined ? NONE : OF_THEME }
    }),
    entries: { title: level === levelsOf(catalogue) ? 'themes' : 'groups of themes', list },
    colourOf,
    entryOf: undefined
  }
}

/** Returns the bounds of most of a theme's points, without outliers. */
function boundsOf({ places, themes }: MapPoints, index: number): Bounds {
  const [xs, ys]: [number[], number[]] = [[], []]
  themes.forEach((theme, i) => {
    if (theme !== index) return
    xs.push(places[2 * i])
    ys.push(places[2 * i + 1])
  })
  const ends = (values: number[]): [number, number] => {
    values.sort((a, b) => a - b)
    return [values[Math.floor(values.length * 0.05)] ?? 0, values[Math.ceil(values.length * 0.95) - 1] ?? 0]
  }
  const [left, right] = ends(xs)
  const [bottom, top] = ends(ys)
  return { left, right, bottom, top }
}

/** Returns the part of the address that moves the camera. */
function viewOf({ query }: Address): string {
  return `${query.get('theme')} ${query.get('at')}`
}

function readCamera(at: string | null): Camera | undefined {
  const [x, y, scale] = (at ?? '').split(',').map(Number)
  // A missing or invalid number makes the sum NaN.
  return scale > 0 && Number.isFinite(x + y + scale) ? { x, y, scale } : undefined
}

function writeCamera({ x, y, scale }: Camera): string {
  return [x, y, scale].map((value) => Number(value.toPrecision(6))).join()
}
