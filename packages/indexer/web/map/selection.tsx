import { useEffect, useMemo, useRef } from 'preact/hooks'
import { addressOf, navigate } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'
import { counted, percent } from '../data/figures.js'
import { useLoaded } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { CardsWaiting, SentenceCard } from '../parts/sentence-card.js'
import { Shown } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import type { MapPoints } from './points.js'

/** Maximum numbers of sentences and themes listed of a selection. */
const [SENTENCES, THEMES] = [40, 10]

interface Props {
  readonly map: MapPoints
  readonly points: readonly number[]
  /** Whether to move the focus here. False if the page was opened with a selection. */
  readonly focus: boolean
  /** Parameters of an address that has the selection as a filter; none for single points. */
  readonly conditions: Readonly<Record<string, string | undefined>>
  readonly onClear: () => void
}

/** The sentences inside the lasso, and their themes. */
export function Selection({ map, points, focus, conditions, onClear }: Props) {
  const { colour, find } = useCatalogue()
  const title = useRef<HTMLHeadingElement>(null)
  const themes = useMemo(() => countThemes(map, points), [map, points])
  const shown = useMemo(() => mostCentral(map, points, SENTENCES), [map, points])
  const read = useLoaded(`points ${map.header.run} ${shown.join()}`, (signal) =>
    api.points(map.header.run, shown, signal)
  )
  useEffect(() => {
    if (focus) title.current?.focus({ preventScroll: true })
  }, [points])
  return (
    <>
      <div class="panel-head">
        <h2 ref={title} tabIndex={-1}>
          {counted(points.length, 'sentence')}
        </h2>
        <button type="button" class="button small" onClick={onClear}>
          Clear
        </button>
      </div>
      {Object.keys(conditions).length === 0 ? null : (
        <div class="panel-theme">
          <form
            class="row"
            role="search"
            aria-label="Search in this selection"
            onSubmit={(event) => {
              event.preventDefault()
              const q = new FormData(event.currentTarget).get('q')
              if (typeof q === 'string' && q.trim() !== '') navigate(addressOf('/', { q: q.trim(), ...conditions }))
            }}
          >
            <input
              type="search"
              name="q"
              placeholder="Search in this selection"
              aria-label="Search in this selection"
              maxLength={10_000}
            />
          </form>
          <div class="row">
            <a class="button small" href={addressOf('/themes', conditions)}>
              Themes here
            </a>
            <a class="button small" href={addressOf('/analytics', conditions)}>
              Analytics here
            </a>
          </div>
        </div>
      )}
      {points.length < 2 ? null : (
        <ul class="rows" aria-label="Their themes">
          {themes.slice(0, THEMES).map(([id, count]) => (
            <li key={id}>
              {id === '' || find(id)?.hidden === true ? <span class="muted">no theme</span> : <ThemeLink id={id} />}
              <Bar share={count} of={themes[0][1]} colour={colour(id)} />
              <span class="muted">{percent(count / points.length)}</span>
            </li>
          ))}
        </ul>
      )}
      {points.length > SENTENCES ? <p class="note">The {SENTENCES} nearest to the middle:</p> : null}
      <Shown of={read} what="Could not load the sentences." waiting={<CardsWaiting />}>
        {(answer) => (
          <div class="cards">
            {answer.points.map(({ record }) => (
              <SentenceCard key={record.id} record={record} />
            ))}
          </div>
        )}
      </Shown>
    </>
  )
}

/** Returns the themes by their number of points. Points without a theme count under the empty id. */
function countThemes({ header, themes }: MapPoints, points: readonly number[]): [id: string, count: number][] {
  const counts = new Map<string, number>()
  for (const i of points) {
    const id = header.themes[themes[i]]?.id ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** Returns the points nearest to the mean of all. */
function mostCentral({ places }: MapPoints, points: readonly number[], most: number): number[] {
  let [x, y] = [0, 0]
  for (const i of points) {
    x += places[2 * i] / points.length
    y += places[2 * i + 1] / points.length
  }
  const distance = (i: number): number => (places[2 * i] - x) ** 2 + (places[2 * i + 1] - y) ** 2
  return [...points].sort((a, b) => distance(a) - distance(b)).slice(0, most)
}
