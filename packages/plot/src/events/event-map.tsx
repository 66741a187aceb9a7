import type { EventMap } from './map-data.js'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { EventLabels, findHomes } from './event-labels.js'
import { EventList } from './event-list.js'
import { countVerbs, findWords, ofVerb, type EventQuestion } from './event-search.js'
import { boundsOfMost, makeGrid } from '../points/grid.js'
import { MapTools } from '../points/map-tools.js'
import { Plot, type PlotHandle } from '../points/plot.js'
import { markPlaces, readSelected, writeLine, writePoint } from '../points/selection-links.js'
import { colourVerbs } from './verb-colours.js'

/** The looks of points: one for each verb colour, and one for rarer verbs. */
const LOOKS = [...Array(8).keys()]
  .map((slot) => ({ colour: `slot-${slot}`, alpha: 0.75 }))
  .concat({ colour: 'slot-none', alpha: 0.35 })

/** Maximum number of verbs and events listed; search finds all. */
const [VERBS, EVENTS] = [60, 80]

/** Radius of a verb's densest place, as a share of the map's width. */
const HOME = 0.02

/** Width of the view around one event, as a share of the map's width. */
const AROUND = 0.06

interface Props {
  readonly map: EventMap
  /** The current query, and the callback for a new one. */
  readonly question: EventQuestion
  readonly onAsk: (question: EventQuestion) => void
  /** Renders further actions for an event. */
  readonly more?: (point: number) => ComponentChildren
}

/** A map of events as points, coloured by verb. Similar events are near each other. */
export function EventMapView({ map, question, onAsk, more }: Props) {
  const grid = useMemo(() => makeGrid(Float32Array.from(map.x.flatMap((x, i) => [x, map.y[i]]))), [map])
  const bounds = useMemo(() => boundsOfMost(grid), [grid])
  const width = Math.max(bounds.right - bounds.left, bounds.top - bounds.bottom)
  const homes = useMemo(() => findHomes(map, grid, (width * HOME) / 2), [map])
  const slots = useMemo(() => colourVerbs(homes, width), [map])
  const kinds = useMemo(() => Uint16Array.from(map.verb, (verb) => slots[verb]), [map])
  const marks = useMemo(() => ({ places: grid.places, mark: markPlaces(grid.places) }), [grid])
  const [lasso, setLasso] = useState(false)
  const handle = useRef<PlotHandle>(null)
  const { verb, words = '', selected } = question
  const read = useMemo(() => readSelected(selected, marks, grid), [selected, marks])
  const { points: drawn, line } = typeof read === 'object' ? read : { points: undefined, line: undefined }
  const asked = verb !== undefined || words.trim() !== ''
  const worded = useMemo(() => findWords(map, words), [map, words])
  const found = useMemo(() => (asked ? ofVerb(map, worded, verb) : []), [map, worded, verb, asked])
  const counts = useMemo(() => countVerbs(map, worded), [map, worded])
  const marked = drawn ?? found
  const listing = drawn !== undefined || asked
  const many = `${marked.length.toLocaleString('en')} ${marked.length === 1 ? 'event' : 'events'}`
  const ofOne = drawn === undefined ? verb : undefined
  const ask = (change: EventQuestion): void => {
    setLasso(false)
    onAsk({ ...question, selected: undefined, ...change })
  }
  const selectInside = (around: readonly number[]): void => {
    ask({ selected: writeLine(marks, around) })
  }
  const show = (point: number): void => {
    const [x, y] = [map.x[point], map.y[point]]
    const around = (width * AROUND) / 2
    handle.current?.show({ left: x - around, right: x + around, bottom: y - around, top: y + around })
    handle.current?.point(point)
  }
  const colour = (index: number): string => LOOKS[slots[index]].colour
  const chosen = verb === undefined ? -1 : map.verbs.findIndex(({ name }) => name === verb)
  return (
    <>
      <Plot
        label="Map of events"
        keys="Arrow keys move, plus and minus zoom, 0 shows all, Enter lists the events in sight. The list beside the map has all verbs, and their events."
        missing="This browser has no WebGL 2, so the points cannot be drawn. The verbs in the list lead to their events."
        grid={grid}
        bounds={bounds}
        kinds={kinds}
        looks={LOOKS}
        skip={chosen < 0 ? undefined : (point) => map.verb[point] !== chosen}
        marked={listing ? marked : undefined}
        outline={line}
        lasso={lasso}
        start={undefined}
        handle={handle}
        overlay={(camera, size) => (
          <EventLabels
            map={map}
            grid={grid}
            camera={camera}
            size={size}
            homes={chosen < 0 ? homes : homes.map((home, i) => (i === chosen ? home : undefined))}
            colour={colour}
            onVerb={(name) => {
              ask({ verb: name })
            }}
          />
        )}
        hover={(point) => (
          <>
            <span class={`theme ${colour(map.verb[point])}`}>
              <span class="dot" />
              {map.verbs[map.verb[point]].name}
            </span>
            <span class="map-hover-text">{map.text[point]}</span>
          </>
        )}
        onMoved={() => {}}
        onPick={(point) => {
          ask({ selected: writePoint(marks, point) })
        }}
        onLasso={selectInside}
      />
      <MapTools handle={handle} lasso={lasso} onLasso={setLasso} onList={selectInside} />
      <aside class="map-panel" aria-label="Verbs and events">
        <label class="field">
          <span class="unseen">Find a word</span>
          <input
            type="search"
            placeholder="Find a word"
            value={words}
            onInput={(event) => {
              ask({ words: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
            }}
          />
        </label>
        {selected === undefined || typeof read === 'object' ? null : (
          <p class="note strong" role="status">
            {read === 'other'
              ? 'The selection in this address was made on an earlier map with other positions, so nothing is selected.'
              : 'No events found.'}
          </p>
        )}
        <p class="unseen" aria-live="polite">
          {listing ? `${many}${ofOne === undefined ? '' : ` of ${ofOne}`}` : ''}
        </p>
        {listing ? (
          <section class="event-found" aria-label="Events">
            <div class="panel-head">
              <h2>
                {many}
                {ofOne === undefined ? null : (
                  <>
                    {' '}
                    of <em>{ofOne}</em>
                  </>
                )}
              </h2>
              <button
                type="button"
                class="button small"
                onClick={() => {
                  ask(drawn === undefined ? { verb: undefined, words: undefined } : {})
                }}
              >
                Clear
              </button>
            </div>
            {marked.length === 0 ? <p class="note">No event has these words.</p> : null}
            <EventList
              map={map}
              points={marked}
              most={EVENTS}
              colour={(point) => colour(map.verb[point])}
              more={more}
              onShow={show}
            />
          </section>
        ) : null}
        <Verbs
          map={map}
          counts={counts}
          chosen={verb}
          colour={colour}
          onChange={(name) => {
            ask({ verb: name })
          }}
        />
        <p class="note">
          {map.events > map.verb.length
            ? `${map.verb.length.toLocaleString('en')} points, a sample of ${map.events.toLocaleString('en')} events`
            : `${map.events.toLocaleString('en')} events`}{' '}
          in {map.sentences.toLocaleString('en')} sentences. What is near is alike in who did what; the axes mean
          nothing.
        </p>
      </aside>
    </>
  )
}

interface VerbsProps {
  readonly map: EventMap
  readonly counts: Uint32Array
  readonly chosen: string | undefined
  readonly colour: (verb: number) => string
  readonly onChange: (name: string | undefined) => void
}

/** The map's legend: verbs by frequency with their colours. */
function Verbs({ map, counts, chosen, colour, onChange }: VerbsProps) {
  const some = map.verbs
    .map(({ name }, index) => ({ name, index, count: counts[index] }))
    .filter(({ count, name }) => count > 0 || name === chosen)
    .sort((a, b) => b.count - a.count || a.index - b.index)
  const listed = some.slice(0, VERBS)
  const most = Math.max(1, ...listed.map(({ count }) => count))
  if (listed.length === 0) return null
  return (
    <section aria-label="Verbs">
      <div class="panel-head">
        <h2>Verbs</h2>
      </div>
      <p class="note">There are eight colours: verbs far apart on the map share one.</p>
      <ul>
        {listed.map(({ name, index, count }) => (
          <li key={name}>
            <button
              type="button"
              class={`facet ${colour(index)}`}
              aria-pressed={name === chosen}
              onClick={() => {
                onChange(name === chosen ? undefined : name)
              }}
            >
              <span class="facet-name">
                <span class="dot" aria-hidden="true" />
                {name}
              </span>
              <span class="facet-count">{count.toLocaleString('en')}</span>
              <span class="bar" aria-hidden="true">
                <span style={{ width: `${((100 * count) / most).toFixed(1)}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {some.length > listed.length ? (
        <p class="note">{(some.length - listed.length).toLocaleString('en')} rarer verbs: find them by their words.</p>
      ) : null}
    </section>
  )
}
