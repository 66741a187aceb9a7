import type { SearchAnswer } from '../../src/service/schemas/search-schemas.js'
import { useCatalogue } from '../data/catalogue.js'
import { percent } from '../data/figures.js'
import { Bar } from '../parts/bar.js'

/** Maximum number of themes shown beside hits. */
const MOST = 14

interface Props {
  readonly answer: SearchAnswer | undefined
  readonly theme: string | undefined
  readonly onChange: (theme: string | undefined) => void
}

/** The themes of the hits with their counts. Selecting one shows only its hits. */
export function ThemeFacets({ answer, theme, onChange }: Props) {
  const { find, label, colour, above, themes } = useCatalogue()
  if (answer?.hits.length === 0 && theme === undefined) return null
  const counts = new Map<string, number>()
  let without = 0
  for (const { record } of answer?.hits ?? []) {
    if (record.theme === undefined) without++
    else if (find(record.theme)?.hidden !== true) counts.set(record.theme, (counts.get(record.theme) ?? 0) + 1)
  }
  const list = [...counts].sort((a, b) => b[1] - a[1])
  // A selected theme stays visible even if none of the counted hits has it.
  const facets = list.slice(0, MOST)
  if (theme !== undefined && !facets.some(([id]) => id === theme)) facets.unshift([theme, counts.get(theme) ?? 0])
  const most = Math.max(1, ...facets.map(([, count]) => count))
  // Without themes, there is nothing to count.
  const hits = themes.failure === undefined ? (answer?.hits.length ?? 0) : 0
  return (
    <aside class="facets" aria-labelledby="facets-title">
      <h2 id="facets-title">Themes of these hits</h2>
      {themes.failure !== undefined ? <p class="note">{themes.failure.message}</p> : null}
      {theme === undefined ? null : (
        <button
          type="button"
          class="button small"
          onClick={() => {
            onChange(undefined)
          }}
        >
          All themes
        </button>
      )}
      <ul>
        {facets.map(([id, count]) => (
          <li key={id}>
            <button
              type="button"
              class={`facet ${colour(id)}`}
              aria-pressed={theme === id}
              title={above(id)
                .map((group) => group.label)
                .join(' › ')}
              onClick={() => {
                onChange(theme === id ? undefined : id)
              }}
            >
              <span class="facet-name">
                <span class="dot" aria-hidden="true" />
                {label(id)}
              </span>
              <span class="facet-count">{count}</span>
              <Bar share={count} of={most} colour={colour(id)} />
            </button>
          </li>
        ))}
      </ul>
      {hits === 0 || without === 0 ? null : <p class="note">{percent(without / hits)} are near no theme.</p>}
      {hits === 0 ? null : <p class="note">Counted in the best {hits} hits.</p>}
    </aside>
  )
}
