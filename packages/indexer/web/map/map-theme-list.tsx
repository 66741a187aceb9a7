import { useState } from 'preact/hooks'
import type { MapHeader } from '../../src/service/schemas/map-schemas.js'
import { themeAddress } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { shortCount } from '../data/figures.js'

interface Props {
  readonly themes: MapHeader['themes']
  readonly theme: string | undefined
  /** Class of a theme's colour. */
  readonly colourOf: (theme: string) => string
  readonly onChange: (theme: string | undefined) => void
  readonly onSentences: () => void
}

/** The themes of the map as a list, which also serves users who cannot see it or point at it. */
export function MapThemeList({ themes, theme, colourOf, onChange, onSentences }: Props) {
  const { find, above } = useCatalogue()
  const [words, setWords] = useState('')
  const named = themes
    .map(({ id, label, size }) => ({ id, size, label: find(id)?.label ?? label, group: above(id).at(0) }))
    .filter(({ label, group }) => `${label} ${group?.label ?? ''}`.toLowerCase().includes(words.trim().toLowerCase()))
    .sort((a, b) => (b.group?.sentences ?? 0) - (a.group?.sentences ?? 0) || b.size - a.size)
  return (
    <>
      <div class="panel-head">
        <h2>Themes</h2>
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
      </div>
      <label class="field">
        <span class="unseen">Find a theme</span>
        <input
          type="search"
          placeholder="Find a theme"
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value)
          }}
        />
      </label>
      {theme === undefined ? null : (
        <div class={`panel-theme ${colourOf(theme)}`}>
          <strong>{find(theme)?.label ?? theme}</strong>
          <div class="row">
            <a class="button small" href={themeAddress(theme)}>
              Its page
            </a>
            <button type="button" class="button small" onClick={onSentences}>
              Its sentences
            </button>
          </div>
        </div>
      )}
      <ul class="panel-list">
        {named.map(({ id, label, size, group }, i) => (
          <li key={id}>
            {group === undefined || (group === named.at(Math.max(0, i - 1))?.group && i > 0) ? null : (
              <p class="panel-group">{group.label}</p>
            )}
            <button
              type="button"
              class={`facet ${colourOf(id)}`}
              aria-pressed={id === theme}
              onClick={() => {
                onChange(id === theme ? undefined : id)
              }}
            >
              <span class="facet-name">
                <span class="dot" aria-hidden="true" />
                {label}
              </span>
              <span class="facet-count">{shortCount(size)}</span>
            </button>
          </li>
        ))}
      </ul>
      {named.length === 0 ? <p class="note">No theme has these words.</p> : null}
    </>
  )
}
