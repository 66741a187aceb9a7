import type { ThemesAnswer } from '../../src/service/schemas/theme-schemas.js'
import { useCatalogue } from '../data/catalogue.js'
import { counted } from '../data/figures.js'
import { ThemeLink } from '../parts/theme-link.js'

type ThemeChanges = NonNullable<ThemesAnswer['changes']>
type Named = ThemeChanges['kept'][number]

/** Changes of the themes in the last build. */
export function Changes({ changes }: { readonly changes: ThemeChanges }) {
  const { kept, born, died, merged, split } = changes
  const parts = [
    `${counted(kept.length, 'theme')} stayed`,
    ...(born.length > 0 ? [`${born.length} came`] : []),
    ...(died.length > 0 ? [`${died.length} went`] : []),
    ...(merged.length > 0 ? [`${merged.length} merged from several`] : []),
    ...(split.length > 0 ? [`${split.length} split`] : [])
  ]
  const still = parts.length === 1
  if (still)
    return <p class="note">When the themes were built the last time, all {counted(kept.length, 'theme')} stayed.</p>
  return (
    <details class="changes-since">
      <summary>When the themes were built the last time, {parts.join(', ')}</summary>
      <ul>
        {born.map((theme) => (
          <li key={theme.id}>
            <span class="muted">came</span> <Name theme={theme} />
          </li>
        ))}
        {died.map(({ id, label }) => (
          <li key={id}>
            <span class="muted">went</span> {label}
          </li>
        ))}
        {merged.map(({ from, into }) => (
          <li key={into.id}>
            <Name theme={into} /> <span class="muted">merged from</span> {from.map(({ label }) => label).join(' and ')}
          </li>
        ))}
        {split.map(({ from, into }) => (
          <li key={from.id}>
            {from.label} <span class="muted">split into</span>{' '}
            {into.map((theme, i) => (
              <span key={theme.id}>
                {i === 0 ? '' : ' and '}
                <Name theme={theme} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A link to a theme; only the name of one that no longer exists. */
function Name({ theme: { id, label } }: { readonly theme: Named }) {
  const { find } = useCatalogue()
  return find(id) === undefined ? <>{label}</> : <ThemeLink id={id} />
}
